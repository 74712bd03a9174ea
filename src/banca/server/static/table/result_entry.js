// Entering a result at an observed table: by its faces, by typing, or by pressing the layout; and what the result would come to.

import { get } from "../api.js";
import { byId, el, findAll, money, say, svg, told } from "../page.js";
import { outcomeName } from "./labels.js";

// A result entered part by part: buttons of what the device can show, and what somebody wrote as the rulebook writes it.

/** Buttons of what the device can show: pressed one after another they write the outcome of so many parts; then `onFull()`. */
export function facesOf(box, most, onFull = () => {}) {
  const buttons = told.faces.map((face) => el("button", { type: "button", class: "face", "data-face": face, "aria-label": outcomeName(face), onclick: () => {
    const before = box.value.split("-").filter(Boolean);
    const parts = [...(before.length >= most ? [] : before), partName(face)];
    box.value = parts.join("-");
    if (parts.length === most) onFull();
  } }, drawn(face) ?? partName(face)));
  return el("div", { class: "faces" }, ...buttons, el("button", { type: "button", onclick: () => { box.value = ""; } }, say("clear")));
}

export function drawn(face) {
  const symbol = ["face", "card"].map((kind) => `${kind}-${face}`).find((id) => document.getElementById(id));
  return symbol ? svg("svg", { viewBox: "0 0 100 100", class: "felt", "aria-hidden": "true" }, svg("use", { href: `#${symbol}`, width: 100, height: 100 })) : null;
}

/** What a part is called where the rulebook writes it in letters; a number stays as it is. */
const partName = (face) => (/^\d+$/.test(face) ? face : told.names[face] ?? face);

/** An example of how a result is entered, in the reader's words. */
export const example = (form) => form.split("-").map(partName).join("-");

const plain = (text) => text.trim().toLocaleLowerCase().normalize("NFD").replace(/\p{M}/gu, "");

/** A part as the rulebook writes it, whether somebody typed that or its name. */
const partOf = (text) => told.faces.find((face) => [face, partName(face)].some((one) => plain(one) === plain(text))) ?? text;

/** A result as the rulebook writes it: "3 4" and "34" are 3-4. */
export function written(text, parts) {
  if (parts < 2) return partOf(text);
  const isRun = new RegExp(`^\\d{${parts}}$`).test(text) && !told.faces.includes(text);
  return (isRun ? [...text] : text.split(/[\s,-]+/).map(partOf)).join("-");
}

// A result entered by a croupier: keys for what can lie there, two dice as one press, and a line that says what it would come to before it counts.

/** Two parts of so few faces are one press on a square of keys. */
const FEW = 6;

/** What a box for a result has beside it. `how` is what the server says of the entry, `shown` what lies there already, `onFull()` is called when one press has entered all of it. */
export function keysFor(box, how, { shown, onFull }) {
  const line = el("p", { class: "preview", role: "status" });
  const preview = previewer(line, how, shown);
  box.addEventListener("input", () => preview(box.value));
  box.dataset.result = "";
  box.preview = preview;
  const isSquare = how.parts === 2 && told.faces.length <= FEW;
  return [line, isSquare ? square(box, preview, onFull) : keys(box, how.parts, preview)];
}

/** A key for each face, pressed one after another. */
function keys(box, parts, preview) {
  const found = facesOf(box, parts);
  found.addEventListener("click", () => preview(box.value));
  return found;
}

/** One key for every two faces. */
function square(box, preview, onFull) {
  const enter = (outcome) => {
    box.value = outcome;
    preview(outcome);
    onFull();
  };
  return el("div", { class: "square" }, ...told.faces.flatMap((one) => told.faces.map((other) => {
    const outcome = `${one}-${other}`;
    return el("button", {
      type: "button", class: "face", "data-outcome": outcome, "aria-label": outcomeName(outcome), tabindex: "-1",
      onclick: () => enter(outcome), onpointerenter: () => preview(outcome), onpointerleave: () => preview(box.value),
    }, drawn(one) ?? one, drawn(other) ?? other);
  })));
}

/** Says what a result would come to, once all its parts are there; of several wishes, the last. */
function previewer(line, how, shown) {
  let last = "";
  return async (text) => {
    const outcome = written(text.trim(), how.parts);
    const isFull = how.whole && outcome.split("-").length === how.parts && outcome.split("-").every((part) => told.faces.includes(part));
    const asked = isFull ? [...(how.after ? [shown] : []), outcome].join("-") : "";
    if (asked === last) return;
    last = asked;
    line.textContent = "";
    line.setAttribute("aria-busy", String(Boolean(asked)));
    if (!asked) return;
    const found = await get(`/api/v1/tables/${told.table}/payments?outcome=${encodeURIComponent(asked)}`).catch(() => null);
    if (asked !== last) return;
    line.setAttribute("aria-busy", "false");
    line.textContent = found ? say("would_come_to", { said: found.said, take: money(found.take), pay: money(found.pay) }) : "";
  };
}

/** The box that a result is written into now: of a correction that is open, else of the act that is due. @returns {any} */
function resultBox() {
  const boxes = findAll(byId("acts"), "input[data-result]", HTMLInputElement);
  return boxes.find((box) => box.closest("details")?.open) ?? boxes.find((box) => !box.closest("details")) ?? null;
}

/** Whether pressing a bet on the layout says what lies there. */
export const isPressed = (bet) => Boolean(told.pressed[bet] && resultBox());

/** The bet of a single result was pressed on the layout: this result lies there. */
export function enterPressed(bet) {
  const box = resultBox();
  if (!box || !told.pressed[bet]) return;
  box.value = told.pressed[bet];
  box.preview(box.value);
  box.focus();  // and not the layout: the next act takes the focus on
  if (!box.closest("details")) box.form.requestSubmit();
}

/** What is under the pointer on the layout is what the line speaks of. */
export function lookAt(bet) {
  const box = resultBox();
  box?.preview(told.pressed[bet] ?? box.value);
}
