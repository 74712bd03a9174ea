// Chips on a layout: what lies where, whose it is, and how much.

import { freeAt } from "./marks.js";
import { labelled, listed, money, short, svg, told } from "../page.js";

const MOST_ON_SPOT = 4;
/** How large a chip is on the screen, in pixels, and in the units of the drawing; how many of a stack are seen. */
const PIXELS = 15, LEAST = 14, MOST = 30, MOST_IN_STACK = 5;
/** What chips there are, in avos, the largest first. @type {number[]} */
const DENOMINATIONS = told.denominations;
const AVOS = 100;
/** How far stacks on one spot are apart, in radii: where there is room, and at least. */
const STEP = 1.9, NEAREST = 0.6;

/**
 * Where the chips of a bet lie, as [x, y]: on its region, for the gate "bank" in the middle of a Pai Kao table, or on the number that it moved to; null where it has no region.
 * @param {SVGSVGElement} drawing
 * @param {{ bet?: string, gate?: string, on?: string }} chip
 */
export function spotOf(drawing, { bet, gate = "", on }) {
  const wanted = bet === undefined ? `[data-gate="${CSS.escape(gate)}"]` : `[data-bet="${CSS.escape(bet)}"]`;
  /** @type {SVGElement | null} */
  const region = drawing.querySelector(gate === "bank" ? ".bank[data-chips]" : `.region${wanted}[data-chips]`);
  if (!region) return null;
  const moved = (region.dataset.chipsOn ?? "").split(" ").find((place) => place.startsWith(`${on}:`));
  return (moved?.slice(moved.indexOf(":") + 1) ?? region.dataset.chips ?? "").split(",").map(Number);
}

/**
 * Draws chips and nothing else: what was drawn before goes. A chip is {bet or gate, on, stake, mine, player, title, kind}:
 * the stake in avos, `on` the number that the bet moved to, `mine` for one's own. Own chips are round and filled, others'
 * are outlined with eight sides; `kind` is a class of its own. Stakes of one player on one bet are one chip.
 * @param {SVGSVGElement} drawing
 */
export function drawChips(drawing, chips) {
  drawing.querySelector("g.chips")?.remove();
  const spots = new Map();
  for (const chip of chips) {
    const place = spotOf(drawing, chip);
    if (!place) continue;
    const spot = spots.get(place.join()) ?? spots.set(place.join(), { place, held: new Map() }).get(place.join());
    const who = `${chip.mine ? "" : chip.player ?? ""} ${chip.bet ?? chip.gate}`;
    const held = spot.held.get(who);
    spot.held.set(who, held ? { ...held, stake: held.stake + chip.stake } : { ...chip });
  }
  const radius = radiusOf(drawing);
  const layer = svg("g", { class: "chips", "font-size": (radius * 0.82).toFixed(1) });
  for (const { place: [x, y], held } of spots.values()) {
    const stack = gathered([...held.values()]);
    const { from, step } = spread([x, y], stack, radius, drawing);
    stack.forEach((chip, place) => layer.append(drawn(chip, from + place * step, y - ((stack.length - 1 - place) % 2) * radius * 0.4, radius)));
  }
  drawing.append(layer);
  return layer;
}

/** Where the first of several stacks on one spot lies, and how far the next is from it: within the region and beside its words, nearer together where there is little room. */
function spread([x, y], stack, radius, drawing) {
  const gaps = stack.length - 1;
  if (!gaps) return { from: x, step: 0 };
  const [{ bet, gate }] = stack;
  const region = drawing.querySelector(bet === undefined ? `.region[data-gate="${gate}"]` : `.region[data-bet="${CSS.escape(bet)}"]`);
  const [left, right] = region ? freeAt(region, [x, y], 2 * radius, drawing) : [0, drawing.viewBox.baseVal.width];
  const room = Math.max(0, right - left - 2 * radius);
  const step = Math.min(radius * STEP, Math.max(radius * NEAREST, room / gaps));
  const across = gaps * step;
  return { from: Math.min(Math.max(x - across / 2, left + radius), Math.max(right - radius - across, x - across)), step };
}

/** One's own last, so that it lies on top; where too many players share a spot, the others' as one. */
function gathered(chips) {
  const [others, own] = [chips.filter((chip) => !chip.mine), chips.filter((chip) => chip.mine)];
  if (chips.length <= MOST_ON_SPOT) return [...others, ...own];
  const together = { stake: others.reduce((sum, chip) => sum + chip.stake, 0), player: listed(others.map((chip) => chip.player)) };
  return [together, ...own];
}

function radiusOf(drawing) {
  return Math.min(MOST, Math.max(LEAST, PIXELS / (drawing.getScreenCTM()?.a || 1)));
}

/** The class of a chip: its denomination, or the next below it. */
export const denomination = (avos) => `of-${Math.floor((DENOMINATIONS.find((one) => one <= avos) ?? 0) / AVOS)}`;

/** An amount in chips, the largest first: the classes of so many as are seen of the stack. */
export function stackOf(avos) {
  const found = [];
  let left = avos;
  for (const one of DENOMINATIONS) {
    for (; left >= one && found.length < MOST_IN_STACK; left -= one) found.push(denomination(one));
  }
  return found.length ? found : ["of-0"];
}

function drawn(chip, x, y, radius) {
  const title = chip.title ?? (chip.player ? labelled(chip.player, money(chip.stake)) : money(chip.stake));
  const classes = ["chip", chip.mine && "mine", chip.kind].filter(Boolean).join(" ");
  if (!chip.mine) return svg("g", { class: classes }, svg("title", {}, title), svg("path", { d: octagon(x, y, radius * 0.86), class: "chip-side" }), svg("text", { x, y }, short(chip.stake)));
  const stack = stackOf(chip.stake);
  const top = y - (stack.length - 1) * radius * 0.2;
  const discs = stack.map((of, place) => disc(x, y - place * radius * 0.2, radius, of));
  return svg("g", { class: `${classes} ${stack.at(-1)}` }, svg("title", {}, title), ...discs, svg("text", { x, y: top }, short(chip.stake)));
}

/** One chip from above. */
export function disc(x, y, radius, of) {
  const at = { cx: x, cy: y };
  return svg("g", { class: of }, svg("circle", { ...at, r: radius, class: "chip-side" }), svg("circle", { ...at, r: radius * 0.82, class: "chip-edge" }));
}

function octagon(x, y, radius) {
  const corners = Array.from({ length: 8 }, (_, corner) => {
    const angle = ((corner + 0.5) * Math.PI) / 4;
    return `${(x + radius * 1.04 * Math.cos(angle)).toFixed(1)} ${(y + radius * 1.04 * Math.sin(angle)).toFixed(1)}`;
  });
  return `M${corners.join("L")}Z`;
}
