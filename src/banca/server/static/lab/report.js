// What a simulation came to: figures, those computed exactly beside them, and charts.

import { byId, decimal, el, exact, find, number, parted, patacas, percent, phrased, say, signedNumber, svg, told } from "../page.js";
import { post } from "../api.js";

// Evenings worked out exactly: they are there before the simulation, which then checks them.

const MOST_PLACES = 12;

/** What was asked last: an answer to anything else comes too late. */
let latest = 0;
/** @type {any[]} */
let workedOut = [];

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
    workedOut = evenings;
    drawExact();
    refresh();
  } catch {
    // The run itself tells what is wrong with a strategy.
  }
}

function drawExact() {
  const found = workedOut.map((one) => one.evening && asDrawn(one.evening));
  const drawn = found.filter((one) => one);
  const both = drawn.length ? scales(drawn) : null;
  byId("exact").hidden = false;
  byId("exact-found").className = found.length > 1 ? "two" : "one";
  byId("exact-found").replaceChildren(...found.map((one, place) => (one ? card(one, place, both) : el("p", { class: "card soft" }, workedOut[place].because))));
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

let exactWidth = 0;
new ResizeObserver(() => {
  if (workedOut.length && !byId("exact").hidden && byId("exact").clientWidth !== exactWidth) drawExact();
  exactWidth = byId("exact").clientWidth;
}).observe(byId("exact"));

// The pictures of a run, drawn as wide as there is room: the fan of the money, and where it ends.

const LEFT = 58;
const BOTTOM = 40;
const TOP = 12;
const BANDS = [["outer", "5%", "95%"], ["inner", "25%", "75%"]];
const LABELS = ["50%", "95%", "5%", "75%", "25%"];
const LINE = 13;

/** What all strategies together span, so that they can be held against each other. */
export function scales(found) {
  const fans = found.flatMap((one) => one.fan);
  const bars = found.flatMap((one) => one.histogram.filter((bar) => bar.sessions));
  return {
    rounds: Math.max(...fans.map((row) => row.round)),
    money: span(fans.flatMap((row) => [row["5%"], row["95%"]])),
    last: span([...bars.flatMap((bar) => [bar.from, bar.to]), ...found.map(startOf)]),
    most: Math.max(...found.flatMap((one) => one.histogram.map((bar) => bar.sessions / one.sessions))),
  };
}

const startOf = (one) => Number(one.session.bankroll ?? 0);

function span(amounts) {
  const low = Math.min(...amounts);
  const high = Math.max(...amounts);
  return high - low >= 1 ? [low, high] : [low - 1, high + 1];
}

/** Round numbers from at or below the least to at or above the most. */
function ticks([low, high], about) {
  const rough = (high - low) / about;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 2.5, 5, 10].map((one) => one * power).find((one) => one >= rough) ?? rough;
  const first = Math.floor(low / step + 1e-9);
  const last = Math.ceil(high / step - 1e-9);
  return Array.from({ length: last - first + 1 }, (_, place) => (first + place) * step);
}

const scale = (from, to, start, end) => (value) => start + ((value - from) / (to - from)) * (end - start);
const thousands = (value) => number(value, Math.abs(value) < 10 ? 2 : 0);
const wide = (text) => text.length * 6.6 + 6;

