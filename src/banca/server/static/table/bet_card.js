// The card of a bet: its prize, chance and house edge, what lies there and would win, and what can be done with it.
// It opens with the pointer, with a long press, and with the key `?`.

import { byId, el, labelled, money, percent, say, told } from "../page.js";
import { cite } from "./labels.js";

const WAIT = 450, HOLD = 450, STIR = 10;
const place = byId("felt");

export class Card {
  /** `acts(key)` are the things that can be done with a bet now, as {name, words, run}; `stakeOf(key)` what lies there; `chip()` the one in hand. */
  constructor(felt, { acts, stakeOf, chip }) {
    this.felt = felt;
    this.acts = acts;
    this.stakeOf = stakeOf;
    this.chip = chip;
    this.x = 0;
    this.y = 0;
    /** @type {any} */
    this.region = null;
    this.card = byId("bet-card");
    this.timer = 0;
    this.isHeld = false;
    place.addEventListener("pointerover", (event) => this.over(event));
    place.addEventListener("pointerout", (event) => { if (event.pointerType === "mouse") this.out(); });
    place.addEventListener("focusin", (event) => this.cover(/** @type {Element} */ (event.target).closest(".region")));
    place.addEventListener("focusout", () => this.cover(null));
    place.addEventListener("pointerdown", (event) => this.down(event));
    for (const kind of ["pointerup", "pointercancel"]) place.addEventListener(kind, () => clearTimeout(this.timer));
    place.addEventListener("pointermove", (event) => { if (Math.hypot(event.clientX - this.x, event.clientY - this.y) > STIR && event.pointerType !== "mouse") clearTimeout(this.timer); });
    place.addEventListener("click", (event) => { if (this.isHeld) event.stopImmediatePropagation(); }, true);
    place.addEventListener("keydown", (event) => this.key(event));
    addEventListener("keydown", (event) => { if (event.key === "Escape" && this.isPinned) this.close(true); });
    addEventListener("pointerdown", (event) => { if (this.isPinned && !this.card.contains(/** @type {Node} */ (event.target))) this.close(); });
  }

  get isPinned() {
    return !this.card.hidden && this.card.classList.contains("pinned");
  }

  over(event) {
    const region = event.target.closest(".region");
    if (event.pointerType !== "mouse" || this.isPinned) return;
    this.cover(region);
    clearTimeout(this.timer);
    if (region) this.timer = setTimeout(() => this.open(region, false), WAIT);
  }

  out() {
    clearTimeout(this.timer);
    this.cover(null);
    if (!this.isPinned) this.card.hidden = true;
  }

  down(event) {
    [this.x, this.y, this.isHeld] = [event.clientX, event.clientY, false];
    const region = event.target.closest(".region");
    clearTimeout(this.timer);
    if (event.pointerType === "mouse") {
      if (!this.isPinned) this.card.hidden = true;
    } else if (region) {
      this.timer = setTimeout(() => { this.isHeld = true; this.open(region, true); }, HOLD);
    }
  }

  key(event) {
    const region = event.target.closest(".region");
    if (event.key !== "?" || !region) return;
    event.preventDefault();
    event.stopPropagation();
    this.open(region, true);
    this.card.querySelector("button")?.focus();
  }

  close(back = false) {
    this.card.hidden = true;
    if (back) this.region?.focus();
  }

  /** The regions that a bet wins with light up, as the layout names them. */
  cover(region) {
    const covers = new Set((region?.dataset.covers ?? "").split(" "));
    for (const one of this.felt.regions) one.classList.toggle("covered", one !== region && covers.has(this.felt.key(one)));
  }

  open(region, isPinned) {
    const key = this.felt.key(region);
    const about = told.bets[key];
    if (!about) return;
    this.region = region;
    const stake = this.stakeOf(key);
    const rows = [
      [say("pays"), about.pays],
      [say("chance"), percent(about.p_win)],
      [say("edge"), percent(about.house_edge)],
      [say("your_bet"), money(stake)],
      [say("would_win"), wins(about, stake || this.chip())],
    ];
    const acts = this.acts(key).map(({ name, words, run }) => el("button", { type: "button", "data-do": name, onclick: async () => { await run(); this.open(region, true); } }, words));
    this.card.replaceChildren(el("h3", {}, about.name, " ", cite(about.cite)), el("dl", {}, ...rows.flatMap(([name, value]) => [el("dt", {}, name), el("dd", {}, value)])),
      el("div", { class: "row" }, ...acts, el("button", { type: "button", "data-do": "close", onclick: () => this.close(true) }, say("close"))));
    this.card.setAttribute("aria-label", about.name);
    this.card.classList.toggle("pinned", isPinned);
    this.card.hidden = false;
    this.lay(region);
  }

  /** Beside the region, never over it where there is room. */
  lay(region) {
    const here = region.getBoundingClientRect();
    const { offsetWidth: width, offsetHeight: height } = this.card;
    const [right, below] = [here.right + 8, here.bottom + 8];
    const isBeside = right + width < innerWidth || here.left - width - 8 > 0;
    const left = isBeside ? (right + width < innerWidth ? right : here.left - width - 8) : here.left;
    const top = isBeside ? here.top : below + height < innerHeight ? below : here.top - height - 8;
    this.card.style.left = `${Math.max(8, Math.min(left, innerWidth - width - 8))}px`;
    this.card.style.top = `${Math.max(8, Math.min(top, innerHeight - height - 8))}px`;
  }
}

/** What a stake would bring at each of the odds, before commission: exact, as odds are. */
function wins({ odds, commission }, stake) {
  const each = odds.map(([prize, per]) => money(`${BigInt(stake) * BigInt(prize)}/${per}`));
  const said = each.length > 1 ? `${each[0]} – ${each.at(-1)}` : each[0] ?? "–";
  return `${labelled(money(stake), said)}${commission === "0" ? "" : ` −${percent(commission)}`}`;
}
