// Lists of exams and classes that come in parts; what an exam is made of, and its clock.

import { get } from "../api.js";
import { announce, byId, el, findAll, labelled, listed, locale, money, number, parted, percent, say, told } from "../page.js";

// What an exam is made of, read from its form: games, kinds, levels, questions, minutes, the mark to pass.

const chosen = (form, name) => findAll(form, `[name=${name}]:checked`, HTMLInputElement).map((box) => box.value);

/** The terms as the server takes them; an error where nothing was chosen. */
export function termsOf(form) {
  const fields = new FormData(form);
  const games = chosen(form, "games");
  const kinds = chosen(form, "kinds");
  const levels = chosen(form, "levels").map(Number);
  if (!games.length || !kinds.length || !levels.length) throw new Error(say("choose_terms"));
  const [questions, minutes, mark] = ["questions", "minutes", "pass_mark"].map((name) => Number(fields.get(name)));
  return { games, kinds, levels, options: optionsOf(form, games), questions, minutes, pass_mark: mark };
}

/** The options that are not the usual ones, of the games that are asked about. */
function optionsOf(form, games) {
  const options = {};
  for (const game of games)
    for (const select of findAll(form, `[data-options-of="${CSS.escape(game)}"] select`, HTMLSelectElement))
      if (!select.selectedOptions[0].defaultSelected) options[game] = { ...options[game], [select.dataset.option ?? ""]: select.value };
  return options;
}

/** Options of games that are not asked about are out of the way. */
export function watchOptions(form) {
  const show = () => {
    const games = chosen(form, "games");
    for (const group of findAll(form, "[data-options-of]", HTMLElement)) group.hidden = !games.includes(group.dataset.optionsOf ?? "");
    const all = form.querySelector(".exam-options");
    if (all) all.hidden = !findAll(form, "[data-options-of]:not([hidden])", HTMLElement).length;
  };
  form.addEventListener("change", show);
  show();
}

/** Chosen options in words. */
function optionsSaid(game, options) {
  return Object.entries(options).map(([name, value]) => {
    const option = told.options[game]?.find((choice) => choice.option === name);
    const text = option?.values.find((choice) => choice.value === String(value))?.name ?? String(value);
    return labelled(option?.name ?? name, text);
  });
}

/** The terms of an exam in a line. */
export const termsSaid = (terms) => parted([
  listed(terms.games.map((game) => told.titles[game] ?? game)),
  listed(terms.kinds.map((kind) => told.kinds[kind] ?? kind)),
  ...Object.entries(terms.options ?? {}).flatMap(([game, options]) => optionsSaid(game, options)),
  say("questions_said", { count: number(terms.questions) }),
  say("minutes_said", { count: number(terms.minutes) }),
  say("pass_said", { share: percent(terms.pass_mark / 100, 0) }),
]);

// The time that is left of an exam: counted from what the server said, which alone decides.

/** Seconds left at which the time is announced to people who do not see the clock. */
const ANNOUNCED = [300, 60];

/** Shows the time left; `over` is called when it is up. */
export function runClock(left, over) {
  const end = performance.now() + left * 1000;
  const place = byId("left");
  let before = Infinity;
  const tick = () => {
    const seconds = Math.max(0, Math.ceil((end - performance.now()) / 1000));
    place.textContent = say("left", { time: `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}` });
    place.classList.toggle("is-short", seconds <= ANNOUNCED[1]);
    const passed = ANNOUNCED.find((limit) => before > limit && seconds <= limit && before !== Infinity);
    if (passed) announce(place.textContent);
    before = seconds;
    if (seconds === 0) {
      clearInterval(running);
      over();
    }
  };
  const running = setInterval(tick, 500);
  tick();
}

// The lists

const when = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short", timeZone: "Asia/Macau" });
/** A time, as it is read in Macau. */
export const asTime = (at) => el("time", { datetime: at }, when.format(new Date(at)));

/** Shows a list in the part of the page with this id: rows from `path`, in parts; `place.more` goes on. Returns a way to show it anew. */
export function longList(id, path, { items, from, row, empty }) {
  const place = byId(id);
  const more = el("button", { type: "button", class: "quiet more", hidden: true }, say("more"));
  /** A table is shown or hidden as a whole. @type {HTMLElement} */
  const whole = place.closest(".scroll") ?? place;
  whole.after(more);
  let next = null;
  async function part(isFirst) {
    const mark = path.includes("?") ? "&" : "?";
    const answer = await get(isFirst || next === null ? path : `${path}${mark}${from}=${encodeURIComponent(next)}`);
    if (isFirst) place.replaceChildren();
    place.append(...answer[items].map(row));
    headed(place);
    next = answer.next;
    more.hidden = next === null;
    const isEmpty = !place.childElementCount;
    byId(`${id}-none`).textContent = isEmpty ? say(empty) : "";
    whole.hidden = isEmpty;
  }
  more.addEventListener("click", () => part(false));
  return () => part(true);
}

/** Every cell says of what it is, for a screen that has no room for the head of the table. @param {HTMLElement} place */
export function headed(place) {
  const heads = place.closest("table")?.tHead?.rows[0]?.cells ?? [];
  for (const cell of place.querySelectorAll("td")) cell.dataset.of = heads[cell.cellIndex]?.textContent ?? "";
}

/** The score of an exam that is over, or that it is under way. */
export function scoreOf(sitting) {
  if (!sitting.is_over) return el("span", { class: "badge" }, say("under_way"));
  const { right, terms: { questions }, is_passed: isPassed } = sitting;
  return el("span", { class: isPassed ? "win" : "lose" }, el("span", { "aria-hidden": "true" }, isPassed ? "✓ " : "✗ "), el("strong", {}, say(isPassed ? "passed" : "failed")), " ",
    say("score", { right: number(right), asked: number(questions) }), " · ", percent(right / questions, 0));
}

/** Articles with mistakes, as rows of a table. */
export const weakRows = (articles) => articles.map(({ cited, text, right, asked }) => el("tr", {}, el("th", { scope: "row" }, cited), el("td", {}, text), el("td", { class: "number" }, say("of", { right: number(right), asked: number(asked) }))));

/** What is taken from and paid to each player. */
export const totalsOf = (totals) => totals.map(({ name, taken, paid }) => el("li", {}, say("total_said", { name, taken: money(taken), paid: money(paid) })));
