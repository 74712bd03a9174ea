// The trainer of one game: an exercise, the answers, the marks, and the next one.

import { post } from "../api.js";
import { showResult } from "../table/device.js";
import { announce, byId, el, find, findAll, labelled, money, number, parted, percent, ready, say, told } from "../page.js";
import { BetForm, linesOf } from "./bets.js";
import { showChips, showFelt } from "./felt.js";
import { Record } from "./record.js";

const settings = byId("settings", HTMLFormElement);
/** The fields of the form by name. @type {any} */
const fields = settings.elements;
const [mistakes, timed] = [byId("mistakes", HTMLInputElement), byId("timed", HTMLInputElement)];
const record = new Record(told.game, told.mostWeight);
const asked = new URLSearchParams(location.search);

/** @type {any} */
let exercise = null;
/** @type {BetForm[]} */
let forms = [];
/** What the answers were, once they are marked. @type {any[] | null} */
let marks = null;
let since = 0;
let isBusy = false;
let turns = 0;

function start() {
  const kept = record.settings;
  const level = [asked.get("level"), String(kept.level)].find((one) => told.levels.includes(Number(one))) ?? "1";
  fields.level.value = level;
  mistakes.checked = kept.mistakes ?? true;
  timed.checked = kept.timed ?? false;
  settings.addEventListener("submit", (event) => event.preventDefault());
  settings.addEventListener("change", changed);
  byId("answers").addEventListener("submit", go);
  byId("bets").addEventListener("focusin", (event) => showChips(at(event.target), marks ?? []));
  byId("bets").addEventListener("keydown", (event) => { if (event.key === "Enter" && event.target instanceof HTMLInputElement) next(event); });
  byId("forget").addEventListener("click", forget);
  setInterval(tick, 1000);
  showRecord();
  const seed = asked.get("seed");
  return make(/^\d{1,10}$/.test(seed ?? "") ? Number(seed) : undefined);
}

const at = (element) => Number(element.closest("fieldset.bet")?.dataset.number ?? -1);
const level = () => Number(fields.level.value);
const options = () => Object.fromEntries(findAll(settings, "[data-option]", HTMLSelectElement).map((one) => [one.name, one.value]));

function changed(event) {
  record.keep({ level: level(), mistakes: mistakes.checked, timed: timed.checked });
  tick();
  showRecord();
  if (event.target.name === "level") keepAddress();
  if (event.target.name === "level" || "option" in event.target.dataset) make();
}

/** The level that was chosen last holds after a reload and in another language. */
function keepAddress() {
  history.replaceState(null, "", `?level=${level()}`);
  find(document, "form [name=to]", HTMLInputElement).value = location.pathname + location.search;
}

/** A new exercise, or the one of a seed. */
async function make(seed) {
  byId("refused").textContent = "";
  const turn = (turns += 1);
  try {
    const weights = mistakes.checked && seed === undefined ? record.weights : {};
    const made = await post(`/api/v1/trainer/${told.game}/exercises`, { level: level(), options: options(), weights, ...(seed === undefined ? {} : { seed }) });
    if (turn !== turns) return; // another was asked for in the meantime
    exercise = made;
    marks = null;
    show();
    since = performance.now();
    tick();
    await showFelt(exercise);
  } catch (fault) {
    byId("refused").textContent = fault.message;
  }
}

function show() {
  const isAlone = exercise.bets.every((bet) => bet.player === exercise.bets[0].player);
  forms = exercise.bets.map((bet, place) => new BetForm(bet, place, exercise.results, isAlone));
  byId("bets").replaceChildren(...forms.map(withLines));
  byId("outcome").textContent = exercise.said;
  const about = [
    exercise.point && say("point", { number: exercise.point }),
    exercise.before.length > 0 && say("before", { outcomes: exercise.before.join(" · ") }),
    ...exercise.facts,
    say("chip", { chip: money(exercise.chip) }),
  ];
  byId("about").replaceChildren(...about.filter(Boolean).flatMap((text) => [text, el("br")]));
  byId("go").textContent = say("mark");
  showOpponent();
  showResult(exercise.outcome, false);
  announce(parted([exercise.said, ...exercise.bets.map((bet) => `${bet.name} ${bet.on_name} ${money(bet.stake)}`)]));
}

