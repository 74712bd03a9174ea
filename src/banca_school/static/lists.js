// Lists that come in parts: the first is shown, and a button fetches the next.

import { get } from "../api.js";
import { byId, el, locale, money, number, percent, say } from "../page.js";

const when = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short", timeZone: "Asia/Macau" });
/** A time, as it is read in Macau. */
export const asTime = (at) => el("time", { datetime: at }, when.format(new Date(at)));

/** Shows a list in the part of the page with this id: rows from `path`, in parts; `place.more` goes on. Returns a way to show it anew. */
export function listed(id, path, { items, from, row, empty }) {
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
