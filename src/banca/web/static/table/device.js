// What decides, shown briefly: dice that roll, a rotor that turns, a heap that is counted, cards that are dealt. Any key or press skips it.

import { byId, find, isStill, svg } from "../page.js";

const place = byId("device");
/** @type {SVGSVGElement | null} */
const drawing = place.querySelector("svg.device");
const kind = drawing?.dataset.kind ?? "";
const LONG = { rotor: 2600, heap: 1600, faces: 900, cards: 600 };

/** @type {Animation[]} */
let running = [];

/** Ends what moves: everything lies where it lies. */
export function skip() {
  for (const one of running) one.finish();
  running = [];
}

/** While something moves a key only ends that, unless it is meant for a control. */
function skipByKey(event) {
  const moves = running.some((one) => one.playState === "running");
  if (!moves || ["Tab", "Shift", "Control", "Alt", "Meta"].includes(event.key)) return;
  skip();
  if (event.target.closest("input, select, textarea, button, a, summary") || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  event.stopPropagation();
}

addEventListener("keydown", skipByKey, true);
addEventListener("pointerdown", skip, true);

/** Moves something, unless the reader wants it still; `skip` ends it. */
export function move(element, frames, options) {
  if (isStill()) return;
  running.push(element.animate(frames, { easing: "cubic-bezier(.15,.7,.3,1)", ...options }));
}

/** Shows a result; `isNew` plays it, otherwise it lies there already. Resolves when it lies. */
export async function showResult(outcome, isNew) {
  skip();
  place.hidden = !outcome || Boolean(onFelt());
  if (!outcome || !drawing) return;
  if (kind === "rotor") turn(onFelt() ?? find(drawing, ".rotor", SVGElement), outcome, isNew);
  else if (kind === "heap") count(drawing, Number(outcome), isNew);
  else lay(drawing, outcome.split("-"), isNew);
  await Promise.allSettled(running.map((one) => one.finished));
}

/** Faces or cards side by side. @param {SVGSVGElement} drawing */
function lay(drawing, parts, isNew) {
  drawing.querySelector("g.shown")?.remove();
  const symbol = kind === "cards" ? "card" : "face";
  const width = kind === "cards" ? 70 : 100;
  const layer = svg("g", { class: "shown" });
  drawing.setAttribute("viewBox", `0 0 ${parts.length * (width + 14) - 14} 100`);
  parts.forEach((part, number) => {
    const shown = svg("use", { href: `#${symbol}-${part}`, x: number * (width + 14), y: 0, width, height: 100 });
    layer.append(shown);
    if (!isNew) return;
    const turned = kind === "cards" ? "translate(120px, -30px)" : `translate(${60 + 40 * number}px, -50px) rotate(${200 + 130 * number}deg)`;
    shown.style.transformBox = "fill-box";
    shown.style.transformOrigin = "center";
    move(shown, [{ transform: turned, opacity: 0 }, { transform: "none", opacity: 1 }], { duration: LONG[kind], delay: 120 * number, fill: "backwards" });
  });
  drawing.append(layer);
}

/** A rotor that is drawn on the layout itself. @returns {SVGElement | null} */
const onFelt = () => document.querySelector("#felt .rotor");

let angle = 0;

/** The rotor comes to rest with the outcome under the pointer; where an outcome has several sections, at any of them. @param {SVGElement} rotor */
function turn(rotor, outcome, isNew) {
  const order = (rotor.dataset.order ?? "").split("|");
  const places = order.flatMap((one, number) => (one === outcome ? [number] : []));
  const at = places[Math.floor(Math.random() * places.length)];
  const rest = -((at * 360) / order.length);
  const from = angle;
  angle = isNew ? rest - 360 * 3 + Math.floor(from / 360) * 360 : rest;
  rotor.style.transform = `rotate(${angle}deg)`;
  if (isNew) move(rotor, [{ transform: `rotate(${from}deg)` }, { transform: `rotate(${angle}deg)` }], { duration: LONG.rotor });
}

const ROWS = 4;

/** Buttons drawn away in fours; what is left at the end is the result. @param {SVGSVGElement} drawing */
function count(drawing, left, isNew) {
  drawing.querySelector("g.shown")?.remove();
  const layer = svg("g", { class: "shown" });
  const fours = 5;
  const total = fours * ROWS + left;
  drawing.setAttribute("viewBox", "0 0 300 130");
  for (let number = 0; number < total; number += 1) {
    const [column, row] = [Math.floor(number / ROWS), number % ROWS];
    const isLeft = column === fours;
    const button = svg("use", { href: "#button", x: 8 + column * 48 + (isLeft ? 12 : 0), y: 6 + row * 30, width: 26, height: 26, class: isLeft ? "left" : "gone" });
    layer.append(button);
    if (isNew) move(button, [{ transform: `translate(${120 - column * 40}px, ${40 - row * 20}px)` }, { transform: "none" }], { duration: 500, delay: column * 180, fill: "backwards" });
  }
  drawing.append(layer);
}
