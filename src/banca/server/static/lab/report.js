// What a run came to: the figures of each strategy, its pictures, and what can be taken home.

import { drawFan, drawHistogram, scales } from "./chart.js";
import { exactOf } from "./exact_figures.js";
import { byId, decimal, el, exact, find, number, parted, patacas, percent, phrased, say, signedNumber, told } from "../page.js";

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
