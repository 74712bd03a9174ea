// A number of this player's own for every draw, pledged and revealed by the page; and every drawn result computed again here. R-live-3.

import { bytesOf, canVerify, drawnBy, isSeedOf, newNumber, sha256 } from "../digest.js";
import { byId, el, listed, say, told } from "../page.js";
import { openList } from "./panel.js";

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
