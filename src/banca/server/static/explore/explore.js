// The explorer of a game's exact odds: its options, and the table of all bets.

import { get } from "../api.js";
import { byId, clauseLink, clauseOf, decimal, drawingOf, el, find, findAll, isStill, number, ready, say, told } from "../page.js";
import { query, tray } from "./compare.js";
import { detail } from "./detail.js";
import { MEASURES, both, drawChart, exact, groups, keyOf, pays, share, status } from "./figures.js";

// The table of bets: one row for selections with the same figures, sorted by any column, each opened for more.

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

// The explorer of one game: figures under options, as a table or a chart, beside the layout.

const sought = byId("find", HTMLInputElement);
const optionForm = byId("options", HTMLFormElement);
const game = told.usual.game;
const usual = new Map(told.usual.bets.map((bet) => [keyOf(bet), bet]));
const defaults = Object.fromEntries(told.options.map((one) => [one.option, one.default]));
const FIGURES = ["pays", "p_win", "p_lose", "p_push", "house_edge", "mean_rounds", "commission"];

let report = told.asked ?? told.usual;
let isTable = true;
let turns = 0;

const view = {
  game, usual, tray,
  by: MEASURES[0],
  open: null,
  scale: 0,
  sort: { name: null, isDown: false },
  isChanged: (bet) => FIGURES.some((name) => bet[name] !== usual.get(keyOf(bet))?.[name]),
  chosen: (key) => ({ game, key, options: options() }),
  light(keys) {
    for (const region of findAll(byId("layout"), "[data-bet]", SVGElement)) region.classList.toggle("lit", keys.includes(region.dataset.bet) || region.dataset.bet === view.open);
  },
  toggle(key) {
    view.open = key;
    draw();
    view.light([]);
    keepAddress();
  },
  /** Open a bet and bring it into view. */
  show(key) {
    isTable = true;
    find(byId("view"), "[value=table]", HTMLInputElement).checked = true;
    sought.value = "";
    view.toggle(key);
    const row = byId("table").querySelector("tr.open");
    if (!row) return;
    row.scrollIntoView({ block: "nearest", behavior: isStill() ? "auto" : "smooth" });
    find(row, ".opener").focus({ preventScroll: true });
  },
  sortBy(name) {
    view.sort = view.sort.name !== name ? { name, isDown: false } : view.sort.isDown ? { name: null, isDown: false } : { name, isDown: true };
    draw();
  },
};

/** Which of some choices is taken. */
const ticked = (id) => find(byId(id), ":checked", HTMLInputElement).value;

/** What the house chose other than by default, as NAME=VALUE. */
function options() {
  return Object.entries(report.options).filter(([name, value]) => String(value) !== defaults[name]).map(([name, value]) => `${name}=${value}`);
}

function keepAddress() {
  const parts = [query(options())];
  if (view.by !== MEASURES[0]) parts.push(`by=${view.by}`);
  if (view.open) parts.push(`bet=${encodeURIComponent(view.open)}`);
  const asked = parts.filter(Boolean).join("&");
  history.replaceState(null, "", location.pathname + (asked ? `?${asked}` : ""));
  find(document, "form [name=to]", HTMLInputElement).value = location.pathname + location.search;
}

function draw() {
  const words = sought.value.trim().toLocaleLowerCase(told.language);
  const all = groups(report.bets);
  const found = all.filter((group) => group.bets.some((bet) => bet.name.toLocaleLowerCase(told.language).includes(words) || keyOf(bet).includes(words)));
  view.scale = Math.max(...all.map(({ bet }) => Math.abs(decimal(bet[view.by]))));
  byId("table").hidden = !isTable;
  byId("chart").hidden = isTable;
  const sorted = drawTable(byId("table"), found, view);
  drawChart(byId("chart"), view.sort.name ? sorted : [...found].sort((a, b) => decimal(a.bet[view.by]) - decimal(b.bet[view.by])), view);
  const bets = found.reduce((sum, group) => sum + group.bets.length, 0);
  byId("shown").textContent = found.length ? say("shown", { shown: found.length, count: all.length, bets }) : say("none_shown");
}

function tellChanges() {
  const changed = report.bets.filter(view.isChanged).length;
  byId("changes").textContent = options().length ? (changed ? `≠ ${say("changes", { count: changed })}` : say("no_changes")) : "";
}

async function showLayout() {
  try {
    await drawLayout(turns);
  } catch (fault) {
    byId("layout").replaceChildren(el("p", { class: "soft" }, fault.message));
  }
}

async function drawLayout(turn) {
  const asked = options().map((one) => `&option=${encodeURIComponent(one)}`).join("");
  const text = await get(`/api/v1/games/${game}/layout?bare=true&form=tall${asked}`);
  if (turn !== turns) return;
  const drawn = drawingOf(text);
  byId("layout").replaceChildren(drawn);
  drawn.addEventListener("click", (event) => {
    const region = event.target instanceof Element && event.target.closest("[data-bet]");
    if (region instanceof SVGElement) view.show(region.dataset.bet);
  });
  view.light([]);
}

async function choose() {
  const form = new FormData(optionForm);
  const asked = [...form].filter(([name, value]) => value !== defaults[name]).map(([name, value]) => `${name}=${value}`);
  const turn = (turns += 1);
  byId("refused").textContent = "";
  try {
    const found = asked.length ? await get(`/api/v1/games/${game}/odds?${query(asked)}`) : told.usual;
    if (turn !== turns) return; // other options were chosen in the meantime
    report = found;
  } catch (fault) {
    byId("refused").textContent = fault.message;
    return;
  }
  draw();
  tellChanges();
  keepAddress();
  await showLayout();
}

/** What the address asks for. */
function readAddress() {
  const asked = new URLSearchParams(location.search);
  view.by = MEASURES.find((name) => name === asked.get("by")) ?? view.by;
  const wanted = asked.get("bet");
  const opened = report.bets.find((bet) => keyOf(bet) === wanted) ?? report.bets.find((bet) => bet.id === wanted);
  view.open = opened ? keyOf(opened) : null;
  find(byId("measure"), `[value=${view.by}]`, HTMLInputElement).checked = true;
  for (const [name, value] of Object.entries(report.options)) {
    const control = optionForm.elements[name];
    if (control) control.value = String(value);
  }
}

optionForm.addEventListener("change", choose);
optionForm.addEventListener("submit", (event) => event.preventDefault());
byId("measure").addEventListener("change", () => { view.by = ticked("measure"); draw(); keepAddress(); });
byId("view").addEventListener("change", () => { isTable = ticked("view") === "table"; draw(); });
sought.addEventListener("input", draw);
tray.onChange(draw);

if (matchMedia("(max-width: 1180px)").matches) byId("layout-shown", HTMLDetailsElement).open = false;
readAddress();
draw();
tellChanges();
keepAddress();
await showLayout();
if (view.open) byId("table").querySelector("tr.open")?.scrollIntoView({ block: "center" });
ready();
