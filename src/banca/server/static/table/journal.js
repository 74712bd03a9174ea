// What came up, what was paid, what happened: lists that grow at their top and stay short.

import { bytesOf, canVerify, drawnBy, isOpenedBy, isSeedOf, newNumber, sha256 } from "../proofs.js";
import { announce, byId, el, labelled, listed, say, told, write } from "../page.js";
import { drawn } from "./result_entry.js";
import { cites, outcomeName, payment } from "./labels.js";
import { openList } from "./panel.js";

// A number of this player's own for every draw, pledged and revealed by the page; and every drawn result computed again here. R-live-3.

const isPlayer = told.me.role === "player" && !told.isGuest;
const KEPT = `banca-number-${told.table}-${told.me.name}-`;

export class Fair {
  constructor(state) {
    this.state = state;
    /** Commitments to seeds that were heard, by the number of the draw. @type {Map<number, string>} */
    this.seeds = new Map();
    /** What was sent last, so that nothing is sent twice. */
    this.sent = "";
    /** Draws for which this page revealed a number. @type {Set<number>} */
    this.revealed = new Set();
    state.addEventListener("change", () => this.look());
  }

  /** As the table stands: pledge with a stake of one's own, reveal when the bets are closed. */
  look() {
    const { view, me, staked } = this.state;
    const draw = view?.state.window;
    if (!draw?.number) return;
    this.seeds.set(draw.number, draw.commitment);
    if (!isPlayer || !canVerify()) return;
    const hasPledged = draw.pledged.includes(me);
    if (draw.is_open && staked > 0 && !hasPledged && view.seats.includes(me)) this.send(`pledge ${draw.number}`, () => this.pledge(draw.number));
    if (draw.is_closed && hasPledged && !draw.revealed.includes(me)) this.send(`reveal ${draw.number}`, () => this.reveal(draw.number));
  }

  /** Once: what the server refuses then is too late or was done in another tab. */
  send(name, what) {
    if (this.sent === name) return;
    this.sent = name;
    what().catch(() => {});
  }

  async pledge(number) {
    const nonce = localStorage.getItem(KEPT + number) ?? newNumber();
    for (const name of Object.keys(localStorage)) if (name.startsWith(KEPT) && name !== KEPT + number) localStorage.removeItem(name);
    localStorage.setItem(KEPT + number, nonce);
    await this.state.send({ do: "pledge", pledge: await sha256(bytesOf(nonce)) });
  }

  async reveal(number) {
    const nonce = localStorage.getItem(KEPT + number);
    if (!nonce) return;  // it was pledged in another browser
    this.revealed.add(number);
    await this.state.send({ do: "reveal", nonce });
  }

  /** A seed is opened: it is the one that was committed to, and gives this result with the numbers that are named. */
  async open(event, isNew) {
    const { number, outcome = "", nonces = [], withheld = [], device = 0, results = [] } = event;
    if (!isNew || !outcome) return;
    if (!canVerify()) {
      this.show(say("seal_unchecked"), "");
      return;
    }
    const known = this.seeds.get(number);
    const gives = await drawnBy(event, told.table, results.length ? { results } : told.devices[device]);
    const holds = await isSeedOf(event, told.table) && gives === outcome && (!known || known === event.commitment);
    const isLeftOut = this.revealed.has(number) && withheld.includes(this.state.me);
    const players = nonces.map(([player]) => player);
    const numbers = players.length ? say("draw_numbers", { players: listed(players) }) : say("draw_alone");
    const said = isLeftOut ? say("number_left_out") : say(holds ? "draw_holds" : "draw_broken");
    this.show(`${holds && !isLeftOut ? "✓" : "✗"} ${said}`, numbers, holds && !isLeftOut);
  }

  /** A small mark that leads to what it means. */
  show(said, title, holds = false) {
    const place = byId("seal");
    place.replaceChildren(el("button", { type: "button", class: "quiet mark", title, onclick: () => openList("about") }, said));
    place.dataset.holds = String(holds);
    byId("fair-last").textContent = title;
  }
}

