// The house edge of every bet as bars; the same numbers stand in the table.

import { share } from "./figures.js";
import { decimal, el, percent } from "../page.js";

/** Round steps of an axis: four or five of them up to `most`. */
function steps(least, most) {
  const rough = (most - least) / 4 || 1;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 2.5, 5, 10].map((times) => times * power).find((one) => one >= rough * 0.999) ?? rough;
  const found = [];
  for (let at = Math.ceil(least / step - 1e-9) * step + 0; at <= most * 1.0001; at += step) found.push(at);
  return found;
}

export function drawChart(place, found, view) {
  const values = found.map(({ bet }) => decimal(bet[view.by]));
  const least = Math.min(0, ...values);
  const most = Math.max(0, ...values);
  const span = most - least || 1;
  const at = (value) => `${((value - least) / span) * 100}%`;
  const axis = el("div", { class: "axis", "aria-hidden": "true" }, ...steps(least, most).map((value) => {
    const tick = el("span", {}, percent(value, span < 0.04 ? 1 : 0));
    tick.style.left = at(value);
    return tick;
  }));
  const rows = found.map((group, place) => {
    const bar = el("span", { class: `span${view.isChanged(group.bet) ? " changed-bar" : ""}` });
    bar.hidden = values[place] === 0;
    bar.style.left = at(Math.min(0, values[place]));
    bar.style.width = `${(Math.abs(values[place]) / span) * 100}%`;
    const line = el("li", {},
      el("button", { type: "button", class: "quiet name", "data-open": group.keys[0], onclick: () => view.show(group.keys[0]) }, group.name),
      el("span", { class: "track", "aria-hidden": "true" }, bar),
      el("span", { class: "value" }, view.isChanged(group.bet) ? "≠ " : "", share(values[place])));
    for (const event of ["mouseenter", "focusin"]) line.addEventListener(event, () => view.light(group.keys));
    for (const event of ["mouseleave", "focusout"]) line.addEventListener(event, () => view.light([]));
    return line;
  });
  place.replaceChildren(axis, el("ul", { class: "bars" }, ...rows));
}
