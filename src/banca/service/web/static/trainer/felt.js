// The layout of an exercise: chips where the bets lie, the point, and for Pai Kao the tiles on their lines and the dice.

import { get } from "../api.js";
import { drawChips } from "../table/chips.js";
import { byId, drawingOf, find, findAll, money, say, svg, told } from "../page.js";

const PHONE = 620;
const LARGEST = 20;
const place = byId("felt");

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
  drawn = exercise;
  shown = { current: 0, marks: [] };
  await redraw();
}

/** Draws the layout for the width of the page and the options, and everything on it; of layouts asked for, the last. */
async function redraw() {
  const options = Object.entries(drawn.exercise.options).map(([name, value]) => `&option=${encodeURIComponent(`${name}=${value}`)}`).join("");
  const isNarrow = find(document, ".stage").clientWidth < PHONE;
  place.classList.toggle("is-narrow", isNarrow);
  const wanted = `/api/v1/games/${told.game}/layout?bare=true&narrow=${isNarrow}${options}`;
  if (wanted !== address) {
    address = wanted;
    const text = await layout(wanted);
    if (wanted !== address) return;
    drawing = drawingOf(text);
    drawing.setAttribute("role", "img");
    place.replaceChildren(drawing);
  }
  if (!drawing) return;
  for (const puck of findAll(drawing, ".puck", SVGElement)) puck.classList.toggle("on", puck.dataset.point === (drawn.point ?? ""));
  turn(drawn.outcome);
  lay(drawn.dealt);
  drawAll();
}

/** A layout from the house; the felt is busy as long as any is asked for. */
async function layout(wanted) {
  asked += 1;
  place.setAttribute("aria-busy", "true");
  try {
    return await get(wanted);
  } catch (fault) {
    address = "";
    throw fault;
  } finally {
    asked -= 1;
    place.setAttribute("aria-busy", String(asked > 0));
  }
}

/** The chips; the bet that is being answered is the filled one, and marks say what was won and lost. */
export function showChips(current, marks) {
  shown = { current, marks };
  if (drawing) drawAll();
}

function drawAll() {
  drawChips(drawing, drawn.bets.map((bet, number) => ({
    bet: bet.bet ?? undefined,
    gate: bet.gate ?? undefined,
    on: bet.on,
    stake: bet.stake,
    player: bet.player_name,
    mine: number === shown.current,
    kind: { win: "won", lose: "lost" }[shown.marks[number]?.result],
    title: `${bet.player_name}: ${[bet.name, bet.on_name].filter(Boolean).join(", ")}, ${money(bet.stake)}`,
  })));
}

new ResizeObserver(() => { if (drawing) redraw(); }).observe(place);

/** A wheel on the layout stands where it came to rest. */
function turn(outcome) {
  /** @type {SVGElement | null} */
  const rotor = drawing.querySelector(".rotor[data-order]");
  if (!rotor) return;
  const order = (rotor.dataset.order ?? "").split("|");
  rotor.style.transform = `rotate(${(-360 * order.indexOf(outcome)) / order.length}deg)`;
}

/** Tiles and dice of Pai Kao where the layout has places for them. */
function lay(dealt) {
  drawing.querySelector("g.laid")?.remove();
  if (!dealt) return;
  const layer = svg("g", { class: "laid" });
  for (const gate of dealt.gates) {
    for (const line of ["front", "rear"]) {
      gate[line].tiles.forEach((tile, index) => put(layer, `[data-gate="${gate.gate}"][data-line="${line}"][data-index="${index}"]`, `tile-${tile}`));
    }
  }
  dealt.dice.forEach((die, number) => put(layer, `[data-die="${number}"]`, `face-${die}`));
  const banker = dealt.gates.find((gate) => gate.is_banker);
  for (const mark of findAll(drawing, ".banker-mark", SVGElement)) mark.classList.toggle("on", mark.dataset.gate === String(banker.gate));
  /** @type {SVGElement | null} */
  const bank = drawing.querySelector(".bank[data-chips]");
  if (bank) {
    const [x, y] = (bank.dataset.chips ?? "").split(",").map(Number);
    const size = Math.min(LARGEST, (2.8 * find(bank, "circle", SVGCircleElement).r.baseVal.value) / money(dealt.principal).length);
    layer.append(svg("text", { x, y, class: "label principal", "font-size": size }, svg("title", {}, say("principal", { principal: money(dealt.principal) })), money(dealt.principal)));
  }
  drawing.append(layer);
}

function put(layer, where, symbol) {
  /** @type {SVGElement | null} */
  const spot = drawing.querySelector(`.place${where}`);
  if (!spot) return;
  const { x, y, width, height } = spot.dataset;
  layer.append(svg("use", { href: `#${symbol}`, x, y, width, height }));
}