/** A bet stands with the pieces that decide it alone, where it has any. */
function withLines(form) {
  const { lines } = form.bet;
  form.element.querySelector(".lines")?.remove();
  if (lines.length) form.element.querySelector("legend").after(linesOf(lines, marks !== null));
  return form.element;
}

function showOpponent() {
  const { opponent } = exercise;
  byId("opponent").replaceChildren(...(opponent ? [el("p", {}, el("strong", {}, opponent.name)), linesOf(opponent.lines, marks !== null)] : []));
}

/** Enter goes to the next bet, and after the last one marks. */
function next(event) {
  event.preventDefault();
  const following = forms[at(event.target) + 1];
  if (following) following.amount.focus();
  else byId("answers", HTMLFormElement).requestSubmit();
}

async function go(event) {
  event.preventDefault();
  if (isBusy || !exercise) return;
  isBusy = true;
  await (marks ? goOn() : check());
  isBusy = false;
}

async function goOn() {
  await make();
  forms[0]?.amount.focus();
}

/** Has the answers marked, where every bet has one. */
async function check() {
  const missing = forms.find((form) => form.answer === null);
  byId("refused").textContent = missing ? say("choose") : "";
  if (missing) {
    missing.amount.focus();
    return;
  }
  const seconds = (performance.now() - since) / 1000;
  const answers = forms.map((form) => form.answer);
  const answered = exercise;
  try {
    const marked = await post(`/api/v1/trainer/${told.game}/answers`, { exercise: answered.exercise, answers });
    if (answered !== exercise) return; // another exercise was asked for in the meantime
    showMarks(marked, answers, seconds);
  } catch (fault) {
    byId("refused").textContent = fault.message;
  }
}

function showMarks(marked, answers, seconds) {
  marks = marked.marks;
  record.add(marks, seconds);
  forms.forEach((form, place) => form.show(marked.marks[place], answers[place]));
  forms.forEach(withLines);
  showOpponent();
  showChips(-1, marks);
  showRecord();
  byId("go").textContent = say("next");
  byId("go").focus();
  const wrong = marked.marks.flatMap((mark, place) => (mark.is_right ? [] : [labelled(exercise.bets[place].name, parted(mark.steps))]));
  announce(parted([say("score", { right: marked.right, asked: marked.asked }), ...wrong]));
}

/** The time, softly, for who wants to see it. */
function tick() {
  const clock = byId("clock");
  clock.hidden = !timed.checked;
  if (!marks && since) clock.textContent = say("seconds", { seconds: number((performance.now() - since) / 1000) });
}

function showRecord() {
  const { right, asked: all, streak, best, seconds } = record.session;
  const isTimed = timed.checked;
  const said = all ? [say("score", { right: number(right), asked: number(all) }), say("streak", { streak: number(streak), best: number(best) }), ...(isTimed ? [say("average", { seconds: number(seconds / all, 1) })] : [])] : [say("nothing_yet")];
  byId("session").replaceChildren(...said.map((text) => el("span", { class: all ? "badge big" : "soft" }, text)));
  const rows = Object.entries(record.families).filter(([family]) => family in told.families)
    .sort(([, one], [, other]) => one.right / one.asked - other.right / other.asked || other.asked - one.asked);
  byId("strengths").hidden = !rows.length;
  byId("nothing").hidden = rows.length > 0;
  for (const heading of findAll(document, ".timing")) heading.hidden = !isTimed;
  byId("strengths", HTMLTableElement).tBodies[0].replaceChildren(...rows.map(([family, one]) => strength(family, one, isTimed)));
}

function strength(family, one, isTimed) {
  const share = one.right / one.asked;
  const part = el("span");
  const bar = el("span", { class: "bar", "aria-hidden": "true" }, part);
  part.style.inlineSize = `${share * 100}%`;
  return el("tr", {}, el("th", { scope: "row" }, told.families[family]), el("td", { class: "number" }, number(one.right)), el("td", { class: "number" }, number(one.asked)),
    el("td", {}, bar, " ", percent(share, 0)), isTimed ? el("td", { class: "number" }, number(one.seconds / one.asked, 1)) : null);
}

/** Asked twice before everything is forgotten. */
function forget({ target }) {
  if (target.dataset.sure !== "yes") {
    target.dataset.sure = "yes";
    target.dataset.text = target.textContent;
    target.textContent = say("really");
    return;
  }
  delete target.dataset.sure;
  target.textContent = target.dataset.text;
  record.forget();
  showRecord();
  announce(say("forgotten"));
}

await start();
ready();
