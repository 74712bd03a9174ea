// Figures of bets as the explorer writes them: exactly and rounded, grouped where they are the same.

import { decimal, el, listed, number, percent, phrased, rate, say, told, exact as written } from "../page.js";

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

