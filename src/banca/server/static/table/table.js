// A live table of chance: what is seen, what is pressed, what it came to; the card of a bet, and what one's bets can come to.

import { showActs, showDue } from "./acts.js";
import { attempt as tryTo, bracketed, byId, el, gain, labelled, listed, money, percent, ready, say, told, write } from "../page.js";
import { settleIn, skip } from "./device.js";
import { enterPressed, isPressed, lookAt } from "./result_entry.js";
import { exampleOf, Moves, read, startFavourites } from "./bets.js";
import { Felt } from "./felt.js";
import { Journal } from "./journal.js";
import { Outcome } from "./outcome.js";
import { showHead } from "./head.js";
import { startReceipts } from "./receipts.js";
import { showSheet } from "./sheet.js";
import { TableState } from "./state.js";
import { betName, cite, outcomeName } from "./labels.js";
import { Tray } from "./tray.js";
import { get } from "../api.js";

// What one's bets can come to with the next result: staked, at risk, the best and the worst; the server works it out.

const outlook = byId("exposure");
const FEW = 4;
/** What is shown, what is to be asked for, and whether an answer is on its way; where the server does not know, it is not asked again. */
let shown = "", wanted = "", isAsking = false, isKnown = true;

/** A line that has its place whether it says something or not. */
export function showExposure(state) {
  const { own } = state;
  const key = JSON.stringify([own, state.view.round, state.view.state.table]);
  if (key === wanted) return;
  wanted = key;
  if (!own.length) outlook.replaceChildren();
  else if (!shown || !isKnown) tell({ staked: own.reduce((sum, one) => sum + one.stake, 0) });
  if (own.length && isKnown && !isAsking) ask();
}

/** Several wishes at once become one. */
async function ask() {
  isAsking = true;
  try {
    while (shown !== wanted) {
      shown = wanted;
      const found = await get(`/api/v1/tables/${told.table}/exposure`);
      if (shown === wanted && found.staked) tell(found);
    }
  } catch {
    isKnown = false;
  } finally {
    isAsking = false;
  }
}

/** @param {{ staked: number, best?: any, worst?: any }} found */
function tell({ staked, best, worst }) {
  const parts = [[say("staked"), money(staked)]];
  if (best && worst) {
    const atRisk = Math.max(0, -worst.net);
    parts.push([say("at_risk"), money(atRisk), "", atRisk === staked ? "again" : ""]);
    parts.push([say("best_next"), gain(best.net), few(best.outcomes ?? [])], [say("worst_next"), gain(worst.net), few(worst.outcomes ?? [])]);
  }
  write(outlook, ...parts.map(([name, value, by = "", kind = ""]) => el("span", { class: kind }, `${name} `, el("b", {}, value), el("i", {}, by))));
  outlook.title = outlook.textContent ?? "";
}

/** With the results that bring it, where these are few. */
const few = (outcomes) => (outcomes.length && outcomes.length < FEW ? bracketed("", listed(outcomes.map(outcomeName))) : "");

// The card of a bet: its prize, chance and house edge, what lies there and would win, and what can be done with it.
// It opens with the pointer, with a long press, and with the key `?`.

const WAIT = 450, HOLD = 450, STIR = 10;
const layout = byId("felt");

export class Card {
  /** `acts(key)` are the things that can be done with a bet now, as {name, words, run}; `stakeOf(key)` what lies there; `chip()` the one in hand. */
  constructor(felt, { acts, stakeOf, chip }) {
    this.felt = felt;
    this.acts = acts;
    this.stakeOf = stakeOf;
    this.chip = chip;
    this.x = 0;
    this.y = 0;
    /** @type {any} */
    this.region = null;
    this.card = byId("bet-card");
    this.timer = 0;
    this.isHeld = false;
    layout.addEventListener("pointerover", (event) => this.over(event));
    layout.addEventListener("pointerout", (event) => { if (event.pointerType === "mouse") this.out(); });
    layout.addEventListener("focusin", (event) => this.cover(/** @type {Element} */ (event.target).closest(".region")));
    layout.addEventListener("focusout", () => this.cover(null));
    layout.addEventListener("pointerdown", (event) => this.down(event));
    for (const kind of ["pointerup", "pointercancel"]) layout.addEventListener(kind, () => clearTimeout(this.timer));
    layout.addEventListener("pointermove", (event) => { if (Math.hypot(event.clientX - this.x, event.clientY - this.y) > STIR && event.pointerType !== "mouse") clearTimeout(this.timer); });
    layout.addEventListener("click", (event) => { if (this.isHeld) event.stopImmediatePropagation(); }, true);
    layout.addEventListener("keydown", (event) => this.key(event));
    addEventListener("keydown", (event) => { if (event.key === "Escape" && this.isPinned) this.close(true); });
    addEventListener("pointerdown", (event) => { if (this.isPinned && !this.card.contains(/** @type {Node} */ (event.target))) this.close(); });
  }

