// Bets to be compared, kept for the session: of this game, of others, or of the same under other options.

import { get } from "../api.js";
import { MEASURES, exact, keyOf, pays, rounded, status } from "./figures.js";
import { announce, byId, decimal, el, labelled, parted, say, told } from "../page.js";

const KEPT = "banca.compare";
const MOST = 4;
const LOWEST = [...MEASURES, "p_lose", "sd"];
const HIGHEST = ["p_win"];
const ROWS = ["p_win", "p_lose", "p_push", ...MEASURES, "mean_rounds", "variance", "sd"];

const nameOf = (chosen) => JSON.stringify([chosen.game, chosen.key, ...chosen.options]);

function read() {
  try {
    return JSON.parse(sessionStorage.getItem(KEPT) ?? "[]");
  } catch {
    return [];
  }
}

let chosen = read();
let listeners = [];

export const tray = {
  has: (one) => chosen.some((other) => nameOf(other) === nameOf(one)),
  /** Put a bet in or take it out; whether it is in now. */
  toggle(one, name) {
    if (this.has(one)) {
      keep(chosen.filter((other) => nameOf(other) !== nameOf(one)));
      announce(say("taken_away", { name }));
      return false;
    }
    if (chosen.length >= MOST) {
      byId("tray-count").textContent = say("tray_full", { most: MOST });
      announce(say("tray_full", { most: MOST }));
      return false;
    }
    keep([...chosen, { ...one, name }]);
    announce(say("added", { name }));
    return true;
  },
  onChange: (heard) => listeners.push(heard),
};

function keep(now) {
  chosen = now;
  sessionStorage.setItem(KEPT, JSON.stringify(chosen));
  draw();
  for (const heard of listeners) heard();
}

export const query = (options) => options.map((one) => `option=${encodeURIComponent(one)}`).join("&");

/** Options in words, or that they are the default ones. */
function optionsSaid({ game, options }) {
  if (!options.length) return say("default_options");
  return parted(options.map((one) => {
    const [name, value] = one.split("=");
    const words = told.optionWords[game]?.[name];
    return words ? labelled(words.name, words.values[value] ?? value) : one;
  }));
}

async function fetched() {
  const reports = new Map();
  const asked = chosen.map(({ game, options }) => `/api/v1/games/${game}/odds?${query(options)}`);
  await Promise.all([...new Set(asked)].map(async (path) => reports.set(path, await get(path))));
  return chosen.map((one, at) => {
    const report = reports.get(asked[at]);
    return { one, report, bet: report.bets.find((bet) => keyOf(bet) === one.key) };
  }).filter(({ bet }) => bet);
}

const valueOf = (bet, name) => (name === "sd" ? bet.sd : decimal(bet[name]));

/** Which values of a row are the best, where they are not all alike. */
function best(name, found) {
  const values = found.map(({ bet }) => valueOf(bet, name));
  if (new Set(values).size < 2 || !(LOWEST.includes(name) || HIGHEST.includes(name))) return values.map(() => false);
  const wanted = HIGHEST.includes(name) ? Math.max(...values) : Math.min(...values);
  return values.map((value) => value === wanted);
}

async function compare() {
  const found = await fetched();
  const label = ({ bet }) => bet.name;
  const row = (name, cells, marks = []) => el("tr", { role: "row" }, el("th", { scope: "row", role: "rowheader" }, name),
    ...cells.map((cell, at) => el("td", { role: "cell", "data-label": label(found[at]), class: marks[at] ? "best" : null }, ...cell)));
  const head = el("tr", { role: "row" }, el("th", { scope: "col", role: "columnheader" }, el("span", { class: "sr" }, say("figure"))),
    ...found.map(({ one, report, bet }) => el("th", { scope: "col", role: "columnheader" },
      el("a", { href: `/explore/${report.game}?${query(one.options)}&bet=${encodeURIComponent(one.key)}` }, bet.name), " ",
      el("button", { type: "button", class: "quiet", "aria-label": say("take_away", { name: bet.name }), onclick: () => tray.toggle(one, bet.name) }, "✕"))));
  const rows = ROWS.map((name) => {
    const marks = best(name, found);
    const mark = HIGHEST.includes(name) ? say("highest") : say("lowest");
    return row(say(name), found.map(({ bet }, at) => [
      el("span", { class: "rounded" }, rounded(name, bet[name])), name === "sd" ? null : exact(bet[name]),
      marks[at] ? el("span", { class: "mark-best" }, `★ ${mark}`) : null]), marks);
  });
  byId("compared").replaceChildren(el("table", { class: "comparison", role: "table" }, el("thead", { role: "rowgroup" }, head), el("tbody", { role: "rowgroup" },
    row(say("game"), found.map(({ report }) => [report.title])),
    row(say("options"), found.map(({ one }) => [optionsSaid(one)])),
    row(say("pays"), found.map(({ bet }) => [pays(bet)])),
    ...rows,
    row(say("status"), found.map(({ bet }) => [status(bet.status)])))));
  byId("comparison").hidden = false;
}

function draw() {
  byId("tray").hidden = !chosen.length;
  byId("tray-count").textContent = say("tray", { count: chosen.length, most: MOST });
  byId("tray-bets").replaceChildren(...chosen.map((one) => el("li", {}, `${one.name} `,
    el("button", { type: "button", class: "quiet", "aria-label": say("take_away", { name: one.name }), onclick: () => tray.toggle(one, one.name) }, "✕"))));
  byId("compare-now", HTMLButtonElement).disabled = chosen.length < 2;
  if (chosen.length < 2) byId("comparison").hidden = true;
  else if (!byId("comparison").hidden) compare();
}

byId("compare-now").addEventListener("click", async () => {
  await compare();
  byId("comparison").focus({ preventScroll: true });
  byId("comparison").scrollIntoView({ block: "start" });
});
byId("compare-none").addEventListener("click", () => keep([]));
draw();