// The lists

const MOST_LINES = 200;

export class Journal {
  constructor(state) {
    this.state = state;
    this.seal = "";
    this.fair = new Fair(state);
    state.addEventListener("told", (/** @type {any} */ { detail: { entry, isNew } }) => this.hear(entry, isNew));
  }

  hear(entry, isNew) {
    const met = entry.events.map((event, place) => ({ event, said: entry.said[place] })).filter(({ event: { event } }) => ["bet_decided", "bet_moved"].includes(event));
    if (met.length) this.pay(met);
    for (const [place, event] of entry.events.entries()) {
      this.log(entry, event, entry.said[place]);
      if (event.event === "null_declared" && isNew) this.say(entry.said[place], event.cites);
      if (event.event === "committed") this.sealed(event.commitment);
      if (event.event === "commitment_opened") this.open(event, isNew);
      if (event.event === "seed_opened") this.fair.open(event, isNew);
    }
    if (isNew && entry.events.some(({ event }) => event === "round_voided")) this.void(entry.events);
  }

  /** One's own payments first. */
  pay(met) {
    const own = ({ event }) => event.player === this.state.me;
    const list = el("ul", { class: "plain" }, ...[...met].sort((one, other) => Number(own(other)) - Number(own(one))).map(({ event, said }) => payment(event, said)));
    byId("payments").replaceChildren(list);
  }

  /** The last results, the newest first. */
  showResults(outcomes) {
    const key = `${this.state.view.round} ${outcomes.join("|")}`;
    if (byId("history").dataset.key === key) return;
    byId("history").dataset.key = key;
    byId("history").replaceChildren(...outcomes.map(result).reverse());
  }

  /** A round is void: what would have come up is told where it had been hidden. */
  void(events) {
    const hidden = events.find(({ event, outcome }) => ["commitment_opened", "seed_opened"].includes(event) && outcome);
    if (hidden) this.say(say("void_shown", { outcome: outcomeName(hidden.outcome) }), []);
  }

  say(text, clauses) {
    write(byId("outcome"), text, cites(clauses));
    announce(text);
  }

  log(entry, event, said) {
    const clauses = event.cites ?? (event.cite ? [event.cite] : []);
    byId("log").prepend(el("li", { value: entry.seq }, el("span", { class: "soft" }, labelled(`${entry.at.slice(11, 19)} ${entry.by}`)), said, cites(clauses)));
    trim(byId("log"), MOST_LINES);
  }

  sealed(commitment) {
    this.seal = commitment;
    byId("seal").textContent = say("committed", { commitment: `${commitment.slice(0, 16)}…` });
    byId("seal").title = commitment;
  }

  /** The result that was hidden is the one that was sealed, and follows from its nonce (rounds of before may not): recomputed here, not believed. */
  async open(event, isNew) {
    const { seal } = this;  // another may lie there when this one is checked
    if (!canVerify()) {
      byId("seal").textContent = say("seal_unchecked");
      return say("seal_unchecked");
    }
    const { nonce, round, outcome } = event;
    const follows = !isNew || outcome === await drawnBy({ number: round, seed: nonce }, this.state.view.table, told.devices[0], "hidden");
    const holds = follows && await isOpenedBy(event, this.state.view.table) && (!seal || seal === event.commitment);
    const said = `${holds ? "✓" : "✗"} ${say(holds ? "seal_holds" : "seal_broken")}`;
    if (holds && this.seal !== seal) return said;
    byId("seal").textContent = said;
    byId("seal").dataset.holds = String(holds);
    return said;
  }
}

function result(outcome) {
  const faces = outcome.split("-").map(drawn);
  const shown = faces.every(Boolean) ? [el("span", { class: "sr" }, outcomeName(outcome)), ...faces] : [outcomeName(outcome)];
  return el("li", { class: "result-chip", "data-outcome": outcome, title: outcomeName(outcome) }, ...shown);
}

/** So many lines at most: the last ones go. */
export function trim(list, most) {
  while (list.children.length > most) list.lastElementChild.remove();
}
