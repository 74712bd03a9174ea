// How the figures of a bet are written, their chart, and one bet in full.

import { clauseLink, clauseOf, decimal, el, exact as written, listed, number, percent, phrased, rate, say, told } from "../page.js";

// One bet in full: what is left of a unit, every figure exactly, and the clauses it rests on.

const FIGURES = ["p_win", "p_lose", "p_push", "house_edge", "house_edge_resolved", "house_edge_per_round", "mean_rounds", "variance"];

export function detail(group, view) {
  const bet = group.bets.find((one) => keyOf(one) === view.open) ?? group.bet;
  return el("div", { class: "panel", id: "panel" },
    el("h2", {}, bet.name, " ", el("span", { class: "soft" }, pays(bet))),
    group.bets.length > 1 ? selections(group, view) : null,
    el("div", { class: "panes" }, distribution(bet), figures(bet), clauses(bet, view.game)));
}

function selections(group, view) {
  return el("details", { class: "selections", open: group.bets.length <= 14 },
    el("summary", {}, say("selections", { count: group.bets.length })),
    el("div", { class: "row", role: "group", "aria-label": say("choose_selection") }, ...group.bets.map((bet) => {
      const key = keyOf(bet);
      return el("button", { type: "button", class: "quiet", "data-select": key, "aria-pressed": String(key === view.open), onclick: () => view.toggle(key) },
        selection(bet));
    })));
}

/** A net result with its sign. */
const net = (fraction) => (decimal(fraction) > 0 ? "+" : "") + written(fraction);
/** The opposite of a fraction: what a house edge is to the player. */
const opposite = (fraction) => (fraction.startsWith("-") ? fraction.slice(1) : fraction === "0" ? fraction : `-${fraction}`);

function distribution(bet) {
  const most = Math.max(...bet.net.map((one) => decimal(one.chance)));
  const mean = opposite(bet.house_edge);
  return el("section", {}, el("h3", {}, say("distribution")),
    el("table", { class: "net" },
      el("thead", {}, el("tr", {}, el("th", { scope: "col" }, say("net")), el("th", { scope: "col" }, say("chance")))),
      el("tbody", {}, ...bet.net.map((one) => {
        const value = decimal(one.net);
        const bar = el("span", { class: `bar ${value < 0 ? "lost" : value > 0 ? "won" : "even"}`, "aria-hidden": "true" });
        bar.style.setProperty("--share", String(decimal(one.chance) / most));
        return el("tr", {}, el("th", { scope: "row", class: "number" }, net(one.net)),
          el("td", {}, bar, el("span", { class: "rounded" }, percent(one.chance)), " ", exact(one.chance)));
      }))),
    el("p", { class: "soft" }, say("mean", { value: net(mean) }), ` ≈ ${number(mean, 5, 5)}`));
}

function figures(bet) {
  const rows = FIGURES.map((name) => [say(name), exact(bet[name]), rounded(name, bet[name])]);
  rows.push([say("sd"), "", number(bet.sd, 6, 6)], [say("states"), String(bet.states), ""]);
  return el("section", { class: "all" }, el("h3", {}, say("all_figures")),
    el("table", { class: "every" },
      el("thead", {}, el("tr", {}, el("th", { scope: "col" }, el("span", { class: "sr" }, say("figure"))), el("th", { scope: "col" }, say("exactly")), el("th", { scope: "col", class: "number" }, say("rounded")))),
      el("tbody", {}, ...rows.map(([name, exactly, about]) => el("tr", {}, el("th", { scope: "row" }, name), el("td", {}, exactly), el("td", { class: "number" }, about))))));
}

function clauses(bet, game) {
  const cites = [
    [say("defined_by"), bet.cite],
    ...bet.prize_cite.split(", ").filter(Boolean).map((cite) => [say("prize_by"), cite]),
    ...(bet.commission_cite ? [[say("commission_by"), bet.commission_cite]] : []),
    ...bet.reads.map((cite) => [say("read_by"), cite]),
  ];
  const byClause = new Map();
  for (const [what, cite] of cites) {
    const clause = clauseOf(cite);
    byClause.set(clause, [...(byClause.get(clause) ?? []), what]);
  }
  return el("section", {}, el("h3", {}, say("rests_on")),
    el("ul", { class: "rests" }, ...[...byClause].map(([clause, what]) => {
      const about = told.clauses[clause];
      return el("li", {}, el("p", {}, clauseLink(game, clause), " ", el("span", { class: "soft" }, listed([...new Set(what)])), " ", about ? status(about.status) : null),
        about ? el("p", {}, about.text) : null);
    })));
}

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
