// A live table of chance: what is seen, what is pressed, what it came to.

import { showActs } from "./acts.js";
import { attempt as tryTo } from "./attempt.js";
import { showResult, skip } from "./device.js";
import { Felt } from "./felt.js";
import { Journal } from "./journal.js";
import { exampleOf, read } from "./line.js";
import { announce, bracketed, byId, el, gain, labelled, money, ready, say, told } from "../page.js";
import { showHead } from "./head.js";
import { TableState } from "./state.js";
import { betName, cite } from "./tell.js";
import { Tray } from "./tray.js";

const state = new TableState();
const isPlayer = told.me.role === "player";
const tray = isPlayer ? new Tray(byId("tray")) : null;
const journal = new Journal(state);

/** What this player has put down since bets opened, the last last; and what lay there when the last round was decided. */
const placed = [];
const EARLIER = `banca-bets-${told.table}-${told.me.name}`;

const felt = new Felt({ press: (key, region) => bet(key, tray?.amount, region), release: (key) => takeBack(key) });

async function bet(key, stake, region) {
  if (!isPlayer) return;
  await attempt(byId("felt-refused"), () => state.do({ do: "place_bet", bet: key, stake }), region);
}

/** What lies on the bet, or so much of it; what has not moved to a number before what has. */
async function takeBack(key, stake) {
  if (!isPlayer) return;
  const lies = state.own.find((one) => one.bet === key && !one.on) ?? state.own.find((one) => one.bet === key);
  const what = { do: "withdraw_bet", bet: key };
  if (lies?.on) what.on = lies.on;
  if (stake && lies && stake < lies.stake) what.stake = stake;
  await attempt(byId("felt-refused"), () => state.do(what), felt.region(key));
}

/** What was refused before is no news. */
function forgive() {
  for (const place of ["felt-refused", "line-refused"]) byId(place).textContent = "";
}

function attempt(place, what, region) {
  if (isPlayer) forgive();
  return tryTo(place, what, region);
}

const OWN = { undo, repeat, clear: takeAllBack };

async function undo() {
  const last = placed.at(-1);
  if (!last) {
    byId("felt-refused").textContent = say("nothing_to_undo");
    return;
  }
  await takeBack(last.bet, last.stake);
}

async function repeat() {
  const earlier = JSON.parse(localStorage.getItem(EARLIER) ?? "[]");
  if (!earlier.length) byId("felt-refused").textContent = say("nothing_to_repeat");
  for (const { bet: key, stake } of earlier) {
    if (!await attempt(byId("felt-refused"), () => state.do({ do: "place_bet", bet: key, stake }), felt.region(key))) return;
  }
}

/** As much as the law gives back: once more where a bet could not go before the one upon it; what stays says why. */
async function takeAllBack() {
  let [lies, before] = [[...state.own], Infinity];
  while (lies.length && lies.length < before) {
    before = lies.length;
    const stay = [];
    for (const one of lies) {
      const what = { do: "withdraw_bet", bet: one.bet, ...(one.on && { on: one.on }) };
      if (!await attempt(byId("felt-refused"), () => state.do(what))) stay.push(one);
    }
    lies = stay;
  }
}

async function typed(event) {
  event.preventDefault();
  const place = byId("line-refused");
  const box = byId("line", HTMLInputElement);
  forgive();
  const acts = state.view.can.map((one) => one.do).filter((name) => !["place_bet", "withdraw_bet"].includes(name));
  const words = Object.fromEntries(Object.keys(OWN).flatMap((name) => [[name, name], [byId(name).textContent.toLocaleLowerCase(), name]]));
  try {
    const asked = read(box.value, { open: state.view.open_bets, acts, own: words });
    if (asked.own) await OWN[asked.own]();
    else if (asked.act) await state.do({ do: asked.act });
    else if (asked.take) await takeBack(asked.take);
    else await state.do({ do: "place_bet", bet: asked.bet, stake: asked.stake });
    box.value = "";
  } catch (fault) {
    place.textContent = fault.message;
  }
}

