// The layout of a table: the drawing with its regions, in the form that fits the window best.

import { get } from "../api.js";
import { byId, drawingOf, el, findAll, isStill, money, parted, say, short, told } from "../page.js";
import { drawChips, tagsOf } from "./chips.js";

// Which form of the layout fits a room: wide or tall, whole, where it can be read and pressed; else boards, one part of the bets at a time.

/** The smallest letters that are read on a screen and on a telephone held in a hand, and the smallest region that a finger meets, in pixels. */
const READABLE = 9, IN_HAND = 10.9, FINGER = 44;
/** A page without a stage, which scrolls, has the tall form below this width. */
const PHONE = 700;
/** How high the strip of the device is over the layout, how wide beside it, and how high the tabs of a board are. */
const OVER = [56, 128], BESIDE = [150, 250], MOST_BESIDE = 0.26, TABS = 48;
const WITHOUT_DEVICE = 56, ROOMY = 220, NEARLY = 0.88;
/** A whole table that fills less of its room than this gives way to a board of all its bets, if that has boxes of this many pixels. */
const FILLED = 0.6, EASY = 46;
/** And one that is no board of bets to a board of its own. */
const NEARLY_FILLED = 0.7;
/** More bets than this are too many to look through at once. */
const MOST_BETS = 80;
const WHOLE = "whole";

const stage = document.getElementById("stage");
const place = byId("felt");
/** Layouts by their address. @type {Map<string, Promise<string>>} */
const kept = new Map();

/** Where a form is fetched from. */
function addressOf({ form, part = "", width = 0, height = 0 }) {
  const options = told.options.map((one) => `&option=${encodeURIComponent(one)}`).join("");
  const size = form === "board" ? `&part=${encodeURIComponent(part)}&width=${width}&height=${height}` : "";
  return `/api/v1/games/${told.game}/layout?bare=true&form=${form}${size}${options}`;
}

async function fetched(wanted) {
  const address = addressOf(wanted);
  const text = kept.get(address) ?? get(address);
  kept.set(address, text);
  text.catch(() => kept.delete(address));
  return drawingOf(await text);
}

export const isTouched = () => matchMedia("(pointer: coarse)").matches;
const within = (value, least, most) => Math.max(least, Math.min(most, value));

/** What the stage has for device and layout, in pixels; nothing on a page without a stage. */
export function room() {
  if (!stage) return { width: place.clientWidth, height: 0 };
  const dress = getComputedStyle(stage);
  const edges = parseFloat(dress.paddingTop) * 2;
  const taken = /** @type {HTMLElement | null} */ (stage.querySelector(".under"))?.offsetHeight ?? 0;
  return { width: stage.clientWidth - edges, height: stage.clientHeight - edges - taken - 3 * parseFloat(dress.rowGap) };
}

/** How device and layout share the room: the one over the other, or side by side; the first of the larger layout. */
function arrangements({ width, height }, { hasDevice }) {
  const over = Math.round(hasDevice ? within((height - 330) * 0.35, OVER[0], OVER[1]) : WITHOUT_DEVICE);
  const beside = Math.round(Math.min(within(width * 0.2, BESIDE[0], BESIDE[1]), width * MOST_BESIDE));
  return [
    { arranged: "over", strip: over, width, height: height - over },
    { arranged: "beside", strip: beside, width: width - beside - 8, height },
  ];
}

/** What a layout could fill: all of the room but for a strip over it; one beside it is wider than what decides needs. */
const roomOf = ({ arranged, height }, space) => space.width * (arranged === "over" ? height : space.height);

/** Its size, its smallest letters and its smallest region, in its own units. */
function measure(drawing) {
  place.append(drawing);
  const { width, height } = drawing.viewBox.baseVal;
  const texts = findAll(drawing, "text", SVGTextElement).filter((one) => !one.closest(".rotor, .puck, .device"));
  const letters = Math.min(...texts.map((one) => parseFloat(getComputedStyle(one).fontSize)));
  const sides = findAll(drawing, ".region", SVGGraphicsElement).map((one) => pressed(one).getBBox()).map((box) => Math.min(box.width, box.height));
  const hasDevice = !drawing.querySelector(".rotor, .bank");
  drawing.remove();
  return { width, height, letters, side: Math.min(...sides), hasDevice };
}

