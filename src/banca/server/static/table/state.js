// A table as this reader sees it: loaded from the server, kept up by its stream of entries, the same in every tab; and sending what the reader does.

import { command, get, post } from "../api.js";
import { byId, el, say, told } from "../page.js";

// Follows a table: entries in order, each once; resumes by itself from the last one it has.

const UNAUTHORIZED = 401;
const SOON = 1000;
const LATE = 16_000;
const place = byId("connection");

/**
 * Calls `hear(entry)` for every entry behind the one that `from()` says; `back()` after an interruption, `hearDue(due)` when a deadline changes. Where it is refused, it
 * looks at the table again and follows from there. Returns a function that ends it.
 */
export function follow(table, from, hear, back = async () => {}, hearDue = (_due) => {}) {
  let last = from();
  let wait = SOON;
  let isRefused = false;
  /** @type {EventSource} */
  let source;
  let timer = 0;
  let isAway = false;
  let isOver = false;

  const open = () => {
    source = new EventSource(`/api/v1/tables/${table}/events?said=true&after=${last}`);
    source.addEventListener("open", () => {
      wait = SOON;
      if (isAway) {
        isAway = false;
        show(say("online"));
        setTimeout(() => { if (!isAway) show(""); }, 2500);
        back();
      }
    });
    source.addEventListener("entry", (message) => {
      const entry = JSON.parse(message.data);
      if (entry.seq <= last) return;
      last = entry.seq;
      hear(entry);
    });
    source.addEventListener("due", (message) => hearDue(JSON.parse(message.data)));
    source.addEventListener("error", () => {
      isRefused = source.readyState === EventSource.CLOSED;
      source.close();
      if (isOver) return;
      isAway = true;
      show(say("offline"));
      clearTimeout(timer);
      timer = setTimeout(again, wait * (0.7 + Math.random() * 0.6));
      wait = isRefused ? Math.min(2 * wait, LATE) : SOON;
    });
  };

  /** Whoever is logged out need not ask for ever; who has logged in again goes on, and somebody else starts anew. */
  const again = async () => {
    const me = await get("/api/v1/me").catch((fault) => fault);
    if (isOver) return;
    if (me.status === UNAUTHORIZED) {
      show(`${say("logged_out")} `, wayBack());
      addEventListener("focus", again, { once: true });
    } else if (me.csrf && me.name !== told.me.name) {
      location.reload();
    } else {
      told.me.csrf = me.csrf ?? told.me.csrf;
      if (isRefused) await back();
      if (isOver) return;
      if (isRefused) last = Math.max(last, from());
      open();
    }
  };

  open();
  addEventListener("pagehide", () => { isOver = true; source.close(); });
  addEventListener("pageshow", (event) => { if (event.persisted) location.reload(); });
  return () => { isOver = true; clearTimeout(timer); source.close(); };
}

/** Who has a name logs in again; a guest, who has no password, takes a seat as a new one. */
function wayBack() {
  if (!told.isGuest) return el("a", { href: `/login?to=${location.pathname}` }, say("log_in"));
  return el("a", { href: location.pathname, onclick: async (event) => {
    event.preventDefault();
    await post("/api/v1/demo/session").then(() => location.reload(), (fault) => show(fault.message));
  } }, say("guest_again"));
}

function show(...said) {
  place.replaceChildren(...said);
  place.hidden = !place.textContent;
}

// A table as this reader sees it: loaded from the house, kept up by the stream, the same in every tab.

const isPlayer = told.me.role === "player";
/** Milliseconds in which numbers for a draw are revealed. */
const NUMBERS_COME = 3000;
const BEHIND = 100;
/** Entries before now that the page looks through for its history. */

/** Events that change nothing but a stake or a seat; anything else and the table is looked at again. */
const QUIET = new Set(["bet_placed", "bet_taken_down", "seated", "left", "pledged", "revealed"]);

export class TableState extends EventTarget {
  constructor() {
    super();
    this.view = null;
    this.wallet = 0;
    /** What of one's own lies on this table. */
    this.staked = 0;
    this.bank = 0;
    /** What is due and until when, and what the last result came to, where the server says so. @type {any} */
    this.due = undefined;
    /** @type {any} */
    this.result = undefined;
    this.me = told.me.name;
    this.isLoading = false;
    this.isStale = false;
    this.heard = new Set();
    this.since = 0;
    /** @type {Promise<any> | null} */
    this.sitting = null;
  }

  /** Look at the table, then follow it. */
  async start() {
    await this.catchUp();
    follow(told.table, () => Math.max(0, this.view.seq - BEHIND), (entry) => {
      this.hear(entry);
      this.dispatchEvent(new CustomEvent("told", { detail: { entry, isNew: entry.seq > this.since } }));
    }, () => this.catchUp(), (due) => {
      this.due = due;
      this.dispatchEvent(new Event("change"));
    });
  }

