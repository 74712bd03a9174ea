// What lay on the table, drawn small: the faces or cards of a result, the rotor turned to it, the buttons that were left.

import { svg } from "../page.js";

const GAP = 8;

/** The picture of an outcome, made of the symbols of the page's device; none where they do not show it. @returns {SVGSVGElement | null} */
export function pictureOf(outcome) {
  const device = document.querySelector("#device svg.device");
  if (!outcome || !(device instanceof SVGSVGElement)) return null;
  const kind = device.dataset.kind ?? "";
  if (kind === "faces" || kind === "cards") return laid(outcome.split("-"), kind === "cards" ? "card" : "face", kind === "cards" ? 70 : 100);
  if (kind === "rotor") return turned(device, outcome);
  return kind === "heap" ? left(Number(outcome)) : null;
}

const framed = (width, height, ...parts) => svg("svg", { class: "felt shown-result", viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true" }, ...parts);

function laid(parts, symbol, width) {
  if (parts.some((part) => !document.getElementById(`${symbol}-${part}`))) return null;
  const uses = parts.map((part, number) => svg("use", { href: `#${symbol}-${part}`, x: number * (width + GAP), y: 0, width, height: 100 }));
  return framed(parts.length * (width + GAP) - GAP, 100, ...uses);
}

function turned(device, outcome) {
  const copy = /** @type {SVGSVGElement} */ (device.cloneNode(true));
  const rotor = copy.querySelector(".rotor");
  if (!(rotor instanceof SVGElement)) return null;
  const order = (rotor.dataset.order ?? "").split("|");
  const at = order.indexOf(outcome);
  if (at < 0) return null;
  for (const one of copy.querySelectorAll("[id]")) one.removeAttribute("id");
  rotor.style.transform = `rotate(${-(at * 360) / order.length}deg)`;
  copy.setAttribute("class", "felt shown-result");
  copy.setAttribute("aria-hidden", "true");
  copy.removeAttribute("role");
  return copy;
}

function left(count) {
  if (!document.getElementById("button") || !(count > 0)) return null;
  const uses = Array.from({ length: count }, (_, number) => svg("use", { href: "#button", x: number * 30, y: 0, width: 26, height: 26 }));
  return framed(count * 30 - 4, 26, ...uses);
}
