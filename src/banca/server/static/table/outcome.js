// What happened, and what I won: the result in words, the regions that won lit and those that lost faded, the sum, and chips that go to the rack.

import { disc, markerOn, spotOf, stackOf, textsOf } from "./chips.js";
import { announce, byId, el, isStill, money, say, sentences, shrink, svg, told, write } from "../page.js";
import { goesOn, showResult, stand } from "./device.js";
import { openList } from "./panel.js";
import { outcomeName } from "./labels.js";

const isPlayer = told.me.role === "player";
const FLIGHT = 700;
const stage = byId("stage");

export class Outcome {
  constructor(state, felt) {
    this.state = state;
    this.felt = felt;
    /** What was called and has not been said yet. */
    this.called = "";
    /** The entry that was heard last of a result. */
    this.seq = 0;
    /** The tags on the layout, by spot. @type {Map<string, any> | null} */
    this.tags = null;
    /** The bets that were paid last, whoever made them. @type {Set<string>} */
    this.paid = new Set();
    /** Whether the next bets lie there: the result before is said, and no longer lit. */
    this.isOver = false;
    this.lit = "";
    /** The layout that it is lit on. @type {any} */
    this.drawn = null;
    /** The words of a result, which go when it is stale. */
    this.text = "";
  }

  /** As the table stands: what is lit, and whether the device moves or lies covered. */
  show() {
    const { view, result } = this.state;
    if (view.seq < this.seq) return;  // what was heard has not been looked at yet
    if (told.moving.includes(view.phase)) this.begin("moving");
    else if (told.hidden.includes(view.phase)) this.begin("hidden");
    else if (result === null && !view.state.shown) this.begin("idle");
    this.light(this.isMoving || this.isOver ? null : result);
    this.speak();
  }

  /** Another round has begun: nothing of the one before is left. @param {"idle" | "moving" | "hidden"} how */
  begin(how) {
    if (this.isMoving) return;
    const isOther = stand(how);
    const isSaid = how !== "idle" && isOther && byId("outcome").textContent;  // a null is told until the next throw
    if (!this.tags && !this.text && !isSaid) return;
    this.text = "";
    this.tags = null;
    this.felt.unmark();
    byId("sum").replaceChildren();
    write(byId("outcome"), "");
  }

  /** A round came to nothing, and the journal has said so: nothing is left of the round before, with which the next look would clear that sentence too. */
  end(seq) {
    this.seq = seq;  // what was said of it outlives a look from before
    if (byId("outcome").textContent === this.text) write(byId("outcome"), "");
    this.text = "";
    this.tags = null;
    this.felt.unmark();
    byId("sum").replaceChildren();
  }

  /** One's own next bet lies there: of the result before nothing is marked or faded any more. */
  leave() {
    this.isOver = true;
    this.tags = null;
    this.felt.unmark();
    this.light(null);
  }

  /** While the result comes to lie, nothing of it is told. */
  isMoving = false;

  /** It is called when it lies there. */
  async call({ outcome, event }, seq) {
    this.seq = seq;
    [this.isOver, this.paid] = [false, new Set()];
    if (!goesOn(outcome)) this.begin("idle");
    this.isMoving = true;
    await showResult(outcome, true);
    this.isMoving = false;
    if (event !== "part_shown") this.called = outcome;
    this.show();
  }

  /** As it lay when somebody came. */
  lay() {
    const { result, view } = this.state;
    const outcome = result?.outcome ?? view.state.shown;
    showResult(outcome, false);
    if (outcome) this.write(result?.said ?? say("result", { outcome: outcomeName(outcome) }));
    else this.begin("idle");
    this.show();
  }

  speak() {
    const { result } = this.state;
    if (!this.called || this.isMoving || (result !== undefined && result?.outcome !== this.called)) return;
    const said = result?.said ?? say("result", { outcome: outcomeName(this.called) });
    this.called = "";
    this.write(said);
    announce(said);
  }

  write(said) {
    this.text = said;
    write(byId("outcome"), said);
    byId("outcome").title = said;
  }

