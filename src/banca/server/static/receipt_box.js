// Receipts that a person keeps in this browser: the newest, each under its table and number; and the key with which the log signed first.

const MOST = 500;
const listName = (person) => `banca.receipts.${person}`;
const itemName = (person, { table, seq, origin }) => `banca.receipt.${person}.${origin}.${table}.${seq}`;

/** @typedef {{ table: string, seq: number, origin: string, at: string, what: string }} Line */

/** What there is, the newest first. @returns {Line[]} */
export function listed(person) {
  try {
    return JSON.parse(localStorage.getItem(listName(person)) ?? "[]");
  } catch {
    return [];
  }
}

/** One of them. @param {Line} line @returns {import("./receipts.js").Receipt | null} */
export function receiptOf(person, line) {
  return JSON.parse(localStorage.getItem(itemName(person, line)) ?? "null");
}

/** Keeps one; whether there was room. Where there is none the oldest go. @param {Line} line */
export function keep(person, line, receipt) {
  const others = listed(person).filter((one) => itemName(person, one) !== itemName(person, line));
  const kept = [line, ...others];
  for (;;) {
    while (kept.length > MOST) forget(person, kept.pop());
    try {
      localStorage.setItem(itemName(person, line), JSON.stringify(receipt));
      localStorage.setItem(listName(person), JSON.stringify(kept));
      return true;
    } catch {
      if (kept.length === 1) return false;
      forget(person, kept.pop());
    }
  }
}

const forget = (person, line) => localStorage.removeItem(itemName(person, line));

/** Takes all away. */
export function forgetAll(person) {
  for (const line of listed(person)) forget(person, line);
  localStorage.removeItem(listName(person));
}

/** Whether the log signs with a key that this browser has seen before; the first time, it is noted. @param {string[]} keys */
export function isKnownKey(origin, keys) {
  const name = `banca.log-key.${origin}`;
  try {
    const known = JSON.parse(localStorage.getItem(name) ?? "[]");
    if (known.length && !keys.some((key) => known.includes(key))) return false;
    localStorage.setItem(name, JSON.stringify(keys));
  } catch {
    // Where nothing can be kept, nothing is known.
  }
  return true;
}