function frame(width, height, about, ...parts) {
  return svg("svg", { class: "chart", width, height, viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": about }, ...parts);
}

const text = (x, y, words, anchor = "start", kind) => svg("text", { x, y, "text-anchor": anchor, class: kind }, words);
const line = (x1, y1, x2, y2, kind) => svg("line", { x1, y1, x2, y2, class: kind });

function axes(width, height, right, x, y, xs, ys, xTitle, yTitle, writeY) {
  const bottom = height - BOTTOM;
  const upright = ys.flatMap((value) => [line(LEFT, y(value), width - right, y(value), "grid"), text(LEFT - 6, y(value) + 4, writeY(value), "end")]);
  let free = -Infinity;
  const level = xs.flatMap((value, place) => {
    const half = wide(thousands(value)) / 2;
    const isLast = place === xs.length - 1;
    const at = isLast ? Math.min(x(value), width - half) : Math.max(x(value), half);
    if (at - half < free) return [line(x(value), bottom, x(value), bottom + 4, "axis")];
    free = at + half;
    return [line(x(value), bottom, x(value), bottom + 4, "axis"), text(at, bottom + 17, thousands(value), "middle")];
  });
  return [
    ...upright, ...level,
    line(LEFT, bottom, width - right, bottom, "axis"),
    text(width - right, height - 6, xTitle, "end", "title"),
    text(0, TOP, yTitle, "start", "title"),
  ];
}

/** Bands that hold 90 and 50 of 100 sessions, the middle one, and what one began with. */
export function drawFan(one, both, width, about) {
  const height = heightOf(width);
  const right = 44;
  const ys = ticks(both.money, height / 50);
  const y = scale(ys[0], ys[ys.length - 1], height - BOTTOM, TOP + 16);
  const x = scale(0, both.rounds, LEFT, width - right);
  const xs = ticks([0, both.rounds], width / 110).filter((value) => value <= both.rounds && Number.isInteger(value));
  const path = (name) => one.fan.map((row) => `${x(row.round).toFixed(1)},${y(row[name]).toFixed(1)}`);
  const bands = BANDS.map(([kind, low, high]) => svg("polygon", { class: kind, points: [...path(low), ...path(high).reverse()].join(" ") }));
  const has = one.session.bankroll !== undefined;
  return frame(width, height, about,
    ...axes(width, height, right, x, y, xs, ys, say("round"), say(has ? "money" : "net"), thousands),
    ...bands,
    line(LEFT, y(startOf(one)), width - right, y(startOf(one)), "start"),
    svg("polyline", { class: "median", points: path("50%").join(" ") }),
    ...labels(one.fan[one.fan.length - 1], x, y));
}

/** The shares at the right end, as many as there is room for; the middle one goes first. */
function labels(last, x, y) {
  const placed = [];
  for (const name of LABELS) {
    const at = y(last[name]);
    if (placed.every((one) => Math.abs(one.at - at) >= LINE)) placed.push({ at, words: percent(parseFloat(name) / 100, 0) });
  }
  return placed.map((one) => text(x(last.round) + 4, one.at + 4, one.words, "start", "share"));
}

/** How many of the sessions ended with how much. */
export function drawHistogram(one, both, width, about) {
  const height = heightOf(width);
  const right = 12;
  const ys = ticks([0, both.most], height / 50);
  const y = scale(0, ys[ys.length - 1], height - BOTTOM, TOP + 16);
  const xs = ticks(both.last, width / 110);
  const x = scale(xs[0], xs[xs.length - 1], LEFT, width - right);
  const bars = one.histogram.filter((bar) => bar.sessions).map((bar) => {
    const share = bar.sessions / one.sessions;
    const [from, to] = [x(bar.from), x(bar.to)];
    const words = say("bar", { from: thousands(bar.from), to: thousands(bar.to), share: percent(share, 2) });
    return svg("rect", { class: "bar", x: from, y: y(share), width: Math.max(to - from - 0.5, 1), height: Math.max(y(0) - y(share), 0.5) }, svg("title", {}, words));
  });
  const has = one.session.bankroll !== undefined;
  const start = x(startOf(one));
  return frame(width, height, about,
    ...axes(width, height, right, x, y, xs, ys, say(has ? "last_money" : "last_net"), say("share"), (value) => number(value * 100, 1)),
    ...bars,
    line(start, TOP + 16, start, height - BOTTOM, "start"));
}

const heightOf = (width) => Math.round(Math.min(Math.max(width * 0.6, 210), 320));

// What was worked out exactly for the strategies that are asked about, for whoever draws it.

/** @type {any[]} */
let known = [];

/** Keep what was worked out, in the order of the strategies. */
export function keepExact(evenings) {
  known = evenings;
}

/** The evening of a strategy by its place; null where it is not worked out. */
export const exactOf = (place) => known[place]?.evening ?? null;

// What a run came to: the figures of each strategy, its pictures, and what can be taken home.

const LETTERS = "AB";
const QUANTILES = ["5%", "25%", "50%", "75%", "95%"];
const IS_THERE = { ahead: "rounds", ruin: "bankroll", target: "target", stop_loss: "stop_loss", rounds: "rounds" };
const SHORT = 24;
const FEW = 10;
const NARROWEST = 200;
const open = new Set();

/** Draw the figures again, beside what was worked out meanwhile. */
export function refresh() {
  if (shown && !byId("found").contains(document.activeElement)) draw();
}

/** What is shown. @type {any} */
let shown = null;
/** What draws the pictures, once there is room for them. @type {(() => void)[]} */
const undrawn = [];

/** Show what is known of a run. */
export function show(run) {
  shown = run.report;
  const report = run.report;
  byId("results").hidden = false;
  byId("downloads").hidden = !run.is_over;
  for (const link of byId("downloads").querySelectorAll("a")) link.href = `/api/v1/lab/runs/${run.id}/${link.dataset.file}`;
  byId("caution").hidden = !report.caution;
  byId("caution").textContent = report.caution ?? "";
  const rounds = report.strategies.reduce((sum, one) => sum + one.rounds, 0);
  const ran = say("ran", { sessions: number(report.sessions), rounds: number(rounds), seed: report.seed });
  const isCut = run.is_over && !report.complete;
  byId("ran").textContent = isCut ? parted([ran, say("cut_short", { done: number(report.sessions), asked: number(report.asked) })]) : ran;
  byId("better").hidden = !report.better_than_first.length;
  if (report.better_than_first.length) byId("better").textContent = compared(report.better_than_first[0]);
  if (run.is_over || !byId("found").contains(document.activeElement)) draw();
}

/** Anew; not while somebody is in it, and who is in it at the end stays there. */
function draw() {
  const within = document.activeElement?.closest("#found figure")?.id;
  const found = shown.strategies;
  const both = scales(found);
  byId("found").className = found.length > 1 ? "two" : "one";
  byId("found").replaceChildren(...found.map((one, place) => strategy(one, place, both, found.length > 1)));
  drawPictures();
  if (within) find(byId(within), "summary").focus();
}

/** By how much the second ends above the first: more than luck explains, or not. */
function compared(better) {
  const error = better.error ?? 0;
  if (Math.abs(better.measured) <= 2 * error || better.measured === 0) return say("alike");
  const difference = `${number(Math.abs(better.measured), 2, 2)} ± ${number(error, 2, 2)}`;
  return say(better.measured > 0 ? "better" : "worse", { difference });
}

export const sessionSaid = (one) => phrased(Object.entries(one.session).map(([name, value]) => say(name, { value: name === "rounds" ? number(value) : patacas(value) })));

function strategy(one, place, both, isOneOfTwo) {
  const id = `found-${LETTERS[place]}`;
  const heading = isOneOfTwo ? [el("span", { class: "letter" }, LETTERS[place]), " "] : [];
  return el("article", { class: "card found", "aria-labelledby": id },
    el("h3", { id }, ...heading, one.title),
    el("p", { class: "soft" }, sessionSaid(one)),
    pictures(one, both, id),
    el("div", { class: "figures" }, el("div", {}, means(one), ...aside(one)), chances(one, exactOf(place)), sessions(one)));
}

/** The fan of the money and where it ends; they are drawn when there is room for them. */
export const pictures = (one, both, id) => el("div", { class: "pictures" }, fan(one, both, id), histogram(one, both, id));

/** Draw what has its place on the page now. */
export function drawPictures() {
  for (const drawNow of undrawn.splice(0)) drawNow();
}

// Pictures, with the same as numbers

function fan(one, both, id) {
  const last = one.fan[one.fan.length - 1];
  const about = say("fan_told", { rounds: number(last.round), low: number(last["25%"]), high: number(last["75%"]), median: number(last["50%"]) });
  const rows = one.fan.map((row) => [number(row.round), ...QUANTILES.map((name) => number(row[name]))]);
  return picture(`${id}-fan`, say("fan"), about, (room) => drawFan(one, both, room, about),
    legend(one), numbers(`${id}-fan`, [say("after_round"), ...QUANTILES.map((name) => percent(parseFloat(name) / 100, 0))], rows));
}

function histogram(one, both, id) {
  const most = one.histogram.reduce((best, bar) => (bar.sessions > best.sessions ? bar : best));
  const part = (bar) => percent(bar.sessions / one.sessions, 2);
  const about = say("histogram_told", { share: part(most), from: number(most.from), to: number(most.to) });
  const counted = one.isExact ? [] : [say("count")];
  const rows = one.histogram.map((bar) => [number(bar.from), number(bar.to), ...counted.map(() => number(bar.sessions)), part(bar)]);
  return picture(`${id}-end`, say("histogram"), about, (room) => drawHistogram(one, both, room, about),
    null, numbers(`${id}-end`, [say("from"), say("to"), ...counted, "%"], rows));
}

function picture(id, title, about, make, ...below) {
  const place = el("div", { class: "picture" });
  undrawn.push(() => place.replaceChildren(make(Math.max(place.clientWidth, NARROWEST))));
  return el("figure", { id }, el("figcaption", {}, el("h4", {}, title), el("p", { class: "sr" }, about)), place, ...below);
}

function legend(one) {
  const start = one.session.bankroll;
  const lines = [["outer", say("outer")], ["inner", say("inner")], ["median", say("median")],
    ["start", start === undefined ? say("even") : say("began", { amount: patacas(start) })]];
  return el("ul", { class: "legend" }, ...lines.map(([kind, words]) => el("li", {}, el("span", { class: `swatch ${kind}`, "aria-hidden": "true" }), words)));
}

/** The numbers behind a picture; they stay open while a run goes on. */
function numbers(id, headings, rows) {
  const part = el("details", { open: open.has(id) },
    el("summary", {}, say("numbers")),
    el("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": say("numbers") }, el("table", {},
      el("thead", {}, el("tr", {}, ...headings.map((one) => el("th", { scope: "col", class: "number" }, one)))),
      el("tbody", {}, ...rows.map((row) => el("tr", {}, ...row.map((cell) => el("td", { class: "number" }, cell))))))));
  part.addEventListener("toggle", () => (part.open ? open.add(id) : open.delete(id)));
  return part;
}

// Figures

function means(one) {
  const isExact = one.per_session.exact !== undefined && one.per_session.luck_error !== null;
  const headings = ["measured", ...(isExact ? ["exact", "luck"] : [])];
  const row = (name, asShare) => {
    const mean = one[name];
    const write = asShare ?? writeAs(mean.measured);
    const cells = [[mean.measured, mean.error], ...(isExact ? [[decimal(mean.exact), null], [mean.luck, mean.luck_error]] : [])];
    return el("tr", {}, el("th", { scope: "row" }, say(name)), ...cells.map(([value, error]) => figure(value, error, write)));
  };
  return el("table", { class: "means" },
    el("caption", {}, say("net_result")),
    el("thead", {}, el("tr", {}, el("td", {}), ...headings.map((name) => el("th", { scope: "col", class: "number" }, say(name))))),
    el("tbody", {}, row("per_round"), row("per_session"), row("per_staked", share)));
}

function figure(value, error, write) {
  return el("td", { class: "number" }, signed(value, write), error === null ? null : el("span", { class: "error" }, ` ± ${write(error)}`));
}

export const signed = (value, write) => (value > 0 ? "+" : "") + write(value);

function aside(one) {
  const said = [];
  if (one.z !== null) said.push(say("z", { z: signedNumber(one.z, 2, 2) }));
  else if (one.per_session.exact === undefined) said.push(told.no_exact_mean[shown.game]);
  if (one.edge !== null && one.edge.length <= SHORT) said.push(say("edge", { exact: exact(one.edge) }));
  return said.map((words) => el("p", { class: "soft small" }, words));
}

/** Ends that the session's rules make possible, with their chances. */
export const endsOf = (one) => Object.entries(one.chances).filter(([name]) => one.session[IS_THERE[name]] !== undefined);

function chances(one, exactly) {
  return el("table", {},
    exactly ? el("thead", {}, el("tr", {}, el("th", { scope: "col" }, say("chance_of")), ...["measured", "exact"].map((name) => el("th", { scope: "col", class: "number" }, say(name))))) : el("caption", {}, say("chance_of")),
    el("tbody", {}, ...endsOf(one).map(([name, chance]) => el("tr", {},
      el("th", { scope: "row" }, say(`chance_${name}`)),
      el("td", { class: "number" }, percent(chance.measured, 2), el("span", { class: "error" }, ` ± ${percent(chance.error, 2)}`)),
      exactly ? el("td", { class: "number" }, percent(exactly.chances[name].value, 3)) : null))));
}

function sessions(one) {
  const lasted = one.rounds_survived;
  const rows = [
    ["staked", measured(Number(one.staked) / one.sessions)],
    ["sd", one.sd === null ? "–" : measured(one.sd)],
    ["lasted", number(lasted.mean, 1)],
    ["lasted_half", number(lasted["50%"])],
    ["losing_run", number(one.longest_losing_run.mean, 1)],
    ["longest", number(one.longest_losing_run.longest)],
  ];
  return el("table", {},
    el("caption", {}, say("sessions")),
    el("tbody", {}, ...rows.map(([name, value]) => el("tr", {}, el("th", { scope: "row" }, say(name)), el("td", { class: "number" }, value)))));
}

/** How a mean in patacas is written, and what belongs to it: with two decimals, or four where they are few. */
function writeAs(value) {
  const digits = Math.abs(value) >= FEW || Number.isInteger(value) ? 2 : 4;
  return (one) => number(one, digits, digits);
}

const measured = (value) => writeAs(value)(value);

export const share = (value) => percent(value, 3);

let width = 0;
new ResizeObserver(() => {
  if (shown && byId("results").clientWidth !== width) draw();
  width = byId("results").clientWidth;
}).observe(byId("results"));
