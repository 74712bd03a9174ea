// What came up, what was paid, what happened: lists that grow at their top and stay short.

import { canVerify, drawnBy, isOpenedBy } from "../digest.js";
import { announce, byId, el, labelled, say, told, write } from "../page.js";
import { drawn } from "./result_entry.js";
import { Fair } from "./fairness.js";
import { cites, outcomeName, payment } from "./labels.js";

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
