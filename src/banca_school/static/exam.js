// An exam as a whole: under way, how far it is and how long it lasts; when it is over, the score, every question, and the weak articles.

import { get, post } from "../api.js";
import { confirmed } from "../dialog.js";
import { byId, el, labelled, number, percent, ready, say, told } from "../page.js";
import { runClock } from "./clock.js";
import { totalsOf, weakRows } from "./lists.js";
import { markOf } from "../trainer/mark.js";

const path = `/api/v1/exams/${told.exam.number}`;

async function start() {
  if (told.exam.is_over) return showMarks(await get(`${path}/marks`));
  byId("under-way").hidden = false;
  runClock(told.exam.left, () => location.reload());
  if (told.exam.isOwn) {
    byId("hand-in").addEventListener("click", () => confirmed({ title: say("hand_in"), text: say("hand_in_told"), does: say("hand_in") }, async () => {
      await post(`${path}/end`);
      location.reload();
    }));
  }
  return undefined;
}

function showMarks({ sitting, questions, weak }) {
  const { right, is_passed: isPassed, terms } = sitting;
  byId("verdict").replaceChildren(
    el("span", { class: isPassed ? "win" : "lose" }, el("span", { "aria-hidden": "true" }, isPassed ? "✓ " : "✗ "), say(isPassed ? "passed" : "failed")), " ",
    el("span", {}, say("score", { right: number(right), asked: number(terms.questions) }), " · ", percent(right / terms.questions, 0), " · ", say("pass_said", { share: percent(terms.pass_mark / 100, 0) })));
  byId("weak").hidden = !weak.length;
  byId("weak-none").hidden = weak.length > 0;
  byId("weak", HTMLTableElement).tBodies[0].replaceChildren(...weakRows(weak));
  byId("questions").replaceChildren(...questions.map(questionOf));
  byId("over").hidden = false;
}

function questionOf(one) {
  const mark = one.is_right ? "right" : one.is_answered ? "wrong" : "not_answered";
  return el("li", { class: `card question ${one.is_right ? "is-right" : "is-wrong"}` },
    el("h3", {}, say("question", { number: one.place }), " · ", el("span", { class: one.is_right ? "win" : "lose" }, el("span", { "aria-hidden": "true" }, one.is_right ? "✓ " : "✗ "), say(mark))),
    el("p", { class: "soft" }, [one.game_title, one.kind_name, labelled(say("level"), one.level)].join(" · ")),
    one.is_shown ? el("p", {}, el("strong", {}, one.said), " ", el("span", { class: "soft" }, one.about.join(" · "))) : el("p", {}, say("another_version")),
    one.bets.length ? el("ul", { class: "bets-list" }, ...one.bets.map((bet) => el("li", {}, bet))) : null,
    el("p", { class: "soft" }, one.asks),
    ...one.parts.map((part) => el("div", { class: `part ${part.is_right ? "is-right" : "is-wrong"}` }, part.name ? el("p", {}, el("strong", {}, part.name)) : null, ...markOf(part))),
    one.totals.length > 1 ? el("ul", {}, ...totalsOf(one.totals)) : null);
}

await start();
ready();
