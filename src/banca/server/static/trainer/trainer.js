// The trainer of one game: an exercise, the answers, the marks, and the next one.

import { post } from "../api.js";
import { announce, byId, el, find, findAll, labelled, number, parted, percent, ready, say, told } from "../page.js";
import { formOf } from "./answer.js";
import { readOut, showAsked, showChips, showFelt, showOpponent, showTotals } from "./question.js";
import { Record } from "./record.js";

const settings = byId("settings", HTMLFormElement);
/** The fields of the form by name. @type {any} */
const fields = settings.elements;
const [mistakes, timed] = [byId("mistakes", HTMLInputElement), byId("timed", HTMLInputElement)];
const record = new Record(told.game, told.mostWeight);
const asked = new URLSearchParams(location.search);

/** @type {any} */
let exercise = null;
/** How the exercise is answered. @type {any} */
let form = null;
/** What the answers were, once they are marked. @type {any[] | null} */
let marks = null;
let since = 0;
let isBusy = false;
let turns = 0;

function start() {
  const kept = record.settings;
  const level = [asked.get("level"), String(kept.level)].find((one) => told.levels.includes(Number(one))) ?? "1";
  fields.level.value = level;
  fields.kind.value = [asked.get("kind"), asked.has("level") ? null : kept.kind].find((one) => told.kinds.includes(one)) ?? told.kinds[0];
  mistakes.checked = kept.mistakes ?? true;
  timed.checked = kept.timed ?? false;
  settings.addEventListener("submit", (event) => event.preventDefault());
  settings.addEventListener("change", changed);
  byId("answers").addEventListener("submit", go);
  byId("bets").addEventListener("focusin", (event) => { if (exercise.form === "bets") showChips(at(event.target), marks ?? []); });
  byId("forget").addEventListener("click", forget);
  setInterval(tick, 1000);
  showRecord();
  const seed = asked.get("seed");
  return make(/^\d{1,10}$/.test(seed ?? "") ? Number(seed) : undefined);
}

const at = (element) => Number(element.closest("fieldset.bet")?.dataset.number ?? -1);
const level = () => Number(fields.level.value);
const kind = () => fields.kind.value;
const options = () => Object.fromEntries(findAll(settings, "[data-option]", HTMLSelectElement).map((one) => [one.name, one.value]));

function changed(event) {
  record.keep({ kind: kind(), level: level(), mistakes: mistakes.checked, timed: timed.checked });
  tick();
  showRecord();
  const isOther = ["level", "kind"].includes(event.target.name);
  if (isOther) keepAddress();
  if (isOther || "option" in event.target.dataset) make();
}

/** The kind and the level that were chosen last hold after a reload and in another language. */
function keepAddress() {
  history.replaceState(null, "", `?kind=${kind()}&level=${level()}`);
  find(document, "form [name=to]", HTMLInputElement).value = location.pathname + location.search;
}

/** A new exercise, or the one of a seed. */
async function make(seed) {
  byId("refused").textContent = "";
  const turn = (turns += 1);
  try {
    const weights = mistakes.checked && seed === undefined ? record.weights : {};
    const made = await post(`/api/v1/trainer/${told.game}/exercises`, { kind: kind(), level: level(), options: options(), weights, ...(seed === undefined ? {} : { seed }) });
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
  form = formOf(exercise, () => byId("answers", HTMLFormElement).requestSubmit());
  byId("bets").replaceChildren(form.element);
  byId("totals").replaceChildren();
  byId("go").textContent = say("mark");
  showAsked(exercise);
  announce(readOut(exercise));
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
  form?.focus();
}

/** Has the answers marked, where every bet has one. */
async function check() {
  const reply = form.reply;
  byId("refused").textContent = reply ? "" : form.missing;
  if (!reply) {
    form.focusMissing();
    return;
  }
  const seconds = (performance.now() - since) / 1000;
  const answered = exercise;
  try {
    const marked = await post(`/api/v1/trainer/${told.game}/answers`, { exercise: answered.exercise, ...reply });
    if (answered !== exercise) return; // another exercise was asked for in the meantime
    showMarks(marked, seconds);
  } catch (fault) {
    byId("refused").textContent = fault.message;
  }
}

function showMarks(marked, seconds) {
  marks = marked.marks;
  record.add(marks, seconds);
  form.show(marked.marks);
  showOpponent(exercise, true);
  showTotals(marked);
  if (exercise.form === "bets") showChips(-1, marks ?? []);
  showRecord();
  byId("go").textContent = say("next");
  byId("go").focus();
  const wrong = marked.marks.flatMap((mark) => (mark.is_right ? [] : [labelled(mark.name || say("wrong"), parted(mark.steps))]));
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
