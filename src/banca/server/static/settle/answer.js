// The answer of the house to a dispute: throws, each bet's way with the arithmetic and the articles, and what it comes to.

import { byId, el, labelled, say, told } from "../page.js";
import { articles, avosOf, cites, gained, paid } from "./paper.js";

/** The options and limits under which it was settled. */
function terms({ options, limits }) {
  const chosen = told.houseOptions.filter((one) => one.option in options).map((one) => {
    const value = String(options[one.option]);
    return labelled(one.name, one.values.find((known) => known.value === value)?.name ?? value);
  });
  return [
    ...(chosen.length ? [el("p", {}, el("b", {}, labelled(say("options"))), chosen.join(" · "))] : []),
    el("p", {}, say("limits", Object.fromEntries(Object.entries(limits).map(([name, text]) => [name, paid(text)])))),
  ];
}

const citesOf = (one) => (one.cites ?? [one.converted_by ?? one.cite]).filter(Boolean);
/** What a throw was, or did to a bet, with its clauses. */
const saidOf = (one) => [one.said, cites(citesOf(one))];
const effect = (event) => el("li", {}, el("span", { class: "soft" }, labelled(say("throw", { number: event.throw }))), ...saidOf(event));

const MARKS = { win: "✓", lose: "✗", push: "=", stands: "…" };

/** When a bet was placed, where that was not at once; of one made of several stakes, when each was. */
function placedWhen(one) {
  if (one.parts) return one.parts.map((part) => el("li", { class: "soft" }, say("part_placed", { stake: paid(part.stake), throw: part.placed })));
  return one.placed > 1 ? [el("li", { class: "soft" }, say("placed", { throw: one.placed }))] : [];
}

function bet(one) {
  const said = [...one.events, ...one.steps].map((part) => part.cite);
  const rests = (one.cites ?? one.reads).filter((clause) => !said.includes(clause));
  return el("li", { class: "fate", "data-bet": one.bet, "data-result": one.result, "data-net": one.net ?? "" },
    el("div", { class: "row spread" },
      el("h4", {}, el("span", { class: one.result, "aria-hidden": "true" }, `${MARKS[one.result]} `), one.name, " ", el("span", { class: "stake" }, paid(one.stake))),
      el("strong", { class: one.result }, one.net === undefined ? say("stands") : `${say(one.result)} ${gained(one.net)}`)),
    el("div", { class: "way-of" },
      el("ol", { class: "plain effects" }, ...placedWhen(one), ...one.events.map(effect)),
      el("ol", { class: "plain steps" }, ...one.steps.map((step) => el("li", {}, step.said, step.cite ? cites([step.cite]) : null)),
        rests.length ? el("li", { class: "soft" }, say("rests_on"), cites(rests)) : null)));
}

/** All clauses of an answer, in the order of reading. */
export function clausesOf(answer) {
  return [...answer.throws.flatMap(citesOf), ...answer.bets.flatMap((one) => one.cites ?? [...one.events.flatMap(({ cite: clause }) => clause ?? []), ...one.reads])];
}

export function showAnswer(answer) {
  const found = byId("found");
  byId("terms").replaceChildren(...(answer ? terms(answer) : []));
  byId("answer").hidden = !answer;
  if (!answer) return;
  found.dataset.net = answer.net;
  found.replaceChildren(
    ...(answer.throws.length ? [el("h4", {}, say("throws")), el("ol", { class: "thrown" }, ...answer.throws.map((one) => el("li", {}, ...saidOf(one))))] : []),
    el("h4", {}, say("bets")),
    el("ol", { class: "plain fates" }, ...answer.bets.map(bet)),
    el("dl", { class: "totals" }, ...["staked", "received", ...(avosOf(answer.standing) ? ["standing"] : []), "net"].map((name) => el("div", { class: name },
      el("dt", {}, say(name)), el("dd", {}, name === "net" ? gained(answer.net) : paid(answer[name]))))),
    articles(clausesOf(answer)));
}

