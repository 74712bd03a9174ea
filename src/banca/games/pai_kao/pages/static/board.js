// What lies on the table of Pai Kao: tiles before the gates, the four dice, who holds and who banks.

import { move } from "../table/device.js";
import { readSetting } from "./ranks.js";
import { bracketed, find, findAll, say, svg, told } from "../page.js";

const LINES = ["front", "rear"];
const LETTERS = { wide: 17, narrow: 14 };
const MOST_LETTERS = { wide: 9, narrow: 8 };
/** A gate that is less wide has smaller letters. */
const WIDE = 240;

export class Board {
  /** The layout that things lie on. @type {SVGSVGElement} */
  drawing;
  /** What lies on it. @type {SVGGElement} */
  layer;

  constructor(felt) {
    this.felt = felt;
    this.lies = new Map();
  }

  /** `hands` by gate as {front, rear} of faces or "back"; `dice` as numbers; `notes` by gate as {text, sign, strong, title}. */
  show({ hands, dice, notes, banker }) {
    const isFresh = this.drawing !== this.felt.drawing;
    if (isFresh) {
      this.drawing = this.felt.drawing;
      this.layer = svg("g", { class: "lying", "aria-hidden": "true" });
      this.drawing.append(this.layer);
      this.lies.clear();
    }
    const wanted = new Map();
    for (const [gate, hand] of Object.entries(hands)) {
      for (const line of LINES) hand[line].forEach((face, index) => wanted.set(`[data-gate="${gate}"][data-line="${line}"][data-index="${index}"]`, `tile-${face}`));
    }
    dice.forEach((face, place) => wanted.set(`[data-die="${place}"]`, `face-${face}`));
    for (const [where, { shown }] of [...this.lies]) if (!wanted.has(where)) this.lift(where, shown);
    for (const [where, name] of wanted) this.put(where, name, isFresh);
    for (const mark of findAll(this.drawing, ".banker-mark", SVGElement)) mark.classList.toggle("on", mark.dataset.gate === String(banker));
    for (const region of this.felt.regions) this.note(region, notes[region.dataset.gate]);
  }

  lift(where, shown) {
    shown.remove();
    this.lies.delete(where);
  }

  put(where, name, isFresh) {
    const before = this.lies.get(where);
    if (before?.name === name) return;
    const place = find(this.drawing, `.place${where}`, SVGElement);
    const { x, y, width, height, die, gate } = place.dataset;
    const shown = svg("use", { href: `#${name}`, x, y, width, height });
    shown.style.transformBox = "fill-box";
    shown.style.transformOrigin = "center";
    before?.shown.remove();
    this.layer.append(shown);
    this.lies.set(where, { name, shown });
    if (isFresh) return;
    const nth = Number(die ?? gate);
    if (die) move(shown, [{ transform: `translate(${60 + 30 * nth}px, -70px) rotate(${240 + 110 * nth}deg)`, opacity: 0 }, { transform: "none", opacity: 1 }], { duration: 900, delay: 90 * nth, fill: "backwards" });
    else if (before) move(shown, [{ transform: "scaleX(0)" }, { transform: "none" }], { duration: 220 });
    else move(shown, [{ transform: "translateY(-40px)", opacity: 0 }, { transform: "none", opacity: 1 }], { duration: 250, delay: 70 * nth, fill: "backwards" });
  }

  /** Words in a gate: who holds it, and a sign of how it stands. */
  note(region, { text, sign, strong, title }) {
    for (const before of region.querySelectorAll(".holder")) before.remove();
    const size = region.querySelector("rect.cell").getBBox().width < WIDE ? "narrow" : "wide";
    const most = MOST_LETTERS[size];
    const short = text.length > most ? `${text.slice(0, most - 1)}…` : text;
    const { x, y, across } = roomOf(region);
    const dress = { y, class: strong ? "label holder" : "pays holder", "font-size": LETTERS[size] };
    region.append(svg("text", { x, ...dress }, across ? short : `${sign} ${short}`, svg("title", {}, title)));
    if (across && sign) region.append(svg("text", { x: across, ...dress }, sign));
  }
}

/** Where a gate has room for words: under the banker's mark, in line with the stakes where these are above or below it, or beside the stakes where these lie in the middle. */
function roomOf(region) {
  const cell = region.querySelector("rect.cell").getBBox();
  const stake = region.querySelector("circle").getBBox();
  if (Math.abs(stake.x + stake.width / 2 - cell.x - cell.width / 2) < 1) {
    const x = (cell.x + stake.x) / 2;
    return { x, y: stake.y + stake.height / 2, across: 2 * cell.x + cell.width - x };
  }
  const mark = region.querySelector(".banker-mark rect").getBBox();
  const above = stake.x + stake.width / 2;
  return { x: above > mark.x && above < mark.x + mark.width ? above : mark.x + mark.width / 2, y: mark.y + mark.height + 9, across: 0 };
}

/** Where a mark so wide has its middle: beside who holds the gate, and within it. */
export function middleOfMark(region, width) {
  const cell = region.querySelector("rect.cell").getBBox();
  const stake = region.querySelector("circle").getBBox();
  return roomOf(region).across ? stake.x + width / 2 : Math.min(stake.x + stake.width / 2, cell.x + cell.width - 6 - width / 2);
}

/** What lies before each gate, as far as this reader sees it: own tiles as they are laid in the hand. */
export function handsOf({ tiles, settings, setters }, laid = {}) {
  const isDealt = Object.keys(setters).length > 0;
  return Object.fromEntries((isDealt ? told.gates : []).map((gate) => [gate, laid[gate] ?? handOf(settings[gate], tiles[gate])]));
}

export function handOf(setting, tiles = Array(4).fill("back")) {
  return setting ? readSetting(setting) : { front: tiles.slice(0, 2), rear: tiles.slice(2) };
}

/** Who somebody is: you, the casino, the house way where nobody sets, a program, or by name. */
export function named(who, me) {
  if (who === me) return say("you");
  if (who === told.casino) return say("casino");
  if (who === told.houseWay) return say("house_way_sets");
  return who.startsWith(told.practice) ? bracketed(who.slice(told.practice.length), say("program")) : who;
}
