// The table of bets: one row for selections with the same figures, sorted by any column, each opened for more.

import { detail } from "./detail.js";
import { both, exact, keyOf, pays, share, status } from "./figures.js";
import { clauseLink, clauseOf, decimal, el, number, say, told } from "../page.js";

/** Every column: its heading, what it sorts by, and what stands in it. */
function columns(view) {
  const { by, game } = view;
  return [
    { name: "bet", text: say("bet"), by: ({ name }) => name, cell: nameCell },
    { name: "pays", text: say("pays"), by: ({ bet }) => Math.max(...bet.odds.map(([prize, stake]) => prize / stake)), cell: ({ bet }) => [pays(bet)] },
    ...["p_win", "p_lose", "p_push"].map((name) => ({ name, text: say(name), isNumber: true, by: ({ bet }) => decimal(bet[name]), cell: ({ bet }) => both(bet[name]) })),
    { name: "edge", text: say("edge"), isNumber: true, by: ({ bet }) => decimal(bet[by]), cell: edgeCell },
    { name: "rounds", text: say("rounds"), isNumber: true, by: ({ bet }) => decimal(bet.mean_rounds), cell: roundsCell },
    { name: "spread", text: say("spread"), isNumber: true, by: ({ bet }) => bet.sd, cell: ({ bet }) => [number(bet.sd, 3, 3)] },
    { name: "firmness", text: say("firmness"), by: ({ bet }) => Object.keys(told.statuses).indexOf(bet.status), cell: ({ bet }) => [status(bet.status), el("span", { class: "clauses" }, ...clauses(game, bet))] },
    { name: "compare", text: say("compare"), cell: compareCell },
  ];
}

const clauses = (game, bet) => {
  const cites = [...new Set([bet.cite, ...bet.prize_cite.split(", "), bet.commission_cite].filter(Boolean).map(clauseOf))];
  return cites.flatMap((cite, place) => (place ? [" ", clauseLink(game, cite)] : [clauseLink(game, cite)]));
};

function nameCell(group, view) {
  const isOpen = view.open !== null && group.keys.includes(view.open);
  const button = el("button", { class: "opener", type: "button", "aria-expanded": String(isOpen), "data-open": group.keys[0], onclick: () => view.toggle(isOpen ? null : group.keys[0]) }, group.name);
  return [button];
}

function edgeCell(group, view) {
  const { bet } = group;
  const length = view.scale ? Math.abs(decimal(bet[view.by])) / view.scale : 0;
  const bar = el("span", { class: `bar${decimal(bet[view.by]) < 0 ? " below" : ""}`, "aria-hidden": "true" });
  bar.style.setProperty("--share", String(length));
  const usual = view.usual.get(keyOf(bet));
  const changed = view.isChanged(bet) ? [el("span", { class: "changed" }, el("b", {}, `≠ ${say("changed")}`), " ", usual ? say("was", { value: share(usual[view.by]) }) : "")] : [];
  return [...both(bet[view.by]), bar, ...changed];
}

function roundsCell({ bet }) {
  const mean = decimal(bet.mean_rounds);
  return Number.isInteger(mean) ? [number(mean)] : [el("span", { class: "rounded" }, number(bet.mean_rounds, 3, 3)), exact(bet.mean_rounds)];
}

function compareCell(group, view) {
  const key = view.open !== null && group.keys.includes(view.open) ? view.open : group.keys[0];
  const bet = group.bets.find((one) => keyOf(one) === key);
  return [el("label", { class: "tick" },
    el("input", { type: "checkbox", "data-compare": key, checked: view.tray.has(view.chosen(key)), onchange: (event) => { event.target.checked = view.tray.toggle(view.chosen(key), bet.name); } }),
    el("span", { class: "sr" }, say("compare_bet", { name: bet.name })))];
}

/** The whole table, drawn anew into its place. */
export function drawTable(place, found, view) {
  const kept = document.activeElement instanceof HTMLElement ? { ...document.activeElement.dataset } : {};
  const all = columns(view);
  const sorted = view.sort.name ? inOrder(found, all.find((one) => one.name === view.sort.name), view.sort.isDown) : found;
  const head = el("tr", { role: "row" }, ...all.map((column) => heading(column, view)));
  const body = el("tbody", { role: "rowgroup" }, ...sorted.flatMap((group) => row(group, all, view)));
  place.replaceChildren(el("table", { class: "figures", role: "table" }, el("thead", { role: "rowgroup" }, head), body));
  for (const name of ["open", "select", "sort", "compare"]) {
    if (kept[name]) [...place.querySelectorAll(`[data-${name}]`)].find((one) => one.dataset[name] === kept[name])?.focus({ preventScroll: true });
  }
  return sorted;
}

function heading(column, view) {
  const isSorted = view.sort.name === column.name;
  const about = { role: "columnheader", scope: "col", class: `${column.name}${column.isNumber ? " number" : ""}` };
  if (!column.by) return el("th", about, column.text);
  about["aria-sort"] = isSorted ? (view.sort.isDown ? "descending" : "ascending") : "none";
  const sign = el("span", { class: "sign", "aria-hidden": "true" }, isSorted ? (view.sort.isDown ? "▼" : "▲") : "↕");
  return el("th", about, el("button", { type: "button", class: "sorter", "data-sort": column.name, onclick: () => view.sortBy(column.name) }, column.text, sign));
}

export function inOrder(found, column, isDown) {
  const compared = (a, b) => (typeof a === "string" ? a.localeCompare(b, told.language, { numeric: true }) : a - b);
  return [...found].sort((a, b) => compared(column.by(a), column.by(b)) * (isDown ? -1 : 1));
}

function row(group, all, view) {
  const isOpen = view.open !== null && group.keys.includes(view.open);
  const made = el("tr", { role: "row", class: `${isOpen ? "open" : ""}${view.isChanged(group.bet) ? " differs" : ""}`, "data-bet": group.keys[0] },
    ...all.map((column) => el("td", { role: "cell", class: `${column.name}${column.isNumber ? " number" : ""}`, "data-label": column.text }, ...column.cell(group, view))));
  for (const event of ["mouseenter", "focusin"]) made.addEventListener(event, () => view.light(group.keys));
  for (const event of ["mouseleave", "focusout"]) made.addEventListener(event, () => view.light([]));
  if (!isOpen) return [made];
  return [made, el("tr", { class: "more", role: "row" }, el("td", { colspan: all.length, role: "cell" }, detail(group, view)))];
}