  /** What happened until now is history; what comes after it is new. */
  async catchUp() {
    await this.load();
    this.since = this.view.seq;
    this.dispatchEvent(new Event("caught-up"));
  }

  /** Look again; several wishes at once become one. */
  async load() {
    if (this.isLoading) {
      this.isStale = true;
      return;
    }
    this.isLoading = true;
    try {
      do {
        this.isStale = false;
        this.take(await get(`/api/v1/tables/${told.table}`));
      } while (this.isStale);
    } catch {
      // The stream says when the house is back, and then it is looked at again.
    } finally {
      this.isLoading = false;
    }
  }

  take(looked) {
    if (this.view && looked.view.seq < this.view.seq) {
      this.isStale = true;
      return;
    }
    Object.assign(this, looked);
    this.dispatchEvent(new Event("change"));
  }

  /** An entry of the journal, once: from the stream, or as the answer to a command of ours. */
  hear(entry) {
    if (this.heard.has(entry.seq)) return;
    this.heard.add(entry.seq);
    if (entry.seq > this.view.seq) this.apply(entry);
    this.dispatchEvent(new CustomEvent("entry", { detail: { entry, isNew: entry.seq > this.since } }));
  }

  apply(entry) {
    const isNext = entry.seq === this.view.seq + 1;
    if (!isNext || entry.events.some(({ event }) => !QUIET.has(event))) {
      this.load();
      return;
    }
    for (const event of entry.events) this.move(event);
    this.view.seq = entry.seq;
    if (!isPlayer || entry.events.some(({ player }) => player === this.me)) this.load();  // what can be done now has changed
    this.dispatchEvent(new Event("change"));
  }

  /** A stake was put down or taken back, a seat taken or left, a number pledged or revealed. */
  move({ event, player, bet, stake, on = "" }) {
    if (event === "seated") this.view.seats = [...this.view.seats, player];
    if (event === "left") this.view.seats = this.view.seats.filter((one) => one !== player);
    if (event === "pledged" || event === "revealed") this.view.state.window[event].push(player);
    if (!bet) return;
    const sign = event === "bet_placed" ? 1 : -1;
    const bets = this.view.state.bets;
    const lies = bets.find((one) => one.player === player && one.bet === bet && one.on === on);
    if (lies) lies.stake += sign * stake;
    else if (sign > 0) bets.push({ player, bet, on, stake });
    this.view.state.bets = bets.filter((one) => one.stake > 0);
    if (player !== this.me) return;
    this.wallet -= sign * stake;
    this.staked += sign * stake;
  }

  /** Do something; whoever has no seat yet takes one first. */
  async do(what) {
    if (what.do !== "sit" && this.can("sit") && !this.view.seats.includes(this.me)) await this.sit();
    return this.send(what);
  }

  /** Two wishes at once of somebody who has no seat yet take one seat. */
  sit() {
    this.sitting ??= this.send({ do: "sit" }).finally(() => { this.sitting = null; });
    return this.sitting;
  }

  async send(what) {
    const entry = await command(told.table, what).catch((fault) => { throw fault.status === 401 ? new Error(say("logged_out")) : fault; });
    this.dispatchEvent(new CustomEvent("answered", { detail: entry }));
    if (entry.seq === this.view.seq + 1) this.hear(entry);
    else this.load();
    const [first] = entry.events;
    return first?.event === "pledges_closed" ? this.sendAgain(what, first) : entry;
  }

  /** A draw that only closed the bets is asked for again when every number is revealed, or its time is over; unless somebody else went on. */
  async sendAgain(what, { number, players }) {
    const missing = new Set(players);
    const isOurs = await new Promise((done) => {
      const timer = setTimeout(() => over(true), NUMBERS_COME);
      const hear = (/** @type {any} */ { detail: { entry } }) => {
        for (const one of entry.events) if (one.event === "revealed" && one.number === number) missing.delete(one.player);
        if (entry.events.some(({ event }) => ["seed_opened", "seed_lost"].includes(event))) over(false);
        else if (!missing.size) over(true);
      };
      const over = (isIt) => {
        clearTimeout(timer);
        this.removeEventListener("entry", hear);
        done(isIt);
      };
      this.addEventListener("entry", hear);
    });
    return isOurs ? this.send(what) : null;
  }

  /** An act of this reader's that belongs in the phase. */
  can(name) {
    return this.view.can.find((act) => act.do === name);
  }

  /** What this reader has on the table. */
  get own() {
    return this.view.state.bets.filter((one) => one.player === this.me);
  }
}
