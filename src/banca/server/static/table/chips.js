// Chips on a layout: what lies where, whose it is, how much, and the marks beside them.

import { gain, labelled, listed, money, short, svg, told } from "../page.js";

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

// What a result leaves on the layout: a tag on each decided bet and a marker on what won, within the region and beside its words.

/** Pixels: how high a tag is, and at the foot or the head of a small region; the letters that are wished for and the smallest; what it has around them, and how far it keeps from words. */
const HIGH = 20, LOW = 16, WISHED = 14, SMALLEST = 11, EDGE = 4, APART = 2;
/** How narrow letters may be drawn beside their own width, and the share of a word's box above and below its letters. */
const NARROW = 0.8, BLANK = 0.18;
/** How large a marker is, and how far it stands from the middle of chips. */
const MARKER = 9, ASIDE = 25;
const WORDS = "text, use, .die";
/** In avos: above this a tag may say about how many thousands, where the amount itself has no room. */
const THOUSAND = 100_000;
const SIGNS = { win: "✓", lose: "✗", push: "=" };

/** What a tag says of a bet that came to so much, from the longest to the shortest. */
export function textsOf(verdict, net) {
  const [sign, amount] = [SIGNS[verdict], net ? gain(net) : "0"];
  const most = Math.abs(net);
  const about = most > THOUSAND ? [`≈${short(Math.round(most / THOUSAND) * THOUSAND)}`] : [];
  return [`${sign} ${amount}`, amount, net ? `${amount[0]}${short(most)}` : amount, ...about, sign];
}

/** The shape that a region is pressed on. @returns {SVGGraphicsElement} */
export const shape = (region) => region.querySelector(".cell, .target") ?? region;

/** How many units of a drawing are a pixel. */
export const unitOf = (drawing) => 1 / (drawing.getScreenCTM()?.a || 1);

/** Where something is in the units of its drawing, however it is turned. */
function boxOf(element, drawing) {
  const seen = element.getBoundingClientRect();
  const { x, y } = new DOMPoint(seen.x, seen.y).matrixTransform(drawing.getScreenCTM().inverse());
  const unit = unitOf(drawing);
  return { x, y, width: seen.width * unit, height: seen.height * unit };
}

/** The boxes of a region's words and pictures; words are as high as their letters. */
const wordsIn = (region, drawing) => [...region.querySelectorAll(WORDS)].filter((one) => !one.closest(".puck:not(.on)")).map((one) => {
  const box = boxOf(one, drawing);
  const blank = one.tagName === "text" ? box.height * BLANK : 0;
  return { ...box, y: box.y + blank, height: box.height - 2 * blank };
});

const meet = (one, other) => one.x < other.x + other.width && other.x < one.x + one.width && one.y < other.y + other.height && other.y < one.y + one.height;
const within = (value, least, most) => Math.max(least, Math.min(most, value));

/** What is free to the left and to the right of a point within a box, as far as the next thing on that height. */
function stretch([x, y], high, box, things, apart) {
  let [left, right] = [box.x + apart, box.x + box.width - apart];
  for (const thing of things.filter((one) => one.y < y + high / 2 && one.y + one.height > y - high / 2)) {
    if (thing.x + thing.width / 2 < x) left = Math.max(left, Math.min(x, thing.x + thing.width + apart));
    else right = Math.min(right, Math.max(x, thing.x - apart));
  }
  return [left, right];
}

/** What is free of words in a region at a point, so high: from where to where. */
export const freeAt = (region, at, high, drawing) => stretch(at, high, boxOf(shape(region), drawing), wordsIn(region, drawing), APART * unitOf(drawing));

/** How wide each text is in a tag, in heights of its letters. @type {Map<string, number>} */
const widths = new Map();

function widthOf(text, drawing) {
  const known = widths.get(text);
  if (known) return known;
  const written = svg("text", { "font-size": 100 }, text);
  const tag = svg("g", { class: "tag" }, written);
  drawing.append(tag);
  const width = written.getComputedTextLength() / 100;
  tag.remove();
  widths.set(text, width);
  return width;
}

/** The longest of the texts whose letters can be read in a width, drawn narrower where they must be; the last, a sign, where none can. Widths are in pixels. */
function fitted(texts, width, drawing) {
  const room = width - EDGE;
  const each = texts.map((text, rank) => ({ text, rank, letters: Math.min(WISHED, room / widthOf(text, drawing)) }));
  const found = each.slice(0, -1).find(({ letters }) => letters >= SMALLEST) ?? each.slice(0, -1).find(({ letters }) => letters >= SMALLEST * NARROW) ?? each[each.length - 1];
  const letters = Math.max(SMALLEST, found.letters);
  return { ...found, letters, width: EDGE + Math.min(room, letters * widthOf(found.text, drawing)), isNarrow: found.letters < SMALLEST };
}

