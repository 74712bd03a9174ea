// What pages of the audit share: sums of players, and pictures of results; and the script of a round's sheet.

import { el, gain, money, number, onPress, ready, say, svg } from "../page.js";

// What each player staked and received, or paid in and took out, as a table.

/** A table of sums; `columns` are the names of the fields with what they are called, the last with its sign. */
export function sumsTable(players, columns) {
  const [last] = columns.slice(-1);
  const cell = (one, key) => el("td", { class: `number ${key === last ? (one[key] < 0 ? "lose" : "win") : ""}` }, key === last ? gain(one[key]) : key === "rounds" ? number(one[key]) : money(one[key]));
  return el("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": say("sums") },
    el("table", {}, el("caption", { class: "sr" }, say("sums")),
      el("thead", {}, el("tr", {}, el("th", { scope: "col" }, say("player")), ...columns.map((key) => el("th", { scope: "col", class: "number" }, say(`sum_${key}`))))),
      el("tbody", {}, ...players.map((one) => el("tr", { "data-player": one.player }, el("th", { scope: "row" }, one.player), ...columns.map((key) => cell(one, key)))))));
}

/** The filter of a form as it stands in an address. @param {any} fields */
export function filtered(fields) {
  const query = new URLSearchParams();
  for (const name of ["player", "since", "until"]) if (fields[name].value.trim()) query.set(name, fields[name].value.trim());
  return query;
}

/** The form filled with what an address has. @param {any} fields @param {URLSearchParams} given */
export function fillFilter(fields, given) {
  for (const name of ["player", "since", "until"]) fields[name].value = given.get(name) ?? "";
}

// What lay on the table, drawn small: the faces or cards of a result, the rotor turned to it, the buttons that were left.

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

// The sheet of one round: its result drawn, and printed when somebody wants it.

const sheet = document.getElementById("shown-here");
if (sheet) {
  const picture = pictureOf(sheet.dataset.outcome);
  if (picture) sheet.append(picture);
  onPress("print", () => print());
  ready();
}
