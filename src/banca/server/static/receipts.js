// Receipts: kept in this browser, verified here, and shown in a dialog.

import { canVerify, sha256 } from "./digest.js";

// Receipts checked in the browser: the entry's digest, its place in the log (RFC 6962), the log's signature (C2SP signed-note).

/**
 * @typedef {{ origin: string, table: string, seq: number, before: string, digest: string, index: number, proof: string[], checkpoint: string, body?: string }} Receipt
 * @typedef {{ fault: string, isSigned: boolean | null, size: number, witnesses: { name: string, at: number, isGood: boolean | null }[] }} Checked
 *   What is wrong: nothing, `unchecked`, or one of the faults of a receipt; whether signatures hold, null where this browser cannot say.
 * @typedef {{ name: string, kind: number, id: string, raw: Uint8Array }} Key
 */

const LOG = 1;
const WITNESS = 4;
const write = new TextEncoder();

/** Bytes out of base64; an error where it is none. */
const bytesOf = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
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
  const raw = bytesOf(encoded ?? "");
  if (raw.length !== 33) throw new Error(written);
  return { name, kind: raw[0], id, raw: raw.slice(1) };
}

/** A note's text, and its lines: whose each is said to be, the key's id, the signature. */
function split(note) {
  const gap = note.lastIndexOf("\n\n");
  if (gap < 0 || !note.endsWith("\n")) throw new Error("note");
  const lines = note.slice(gap + 2).trimEnd().split("\n").map((line) => {
    const [, name, encoded] = /^— (\S+) (\S+)$/.exec(line) ?? [];
    const raw = bytesOf(encoded ?? "");
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
  const found = await rootFrom(leaf, index, size, proof.map(bytesOf));
  if (!found || hex(found) !== hex(bytesOf(root))) return bad("proof");
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
