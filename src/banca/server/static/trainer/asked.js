// What is asked, beside the layout: the result or what was seen, what else there is to know, and afterwards the totals.

import { showResult } from "../table/device.js";
import { byId, el, money, parted, say } from "../page.js";
import { linesOf } from "./answer.js";

/** Shows a question; the form of its answer is another's matter. */
export function showAsked(asked) {
  byId("outcome").textContent = asked.said;
  byId("asks").textContent = asked.asks;
  const about = [
    asked.point && say("point", { number: asked.point }),
    asked.before.length > 0 && say("before", { outcomes: asked.before.join(" · ") }),
    ...asked.facts,
    asked.chip > 0 && say("chip", { chip: money(asked.chip) }),
  ];
  byId("about").replaceChildren(...about.filter(Boolean).flatMap((text) => [text, el("br")]));
  showOpponent(asked, false);
  showResult(asked.outcome, false);
  byId("device").hidden ||= !asked.outcome;
}

/** What all bets are compared with; what it makes is told once it may be. */
export function showOpponent({ opponent }, isTold) {
  byId("opponent").replaceChildren(...(opponent ? [el("p", {}, el("strong", {}, opponent.name)), linesOf(opponent.lines, isTold)] : []));
}

/** A question for those who do not see it. */
export const readOut = (asked) => parted([asked.said, asked.asks, ...asked.bets.map((bet) => `${bet.name} ${bet.on_name} ${money(bet.stake)}`)]);

/** What is taken from and paid to each player, and the score. */
export function showTotals({ right, asked, totals }) {
  const rows = totals.map(({ name, taken, paid }) => el("tr", {}, el("th", { scope: "row" }, name), el("td", { class: "number" }, money(taken)), el("td", { class: "number" }, money(paid))));
  const heads = ["player", "taken", "paid_to"].map((one, place) => el("th", { scope: "col", class: place ? "number" : null }, say(one)));
  byId("totals").replaceChildren(
    el("p", { class: "score" }, el("strong", {}, say("score", { right, asked }))),
    ...(rows.length ? [el("table", { class: "totals" }, el("thead", {}, el("tr", {}, ...heads)), el("tbody", {}, ...rows))] : []));
}
