// Which form of the layout fits a room: wide or tall, whole, where it can be read and pressed; else boards, one part of the bets at a time.

import { get } from "../api.js";
import { byId, drawingOf, findAll, told } from "../page.js";

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
