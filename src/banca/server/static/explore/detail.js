// One bet in full: what is left of a unit, every figure exactly, and the clauses it rests on.

import { exact, keyOf, pays, rounded, selection, status } from "./figures.js";
import { clauseLink, clauseOf, decimal, el, exact as written, listed, number, percent, say, told } from "../page.js";

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
