// What decides, shown briefly: dice that roll, a rotor that turns, a heap that is counted, cards that are dealt. Any key or press skips it.

import { byId, findAll, isStill, svg, told } from "../page.js";

const place = byId("device");
/** @type {SVGSVGElement | null} */
const drawing = place.querySelector("svg.device");
const kind = drawing?.dataset.kind ?? "";
const LONG = { rotor: 2200, heap: 1600, faces: 600, cards: 500 };

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

/** What moves without an end, until the result lies. @type {Animation[]} */
let endless = [];
let tumbling = 0;
/** How the device stands: idle, moving, hidden or shown. */
let stands = "";
/** The parts that lie there. @type {string[]} */
let lies = [];

/** Whether a result only adds to what lies there: what was dealt is not dealt again. */
export const goesOn = (outcome) => stands === "shown" && lies.length > 0 && `${outcome}-`.startsWith(`${lies.join("-")}-`);
const FIRST = drawing?.querySelector("g.shown")?.cloneNode(true) ?? null;
const FIRST_VIEW = drawing?.getAttribute("viewBox") ?? "";

/** The rotor that turns, on the layout or beside it. @returns {SVGElement | null} */
const rotor = () => (kind === "rotor" ? onFelt() ?? drawing?.querySelector(".rotor") ?? null : null);

/** Ends what moves without an end; the angle at which a rotor is then. */
function rest() {
  clearInterval(tumbling);
  const turning = rotor();
  if (turning && endless.length) {
    const { a, b } = new DOMMatrix(getComputedStyle(turning).transform);
    angle = (Math.atan2(b, a) * 180) / Math.PI;
  }
  for (const one of endless) one.cancel();
  endless = [];
}

/** A layout with a rotor of its own needs no device beside it; called when a layout is there. */
export function settleIn() {
  place.hidden = Boolean(onFelt());
  const turning = onFelt();
  if (turning) turning.style.transform = `rotate(${angle}deg)`;
}

/** How the device stands between results: nothing lies there, it moves, or what lies is covered. A result stays until one of these begins. Says whether it stood otherwise before. @param {"idle" | "moving" | "hidden"} how */
export function stand(how) {
  if (stands === how) return false;
  stands = how;
  if (!drawing) return true;
  skip();
  rest();
  place.dataset.stands = how;
  place.classList.toggle("idle", how === "idle");
  lies = [];
  if (kind !== "rotor") clear(drawing);
  if (how === "hidden") cover(drawing);
  if (how === "moving") begin();
  return true;
}

/** As it was before the first result. @param {SVGSVGElement} drawing */
function clear(drawing) {
  for (const one of drawing.querySelectorAll("g.shown, g.cover")) one.remove();
  drawing.setAttribute("viewBox", FIRST_VIEW);
  if (FIRST) drawing.append(FIRST.cloneNode(true));
}

/** A cup over what nobody sees yet. @param {SVGSVGElement} drawing */
function cover(drawing) {
  const { x, y, width, height } = drawing.viewBox.baseVal;
  const [middle, reach] = [x + width / 2, Math.min(width, height * 1.6) / 2];
  const foot = y + height * 0.96;
  const cup = svg("g", { class: "cover" },
    svg("path", { class: "cup", d: `M${middle - reach} ${foot}C${middle - reach} ${y + height * 0.1} ${middle - reach * 0.5} ${y + height * 0.12} ${middle} ${y + height * 0.12}S${middle + reach} ${y + height * 0.1} ${middle + reach} ${foot}Z` }),
    svg("circle", { class: "cup-knob", cx: middle, cy: y + height * 0.09, r: height * 0.07 }));
  drawing.querySelector("g.shown")?.remove();
  drawing.append(cup);
  move(cup, [0, 5, -5, 4, -4, 2, 0].map((by) => ({ transform: `translateX(${by}px)` })), { duration: 700, easing: "ease-in-out" });
}

/** Dice tumble, a rotor turns: until the result is called. */
function begin() {
  if (isStill()) return;
  const turning = rotor();
  if (turning) {
    endless.push(turning.animate([{ transform: `rotate(${angle}deg)` }, { transform: `rotate(${angle - 360}deg)` }], { duration: 1400, iterations: Infinity }));
    return;
  }
  const faces = drawing ? findAll(drawing, "g.shown use", SVGElement) : [];
  faces.forEach((face, number) => {
    turnInPlace(face);
    endless.push(face.animate([{ transform: `rotate(0deg) scale(${WHOLE})` }, { transform: `rotate(${number % 2 ? -360 : 360}deg) scale(${WHOLE})` }], { duration: 520 + 90 * number, iterations: Infinity }));
  });
  if (kind === "faces") tumbling = setInterval(() => { for (const face of faces) face.setAttribute("href", `#face-${any(told.faces)}`); }, 110);
}

/** A part turns about its own middle, by its attributes: the box that a browser takes for a `use` may lie elsewhere. */
function turnInPlace(part) {
  const [x, y, width, height] = ["x", "y", "width", "height"].map((name) => Number(part.getAttribute(name) ?? 0));
  part.style.transformBox = "view-box";
  part.style.transformOrigin = `${x + width / 2}px ${y + height / 2}px`;
}

/** So large a die that turns stays within its place with every corner. */
const WHOLE = 0.7;
const any = (list) => list[Math.floor(Math.random() * list.length)];

/** Shows a result; `isNew` plays it, otherwise it lies there already. Resolves when it lies. */
export async function showResult(outcome, isNew) {
  skip();
  rest();
  if (!outcome || !drawing) return;
  const already = goesOn(outcome) ? lies.length : 0;
  stands = "shown";
  lies = outcome.split("-");
  place.dataset.stands = stands;
  place.classList.remove("idle");
  drawing.querySelector("g.cover")?.remove();
  const turning = rotor();
  if (turning) turn(turning, outcome, isNew);
  else if (kind === "heap") count(drawing, Number(outcome), isNew);
  else lay(drawing, isNew, already);
  await Promise.allSettled(running.map((one) => one.finished));
}

/** Faces or cards side by side, of which so many lay there already. @param {SVGSVGElement} drawing @param {number} already */
function lay(drawing, isNew, already) {
  const parts = lies;
  drawing.querySelector("g.shown")?.remove();
  const symbol = kind === "cards" ? "card" : "face";
  const width = kind === "cards" ? 70 : 100;
  const layer = svg("g", { class: "shown" });
  drawing.setAttribute("viewBox", `0 0 ${parts.length * (width + 14) - 14} 100`);
  parts.forEach((part, number) => {
    const shown = svg("use", { href: `#${symbol}-${part}`, x: number * (width + 14), y: 0, width, height: 100 });
    layer.append(shown);
    if (!isNew || number < already) return;
    shown.classList.add("fresh");
    const turned = kind === "cards" ? "translate(60px, -20px)" : `translate(${12 + 10 * number}px, -14px) rotate(${140 + 70 * number}deg)`;
    turnInPlace(shown);
    move(shown, [{ transform: turned, opacity: 0 }, { transform: "none", opacity: 1 }], { duration: LONG[kind], delay: 120 * (number - already), fill: "backwards" });
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
  const stop = -((at * 360) / order.length);
  const from = angle;
  angle = isNew ? stop - 360 * 2 + Math.floor(from / 360) * 360 : stop;
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