/** Where a tag can lie within a region, as heights: where the chips lay, at the foot, at the head. */
function heights(spot, box, lift, unit) {
  const [high, low] = [HIGH * unit, LOW * unit];
  const least = box.y + high / 2;
  return [
    { y: within(spot[1] - lift * unit, least, Math.max(least, box.y + box.height - high / 2)), high },
    ...(box.height > 2 * low ? [{ y: box.y + box.height - low / 2 - unit, high: low }, { y: box.y + low / 2 + unit, high: low }] : []),
  ];
}

/** The first place in a region that has room for more than a sign. */
function placeIn(one, placed, lift, drawing) {
  const unit = unitOf(drawing);
  const things = [...(one.on ? [] : wordsIn(one.region, drawing)), ...placed];
  const apart = one.region.querySelector(".cell") ? APART * unit : 0;
  const each = heights(one.spot, one.box, lift, unit).map(({ y, high }) => {
    const [left, right] = stretch([one.spot[0], y], high, one.box, things, apart);
    const found = fitted(one.texts, (right - left) / unit, drawing);
    const width = found.width * unit;
    return { ...found, y, high, width, x: within(one.spot[0], left + width / 2, right - width / 2) };
  });
  return each.find(({ rank }) => rank < one.texts.length - 1) ?? each[0];
}

/** A place where `xOf` says, in letters as they are wished for. */
function freePlace(one, lift, xOf, drawing) {
  const unit = unitOf(drawing);
  const found = fitted(one.texts, Infinity, drawing);
  const width = found.width * unit;
  return { ...found, y: one.spot[1] - lift * unit, high: HIGH * unit, width, x: xOf(one.region, width) };
}

/**
 * A tag for each result, {key, on, verdict, texts}: the texts from the longest to the shortest. It lies where the chips lay or `lift` pixels over them,
 * or where its region has more room, no wider than what is free there; with `xOf(region, width)`, which says where its middle is, it is as wide as it likes.
 */
export function tagsOf(felt, results, lift, xOf) {
  const { drawing } = felt;
  const unit = unitOf(drawing);
  const layer = svg("g", { class: "results" });
  const placed = [];
  const found = [...results].map(([name, one]) => ({ ...one, key: one.key ?? name })).map((one) => ({ ...one, region: felt.region(one.key), spot: spotOf(drawing, { [felt.attribute]: one.key, on: one.on }) })).filter((one) => one.region && one.spot)
    .map((one) => ({ ...one, box: one.on ? around(one.spot, 3 * HIGH * unit) : boxOf(shape(one.region), drawing) }));
  found.sort((one, other) => one.box.width - other.box.width);  // the smallest have the least choice
  for (const one of found) {
    const { x, y, width, high, letters, text, isNarrow } = xOf ? freePlace(one, lift, xOf, drawing) : placeIn(one, placed, lift, drawing);
    const box = { x: x - width / 2, y: y - high / 2, width, height: high };
    placed.push(box);
    layer.append(svg("g", { class: `tag ${one.verdict}`, "data-for": one.key },
      svg("rect", { ...box, rx: 5 * unit }),
      svg("text", { x, y, "font-size": letters * unit, ...(isNarrow && { textLength: width - EDGE * unit, lengthAdjust: "spacingAndGlyphs" }) }, text)));
    one.region.classList.add("decided");
  }
  return layer;
}

/** A square round a point. @param {number[]} point @param {number} side */
const around = ([x, y], side) => ({ x: x - side / 2, y: y - side / 2, width: side, height: side });

/** A marker where chips would lie, or beside those that do; nothing where there is no room for it beside the words. */
export function markerOn(felt, region, isTaken) {
  const { drawing } = felt;
  const unit = unitOf(drawing);
  const box = boxOf(shape(region), drawing);
  const size = Math.min(MARKER * unit, box.width / 5, box.height / 4);
  const [x, y] = spotOf(drawing, { [felt.attribute]: felt.key(region) }) ?? [box.x, box.y];
  const far = ASIDE * unit;
  const places = isTaken ? [[x - far, y], [x + far, y], [x, y - far], [x, y + far]] : [[x, y]];
  const words = wordsIn(region, drawing);
  const isFree = (at) => {
    const taken = around(at, 2.2 * size);
    return taken.x >= box.x && taken.y >= box.y && taken.x + taken.width <= box.x + box.width && taken.y + taken.height <= box.y + box.height && !words.some((one) => meet(one, taken));
  };
  const place = places.find(isFree);
  return place ? drawnMarker(place, size) : null;
}

/** @param {number[]} place @param {number} size */
function drawnMarker([x, y], size) {
  return svg("g", {},
    svg("path", { class: "dolly", d: `M${x - size} ${y + size}L${x - size * 0.45} ${y - size * 0.1}H${x + size * 0.45}L${x + size} ${y + size}Z` }),
    svg("circle", { class: "dolly-head", cx: x, cy: y - size * 0.55, r: size * 0.55 }));
}
