// Settling a dispute: bets and results are entered, the answer is shown with its articles.

import { post } from "../api.js";
import { announce, byId, el, findAll, labelled, money, readMoney, ready, say, told } from "../page.js";
import { textsOf } from "../table/chips.js";
import { Tray } from "../table/tray.js";
import { Felt } from "../table/felt.js";
import { drawn, example, facesOf, written } from "../table/result_entry.js";
import { betName, outcomeName } from "../table/labels.js";
import { articles, avosOf, cites, gained, keepAddress, paid, patacas, redraw, settled, startPaper } from "./paper.js";

// The answer of the house to a dispute: throws, each bet's way with the arithmetic and the articles, and what it comes to.

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

// Settle a dispute of a game of chance: bets on the layout, throws in order, the options of the house; the house answers.

/**
 * What is asked: stakes and throws as the house reads them.
 * @type {{ bets: { bet: string, stake: string, at: number | null }[], outcomes: string[] }}
 */
const asked = { bets: [], outcomes: [] };
const house = byId("house", HTMLFormElement);
const choices = findAll(house, "[data-option]", HTMLSelectElement);
const boxes = findAll(house, "[data-limit]", HTMLInputElement);
const outcome = byId("outcome", HTMLInputElement);
const when = byId("when", HTMLSelectElement);
const named = byId("named", HTMLSelectElement);
const felt = new Felt({ press: add, release: takeLast });
/** The chips in hand. @type {Tray} */
let tray;

/** An amount as somebody typed it, as the house reads it; what is no amount goes as it is, and the house says so. */
function amount(text) {
  const avos = readMoney(text);
  return avos === null ? text.trim() : patacas(avos);
}

const chosen = () => Object.fromEntries(choices.filter((one) => one.value !== one.dataset.usual).map((one) => [one.name, one.value]));
const limits = () => Object.fromEntries(boxes.filter((one) => one.value.trim()).map((one) => [one.name, amount(one.value)]));

/** A chip on a bet: upon what lies there and was placed at the same time, or as another bet. */
function add(key) {
  const at = Number(when.value) || null;
  const lies = asked.bets.findLast((one) => one.bet === key && one.at === at);
  const stake = tray.amount;
  if (lies && /^\d+(\.\d+)?$/.test(lies.stake)) lies.stake = patacas(avosOf(lies.stake) + stake);
  else asked.bets.push({ bet: key, stake: patacas(stake), at });
  announce(say("bet_added", { name: betName(key), stake: money(stake) }));
  change();
}

function takeLast(key) {
  const place = asked.bets.findLastIndex((one) => one.bet === key);
  if (place >= 0) asked.bets.splice(place, 1);
  change();
}

function addThrow(text) {
  if (!text) return;
  asked.outcomes.push(text);
  outcome.value = "";
  change();
}

/** The bets as they were placed: what each stakes, and when. */
function drawBets() {
  const rows = asked.bets.map((one, place) => el("li", { class: "row asked-bet", "data-bet": one.bet },
    el("span", { class: "grow" }, betName(one.bet)),
    el("input", { class: "stake", inputmode: "decimal", maxlength: 20, value: shownAmount(one.stake), "data-focus": `stake-${place}`, "aria-label": say("stake_of", { name: betName(one.bet) }),
      onchange: (event) => { one.stake = amount(event.target.value); event.target.value = shownAmount(one.stake); settle(); } }),
    select(one, place),
    el("button", { type: "button", class: "quiet", "data-focus": `away-${place}`, "aria-label": say("take_away", { name: betName(one.bet) }), onclick: () => { asked.bets.splice(place, 1); change(); } }, "✕")));
  redraw(byId("bets"), rows.length ? rows : [el("li", { class: "soft" }, say("no_bets"))]);
}

const shownAmount = (text) => (/^\d+(\.\d+)?$/.test(text) ? money(avosOf(text)) : text);

function select(one, place) {
  const box = el("select", { "data-focus": `at-${place}`, "aria-label": say("placed_when", { name: betName(one.bet) }), onchange: (event) => { one.at = Number(event.target.value) || null; settle(); } }, ...moments(one.at));
  box.value = String(one.at ?? "");
  return box;
}

/** When a bet may have been placed: by itself, or before any throw, or after the last. */
function moments(kept) {
  const last = Math.max(asked.outcomes.length + 1, kept ?? 1);
  return [el("option", { value: "" }, say("as_allowed")), ...Array.from({ length: last }, (_, at) => el("option", { value: at + 1 }, say("before_throw", { throw: at + 1 })))];
}

function drawThrows() {
  const rows = asked.outcomes.map((text, place) => el("li", { class: "row asked-throw" },
    el("span", { class: "soft" }, `${place + 1}.`), el("span", { class: "grow thrown-as" }, ...shown(text)),
    el("button", { type: "button", class: "quiet", "data-focus": `throw-${place}`, "aria-label": say("take_away", { name: say("throw", { number: place + 1 }) }), onclick: () => { asked.outcomes.splice(place, 1); change(); } }, "✕")));
  redraw(byId("throws"), rows.length ? rows : [el("li", { class: "soft" }, say("no_throws"))]);
  const before = when.value;
  when.replaceChildren(...moments(null));
  when.value = [...when.options].some((one) => one.value === before) ? before : "";
}

