// A live table of chance: what is seen, what is pressed, what it came to.

import { showActs, showDue } from "./acts.js";
import { attempt as tryTo, bracketed, byId, el, labelled, money, ready, say, told } from "../page.js";
import { Card } from "./bet_card.js";
import { settleIn, skip } from "./device.js";
import { enterPressed, isPressed, lookAt } from "./result_entry.js";
import { showExposure } from "./exposure.js";
import { Moves, exampleOf, read, startFavourites } from "./bets.js";
import { Felt } from "./felt.js";
import { Journal } from "./journal.js";
import { Outcome } from "./outcome.js";
import { showHead } from "./head.js";
import { startReceipts } from "./receipts.js";
import { showSheet } from "./sheet.js";
import { TableState } from "./state.js";
import { betName, cite } from "./labels.js";
import { Tray } from "./tray.js";

/** Milliseconds that changes wait for others. */
const SOON = 16;
const state = new TableState();
const isPlayer = told.me.role === "player";
const tray = isPlayer ? new Tray(byId("tray")) : null;
const journal = new Journal(state);
const chip = () => tray?.amount ?? told.minimum;

const felt = new Felt({ press: (key) => { if (isPlayer) moves.place(key, chip()); else enterPressed(key); }, release: (key, _region, isAll) => { if (isPlayer) isAll ? moves.takeBack(key) : moves.takeOne(key); } });
const outcome = new Outcome(state, felt);
const moves = new Moves(state, {
  attempt: (what, key) => attempt(byId("felt-refused"), what, felt.region(key)),
  refuse: (text) => { byId("felt-refused").textContent = text; },
  chip,
});

/** What was refused before is no news. */
function forgive() {
  for (const place of ["felt-refused", "line-refused"]) byId(place).textContent = "";
}

function attempt(place, what, region) {
  if (isPlayer) forgive();
  return tryTo(place, what, region);
}

const OWN = { undo: () => moves.undo(), double: () => moves.double(), repeat: () => moves.repeat(), clear: () => moves.takeAllBack() };

async function typed(event) {
  event.preventDefault();
  const place = byId("line-refused");
  const box = byId("line", HTMLInputElement);
  const line = box.value;
  forgive();
  const acts = state.view.can.map((one) => one.do).filter((name) => !["place_bet", "withdraw_bet"].includes(name));
  const words = Object.fromEntries(Object.keys(OWN).flatMap((name) => [[name, name], [byId(name).textContent.trim().toLocaleLowerCase(), name]]));
  try {
    const asked = read(line, { open: state.view.open_bets, acts, own: words });
    if (asked.own) await OWN[asked.own]();
    else if (asked.act) await state.do({ do: asked.act });
    else if (asked.take) await moves.takeBack(asked.take);
    else await state.do({ do: "place_bet", bet: asked.bet, stake: asked.stake });
    if (box.value === line) box.value = "";  // the answer may come when the next line is being typed
  } catch (fault) {
    place.textContent = fault.message;
  }
}

function show() {
  showHead(state);
  showDue(state, (command) => attempt(byId("felt-refused"), () => state.do(command)));
  showActs(byId("acts"), state, (command) => state.do(command), ["place_bet", "withdraw_bet", ...ANSWERS]);
  showFelt();
  if (!isPlayer) showSheet(state);
  showOffers();
  journal.showResults(state.view.state.results);
}

let timer = 0;

/** Several changes at once are shown once. */
function showSoon() {
  timer ||= setTimeout(() => { timer = 0; show(); }, SOON);
}

function showFelt() {
  const chips = state.view.state.bets.map((one) => ({ ...one, mine: one.player === state.me }));
  const remembered = state.view.state.table;
  felt.show({ chips, isOpen: (key) => (isPlayer ? state.view.open_bets.includes(key) : isPressed(key)), isPlayer, point: /^\d+$/.test(remembered ?? "") ? remembered : "" });
  outcome.show();
  showBets(chips);
  if (isPlayer) showExposure(state);
}

let listed = "";

const ANSWERS = ["confirm_bet", "decline_bet"];

/** What the croupier has laid out for this player, who takes it or not; others see that it waits. */
function showOffers() {
  const offers = state.view.state.offers.filter((one) => !isPlayer || one.player === state.me);
  byId("offers").replaceChildren(...offers.map(({ player, bet: key, stake }) => el("div", { class: "row offer" },
    el("span", {}, isPlayer ? "" : labelled(player), say("placed", { stake: money(stake), bet: betName(key) })),
    ...(isPlayer ? ANSWERS.map((name) => el("button", { type: "button", "data-act": name, onclick: () => answer(name, key, stake) }, told.acts[name])) : []),
    isPlayer ? cite(state.can("confirm_bet").cite) : null)));
}