/** The shape of a region that is pressed. @returns {SVGGraphicsElement} */
const pressed = (region) => region.querySelector(".target, .cell") ?? region;

/**
 * The form for a room, as {form, drawing, arranged, strip}: of wide and tall, where they can be read and pressed, the first that fills the room, or the one
 * that fills more of it; under a finger, where that leaves most of it empty or there is none, a board of all bets; else a board of `part`.
 * @param {{ width: number, height: number }} space
 */
export async function chosen(space, part) {
  if (!stage) {
    const form = space.width < PHONE ? "tall" : "wide";
    return { form, drawing: await fetched({ form }), arranged: "", strip: 0 };
  }
  /** @type {any} */
  let good = null;
  const parts = (told.parts ?? []).length;
  const enough = parts ? FILLED : NEARLY_FILLED;
  for (const form of ["wide", "tall"]) {
    const found = await drawnIn(space, form);
    if (found && (found.share >= enough || (!isTouched() && space.width > space.height))) return found;
    if (found && found.share > (good?.share ?? 0)) good = found;
  }
  const isFlat = space.width > 1.3 * space.height;
  const fit = arrangements(space, { hasDevice: parts > 0 })[Number(isFlat)];
  const whole = parts ? (await wholeBoard(fit)) ?? good : null;  // without parts a board is all there is
  if (whole) return whole;
  const tabs = parts > 1 ? TABS : 0;
  const size = { width: Math.floor(fit.width), height: Math.floor(fit.height - tabs) };
  return { ...fit, form: "board", drawing: await fetched({ form: "board", part, ...size }) };
}

/** A form as the table is, as large as it can be, with the share of the room that it fills; nothing where it cannot be read or pressed. */
async function drawnIn(space, form) {
  const drawing = await fetched({ form });
  const size = measure(drawing);
  const best = larger(arrangements(space, size).map((one) => ({ ...one, scale: Math.min(one.width / size.width, one.height / size.height) })), size);
  if (size.letters * best.scale < (isTouched() ? IN_HAND : READABLE) || (isTouched() && size.side * best.scale < FINGER)) return null;
  return { ...best, strip: best.strip + spare(best, size), form, drawing, share: (size.width * size.height * best.scale ** 2) / roomOf(best, space) };
}

/** The arrangement with the larger layout; one without a device beside it keeps the middle of the room, even where it is a little smaller there. @param {any[]} both */
function larger([over, beside], { hasDevice }) {
  return over.scale >= beside.scale * (hasDevice ? 1 : NEARLY) ? over : beside;
}

/** All bets on one board, where each box is pressed easily and holds its words. */
async function wholeBoard(fit) {
  const size = { width: Math.floor(fit.width), height: Math.floor(fit.height) };
  const bets = (told.parts ?? []).flatMap((part) => part.bets ?? []).length;
  if (!isTouched() || !bets || bets > MOST_BETS || bets * EASY * EASY > size.width * size.height) return null;
  const drawing = await fetched({ form: "board", part: WHOLE, ...size });
  const isEasy = measure(drawing).side >= EASY && holdsWords(drawing);
  return isEasy ? { ...fit, form: "whole", drawing } : null;
}

/** Whether every word lies within its box. */
function holdsWords(drawing) {
  place.append(drawing);
  const holds = findAll(drawing, ".region", SVGGraphicsElement).every((region) => {
    const box = pressed(region).getBBox();
    return findAll(region, "text", SVGTextElement).map((one) => one.getBBox()).every((one) => one.x >= box.x - 1 && one.x + one.width <= box.x + box.width + 1);
  });
  drawing.remove();
  return holds;
}

/** What a wide layout leaves of the height, the device has; and what a high one leaves of the width. */
function spare({ arranged, strip, width, height, scale }, size) {
  if (arranged === "beside") return Math.max(0, Math.floor(width - size.width * scale));
  return size.hasDevice ? Math.max(0, Math.min((height - size.height * scale) / 2, ROOMY - strip)) : 0;
}

/** Device and layout lie as was chosen. */
export function arrange({ arranged, strip }) {
  if (!stage) return;
  stage.dataset.arranged = arranged;
  stage.style.setProperty("--strip", `${strip}px`);
}

// The layout under hand: fitted to its room, every region a button for mouse, finger and keyboard.

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
