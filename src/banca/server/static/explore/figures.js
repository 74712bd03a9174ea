// How the figures of a bet are written, and their chart.

import { decimal, el, exact as written, listed, number, percent, phrased, rate, say, told } from "../page.js";

// Figures of bets as the explorer writes them: exactly and rounded, grouped where they are the same.

export const MEASURES = ["house_edge", "house_edge_resolved", "house_edge_per_round"];
const SAME = ["id", "cite", "prize_cite", "status", "pays", "commission", "p_win", "p_lose", "p_push", "mean_rounds"];

export const keyOf = (bet) => (bet.selection ? `${bet.id}:${bet.selection}` : bet.id);

/** Bets that differ only in their selection, together, in the rulebook's order. */
export function groups(bets) {
  const found = new Map();
  for (const bet of bets) {
    const figures = SAME.map((name) => bet[name]).join("|");
    if (!found.has(figures)) found.set(figures, []);
    found.get(figures).push(bet);
  }
  return [...found.values()].map((same) => ({ bets: same, bet: same[0], keys: same.map(keyOf), name: title(same) }));
}

const MOST_NAMED = 4;

/** What a group is called: one name, a family with its few selections, or with how many it has. */
function title(bets) {
  if (bets.length === 1) return bets[0].name;
  const family = bets[0].family;
  return bets.length <= MOST_NAMED ? `${family} ${listed(bets.map(selection))}` : `${family} ×${bets.length}`;
}

/** A bet's name without its family's, where the one stands within the other. */
export function selection({ name, family }) {
  const rest = name.startsWith(family) ? name.slice(family.length) : name.endsWith(family) ? name.slice(0, -family.length) : name;
  return rest.trim() || name;
}

/** A share as a percentage with three decimals. */
export const share = (value) => percent(value, 3);

/** Rounded above, exact below. */
export function both(fraction) {
  return [el("span", { class: "rounded" }, share(fraction)), exact(fraction)];
}

/** A fraction as it is; a long one may break at its stroke. */
export function exact(fraction) {
  const [over, under] = written(fraction).split("/");
  return el("span", { class: "exact" }, ...(under ? [`${over}/`, el("wbr"), under] : [over]));
}

/** A figure in its own way, rounded: chances and edges as percentages, the rest as numbers. */
export function rounded(name, value) {
  if (name === "sd") return number(value, 4, 4);
  if (name === "variance" || name === "mean_rounds") return number(value, 4, decimal(value) % 1 ? 4 : 0);
  return share(value);
}

/** What a bet pays, and the commission taken from it. */
export function pays(bet) {
  return bet.commission === "0" ? bet.pays : phrased([bet.pays, say("less_commission", { rate: rate(decimal(bet.commission)) })]);
}

/** How firm it is, as a word with its mark. */
export function status(name) {
  const about = told.statuses[name];
  return el("span", { class: `status ${name}`, title: about.means }, about.mark ? `${about.mark} ` : "", about.name);
}

// The house edge of every bet as bars; the same numbers stand in the table.

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
