// What each player staked and received, or paid in and took out, as a table.

import { el, gain, money, number, say } from "../page.js";

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