  /** The server says what wins and what loses with a result. A marker stands on the result itself; other winning regions are lit softly, and fully where chips lie. */
  light(result) {
    const key = result ? `${result.outcome} ${this.felt.size} ${this.tags?.size ?? 0}` : "";
    if (key === this.lit && this.drawn === this.felt.drawing) return;
    [this.lit, this.drawn] = [key, this.felt.drawing];
    stage.classList.toggle("is-called", Boolean(result));
    this.felt.drawing.querySelector("g.marks")?.remove();
    const layer = svg("g", { class: "marks", "aria-hidden": "true" });
    const staked = new Set([...this.paid, ...this.state.view.state.bets.map(({ bet }) => bet)]);
    for (const region of this.felt.regions) {
      const bet = this.felt.key(region);
      const won = Boolean(result?.won.includes(bet));
      const isItself = won && !region.dataset.covers && Boolean(region.querySelector(".cell"));
      region.classList.toggle("won", won);
      region.classList.toggle("full", isItself || (won && staked.has(bet)));
      region.classList.toggle("lost", Boolean(result?.lost.includes(bet)));
      if (isItself && !this.tags?.has(`${bet} `)) layer.append(markerOn(this.felt, region, staked.has(bet)) ?? "");
    }
    this.felt.drawing.append(layer);
    for (const tab of document.querySelectorAll("#parts [data-part]")) {
      const bets = told.parts.find(({ id }) => id === /** @type {HTMLElement} */ (tab).dataset.part)?.bets ?? [];
      tab.classList.toggle("has-won", bets.some((bet) => result?.won.includes(bet)));
    }
  }

  /** What the bets came to: a tag on each, the sum, and chips that go to the rack. */
  pay(decided) {
    const results = new Map();
    for (const event of decided.filter((one) => !isPlayer || one.player === this.state.me)) {
      const spot = `${event.bet} ${event.on ?? ""}`;
      const net = event.received - event.stake + (results.get(spot)?.net ?? 0);
      results.set(spot, { key: event.bet, on: event.on, net, received: event.received, verdict: event.verdict, texts: textsOf(event.verdict, net) });
    }
    this.tags = results;
    this.paid = new Set(decided.map(({ bet }) => bet));
    this.felt.mark(results, 0);
    if (this.state.result && !this.isMoving) this.light(this.state.result);  // no marker where a tag lies
    const own = decided.filter((one) => one.player === this.state.me);
    if (own.length) this.sum(own);
    for (const one of results.values()) if (isPlayer && one.received > 0) this.fly(one);
  }

  sum(own) {
    const staked = own.reduce((sum, one) => sum + one.stake, 0);
    const net = own.reduce((sum, one) => sum + one.received, 0) - staked;
    const amounts = { amount: money(Math.abs(net)), staked: money(staked) };
    const said = net > 0 ? say("won_of", amounts) : net < 0 ? say("lost_of", amounts) : say("even");
    const button = el("button", { type: "button", class: net > 0 ? "win" : net < 0 ? "lose" : "", title: say("how_paid"), onclick: () => openList("paid") }, said);
    byId("sum").replaceChildren(button);
    shrink(button);
    announce(this.text && !this.called ? sentences([said]) : said);
  }

  /** What is paid goes from the layout to the rack. */
  fly({ key, on, received }) {
    const spot = spotOf(this.felt.drawing, { bet: key, on });
    const rack = document.getElementById("tray");
    const matrix = this.felt.drawing.getScreenCTM();
    if (isStill() || !spot || !rack || !matrix) return;
    const from = new DOMPoint(spot[0], spot[1]).matrixTransform(matrix);
    const { left, top, width } = rack.getBoundingClientRect();
    const chips = stackOf(received);
    const flying = el("div", { class: "flying", "aria-hidden": "true" }, svg("svg", { viewBox: "0 0 30 30", class: "chips" }, svg("g", { class: "chip mine" }, ...chips.map((of, place) => disc(15, 15 - 3 * place, 14, of)))));
    document.body.append(flying);
    const at = (x, y) => `translate(${x - 15}px, ${y - 15}px)`;
    const moved = flying.animate([{ transform: at(from.x + 18, from.y), opacity: 0 }, { transform: at(from.x + 18, from.y), opacity: 1, offset: 0.35 }, { transform: at(left + width / 2, top + 20), opacity: 0.2 }], { duration: FLIGHT, easing: "ease-in" });
    moved.finished.finally(() => flying.remove());
  }

  /** After the layout was drawn anew. */
  again() {
    this.lit = "";
    if (this.tags) this.felt.mark(this.tags, 0);
  }
}
