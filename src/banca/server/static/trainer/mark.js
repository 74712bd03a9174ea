// A mark: right or wrong in a sign and a word, what is right, what was answered, the arithmetic, the articles.

import { bracketed, clauseOf, el, labelled, say } from "../page.js";

/** The parts of a mark, as they stand below what was asked. */
export function markOf(mark) {
  return [
    el("p", { class: "verdict" }, el("span", { "aria-hidden": "true" }, mark.is_right ? "✓ " : "✗ "), el("strong", {}, labelled(say(mark.is_right ? "right" : "wrong"))), mark.said,
      mark.is_right ? null : el("span", { class: "soft" }, bracketed("", say("you_said", { answer: mark.given })))),
    el("ol", { class: "steps" }, ...mark.steps.map((step) => el("li", {}, step))),
    el("details", {}, el("summary", {}, ...mark.articles.flatMap(({ cite, cited }) => [el("span", { class: "badge", title: cited }, clauseOf(cite)), " "])),
      el("dl", {}, ...mark.articles.flatMap(({ cited, text }) => [el("dt", {}, cited), el("dd", {}, text)]))),
  ];
}