function show() {
  showHead(state);
  const chips = state.view.state.bets.map((one) => ({ ...one, mine: one.player === state.me }));
  const remembered = state.view.state.table;
  felt.show({ chips, isOpen: (key) => state.view.open_bets.includes(key), isPlayer, point: /^\d+$/.test(remembered ?? "") ? remembered : "" });
  showActs(byId("acts"), state, (command) => state.do(command), ["place_bet", "withdraw_bet", ...ANSWERS]);
  showOffers();
  showBets(chips);
  journal.showResults(state.view.state.results);
}

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

/** Who bet what. */
function showBets(chips) {
  const rows = [...chips].sort((one, other) => other.mine - one.mine || one.player.localeCompare(other.player)).map((chip) => el("tr", { class: chip.mine ? "mine" : "" },
    el("th", { scope: "row" }, chip.mine ? say("you") : chip.player),
    el("td", {}, chip.on ? bracketed(betName(chip.bet), told.states[chip.on] ?? chip.on) : betName(chip.bet)),
    el("td", { class: "number" }, money(chip.stake))));
  byId("own").replaceChildren(rows.length ? el("table", { class: "bets" }, el("tbody", {}, ...rows)) : el("p", { class: "soft" }, "–"));
}

/** What the marks of the last payments give way to. */
const STALE = ["result_called", "null_declared", "round_voided"];

/** Each event once, in order: what changes the marks, the device and the lists. @param {any} heard */
async function hear({ detail: { entry, isNew } }) {
  journal.hear(entry, isNew);
  const decided = entry.events.filter(({ event }) => event === "bet_decided");
  for (const event of entry.events) {
    const isMine = event.player === state.me;
    if (isMine && event.event === "bet_placed") placed.push(event);
    if (isMine && event.event === "bet_taken_down") forget(event);
    if (isNew && (STALE.includes(event.event) || (isMine && event.event === "bet_placed"))) felt.unmark();
    if (event.event === "result_called") remember();
    if (["part_shown", "result_called"].includes(event.event) && isNew) await call(event);
  }
  if (!isNew || !decided.length) return;
  skip();
  mark(decided);
}

/** It is called when it lies there. */
async function call(event) {
  await showResult(event.outcome, true);
  if (event.event === "result_called") journal.call(event);
}

function forget({ bet: key }) {
  const last = placed.findLastIndex((one) => one.bet === key);
  if (last >= 0) placed.splice(last, 1);
}

/** The bets of the round that is decided now can be repeated after it. */
function remember() {
  if (placed.length) localStorage.setItem(EARLIER, JSON.stringify(placed.map(({ bet: key, stake }) => ({ bet: key, stake }))));
  placed.length = 0;
}

function mark(decided) {
  const results = new Map();
  for (const event of decided.filter((one) => !isPlayer || one.player === state.me)) {
    const [key, on] = [event.bet, event.on];
    const spot = `${key} ${on ?? ""}`;
    const net = event.received - event.stake + (results.get(spot)?.net ?? 0);
    results.set(spot, { key, on, net, verdict: event.verdict, text: `${{ win: "✓", lose: "✗", push: "=" }[event.verdict]} ${net ? gain(net) : "0"}` });
  }
  felt.mark(results);
  const own = decided.filter((one) => one.player === state.me);
  if (own.length) {
    const net = own.reduce((sum, one) => sum + one.received - one.stake, 0);
    announce(net > 0 ? say("won", { amount: money(net) }) : net < 0 ? say("lost", { amount: money(-net) }) : say("even"));
  }
}

function keys(event) {
  if (event.target.matches("input:not([type=radio]), select, textarea") || event.ctrlKey || event.metaKey || event.altKey) return;
  const key = event.key.toLowerCase();
  if (/^[1-9]$/.test(key)) tray?.choose(Number(key));
  else if (key === "u") undo();
  else if (key === "r") repeat();
  else if (event.key === "/") byId("line").focus();
  else return;
  event.preventDefault();
}

await state.load();
await felt.start(show);
show();
state.addEventListener("change", show);
state.addEventListener("caught-up", () => showResult(state.view.state.shown, false));
state.addEventListener("entry", hear);
await state.start();
if (isPlayer) {
  byId("line", HTMLInputElement).placeholder = say("example", { example: exampleOf(state.view.open_bets[0] ?? Object.keys(told.bets)[0]) });
  byId("line-form").addEventListener("submit", typed);
  for (const [name, act] of Object.entries(OWN)) byId(name).addEventListener("click", act);
  addEventListener("keydown", keys);
}
ready();
