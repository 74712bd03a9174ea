// A journal looked through in the browser: every digest worked out again, every entry in its place, every hidden result opened
// as it was committed to. Nothing here asks the house or the page; house/audit does the same, and more, on the server.

import { drawnBy, isOpenedBy, isSeedOf, sha256 } from "../proofs.js";

export const GENESIS = "0".repeat(64);
const BEFORE = '{"digest":"';
const BETWEEN = '","entry":';
const START = BEFORE.length + 64 + BETWEEN.length;
const HEX = /^[0-9a-f]{64}$/;
const AT_A_TIME = 100;

const write = new TextEncoder();
const read = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** An entry's digest: of the digest before it, a line feed, and its bytes as they stand. */
export function digestOf(before, body) {
  const bytes = new Uint8Array(65 + body.length);
  write.encodeInto(`${before}\n`, bytes);
  bytes.set(body, 65);
  return sha256(bytes);
}

/** A line of an export taken apart: its digest, the entry's own bytes, and the entry; null where it is no such line. */
export function readLine(line) {
  const digest = asText(line.subarray(BEFORE.length, BEFORE.length + 64));
  if (line.length <= START || line.at(-1) !== 0x7d || asText(line.subarray(0, START)) !== BEFORE + digest + BETWEEN || !HEX.test(digest)) return null;
  const body = line.subarray(START, -1);
  try {
    const entry = JSON.parse(read.decode(body));
    const isEntry = typeof entry?.table === "string" && Number.isSafeInteger(entry.seq) && Array.isArray(entry.events);
    return isEntry ? { digest, body, entry } : null;
  } catch {
    return null;
  }
}

const asText = (bytes) => String.fromCharCode(...bytes);

/** The lines of a stream of bytes, without their line feeds; empty ones are left out. */
export async function* linesOf(stream) {
  const reader = stream.getReader();
  let rest = new Uint8Array(0);
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      let bytes = value;
      if (rest.length) {
        bytes = new Uint8Array(rest.length + value.length);
        bytes.set(rest);
        bytes.set(value, rest.length);
      }
      let start = 0;
      for (let end = bytes.indexOf(10); end >= 0; end = bytes.indexOf(10, start)) {
        if (end > start) yield bytes.subarray(start, end);
        start = end + 1;
      }
      rest = bytes.slice(start);
    }
    if (rest.length) yield rest;
  } finally {
    reader.cancel().catch(() => {});
  }
}

/** One table as far as its journal has been read; `fault` is the first thing that is wrong. */
class Table {
  constructor(name) {
    this.table = name;
    this.game = "";
    this.entries = 0;
    this.head = GENESIS;
    /** @type {{ seq: number, why: string, found?: number } | null} */
    this.fault = null;
    this.skipped = 0;
    this.isBroken = false;
    this.opened = 0;
    this.voided = 0;
    this.round = 1;
    this.namesRounds = false;
    /** @type {{ commitment: string, round?: number } | null} */
    this.hidden = null;
    /** What can be drawn, and the seed of the next draw. @type {any[]} */
    this.devices = [];
    /** @type {{ number: number, commitment: string } | null} */
    this.seed = null;
  }

  /** The entry that is due now; `digest` is what its bytes and the digest before it come to. */
  async take(link, digest) {
    const due = this.entries + 1;
    if (this.isBroken) this.skipped += 1;
    else if (link.entry.seq !== due) this.break(due, "missing", { found: link.entry.seq });
    else if (digest !== link.digest) this.break(due, "digest");
    else {
      this.entries = due;
      this.head = digest;
      for (const event of link.entry.events) await this.follow(event, link.entry);
    }
  }

  /** The chain breaks here: nothing behind it can be trusted. */
  break(seq, why, about) {
    this.note(seq, why, about);
    this.isBroken = true;
  }

  note(seq, why, about = {}) {
    this.fault ??= { seq, why, ...about };
  }

