// The layout under hand: fitted to its room, every region a button for mouse, finger and keyboard.

import { drawChips } from "./chips.js";
import { arrange, chosen, room } from "./forms.js";
import { tagsOf } from "./marks.js";
import { byId, el, findAll, isStill, money, parted, say, short, told } from "../page.js";

const place = byId("felt");
const watched = document.getElementById("stage") ?? place;

export class Felt {
  /** The layout, once it is fetched. @type {SVGSVGElement} */
  drawing;

  /** `press(key, region)` is called for a bet, `release(key, region, all)` to take a chip of it or all of it back. */
  constructor({ press, release, attribute = "bet" }) {
    this.press = press;
    this.release = release;
    this.attribute = attribute;
    this.form = "wide";
    this.part = told.parts?.[0]?.id ?? "";
    /** Which fitting is the last. */
    this.turn = 0;
    this.size = "";
    this.fitting = Promise.resolve();
    /** Called when another drawing lies there. @type {(() => void) | null} */
    this.installed = null;
  }

  async start(redraw) {
    this.redraw = redraw;
    await this.fit();
    await this.fit();  // what was drawn may have left another room
    new ResizeObserver(() => this.fit().then(redraw)).observe(watched);
    place.addEventListener("click", (event) => this.on(event.target, (region) => this.press(this.key(region), region)));
    place.addEventListener("contextmenu", (event) => this.on(event.target, (region) => {
      event.preventDefault();
      if (/** @type {PointerEvent} */ (event).pointerType !== "touch") this.release(this.key(region), region, event.shiftKey);
    }));
    place.addEventListener("keydown", (event) => this.on(event.target, (region) => this.type(event, region)));
  }

  /** The layout anew, as under other options. */
  async fetch() {
    this.size = "";
    await this.fit();
  }

  /** The form that fits the room, and the part of it that is looked at; done when the last drawing lies there. */
  fit() {
    const space = room();
    const size = `${space.width} ${space.height} ${this.part}`;
    if (size !== this.size) {
      this.size = size;
      place.setAttribute("aria-busy", "true");
      this.fitting = this.draw(space);
    }
    const { fitting } = this;
    return fitting.then(() => (fitting === this.fitting ? this.fitted() : undefined));
  }

  async draw(space) {
    this.turn += 1;
    const { turn } = this;
    const found = await chosen(space, this.part);
    if (turn !== this.turn) return;  // the room has changed meanwhile, and another drawing is on its way
    this.form = found.form;
    arrange(found);
    this.install(found.drawing);
    this.showParts();
    this.installed?.();
  }

  /** Says for which window the layout is drawn. */
  fitted() {
    place.setAttribute("aria-busy", "false");
    if (watched !== place) document.body.dataset.form = this.form;
    watched.dataset.fitted = `${innerWidth}x${innerHeight}`;
  }

  install(drawing) {
    const focused = this.drawing?.contains(document.activeElement) ? /** @type {any} */ (document.activeElement).dataset[this.attribute] : null;
    this.drawing = drawing;
    this.drawing.setAttribute("role", "group");
    this.regions.forEach((region, number) => {
      region.setAttribute("role", "button");
      region.setAttribute("tabindex", number ? "-1" : "0");
      region.dataset.name = region.querySelector("title")?.textContent ?? "";
      if (document.getElementById("bet-card")) region.querySelector("title")?.remove();  // its card says more
    });
    place.replaceChildren(this.drawing);
    if (focused) this.focus(this.region(focused));
  }

  /** A tab for each part of a board. */
  showParts() {
    const tabs = document.getElementById("parts");
    if (!tabs) return;
    tabs.hidden = this.form !== "board" || (told.parts ?? []).length < 2;
    if (tabs.hidden || tabs.children.length) return;
    tabs.append(...told.parts.map(({ id, name }) => el("button", { type: "button", role: "tab", "data-part": id, "aria-selected": String(id === this.part), onclick: () => this.turnTo(id) }, name, el("span", { class: "own" }))));
  }

  async turnTo(part) {
    this.part = part;
    for (const tab of findAll(document, "#parts [role=tab]")) tab.setAttribute("aria-selected", String(tab.dataset.part === part));
    await this.fit();
    this.redraw?.();
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
    else if (event.key === "Delete" || event.key === "Backspace") this.release(this.key(region), region, event.shiftKey);
    else return;
    event.preventDefault();
  }

  focus(region) {
    if (!region) return;
    for (const one of this.regions) one.setAttribute("tabindex", one === region ? "0" : "-1");
    region.focus();
  }

  /** The next region in a direction: where the eye goes, from name to name, with a small gap to it and not far to the side. */
  nearest(from, [dx, dy]) {
    const here = seen(from);
    const [x, y] = middle(here);
    /** @type {SVGGraphicsElement | null} */
    let best = null;
    let least = Infinity;
    for (const region of this.regions) {
      if (region === from) continue;
      const there = seen(region);
      const [ox, oy] = middle(there);
      const along = (ox - x) * dx + (oy - y) * dy;
      const across = Math.abs((ox - x) * dy) + Math.abs((oy - y) * dx);
      const [gapX, gapY] = [gap(here.x, here.width, there.x, there.width), gap(here.y, here.height, there.y, there.height)];
      const far = (dx ? gapX + 2 * gapY : gapY + 2 * gapX) + 0.3 * along + 0.4 * across;
      if (along > 1 && far < least) [best, least] = [region, far];
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
    let isBetting = false;
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
      isBetting ||= open;
    }
    watched.toggleAttribute("data-betting", isBetting);  // where nothing is open, nothing is dimmed: what was won can be seen
    for (const puck of findAll(this.drawing, ".puck", SVGElement)) puck.classList.toggle("on", puck.dataset.point === point);
    this.showStakes(lies);
  }

  /** What lies on the parts of a board that are not looked at. */
  showStakes(lies) {
    for (const { id, bets = [] } of told.parts ?? []) {
      const own = bets.reduce((sum, key) => sum + (lies.get(key)?.own ?? 0), 0);
      const tab = document.querySelector(`#parts [data-part="${CSS.escape(id)}"] .own`);
      const text = own ? short(own) : "";
      if (tab && tab.textContent !== text) tab.replaceWith(el("span", { class: "own" }, text));
    }
  }

  /** Marks where the chips of each decided bet lay, or `lift` pixels over them: what it came to. Their middle is where `xOf(region, width)` says. */
  mark(results, lift = 26, xOf) {
    this.drawing.querySelector("g.results")?.remove();
    const layer = tagsOf(this, results, lift, xOf);
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

/** Where the eye finds a region: its name, or its shape where it has none. */
function seen(region) {
  const name = region.querySelector("text");
  return (name ?? region).getBBox();
}

const middle = (box) => [box.x + box.width / 2, box.y + box.height / 2];

/** What lies between two stretches of a line; nothing where they overlap. */
const gap = (from, length, other, otherLength) => Math.max(0, other - from - length, from - other - otherLength);
