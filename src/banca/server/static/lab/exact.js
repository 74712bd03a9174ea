// Evenings worked out exactly: they are there before the simulation, which then checks them.

import { post } from "../api.js";
import { drawPictures, endsOf, keepExact, pictures, refresh, scales, sessionSaid } from "./report.js";
import { byId, el, number, say } from "../page.js";

const LETTERS = "AB";
const MOST_PLACES = 12;

/** What was asked last: an answer to anything else comes too late. */
let latest = 0;
/** @type {any[]} */
let shown = [];

/** Work out what a run is about, and show it. */
export async function workOut(body) {
  latest += 1;
  const mine = latest;
  keepExact([]);
  byId("exact").hidden = true;
  try {
    const { evenings } = await post("/api/v1/lab/evenings", body);
    if (mine !== latest) return;
    keepExact(evenings);
    shown = evenings;
    draw();
    refresh();
  } catch {
    // The run itself tells what is wrong with a strategy.
  }
}

function draw() {
  const found = shown.map((one) => one.evening && asDrawn(one.evening));
  const drawn = found.filter((one) => one);
  const both = drawn.length ? scales(drawn) : null;
  byId("exact").hidden = false;
  byId("exact-found").className = found.length > 1 ? "two" : "one";
  byId("exact-found").replaceChildren(...found.map((one, place) => (one ? card(one, place, both) : el("p", { class: "card soft" }, shown[place].because))));
  drawPictures();
}

/** Chances in the place of sessions: the pictures draw shares of them. */
const asDrawn = (one) => ({ ...one, isExact: true, sessions: 1, histogram: one.histogram.map((bar) => ({ ...bar, sessions: bar.chance })) });

function card(one, place, both) {
  const id = `exact-${LETTERS[place]}`;
  const rows = [
    ...endsOf(one).map(([name, chance]) => [say(`chance_${name}`), certain(chance)]),
    [say("mean_net"), certain(one.net)], [say("sd"), certain(one.sd)], [say("staked"), certain(one.staked)], [say("lasted"), certain(one.rounds)],
  ];
  return el("article", { class: "card found", "aria-labelledby": id },
    el("h3", { id }, one.strategy),
    el("p", { class: "soft" }, sessionSaid(one)),
    pictures(one, both, id),
    el("div", { class: "figures" }, el("table", {}, el("tbody", {}, ...rows.map(([words, value]) =>
      el("tr", {}, el("th", { scope: "row" }, words), el("td", { class: "number" }, value)))))));
}

/** A figure in the digits that are certain. */
function certain(figure) {
  const places = Math.min(figure.digits, MOST_PLACES);
  return number(figure.value, places, places);
}

let width = 0;
new ResizeObserver(() => {
  if (shown.length && !byId("exact").hidden && byId("exact").clientWidth !== width) draw();
  width = byId("exact").clientWidth;
}).observe(byId("exact"));
