// The layout under hand: fetched from the rulebook, every region a button for mouse, finger and keyboard.

import { get } from "../api.js";
import { drawChips, spotOf } from "./chips.js";
import { byId, drawingOf, findAll, isStill, money, parted, say, svg, told } from "../page.js";

const PHONE = 700;
const place = byId("felt");

export class Felt {
  /** The layout, once it is fetched. @type {SVGSVGElement} */
  drawing;

  /** `press(key, region)` is called for a bet, `release(key, region)` to take it back. */
  constructor({ press, release, attribute = "bet" }) {
    this.press = press;
    this.release = release;
    this.attribute = attribute;
    this.isNarrow = false;
  }

  async start(redraw) {
    await this.fetch();
    new ResizeObserver(async () => {
      if ((place.clientWidth < PHONE) !== this.isNarrow) await this.fetch();
      redraw();
    }).observe(place);
    place.addEventListener("click", (event) => this.on(event.target, (region) => this.press(this.key(region), region)));
    place.addEventListener("contextmenu", (event) => this.on(event.target, (region) => {
      event.preventDefault();
      this.release(this.key(region), region);
    }));
    place.addEventListener("keydown", (event) => this.on(event.target, (region) => this.type(event, region)));
  }

  async fetch() {
    const isNarrow = place.clientWidth < PHONE;
    this.isNarrow = isNarrow;
    const options = told.options.map((one) => `&option=${encodeURIComponent(one)}`).join("");
    const text = await get(`/api/v1/games/${told.game}/layout?bare=true&form=${isNarrow ? "tall" : "wide"}${options}`);
    if (isNarrow !== this.isNarrow) return;  // the window has changed meanwhile, and another drawing is on its way
    this.drawing = drawingOf(text);
    this.drawing.setAttribute("role", "group");
    this.regions.forEach((region, number) => {
      region.setAttribute("role", "button");
      region.setAttribute("tabindex", number ? "-1" : "0");
      region.dataset.name = region.querySelector("title")?.textContent ?? "";
    });
    place.replaceChildren(this.drawing);
  }

  get regions() {
    return findAll(this.drawing, ".region", SVGGraphicsElement);
  }

  key(region) {
    return region.dataset[this.attribute];
  }

  region(key) {
    return this.drawing.querySelector(`.region[data-${this.attribute}="${CSS.escape(key)}"]`);
  }

  on(target, then) {
    const region = target.closest?.(".region");
    if (region) then(region);
  }

  type(event, region) {
    const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (step) this.focus(this.nearest(region, step));
    else if (event.key === "Enter" || event.key === " ") this.press(this.key(region), region);
    else if (event.key === "Delete" || event.key === "Backspace") this.release(this.key(region), region);
    else return;
    event.preventDefault();
  }

  focus(region) {
    if (!region) return;
    for (const one of this.regions) one.setAttribute("tabindex", one === region ? "0" : "-1");
    region.focus();
  }

  /** The next region in a direction: with a small gap to it, and not far to the side. */
  nearest(from, [dx, dy]) {
    const here = from.getBBox();
    const [x, y] = middle(here);
    /** @type {SVGGraphicsElement | null} */
    let best = null;
    let least = Infinity;
    for (const region of this.regions) {
      const there = region.getBBox();
      const [ox, oy] = middle(there);
      const along = (ox - x) * dx + (oy - y) * dy;
      const across = Math.abs((ox - x) * dy) + Math.abs((oy - y) * dx);
      const [gapX, gapY] = [gap(here.x, here.width, there.x, there.width), gap(here.y, here.height, there.y, there.height)];
      const far = (dx ? gapX + 2 * gapY : gapY + 2 * gapX) + 0.3 * along + 0.4 * across;
      if (region !== from && along > 1 && far < least) [best, least] = [region, far];
    }
    return best;
  }

  /** What lies where, and what may be bet on now. */
  show({ chips, isOpen, isPlayer, point }) {
    drawChips(this.drawing, chips);
    const lies = new Map();
    for (const chip of chips) {
      const key = String(chip[this.attribute]);
      const { own, others } = lies.get(key) ?? { own: 0, others: 0 };
      lies.set(key, chip.mine ? { own: own + chip.stake, others } : { own, others: others + chip.stake });
    }
    for (const region of this.regions) {
      const key = this.key(region);
      const open = isOpen(key);
      const { own, others } = lies.get(key) ?? {};
      const said = [region.dataset.name];
      if (own) said.push(say("your_stake", { stake: money(own) }));
      if (others) said.push(say("others_stake", { stake: money(others) }));
      if (isPlayer && !open) said.push(say("closed_now"));
      change(region, "aria-label", parted(said));
      change(region, "aria-disabled", String(!open));
      region.classList.toggle("shut", isPlayer && !open);
    }
    for (const puck of findAll(this.drawing, ".puck", SVGElement)) puck.classList.toggle("on", puck.dataset.point === point);
  }

  /** Marks so far above the chips of a region, or of the number `on` that a bet moved to, their middle where `xOf(region, width)` says: what each decided bet came to. */
  mark(results, lift = 26, xOf) {
    this.drawing.querySelector("g.results")?.remove();
    const layer = svg("g", { class: "results" });
    const unit = this.drawing.viewBox.baseVal.width / (place.clientWidth || 1);  // of the drawing in a pixel
    for (const [name, { verdict, text, key = name, on }] of results) {
      const region = this.region(key);
      const spot = spotOf(this.drawing, { [this.attribute]: key, on });
      if (!region || !spot) continue;
      const [usual, y] = spot;
      const [width, top] = [(14 + text.length * 8.5) * unit, y - lift * unit - 10 * unit];
      const x = xOf?.(region, width) ?? usual;
      const tag = svg("g", { class: `tag ${verdict}` },
        svg("rect", { x: x - width / 2, y: top, width, height: 20 * unit, rx: 5 * unit }),
        svg("text", { x, y: top + 10 * unit, "font-size": 14 * unit }, text));
      layer.append(tag);
      region.classList.add("decided");
    }
    this.drawing.append(layer);
    if (!isStill()) layer.animate([{ opacity: 0 }, { opacity: 1 }], { duration: 250 });
  }

  unmark() {
    this.drawing.querySelector("g.results")?.remove();
    for (const region of this.drawing.querySelectorAll(".decided")) region.classList.remove("decided");
  }
}

/** A browser does much for an attribute that is set, even where it was so before. */
function change(region, name, value) {
  if (region.getAttribute(name) !== value) region.setAttribute(name, value);
}

const middle = (box) => [box.x + box.width / 2, box.y + box.height / 2];

/** What lies between two stretches of a line; nothing where they overlap. */
const gap = (from, length, other, otherLength) => Math.max(0, other - from - length, from - other - otherLength);
