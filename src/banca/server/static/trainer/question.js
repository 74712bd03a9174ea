// A question: what is asked, and the layout of an exercise.

import { byId, drawingOf, el, find, findAll, labelled, money, parted, phrased, say, svg, told } from "../page.js";
import { showResult } from "../table/device.js";
import { get } from "../api.js";
import { drawChips } from "../table/chips.js";
import { linesOf } from "./answer.js";

// What is asked, beside the layout: the result or what was seen, what else there is to know, and afterwards the totals.

/** Shows a question; the form of its answer is another's matter. */
export function showAsked(asked) {
  byId("outcome").textContent = asked.said;
  byId("asks").textContent = asked.asks;
  const about = [
    asked.point && say("point", { number: asked.point }),
    asked.before.length > 0 && say("before", { outcomes: asked.before.join(" · ") }),
    ...asked.facts,
    asked.chip > 0 && say("chip", { chip: money(asked.chip) }),
  ];
  byId("about").replaceChildren(...about.filter(Boolean).flatMap((text) => [text, el("br")]));
  showOpponent(asked, false);
  showResult(asked.outcome, false);
  byId("device").hidden ||= !asked.outcome;
}

/** What all bets are compared with; what it makes is told once it may be. */
export function showOpponent({ opponent }, isTold) {
  byId("opponent").replaceChildren(...(opponent ? [el("p", {}, el("strong", {}, opponent.name)), linesOf(opponent.lines, isTold)] : []));
}

/** A question for those who do not see it. */
export const readOut = (asked) => parted([asked.said, asked.asks, ...asked.bets.map((bet) => `${bet.name} ${bet.on_name} ${money(bet.stake)}`)]);

/** What is taken from and paid to each player, and the score. */
export function showTotals({ right, asked, totals }) {
  const rows = totals.map(({ name, taken, paid }) => el("tr", {}, el("th", { scope: "row" }, name), el("td", { class: "number" }, money(taken)), el("td", { class: "number" }, money(paid))));
  const heads = ["player", "taken", "paid_to"].map((one, place) => el("th", { scope: "col", class: place ? "number" : null }, say(one)));
  byId("totals").replaceChildren(
    el("p", { class: "score" }, el("strong", {}, say("score", { right, asked }))),
    ...(rows.length ? [el("table", { class: "totals" }, el("thead", {}, el("tr", {}, ...heads)), el("tbody", {}, ...rows))] : []));
}

// The layout of an exercise: chips where the bets lie, the marks that are on, and whatever else lies there.

const PHONE = 620;
const LARGEST = 20;
/** Where it lies, on a page that has a layout. */
const place = () => byId("felt");

/** The layout, once it is drawn. @type {SVGSVGElement} */
let drawing;
let address = "";
let asked = 0;
/** The exercise that lies on it. @type {any} */
let drawn = null;
/** @type {{ current: number, marks: any[] }} */
let shown = { current: 0, marks: [] };

/** Shows an exercise, its first bet as the one that is being answered. */
export async function showFelt(exercise) {
  resized.observe(place());
  drawn = exercise;
  shown = { current: 0, marks: [] };
  find(document, ".stage").hidden = !exercise.bets.length;
  if (exercise.bets.length) await redraw();
}

/** Draws the layout for the width of the page and the options, and everything on it; of layouts asked for, the last. */
async function redraw() {
  const options = Object.entries(drawn.exercise?.options ?? drawn.options ?? {}).map(([name, value]) => `&option=${encodeURIComponent(`${name}=${value}`)}`).join("");
  const isNarrow = find(document, ".stage").clientWidth < PHONE;
  place().classList.toggle("is-narrow", isNarrow);
  const wanted = `/api/v1/games/${told.game}/layout?bare=true&form=${isNarrow ? "tall" : "wide"}${options}`;
  if (wanted !== address) {
    address = wanted;
    const text = await layout(wanted);
    if (wanted !== address) return;
    drawing = drawingOf(text);
    drawing.setAttribute("role", "img");
    place().replaceChildren(drawing);
  }
  if (!drawing) return;
  for (const mark of findAll(drawing, ".on", SVGElement)) mark.classList.remove("on");
  for (const at of drawn.lit) part(at)?.classList.add("on");
  turn(drawn.outcome);
  lay(drawn);
  drawAll();
}

/** A layout from the house; the felt is busy as long as any is asked for. */
async function layout(wanted) {
  asked += 1;
  place().setAttribute("aria-busy", "true");
  try {
    return await get(wanted);
  } catch (fault) {
    address = "";
    throw fault;
  } finally {
    asked -= 1;
    place().setAttribute("aria-busy", String(asked > 0));
  }
}

/** The chips; the bet that is being answered is the filled one, and marks say what was won and lost. */
export function showChips(current, marks) {
  shown = { current, marks };
  if (drawing) drawAll();
}

function drawAll() {
  drawChips(drawing, drawn.bets.map((bet, number) => ({
    [drawn.attribute]: bet.region,
    on: bet.on,
    stake: bet.stake,
    player: bet.player_name,
    mine: number === shown.current,
    kind: { win: "won", lose: "lost" }[shown.marks[number]?.result],
    title: labelled(bet.player_name, phrased([bet.name, bet.on_name, money(bet.stake)].filter(Boolean))),
  })));
}

const resized = new ResizeObserver(() => { if (drawing && drawn.bets.length) redraw(); });

/** A rotor on the layout stands where it came to rest. */
function turn(outcome) {
  /** @type {SVGElement | null} */
  const rotor = drawing.querySelector(".rotor[data-order]");
  if (!rotor) return;
  const order = (rotor.dataset.order ?? "").split("|");
  rotor.style.transform = `rotate(${(-360 * order.indexOf(outcome)) / order.length}deg)`;
}

/** Pieces where the layout has places for them, and words on its parts. */
function lay({ laid, inscriptions }) {
  drawing.querySelector("g.laid")?.remove();
  const layer = svg("g", { class: "laid" });
  for (const { at, symbol } of laid) {
    const { x, y, width, height } = part(at)?.dataset ?? {};
    if (x) layer.append(svg("use", { href: `#${symbol}`, x, y, width, height }));
  }
  for (const { at, text, title } of inscriptions) {
    const spot = part(at);
    if (!spot) continue;
    const [x, y] = (spot.dataset.chips ?? "").split(",").map(Number);
    const size = Math.min(LARGEST, (2.8 * find(spot, "circle", SVGCircleElement).r.baseVal.value) / text.length);
    layer.append(svg("text", { x, y, class: "label inscription", "font-size": size }, svg("title", {}, title), text));
  }
  drawing.append(layer);
}

/** A part of the layout that a selector finds. @returns {SVGElement | null} */
const part = (at) => drawing.querySelector(at);
