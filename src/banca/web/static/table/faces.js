// A result entered part by part: buttons of what the device can show, and what somebody wrote as the rulebook writes it.

import { el, say, svg, told } from "../page.js";
import { outcomeName } from "./tell.js";

/** Buttons of what the device can show: pressed one after another they write the outcome of so many parts; then `onFull()`. */
export function facesOf(box, most, onFull = () => {}) {
  const buttons = told.faces.map((face) => el("button", { type: "button", class: "face", "data-face": face, "aria-label": outcomeName(face), onclick: () => {
    const before = box.value.split("-").filter(Boolean);
    const parts = [...(before.length >= most ? [] : before), face];
    box.value = parts.join("-");
    if (parts.length === most) onFull();
  } }, drawn(face) ?? (/^\d+$/.test(face) ? face : outcomeName(face))));
  return el("div", { class: "faces" }, ...buttons, el("button", { type: "button", onclick: () => { box.value = ""; } }, say("clear")));
}

export function drawn(face) {
  const symbol = ["face", "card"].map((kind) => `${kind}-${face}`).find((id) => document.getElementById(id));
  return symbol ? svg("svg", { viewBox: "0 0 100 100", class: "felt", "aria-hidden": "true" }, svg("use", { href: `#${symbol}`, width: 100, height: 100 })) : null;
}

/** A result as the rulebook writes it: "3 4" and "34" are 3-4. */
export function written(text, parts) {
  if (parts < 2) return text;
  const isRun = new RegExp(`^\\d{${parts}}$`).test(text) && !told.faces.includes(text);
  return (isRun ? [...text] : text.split(/[\s,-]+/)).join("-");
}
