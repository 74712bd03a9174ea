// What a result leaves on the layout: a tag on each decided bet and a marker on what won, within the region and beside its words.

import { spotOf } from "./chips.js";
import { gain, short, svg } from "../page.js";

/** Pixels: how high a tag is, the letters that are wished for and the smallest, what it has around them, and how far it keeps from words. */
const HIGH = 20, WISHED = 14, FAIR = 11, SMALLEST = 9, EDGE = 6, APART = 2;
/** How wide a letter is beside its height. */
const LETTER = 0.62;
/** How large a marker is, and how far it stands from the middle of chips. */
const MARKER = 9, ASIDE = 25;
const WORDS = "text, use, .die";
const SIGNS = { win: "✓", lose: "✗", push: "=" };

/** What a tag says of a bet that came to so much, from the longest to the shortest. */
export function textsOf(verdict, net) {
  const [sign, amount] = [SIGNS[verdict], net ? gain(net) : "0"];
  return [`${sign} ${amount}`, amount, net ? `${amount[0]}${short(Math.abs(net))}` : amount, sign];
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

/** The boxes of a region's words and pictures. */
const wordsIn = (region, drawing) => [...region.querySelectorAll(WORDS)].filter((one) => !one.closest(".puck:not(.on)")).map((one) => boxOf(one, drawing));

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

/** The longest of the texts that is read easily in a width, with its letters in pixels; or can be read at all; the last, a sign, where none can. */
function fitted(texts, width) {
  const words = texts.slice(0, -1);
  const letters = (text) => Math.min(WISHED, (width - EDGE) / (text.length * LETTER));
  const text = words.find((one) => letters(one) >= FAIR) ?? words.find((one) => letters(one) >= SMALLEST) ?? texts[texts.length - 1];
  return { text, letters: within(letters(text), SMALLEST, WISHED) };
}

/**
 * A tag for each result, {key, on, verdict, texts}: the texts from the longest to the shortest. It lies where the chips lay or `lift` pixels over them,
 * no wider than what is free there; with `xOf(region, width)`, which says where its middle is, it is as wide as it likes.
 */
export function tagsOf(felt, results, lift, xOf) {
  const { drawing } = felt;
  const unit = unitOf(drawing);
  const high = HIGH * unit;
  const layer = svg("g", { class: "results" });
  const placed = [];
  const found = [...results].map(([name, one]) => ({ ...one, key: one.key ?? name })).map((one) => ({ ...one, region: felt.region(one.key), spot: spotOf(drawing, { [felt.attribute]: one.key, on: one.on }) })).filter((one) => one.region && one.spot)
    .map((one) => ({ ...one, box: one.on ? around(one.spot, 3 * high) : boxOf(shape(one.region), drawing) }));
  found.sort((one, other) => one.box.width - other.box.width);  // the smallest have the least choice
  for (const one of found) {
    const { box } = one;
    const y = xOf ? one.spot[1] - lift * unit : within(one.spot[1] - lift * unit, box.y + high / 2, box.y + Math.max(high / 2, box.height - high / 2));
    const [left, right] = xOf ? [-Infinity, Infinity] : stretch([one.spot[0], y], high, box, [...(one.on ? [] : wordsIn(one.region, drawing)), ...placed], APART * unit);
    const { text, letters } = fitted(one.texts, (right - left) / unit);
    const width = Math.min((EDGE + text.length * letters * LETTER) * unit, right - left);
    const x = xOf?.(one.region, width) ?? within(one.spot[0], left + width / 2, right - width / 2);
    placed.push({ x: x - width / 2, y: y - high / 2, width, height: high });
    layer.append(svg("g", { class: `tag ${one.verdict}`, "data-for": one.key },
      svg("rect", { x: x - width / 2, y: y - high / 2, width, height: high, rx: 5 * unit }),
      svg("text", { x, y, "font-size": letters * unit }, text)));
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
