// A table on a screen on the wall: what came, how often and how often it should, what is due. Nothing here can be pressed.

import { get } from "../api.js";
import { byId, el, labelled, percent, ready, say, svg, told } from "../page.js";
import { Ring } from "../ring.js";
import { drawn } from "../table/result_entry.js";
import { follow } from "../table/state.js";
import { outcomeName } from "../table/labels.js";

/** Milliseconds between looks of who has no name and so no stream. */
const LOOK = 1500;
const BAR = 100;
const ring = new Ring(byId("ring", SVGSVGElement));
let isLooking = false;
let isStale = false;
let seq = 0;

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
  ring.show(wall.due);
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

await look();
if (told.me) follow(told.table, () => seq, look, look, (due) => { ring.show(due); look(); });
else setInterval(look, LOOK);
ready();
