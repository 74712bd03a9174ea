// A table on a screen on the wall: what came, how often and how often it should, what is due. Nothing here can be pressed.

import { get } from "../api.js";
import { byId, el, find, isStill, labelled, percent, ready, say, svg, told } from "../page.js";
import { drawn } from "../table/faces.js";
import { follow } from "../table/stream.js";
import { outcomeName } from "../table/tell.js";

/** Milliseconds between looks of who has no name and so no stream. */
const LOOK = 1500;
const SOON = 4;
const BAR = 100;
const ring = byId("ring", SVGSVGElement);
const left = find(ring, ".ring-left", SVGElement);
const figure = find(ring, "text", SVGElement);
/** When the phase ends by this page's clock, in milliseconds. */
let end = 0;
let clock = "";
let isLooking = false;
let isStale = false;
let seq = 0;
/** @type {Animation | null} */
let running = null;

/** Look at the table; several wishes at once become one. */
async function look() {
  isStale = true;
  if (isLooking) return;
  isLooking = true;
  try {
    while (isStale) {
      isStale = false;
      show(await get(`/api/v1/tables/${told.table}/wall`));
    }
  } catch {
    // It is looked at again with the next entry, or a moment later.
  } finally {
    isLooking = false;
  }
}

function show(wall) {
  seq = wall.seq;
  change(byId("phase"), wall.is_closed ? say("table_closed") : told.phases[wall.phase] ?? wall.phase);
  change(byId("round"), say("round", { number: wall.round }));
  change(byId("next"), wall.due?.act ? labelled(say("next_act"), told.acts[wall.due.act] ?? wall.due.act) : "");
  change(byId("said"), wall.said || (wall.results.length ? outcomeName(wall.results[0]) : ""));
  byId("said").classList.toggle("past", !wall.said);
  showClock(wall.due);
  showResults(wall);
  byId("statistics").replaceChildren(...wall.statistics.map((one) => statistic(one, wall.results.length, wall.of)));
}

function change(place, text) {
  if (place.textContent !== text) place.textContent = text;
}

function showResults({ results, round }) {
  const key = `${round} ${results.join("|")}`;
  const list = byId("results");
  if (list.dataset.key === key) return;
  list.dataset.key = key;
  list.replaceChildren(...results.map(result));
  if (!results.length) list.append(el("li", { class: "none" }, say("no_results")));
}

function result(outcome) {
  const faces = outcome.split("-").map(drawn);
  const isDrawn = faces.every(Boolean);
  const parts = isDrawn ? [el("span", { class: "sr" }, outcomeName(outcome)), ...faces] : [outcomeName(outcome)];
  return el("li", { "data-outcome": outcome, class: isDrawn ? "drawn" : "" }, ...parts);
}

/** A table of what came beside what should: counts, shares, and a bar with a mark at the exact share. */
function statistic({ name, rows }, of, all) {
  const head = el("tr", {}, el("th", { scope: "col" }, ""), ...["came", "share", "exact_share"].map((word) => el("th", { scope: "col", class: "number" }, say(word))), el("td", {}));
  const most = Math.max(...rows.map(({ count, ways }) => Math.max(of ? count / of : 0, ways / all)));
  return el("table", {}, el("caption", {}, name), el("thead", {}, head), el("tbody", {}, ...rows.map((row) => line(row, of, all, most))));
}

function line({ name, count, ways }, of, all, most) {
  const [share, exact] = [of ? count / of : 0, ways / all];
  const bar = svg("svg", { class: "bar-of", viewBox: `0 0 ${BAR} 10`, preserveAspectRatio: "none", "aria-hidden": "true" },
    svg("rect", { class: "came", x: 0, y: 1, width: (BAR * share) / most, height: 8 }),
    svg("rect", { class: "should", x: Math.min((BAR * exact) / most, BAR - 1), y: 0, width: 1, height: 10 }));
  return el("tr", { "data-name": name }, el("th", { scope: "row" }, name),
    el("td", { class: "number came" }, String(count)), el("td", { class: "number share" }, of ? percent(share, 0) : "–"), el("td", { class: "number exact-share" }, percent(exact, 1)), el("td", { class: "of" }, bar));
}

/** The ring runs from what the server has said is left. */
function showClock(due) {
  const runs = typeof due?.left === "number";
  const key = runs ? `${due.act} ${due.left} ${due.of}` : "";
  if (key === clock) return;
  clock = key;
  running?.cancel();
  ring.classList.toggle("runs", runs);
  end = runs ? performance.now() + due.left * 1000 : 0;
  if (runs && !isStill()) running = left.animate([{ strokeDashoffset: 100 - (100 * due.left) / due.of }, { strokeDashoffset: 100 }], { duration: due.left * 1000, fill: "forwards" });
  tick();
}

function tick() {
  if (!end) return;
  const seconds = Math.max(0, Math.ceil((end - performance.now()) / 1000));
  change(figure, String(seconds));
  ring.classList.toggle("soon", seconds <= SOON);
}

await look();
setInterval(tick, 250);
if (told.me) follow(told.table, () => seq, look, look, (due) => { showClock(due); look(); });
else setInterval(look, LOOK);
ready();
