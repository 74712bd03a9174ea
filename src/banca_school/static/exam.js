// An exam as a whole: under way, how far it is and how long it lasts; when it is over, the score, every question, and the weak articles.

import { get, post } from "../api.js";
import { confirmed } from "../forms.js";
import { byId, el, labelled, number, percent, ready, say, told } from "../page.js";
import { runClock, totalsOf, weakRows } from "./lists.js";
import { markOf } from "../trainer/answer.js";

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

function questionOf(question) {
  const mark = question.is_right ? "right" : question.is_answered ? "wrong" : "not_answered";
  return el("li", { class: `card question ${question.is_right ? "is-right" : "is-wrong"}` },
    el("h3", {}, say("question", { number: question.place }), " · ", el("span", { class: question.is_right ? "win" : "lose" }, el("span", { "aria-hidden": "true" }, question.is_right ? "✓ " : "✗ "), say(mark))),
    el("p", { class: "soft" }, [question.game_title, question.kind_name, labelled(say("level"), question.level)].join(" · ")),
    question.is_shown ? el("p", {}, el("strong", {}, question.said), " ", el("span", { class: "soft" }, question.about.join(" · "))) : el("p", {}, say("another_version")),
    question.bets.length ? el("ul", { class: "bets-list" }, ...question.bets.map((bet) => el("li", {}, bet))) : null,
    el("p", { class: "soft" }, question.asks),
    ...question.parts.map((part) => el("div", { class: `part ${part.is_right ? "is-right" : "is-wrong"}` }, part.name ? el("p", {}, el("strong", {}, part.name)) : null, ...markOf(part))),
    question.totals.length > 1 ? el("ul", {}, ...totalsOf(question.totals)) : null);
}

await start();
ready();
