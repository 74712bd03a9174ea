// Above the layout: phase, round, what else is to be said of the table, and the player's own money.

import { byId, el, fill, gain, money, say, told, write } from "../page.js";
import { isBroke, offerChips } from "../guest.js";
import { sentence } from "./acts.js";

// What this player has won or lost at this table since sitting down, or since "count from now": the same in every tab.

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

// A guest with next to nothing left is offered more play money; the offer lies over the frame and moves nothing.

/** All that this guest has, here and in the wallet. */
let has = 0;
let isLater = false;
/** @type {((...told: any[]) => void) | null} */
let show = null;

function start(state) {
  const place = byId("more");
  const got = (balance) => { state.wallet = balance; has = balance; state.load(); };
  const shown = offerChips(byId("more-chips", HTMLButtonElement), () => has, got, byId("more-refused"));
  byId("more-later").addEventListener("click", () => { isLater = true; place.hidden = true; });
  return () => {
    shown();
    isLater = isLater && isBroke(has);
    place.hidden = isLater || !isBroke(has);
  };
}

export function showMore(state) {
  if (!told.isGuest) return;
  has = state.wallet + (state.staked ?? 0);
  show ??= start(state);
  show();
}

// Above the layout: phase, round, what else is to be said of the table, and one's own money.

const isPlayer = told.me.role === "player";
/** @type {Session} */
let session;

export function showHead(state) {
  const { view } = state;
  const shown = told.phases[view.phase] ?? view.phase;
  write(byId("phase"), view.is_closed ? say("table_closed") : shown);
  change(byId("round"), say("round", { number: view.round }));
  showNotes(view.notes ?? [], state.me);
  write(byId("hint"), sentence(state));
  byId("hint").title = sentence(state);
  if (!isPlayer) return;
  change(byId("wallet"), money(state.wallet));
  showMore(state);
  session ??= count(state);
  showSession();
}

/** What the game has to say of its table, such as who throws. */
function showNotes(notes, me) {
  const place = byId("notes");
  const said = notes.map((one) => [one.note, fill(told.notes[one.note], { ...one, player: one.player === me ? say("you") : one.player })]);
  if (place.dataset.said === JSON.stringify(said)) return;
  place.dataset.said = JSON.stringify(said);
  place.replaceChildren(...said.map(([note, text]) => el("span", { class: "badge", "data-note": note }, text)));
}

/** Count what is won and lost here from now on, and anew when asked. */
function count(state) {
  const counted = new Session(state.view.seq, showSession);
  state.addEventListener("entry", ({ detail: { entry } }) => {
    counted.hear(entry);
    showSession();
  });
  byId("new-session").addEventListener("click", () => {
    counted.begin(state.view.seq);
    showSession();
  });
  return counted;
}

function showSession() {
  const { net } = session;
  change(byId("session"), gain(net));
  byId("session").className = net > 0 ? "win" : net < 0 ? "lose" : "";
}

function change(place, text) {
  if (place.textContent !== text) place.textContent = text;
}
