// A result entered part by part: buttons of what the device can show, and what somebody wrote as the rulebook writes it.

import { el, say, svg, told } from "../page.js";
import { outcomeName } from "./tell.js";

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