  get isPinned() {
    return !this.card.hidden && this.card.classList.contains("pinned");
  }

  over(event) {
    const region = event.target.closest(".region");
    if (event.pointerType !== "mouse" || this.isPinned) return;
    this.cover(region);
    clearTimeout(this.timer);
    if (region) this.timer = setTimeout(() => this.open(region, false), WAIT);
  }

  out() {
    clearTimeout(this.timer);
    this.cover(null);
    if (!this.isPinned) this.card.hidden = true;
  }

  down(event) {
    [this.x, this.y, this.isHeld] = [event.clientX, event.clientY, false];
    const region = event.target.closest(".region");
    clearTimeout(this.timer);
    if (event.pointerType === "mouse") {
      if (!this.isPinned) this.card.hidden = true;
    } else if (region) {
      this.timer = setTimeout(() => { this.isHeld = true; this.open(region, true); }, HOLD);
    }
  }

  key(event) {
    const region = event.target.closest(".region");
    if (event.key !== "?" || !region) return;
    event.preventDefault();
    event.stopPropagation();
    this.open(region, true);
    this.card.querySelector("button")?.focus();
  }

  close(back = false) {
    this.card.hidden = true;
    if (back) this.region?.focus();
  }

  /** The regions that a bet wins with light up, as the layout names them. */
  cover(region) {
    const covers = new Set((region?.dataset.covers ?? "").split(" "));
    for (const one of this.felt.regions) one.classList.toggle("covered", one !== region && covers.has(this.felt.key(one)));
  }

  open(region, isPinned) {
    const key = this.felt.key(region);
    const about = told.bets[key];
    if (!about) return;
    this.region = region;
    const stake = this.stakeOf(key);
    const rows = [
      [say("pays"), about.pays],
      [say("chance"), percent(about.p_win)],
      [say("edge"), percent(about.house_edge)],
      [say("your_bet"), money(stake)],
      [say("would_win"), wins(about, stake || this.chip())],
    ];
    const acts = this.acts(key).map(({ name, words, run }) => el("button", { type: "button", "data-do": name, onclick: async () => { await run(); this.open(region, true); } }, words));
    this.card.replaceChildren(el("h3", {}, about.name, " ", cite(about.cite)), el("dl", {}, ...rows.flatMap(([name, value]) => [el("dt", {}, name), el("dd", {}, value)])),
      el("div", { class: "row" }, ...acts, el("button", { type: "button", "data-do": "close", onclick: () => this.close(true) }, say("close"))));
    this.card.setAttribute("aria-label", about.name);
    this.card.classList.toggle("pinned", isPinned);
    this.card.hidden = false;
    this.lay(region);
  }

  /** Beside the region, never over it where there is room. */
  lay(region) {
    const here = region.getBoundingClientRect();
    const { offsetWidth: width, offsetHeight: height } = this.card;
    const [right, below] = [here.right + 8, here.bottom + 8];
    const isBeside = right + width < innerWidth || here.left - width - 8 > 0;
    const left = isBeside ? (right + width < innerWidth ? right : here.left - width - 8) : here.left;
    const top = isBeside ? here.top : below + height < innerHeight ? below : here.top - height - 8;
    this.card.style.left = `${Math.max(8, Math.min(left, innerWidth - width - 8))}px`;
    this.card.style.top = `${Math.max(8, Math.min(top, innerHeight - height - 8))}px`;
  }
}

/** What a stake would bring at each of the odds, before commission: exact, as odds are. */
function wins({ odds, commission }, stake) {
  const each = odds.map(([prize, per]) => money(`${BigInt(stake) * BigInt(prize)}/${per}`));
  const said = each.length > 1 ? `${each[0]} – ${each.at(-1)}` : each[0] ?? "–";
  return `${labelled(money(stake), said)}${commission === "0" ? "" : ` −${percent(commission)}`}`;
}

// The table as a whole

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

let listedActs = "";

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
  if (key === listedActs) return;
  listedActs = key;
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
