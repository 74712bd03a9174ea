// What is proved in the browser: digests, results that were hidden behind one, and receipts, which are checked and kept here.

// Digests worked out in the browser, and results that were hidden behind one.

const COMMITMENT = "banca commitment";
const NONCE = /^[0-9a-f]{64}$/;
const write = new TextEncoder();

/** Whether this page may work out digests: browsers let only secure pages do it. */
export const canVerify = () => Boolean(globalThis.crypto?.subtle);

const hexOf = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"));

/** The SHA-256 digest of bytes, in hexadecimal. */
export async function sha256(bytes) {
  let hex = "";
  for (const byte of new Uint8Array(await crypto.subtle.digest("SHA-256", bytes))) hex += hexOf[byte];
  return hex;
}

/** Random bytes of the browser's own, in hexadecimal. */
export const newNumber = () => Array.from(crypto.getRandomValues(new Uint8Array(32)), (byte) => hexOf[byte]).join("");

/** The bytes that hexadecimal digits write. */
export const bytesOf = (hex) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));

/**
 * Whether this outcome and nonce are what was committed to for this round of this table. In journals of before a commitment names
 * neither, and `round` is missing.
 */
export async function isOpenedBy({ commitment, outcome, nonce, round = 0 }, table) {
  const form = round ? `2\n${table}\n${round}` : "1";
  return NONCE.test(nonce) && commitment === await sha256(write.encode(`${COMMITMENT} ${form}\n${nonce}\n${outcome}`));
}

/** Whether this is the seed that was committed to for this draw of this table. */
export async function isSeedOf({ commitment, number, seed }, table) {
  return NONCE.test(seed) && commitment === await sha256(write.encode(`banca seed 1\n${table}\n${number}\n${seed}`));
}

/** Whole numbers out of the bytes of one draw: HMAC-SHA256 blocks under its seed. */
class Stream {
  constructor(key, head, tail) {
    this.key = key;
    this.head = head;
    this.tail = tail;
    this.block = 0;
    /** @type {number[]} */
    this.kept = [];
  }

  /** A whole number below a limit, all equally likely: what is too large is thrown away. */
  async below(limit) {
    const bits = limit > 1 ? Math.floor(Math.log2(limit - 1)) + 1 : 0;
    const count = Math.ceil(bits / 8);
    for (;;) {
      while (this.kept.length < count) {
        const message = write.encode(`${this.head}\n${this.block}\n${this.tail}`);
        this.kept.push(...new Uint8Array(await crypto.subtle.sign("HMAC", this.key, message)));
        this.block += 1;
      }
      const whole = this.kept.splice(0, count).reduce((sum, byte) => sum * 256 + byte, 0);
      const found = Math.floor(whole / 2 ** (8 * count - bits));
      if (found < limit) return found;
    }
  }

  /** One of the results by its weight, dice, or an order of all pieces (Fisher and Yates). */
  async draw({ results = [], dice = 0, pieces = [] }) {
    if (pieces.length) {
      const order = [...pieces];
      for (let place = order.length - 1; place > 0; place -= 1) {
        const other = await this.below(place + 1);
        [order[place], order[other]] = [order[other], order[place]];
      }
      return order.join(" ");
    }
    if (dice) {
      const at = await this.below(6 ** dice);
      return Array.from({ length: dice }, (_, die) => Math.floor(at / 6 ** (dice - 1 - die)) % 6 + 1).join("-");
    }
    let left = await this.below(results.reduce((sum, [, weight]) => sum + weight, 0));
    return results.find(([, weight]) => (left -= weight) < 0)?.[0] ?? "";
  }
}

/** What a seed and the players' numbers give, out of a device; `kind` is "draw", or "hidden" where the result lay there before the bets. */
export async function drawnBy({ number, seed, nonces = [] }, table, device, kind = "draw") {
  const key = await crypto.subtle.importKey("raw", bytesOf(seed), { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  const players = nonces.map(([player, nonce]) => `${player}\n${nonce}\n`).join("");
  return new Stream(key, `banca ${kind} 1\n${table}\n${number}`, players).draw(device);
}

// Receipts checked in the browser: the entry's digest, its place in the log (RFC 6962), the log's signature (C2SP signed-note).

/**
 * @typedef {{ origin: string, table: string, seq: number, before: string, digest: string, index: number, proof: string[], checkpoint: string, body?: string }} Receipt
 * @typedef {{ fault: string, isSigned: boolean | null, size: number, witnesses: { name: string, at: number, isGood: boolean | null }[] }} Checked
 *   What is wrong: nothing, `unchecked`, or one of the faults of a receipt; whether signatures hold, null where this browser cannot say.
 * @typedef {{ name: string, kind: number, id: string, raw: Uint8Array }} Key
 */

const LOG = 1;
const WITNESS = 4;

/** Bytes out of base64; an error where it is none. */
const base64Bytes = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
const unhex = (text) => Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));

