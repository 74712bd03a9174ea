// What this player has won or lost at this table since sitting down, or since "count from now": the same in every tab.

import { told } from "../page.js";

const KEPT = `banca-session-${told.table}-${told.me.name}`;
const SETTLED = ["bet_decided", "stake_settled", "bank_settled"];
const PAUSE = 500;
/** Milliseconds after which the sum is kept: by then entries that came out of order have come. */

export class Session {
  /** Goes on from what was kept, or begins at entry `seq`; `changed()` is called when another tab counts anew. */
  constructor(seq, changed) {
    const kept = read();
    this.after = kept?.seq ?? seq;
    this.net = kept?.net ?? 0;
    this.last = this.after;
    this.timer = 0;
    this.isKept = true;
    addEventListener("pagehide", () => { if (!this.isKept) this.keep(); });
    addEventListener("storage", ({ key }) => {
      if (key !== KEPT || read().net) return;
      [this.after, this.net] = [read().seq, 0];
      changed();
    });
  }

  /** Nothing is won or lost yet. */
  begin(seq) {
    [this.after, this.last, this.net] = [seq, seq, 0];
    this.keep();
  }

  hear({ seq, events }) {
    if (seq <= this.after) return;
    const own = events.filter((one) => (one.player ?? one.who) === told.me.name);
    if (own.some(({ event }) => event === "seated")) this.begin(seq);
    this.last = Math.max(this.last, seq);
    const settled = own.filter(({ event }) => SETTLED.includes(event));
    if (!settled.length) return;
    this.net += settled.reduce((sum, one) => sum + one.received - (one.stake ?? one.principal), 0);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.keep(), PAUSE);
    this.isKept = false;
  }

  keep() {
    clearTimeout(this.timer);
    this.isKept = true;
    localStorage.setItem(KEPT, JSON.stringify({ seq: this.last, net: this.net }));
  }
}

const read = () => JSON.parse(localStorage.getItem(KEPT) ?? "null");