function answer(name, key, stake) {
  const what = name === "confirm_bet" ? { do: name, bet: key, stake } : { do: name, bet: key };
  attempt(byId("felt-refused"), () => state.do(what), felt.region(key));
}

/** What can be done with a bet of one's own. */
function actsOn(key) {
  const lies = state.own.some((one) => one.bet === key);
  const acts = [{ name: "add", words: `+${money(chip())}`, run: () => moves.place(key, chip()) }];
  if (!lies) return acts;
  return [...acts,
    { name: "one-less", words: say("one_less"), run: () => moves.takeOne(key) },
    { name: "double", words: "×2", run: () => moves.double(key) },
    { name: "remove", words: say("remove"), run: () => moves.takeBack(key) }];
}

/** Who bet what, and what can be done with one's own. */
function showBets(chips) {
  const key = JSON.stringify([chips, isPlayer && chip()]);
  if (key === listed) return;
  listed = key;
  const rows = [...chips].sort((one, other) => other.mine - one.mine || one.player.localeCompare(other.player)).map((one) => el("tr", { class: one.mine ? "mine" : "" },
    el("th", { scope: "row" }, one.mine ? say("you") : one.player),
    el("td", {}, one.on ? bracketed(betName(one.bet), told.states[one.on] ?? one.on) : betName(one.bet)),
    el("td", { class: "number" }, money(one.stake)),
    el("td", {}, one.mine && isPlayer ? steps(one.bet) : null)));
  byId("own").replaceChildren(rows.length ? el("table", { class: "bets" }, el("tbody", {}, ...rows)) : el("p", { class: "soft" }, "–"));
}

function steps(key) {
  const [, ...acts] = actsOn(key);
  const signs = { "one-less": "−", double: "×2", remove: "✕" };
  return el("div", { class: "row" }, ...acts.map(({ name, words, run }) => el("button", { type: "button", "data-do": name, title: words, "aria-label": `${words}${told.joins.label}${betName(key)}`, onclick: run }, signs[name])));
}

/** Each event once, in order: what changes the marks, the device and the lists. @param {any} heard */
async function hear({ detail: { entry, isNew } }) {
  if (isNew && entry.events.some(({ event }) => ["null_declared", "round_voided"].includes(event))) outcome.end(entry.seq);
  const decided = entry.events.filter(({ event }) => event === "bet_decided");
  for (const event of entry.events) {
    moves.hear(event);
    if (isNew && event.player === state.me && event.event === "bet_placed") outcome.leave();
    if (["part_shown", "result_called", "result_corrected"].includes(event.event) && isNew) await outcome.call(event, entry.seq);
  }
  if (!isNew || !decided.length) return;
  skip();
  outcome.pay(decided);
}

function keys(event) {
  if (event.target.matches("input:not([type=radio]), select, textarea") || event.ctrlKey || event.metaKey || event.altKey) return;
  const key = event.key.toLowerCase();
  if (/^[1-9]$/.test(key)) tray?.choose(Number(key));
  else if (key === "u") moves.undo();
  else if (key === "r") moves.repeat();
  else if (key === "d") moves.double();
  else if (key === "g") byId("due").click();
  else if (event.key === "/") byId("line").focus();
  else if (event.key.startsWith("Arrow") && event.target === document.body) felt.focus(felt.drawing.querySelector('.region[tabindex="0"]'));
  else return;
  event.preventDefault();
}

felt.installed = () => {
  settleIn();
  outcome.again();
};
await state.load();
await felt.start(show);
show();
state.addEventListener("change", showSoon);
state.addEventListener("caught-up", () => outcome.lay());
state.addEventListener("entry", hear);
await state.start();
if (isPlayer) {
  byId("line", HTMLInputElement).placeholder = say("example", { example: exampleOf(state.view.open_bets[0] ?? Object.keys(told.bets)[0]) });
  byId("line-form").addEventListener("submit", typed);
  for (const [name, act] of Object.entries(OWN)) byId(name).addEventListener("click", act);
  startReceipts(state);
  startFavourites({ own: () => state.own, putDown: (bets) => moves.putDown(bets, "no_favourites") });
  new Card(felt, { acts: actsOn, stakeOf: (key) => state.own.filter((one) => one.bet === key).reduce((sum, one) => sum + one.stake, 0), chip });
  addEventListener("keydown", keys);
} else {
  byId("felt").addEventListener("pointerover", (event) => lookAt(/** @type {Element} */ (event.target).closest(".region")?.getAttribute("data-bet")));
  byId("felt").addEventListener("pointerleave", () => lookAt(""));
}
ready();
