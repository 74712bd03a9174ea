// The explorer of one game: figures under options, as a table or a chart, beside the layout.

import { get } from "../api.js";
import { drawChart } from "./chart.js";
import { query, tray } from "./compare.js";
import { groups, keyOf, MEASURES } from "./figures.js";
import { drawTable } from "./table.js";
import { byId, decimal, drawingOf, el, find, findAll, isStill, ready, say, told } from "../page.js";

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