/** A throw with the faces of its device where they are drawn. */
function shown(text) {
  const [kind, reason] = text.split(":");
  if (kind === "null") return [labelled(say("null"), told.reasons[reason]?.said ?? reason ?? say("no_cause"))];
  const faces = text.split("-").map(drawn);
  return faces.every(Boolean) ? [...faces, ` ${outcomeName(text)}`] : [outcomeName(text)];
}

function address() {
  const link = new URLSearchParams();
  for (const [name, value] of Object.entries(chosen())) link.append("option", `${name}=${value}`);
  for (const { bet, stake, at } of asked.bets) link.append("bet", `${bet}${at ? `@${at}` : ""}=${stake}`);
  for (const one of asked.outcomes) link.append("outcome", one);
  for (const [name, value] of Object.entries(limits())) link.append(name, value);
  return link;
}

/** What a link asks for, whether or not the rules still know it. */
function readAddress() {
  const link = new URLSearchParams(location.search);
  for (const one of link.getAll("option")) {
    const [name, value] = [one.slice(0, one.indexOf("=")), one.slice(one.indexOf("=") + 1)];
    const box = choices.find((choice) => choice.name === name);
    if (box && [...box.options].some((known) => known.value === value)) box.value = value;
    else unknown[name] = value;
  }
  for (const one of link.getAll("bet")) {
    const [, bet, at, stake] = /^(.*?)(?:@(\d{1,4}))?(?:=([^=]*))?$/.exec(one) ?? [];
    asked.bets.push({ bet: bet ?? one, stake: stake ?? "", at: Number(at) || null });
  }
  asked.outcomes.push(...link.getAll("outcome"));
  for (const box of boxes) box.value = shownAmount(link.get(box.name) ?? "");
  find("details").open = Boolean(Object.keys(chosen()).length || Object.keys(limits()).length);
}

/** Options of an old link that the house no longer has: asked for all the same, so that it says no. */
const unknown = {};
const find = (part) => /** @type {HTMLDetailsElement} */ (house.querySelector(part));

function drawFelt() {
  const chips = asked.bets.map((one) => ({ bet: one.bet, stake: avosOf(one.stake) || 0, mine: true })).filter((one) => one.stake);
  felt.show({ chips, isOpen: () => true, isPlayer: true, point: "" });
}

/** What the house said of each bet, on the layout. */
function mark(answer) {
  felt.unmark();
  if (!answer) return;
  const results = new Map();
  for (const one of answer.bets.filter(({ net }) => net !== undefined)) {
    const net = avosOf(one.net) + (results.get(one.bet)?.net ?? 0);
    results.set(one.bet, { net, verdict: one.result, texts: textsOf(one.result, net) });
  }
  felt.mark(results);
}

let last = null;

/** There are other bets or throws: they are listed anew. */
function change() {
  drawBets();
  drawThrows();
  return settle();
}

/** Shows what lies on the layout, keeps the address, and asks the house. What somebody is filling in stays as it is. */
async function settle() {
  drawFelt();
  felt.unmark();
  keepAddress(address());
  if (!asked.bets.length) {
    byId("refused").textContent = "";
    byId("answer").hidden = true;
    return;
  }
  const body = { options: { ...unknown, ...chosen() }, outcomes: asked.outcomes, limits: limits(),
    bets: asked.bets.map(({ bet, stake, at }) => (at ? { bet, stake, at } : { bet, stake })) };
  await settled(() => post(`/api/v1/games/${told.game}/settle`, body), (answer) => {
    last = answer;
    showAnswer(answer);
    mark(answer);
    if (answer) announce(say("settled", { net: gained(answer.net) }));
  });
}

/** Chips of the minimum that is typed, and the layout of the options that are chosen. */
async function changeHouse() {
  const { minimum, maximum } = limits();
  told.minimum = avosOf(minimum ?? "") || told.limits.minimum;
  told.maximum = avosOf(maximum ?? "") || told.limits.maximum;
  startTray();
  told.options = Object.entries(chosen()).map(([name, value]) => `${name}=${value}`);
  await felt.fetch();
  await settle();
}

function startTray() {
  byId("tray").replaceChildren();
  tray = new Tray(byId("tray"));
  tray.choose(Math.min(5, tray.chips.length));
}

const onSubmit = (id, act) => byId(id).addEventListener("submit", (event) => { event.preventDefault(); act(); });

named.append(...Object.entries(told.bets).map(([key, { name }]) => el("option", { value: key }, name)));
for (const box of boxes) box.placeholder = money(told.limits[box.name]);
const { parts, form } = told.entered;
outcome.placeholder = example(form);
byId("faces").append(facesOf(outcome, parts, () => addThrow(written(outcome.value, parts))));
readAddress();
startTray();
told.options = Object.entries(chosen()).map(([name, value]) => `${name}=${value}`);
await felt.start(() => { drawFelt(); if (last) mark(last); });
onSubmit("by-name", () => add(named.value));
onSubmit("throw-form", () => addThrow(written(outcome.value.trim(), parts)));
onSubmit("null-form", () => {
  const { value } = byId("reason", HTMLSelectElement);
  addThrow(value ? `null:${value}` : "null");
});
house.addEventListener("submit", (event) => event.preventDefault());
house.addEventListener("change", changeHouse);
startPaper();
await change();
ready();