  async follow(event, entry) {
    if (event.event === "opened") this.game = event.game;
    if (event.event === "committed") {
      if (this.hidden) this.note(entry.seq, "replaced");
      this.namesRounds ||= Boolean(event.round);
      if (this.namesRounds && event.round !== this.round) this.note(entry.seq, "misplaced");
      this.hidden = event;
    }
    if (event.event === "commitment_opened") await this.open(event, entry);
    if (event.event === "devices_published") ({ devices: this.devices } = event);
    if (event.event === "seed_committed") this.seed = event;
    if (event.event === "seed_lost") this.note(entry.seq, "unopened");
    if (event.event === "seed_opened") await this.draw(event, entry);
    if (event.event === "round_voided" && this.hidden) this.voided += 1;
    if (event.event === "round_ended" && this.hidden) this.note(entry.seq, "unopened");
    if (["round_ended", "round_voided"].includes(event.event)) {
      this.hidden = null;
      this.round += 1;
    }
  }

  /** A seed is opened: it is the one that was committed to, and gives what was drawn. */
  async draw(event, entry) {
    const isIt = event.commitment === this.seed?.commitment && event.number === this.seed?.number;
    const device = event.results?.length ? { results: event.results } : this.devices[event.device ?? 0];
    if (!isIt || !await isSeedOf(event, this.table)) this.note(entry.seq, "commitment");
    else if (event.outcome && await drawnBy(event, this.table, device) !== event.outcome) this.note(entry.seq, "result");
    this.seed = null;
  }

  /** What was hidden is shown: it is what was committed to, and what was called, where the round is not void. */
  async open(event, entry) {
    const called = entry.events.find((one) => one.event === "result_called");
    const isIt = event.commitment === this.hidden?.commitment && event.round === this.hidden?.round;
    if (!isIt || !await isOpenedBy(event, this.table)) this.note(entry.seq, "commitment");
    else if (this.devices.length && await drawnBy({ number: event.round, seed: event.nonce }, this.table, this.devices[0], "hidden") !== event.outcome) this.note(entry.seq, "result");
    else if (called && (called.written || called.outcome) !== event.outcome) this.note(entry.seq, "result");
    this.hidden = null;
    this.opened += 1;
  }
}

/**
 * Look through journals as they stream in: `{tables, entries, bad, found}`. `bad` is the number of the first line that is no entry,
 * or 0; `found` is where the digest `written` stands. `progress(entries)` is called now and then, and the page stays free.
 * @param {ReadableStream<Uint8Array>} stream
 * @param {{ written?: string, progress?: (entries: number) => void, isStopped?: () => boolean }} about
 */
export async function verify(stream, { written = "", progress = () => {}, isStopped = () => false } = {}) {
  const tables = new Map();
  const heads = new Map();
  /** @type {{ tables: Table[], entries: number, bad: number, found: { table: string, seq: number } | null }} */
  const result = { tables: [], entries: 0, bad: 0, found: null };
  let batch = [];

  const work = async () => {
    const digests = await Promise.all(batch.map((link) => digestOf(link.before, link.body)));
    for (const [place, link] of batch.entries()) {
      const { table, seq } = link.entry;
      if (!tables.has(table)) tables.set(table, new Table(table));
      await tables.get(table).take(link, digests[place]);
      if (link.digest === written && !tables.get(table).isBroken) result.found = { table, seq };
    }
    result.entries += batch.length;
    batch = [];
    progress(result.entries);
    await new Promise((free) => setTimeout(free));
  };

  for await (const line of linesOf(stream)) {
    const link = readLine(line);
    if (!link) {
      result.bad = result.entries + batch.length + 1;
      break;
    }
    link.before = heads.get(link.entry.table) ?? GENESIS;
    heads.set(link.entry.table, link.digest);
    batch.push(link);
    if (batch.length >= AT_A_TIME) await work();
    if (isStopped()) break;
  }
  await work();
  result.tables = [...tables.values()];
  return result;
}

/** Whether nothing is wrong. */
export const isWhole = (result) => result.entries > 0 && !result.bad && result.tables.every((table) => !table.fault);
