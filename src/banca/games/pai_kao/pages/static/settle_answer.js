// The answer of the house to a round: gate by gate in betting order, the bank, what is claimed, and the articles.

import { byId, el, labelled, say, svg, told } from "../page.js";
import { articles, avosOf, cites, paid } from "../settle/paper.js";

export const drawn = (face) => svg("svg", { class: "felt tile-face", viewBox: "0 0 48 104", "aria-hidden": "true" }, svg("use", { href: `#tile-${face}` }));

function line(pair, name) {
  return el("span", {}, el("span", { class: "soft" }, `${name} `), ...pair.tiles.map(drawn), labelled(` ${pair.tiles.join(" ")}`, pair.name));
}

const laid = (setting) => el("div", { class: "laid" }, line(setting.front, say("front")), line(setting.rear, say("rear")));

/** Somebody by name; the casino and the house way in words. */
const called = (who) => ({ [told.casino]: say("casino"), [told.houseWay]: say("house_way_sets") })[who] ?? who;

const steps = (one) => one.steps.flatMap((step, place) => [place ? say("then", { first: "", then: "" }) : "", step.said, step.cite ? cites([step.cite]) : ""]);

const owned = (one) => el("li", { "data-who": one.who, "data-net": one.net }, el("b", {}, called(one.who)), labelled(` ${paid(one.stake ?? one.principal)}`, ""), ...steps(one));

function gate(one) {
  return el("li", { class: "fate", "data-gate": one.gate, "data-result": one.result },
    el("h4", {}, say("gate_set_by", { gate: one.gate, who: called(one.setter) })),
    laid(one),
    el("p", {}, say(`result_${one.result}`), cites(one.cites)),
    el("ul", { class: "plain paid-stakes" }, ...one.stakes.map(owned)));
}

function claim(one) {
  const better = ["front", "rear"].map((name) => `${one.better[name].tiles.join(" ")} ${one.better[name].name}`).join(" | ");
  return el("li", { "data-owed-to": one.owed_to, "data-amount": one.amount }, say("claim", { ...one, amount: paid(one.amount), better }), cites(one.cites));
}

/** Every clause that the round was settled by. */
const clausesOf = (answer) => [answer.cites, ...answer.gates.map((one) => one.cites), answer.commission_cites, ...answer.claims.map((one) => one.cites)].flat();

/** What everybody gained or lost, by name. */
export function nets(answer) {
  const found = new Map();
  for (const one of [...answer.bank, ...answer.gates.flatMap((each) => each.stakes)]) found.set(one.who, (found.get(one.who) ?? 0) + avosOf(one.net));
  return found;
}

/** The answer, under the terms that were typed as [name, value]. */
export function showAnswer(answer, terms) {
  byId("answer").hidden = !answer;
  if (!answer) return;
  byId("terms").replaceChildren(...(terms.length ? [el("p", {}, terms.map(([name, value]) => labelled(name, value)).join(" · "))] : []));
  const first = answer.first_gate_dealt;
  byId("found").replaceChildren(
    ...(first ? [el("p", {}, say("first_dealt", first), cites([first.cite]))] : []),
    ...(answer.is_void ? [el("p", { class: "lose" }, say("is_void"), cites(answer.cites))] : []),
    el("div", { class: "fate", "data-gate": answer.banker },
      el("h4", {}, labelled(say("banker"), say("gate_set_by", { gate: answer.banker, who: called(answer.banker_set_by.who) })), answer.banker_set_by.cite ? cites([answer.banker_set_by.cite]) : null),
      laid(answer.banker_setting)),
    el("ol", { class: "plain fates" }, ...answer.gates.map(gate)),
    el("div", { class: "fate" }, el("h4", {}, say("bank")), el("ul", { class: "plain paid-stakes" }, ...answer.bank.map(owned))),
    el("dl", { class: "totals" }, ...["commission", "breakage"].map((name) => el("div", {}, el("dt", {}, say(name)), el("dd", {}, exact(answer[name]), name === "commission" ? cites(answer.commission_cites) : null)))),
    ...(answer.claims.length ? [el("h4", {}, say("claims")), el("ul", { class: "plain claims" }, ...answer.claims.map(claim))] : []),
    articles(clausesOf(answer)));
}

/** Commission and breakage may be finer than an avo: then they are written as a fraction. */
const exact = (text) => (text.includes("/") ? text : paid(text));

export const tileName = (face) => [told.tiles[face], face].filter(Boolean).join(" ");