/** @param {(Uint8Array | number[])[]} parts */
function joined(...parts) {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

const hashOf = async (...parts) => unhex(await sha256(joined(...parts)));

/** A key as it is handed on: name, id, and kind with key. @returns {Key} */
export function readKey(written) {
  const [, name, id, encoded] = /^([^\s+]+)\+([0-9a-f]{8})\+(\S+)$/.exec(written.trim()) ?? [];
  const raw = base64Bytes(encoded ?? "");
  if (raw.length !== 33) throw new Error(written);
  return { name, kind: raw[0], id, raw: raw.slice(1) };
}

/** A note's text, and its lines: whose each is said to be, the key's id, the signature. */
function split(note) {
  const gap = note.lastIndexOf("\n\n");
  if (gap < 0 || !note.endsWith("\n")) throw new Error("note");
  const lines = note.slice(gap + 2).trimEnd().split("\n").map((line) => {
    const [, name, encoded] = /^— (\S+) (\S+)$/.exec(line) ?? [];
    const raw = base64Bytes(encoded ?? "");
    return { name, id: hex(raw.slice(0, 4)), signature: raw.slice(4) };
  });
  return { text: note.slice(0, gap + 1), lines };
}

/** Whether a key has signed a text; null where this browser knows no Ed25519. @param {Key} key */
async function isSignedBy(key, text, signature) {
  try {
    const time = key.kind === WITNESS ? timeOf(signature) : 0;
    const said = key.kind === WITNESS ? `cosignature/v1\ntime ${time}\n${text}` : text;
    const known = await crypto.subtle.importKey("raw", /** @type {any} */ (key.raw), { name: "Ed25519" }, false, ["verify"]);
    return await crypto.subtle.verify({ name: "Ed25519" }, known, key.kind === WITNESS ? signature.slice(8) : signature, write.encode(said));
  } catch {
    return null;
  }
}

/** When a witness says it signed: seconds since 1970. */
const timeOf = (signature) => Number(new DataView(signature.buffer, signature.byteOffset, 8).getBigUint64(0));

/** The root to which a proof leads; nothing where it is too long or too short. RFC 9162, 2.1.3.2. */
async function rootFrom(leaf, index, size, proof) {
  let [place, last, found] = [BigInt(index), BigInt(size) - 1n, leaf];
  if (place < 0n || place > last) return null;
  for (const beside of proof) {
    if (last === 0n) return null;
    if (place & 1n || place === last) {
      found = await hashOf([1], beside, found);
      while (place && !(place & 1n)) [place, last] = [place >> 1n, last >> 1n];
    } else {
      found = await hashOf([1], found, beside);
    }
    [place, last] = [place >> 1n, last >> 1n];
  }
  return last === 0n ? found : null;
}

/**
 * Whether a receipt holds, by the log's keys and those of witnesses.
 * @param {Receipt} receipt
 * @param {string[]} keys
 * @param {string[]} witnesses
 * @returns {Promise<Checked>}
 */
export async function check(receipt, keys, witnesses = []) {
  const bad = (fault) => ({ fault, isSigned: null, size: 0, witnesses: [] });
  if (!canVerify()) return bad("unchecked");
  try {
    return await checked(receipt, keys.map(readKey), witnesses.map(readKey), bad);
  } catch {
    return bad("unreadable");
  }
}

/** @param {Receipt} receipt @param {Key[]} keys @param {Key[]} witnesses @returns {Promise<Checked>} */
async function checked(receipt, keys, witnesses, bad) {
  const { origin, table, seq, before, digest, index, proof, checkpoint, body } = receipt;
  if (body && digest !== await sha256(write.encode(`${before}\n${body}`))) return bad("body");
  const { text, lines } = split(checkpoint);
  const [named, size, root] = text.split("\n");
  if (named !== origin || !/^\d+$/.test(size)) return bad("origin");
  const own = keys.filter(({ kind, name }) => kind === LOG && name === origin);
  const signed = lines.flatMap((line) => own.filter(({ name, id }) => name === line.name && id === line.id).map((key) => isSignedBy(key, text, line.signature)));
  const verdicts = await Promise.all(signed);
  if (!verdicts.length || verdicts.includes(false)) return bad("signature");
  const leaf = await hashOf([0], write.encode(`banca entry 1\n${table}\n${seq}\n${digest}\n`));
  const found = await rootFrom(leaf, index, size, proof.map(base64Bytes));
  if (!found || hex(found) !== hex(base64Bytes(root))) return bad("proof");
  const seen = lines.flatMap((line) => witnesses.filter(({ kind, name, id }) => kind === WITNESS && name === line.name && id === line.id)
    .map(async (key) => ({ name: key.name, at: timeOf(line.signature), isGood: await isSignedBy(key, text, line.signature) })));
  return { fault: "", isSigned: verdicts.includes(null) ? null : true, size: Number(size), witnesses: await Promise.all(seen) };
}

/** How a check came out, as one word: `good`, `unsigned` where this browser cannot check signatures, `unchecked`, or `bad`. */
export const standingOf = ({ fault, isSigned }) => (fault === "unchecked" ? fault : fault ? "bad" : isSigned ? "good" : "unsigned");

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

/** One of them. @param {Line} line @returns {Receipt | null} */
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
