// A live table of Pai Kao: gates, bank, stakes, dice and tiles; what is pressed, and what it came to.

import { attempt as tryTo, byId, el, labelled, listed, money, parted, readMoney, ready, say, sentences, told, write } from "../page.js";
import { ownAct, showActs, showDue, waitedFor } from "../table/acts.js";
import { skip } from "../table/device.js";
import { Felt } from "../table/felt.js";
import { showHead } from "../table/head.js";
import { startReceipts } from "../table/receipts.js";
import { showSheet } from "../table/sheet.js";
import { Board, handOf, handsOf, middleOfMark, named } from "./board.js";
import { Hand } from "./hand.js";
import { PaiKaoJournal } from "./journal.js";
import { drawnTile, tileName } from "./ranks.js";
import { TableState } from "../table/state.js";
import { Tray } from "../table/tray.js";
import { drawn } from "../table/result_entry.js";
import { fits, plain, Unread } from "../table/bets.js";

// The acts of Pai Kao that are this reader's now, with what they choose from; dice and tiles entered by pressing them.

const DICE = 4;
const HAND = 4;
/** How four tiles are typed. */
const EXAMPLE = "66 11 45 23";
/** Acts that are done on the layout and with the tiles in hand. */
const ELSEWHERE = ["stake", "withdraw_stake", "set_tiles"];
/** The gate that somebody holds, or 0. */
export const gateOf = (view, who) => Number(Object.entries(view.state.gates).find(([, holder]) => holder === who)?.[0] ?? 0);

/** What lies on the gates, as [gate, stakes]; what lay on a gate that was put out has gone back. */
export const lying = ({ state }) => Object.entries(state.stakes).filter(([gate]) => !state.out.includes(Number(gate)));

/** Gates whose tiles must be set and are not. */
export const toBeSet = ({ state }) => Object.keys(state.setters).map(Number).filter((gate) => !state.set.includes(gate) && !state.out.includes(gate));

/** The acts to show, each with words for its gates, and widgets; `entered(tiles)` is told what a croupier has entered of a deal, in its order. */
export function actsOf(view, entered) {
  return view.can.filter((one) => !ELSEWHERE.includes(one.do)).map((one) => dressed(one, view.state.dealt_to, entered));
}

function dressed(one, order, entered) {
  const words = { gate: (gate) => (gate ? say("gate", { gate }) : say("no_gate")), policy: (policy) => told.policies[policy] };
  const widgets = { dice: diceWidget, tiles: (box) => tilesWidget(box, order, entered) };
  const dressed = { ...one, words, widgets, read: { dice: readDice, tiles: readTiles }, figures: ["dice", "tiles"], order };
  if (one.do === "sit") return { ...dressed, takes: ["gate"], also: [], choices: { gate: [...(one.choices?.gate ?? []), ""] } };
  return dressed;
}

/** Two figures are a tile, whichever stands first: nothing where there is none with these. */
const tileOf = ([one, other]) => [`${one}-${other}`, `${other}-${one}`].find((face) => face in told.copies);

/** Tiles by their figures, however they are separated: "66 45" and "6645" are 6-6 4-5. */
const tilesIn = (text) => (text.replace(/\D/g, "").match(/\d\d/g) ?? []).map(tileOf);

function readTiles(text) {
  const tiles = tilesIn(text);
  if (text.replace(/\D/g, "").length % 2 || tiles.some((one) => !one)) throw new Error(say("bad_outcome", { asked: text, form: EXAMPLE }));
  return tiles;
}

/** Four dice, however they are separated. */
function readDice(text) {
  const dice = text.match(/\d/g) ?? [];
  if (!/^[1-6]{4}$/.test(dice.join(""))) throw new Error(say("bad_outcome", { asked: text, form: "1-2-3-4" }));
  return dice.map(Number);
}

/** Four dice, one press each. */
function diceWidget(box) {
  const faces = [1, 2, 3, 4, 5, 6].map((face) => el("button", { type: "button", class: "face", "data-face": face, "aria-label": String(face), onclick: () => {
    const parts = box.value.split(/\D+/).filter(Boolean);
    box.value = [...(parts.length >= DICE ? [] : parts), face].join("-");
  } }, drawn(face) ?? String(face)));
  return el("div", { class: "faces" }, ...faces, el("button", { type: "button", onclick: () => { box.value = ""; } }, say("clear")));
}

/** The tiles of the gates that play, four for each in the order of the deal: typed by their figures, or pressed. */
function tilesWidget(box, order, tell) {
  const faces = Object.keys(told.copies);
  const whole = order.length * HAND;
  const entered = () => tilesIn(box.value).filter(Boolean);
  const next = el("p", { class: "next-tile", role: "status" });
  const counts = faces.map(() => el("small"));
  const buttons = faces.map((face, place) => el("button", { type: "button", class: "tile-button small", "data-tile": face, onclick: () => write([...entered(), face]) }, drawnTile(face), counts[place]));
  box.placeholder = EXAMPLE;

  /** Hand by hand. */
  function write(tiles) {
    const hands = order.map((_, place) => tiles.slice(place * HAND, (place + 1) * HAND)).filter((hand) => hand.length);
    box.value = hands.map((hand) => hand.map((face) => face.replace("-", "")).join(" ")).join(" / ");
    show();
  }

  function show() {
    const tiles = entered();
    faces.forEach((face, place) => {
      const left = told.copies[face] - tiles.filter((one) => one === face).length;
      buttons[place].disabled = left <= 0 || tiles.length >= whole;
      counts[place].textContent = `×${Math.max(left, 0)}`;
      buttons[place].setAttribute("aria-label", say("tiles_left", { tile: tileName(face), count: Math.max(left, 0) }));
    });
    next.textContent = tiles.length < whole ? say("next_tile", { number: tiles.length + 1, of: whole, gate: order[Math.floor(tiles.length / HAND)] }) : say("all_tiles", { of: whole });
    tell(Object.fromEntries(order.map((gate, place) => [gate, tiles.slice(place * HAND, (place + 1) * HAND)]).filter(([, own]) => own.length)));
  }

  box.addEventListener("input", show);
  show();
  return el("div", { class: "enter-tiles" }, next, el("div", { class: "faces" }, ...buttons),
    el("div", { class: "row" }, el("button", { type: "button", onclick: () => write(entered().slice(0, -1)) }, say("take_last_back")),
      el("button", { type: "button", onclick: () => write([]) }, say("clear"))));
}

// The command line of Pai Kao: "3 50", "gate 3 50", "-3", "set 2", "shake", "put down the principal 500".

/**
 * What a line asks for: {gate, stake}, {take} to take back from a gate, {setting} for one of the three, {own} for undo, repeat or
 * clear, or {act} with its fields.
 */
export function read(line, { acts, own }) {
  const text = line.trim();
  const word = plain(text);
  if (own[word]) return { own: own[word] };
  const gate = [plain("gate"), plain(told.fields.stake.gate.label)].find((name) => word.startsWith(name)) ?? "";
  const rest = gate ? text.slice(text.toLocaleLowerCase().indexOf(gate) + gate.length) : text;
  const staked = /^\s*(-?)\s*(\d)(?:\s+([\d.,]+))?\s*$/.exec(text.startsWith("-") && gate ? `-${rest}` : rest);
  if (staked) return stakeOf(staked);
  const chosen = /^(?:set|=)\s*([1-3])$/.exec(text.toLocaleLowerCase());
  if (chosen) return { setting: Number(chosen[1]) };
  const [, words, amount] = /^(.*?)\s*([\d.,]*)$/.exec(text) ?? [text, text, ""];
  const possible = actsNamed(words, acts);
  const found = possible.length ? possible : actsNamed(words, Object.keys(told.acts).map((name) => ({ do: name })));  // the house says why not
  const examples = listed([`${told.gates[0]} ${told.minimum / 100}`, ...acts.map((one) => told.acts[one.do] ?? one.do)]);
  if (!found.length) throw new Unread(say("unknown_gate_line", { line: text, examples }));
  if (found.length > 1) throw new Unread(say("which", { line: text, allowed: listed(found.map((one) => told.acts[one.do])) }));
  return { act: found[0].do, ...fieldsOf(found[0], amount) };
}

/** @param {string[]} staked */
function stakeOf([, minus, gate, amount]) {
  if (minus) return { take: Number(gate) };
  const stake = amount ? readMoney(amount) : null;
  if (!stake) throw new Unread(say("no_amount", { bet: say("gate", { gate }), example: `${gate} ${told.minimum / 100}` }));
  return { gate: Number(gate), stake };
}

/** The acts that the words name: the whole name before its beginning. */
function actsNamed(words, acts) {
  const typed = plain(words);
  const names = (one) => [plain(one.do), plain(told.acts[one.do] ?? "")];
  const exactly = acts.filter((one) => names(one).includes(typed));
  if (exactly.length || !typed) return exactly;
  return acts.filter((one) => names(one).some((name) => fits(typed.split(/\s+/), name)));
}

function fieldsOf(one, amount) {
  const fields = {};
  if (one.takes?.includes("one_hand")) fields.one_hand = true;
  if (!amount) return fields;
  if (one.takes?.includes("stake")) fields.stake = readMoney(amount) ?? 0;
  else if (one.takes?.includes("gate")) fields.gate = Number(amount);
  else if (one.also?.includes("picked")) fields.picked = Number(amount);
  return fields;
}

// The page

const isPlayer = told.me.role === "player";
const state = new TableState();
const tray = isPlayer ? new Tray(byId("tray")) : null;
const journal = new PaiKaoJournal(state);
const felt = new Felt({ press, release: takeBack, attribute: "gate" });
const board = new Board(felt);
const hand = new Hand(byId("hand"), { send: (set) => state.do({ do: "set_tiles", ...set }), moved: () => showBoard() });

/** What this player has put down in this round, the last last; and what lay there when the last round was settled. */
const placed = [];
const EARLIER = `banca-bets-${told.table}-${told.me.name}`;
/** How the last round lay, until the next bank is put down: hands, dice, and what each gate came to. @type {{ hands: any, dice: number[], marks: Map<string, any> | null } | null} */
let last = null;
/** The dice of this round. */
let dice = [];
/** What a croupier has entered of a deal, by gate; and for which round and phase. */
let entering = { at: "", hands: {} };
/** The marks that lie on the layout now. */
let marked = null;

function attempt(what, region) {
  const place = byId("felt-refused");
  place.textContent = "";
  return tryTo(place, what, region);
}

/** A gate is pressed: whoever looks on sits down there, others stake. */
async function press(key, region) {
  skip();
  const gate = Number(key);
  const holder = state.view.state.gates[gate];
  if (!isPlayer) return;
  const isSeated = state.view.seats.includes(state.me);
  if (isSeated && !state.can("stake")) byId("felt-refused").textContent = seatedHere(gate);
  else if (isSeated || !state.can("sit")) await attempt(() => stake(gate, tray?.amount), region);
  else if (holder) byId("felt-refused").textContent = say("gate_held", { gate, player: named(holder, state.me) });
  else await attempt(() => state.send({ do: "sit", gate }), region);
}

/** Why pressing a gate does nothing now for somebody who has a seat, and what to do instead. */
function seatedHere(gate) {
  const own = gateOf(state.view, state.me);
  const isFree = !state.view.state.gates[gate];
  const seat = own ? say("you_hold", { gate: own }) : say("no_gate_yours");
  return isFree ? sentences([seat, say("stand_up_first", { act: told.acts.leave, gate })]) : sentences([seat, say("bets_not_open")]);
}

/** A stake on a gate; who has no seat yet takes it at that gate, if it is free. */
async function stake(gate, amount) {
  if (state.can("sit") && !state.view.seats.includes(state.me)) {
    await state.send({ do: "sit", ...(state.view.state.gates[gate] ? {} : { gate }) });
    await state.load();
  }
  await state.send({ do: "stake", gate, stake: amount });
}

const ownOn = (gate) => (state.view.state.stakes[gate] ?? []).filter(({ who }) => who === state.me).reduce((sum, one) => sum + one.amount, 0);

async function takeBack(key, region = felt.region(String(key))) {
  if (isPlayer) await attempt(() => state.send({ do: "withdraw_stake", gate: Number(key) }), region);
}

const OWN = { undo, repeat, clear };

/** The last stake: the law takes back all of a gate, so what lay there before is put down again. */
async function undo() {
  const one = placed.at(-1);
  if (!one) {
    byId("felt-refused").textContent = say("nothing_to_undo");
    return;
  }
  const rest = ownOn(one.gate) - one.stake;
  await attempt(async () => {
    await state.send({ do: "withdraw_stake", gate: one.gate });
    if (rest > 0) await state.send({ do: "stake", gate: one.gate, stake: rest });
  }, felt.region(String(one.gate)));
}

async function repeat() {
  const earlier = JSON.parse(localStorage.getItem(EARLIER) ?? "[]");
  if (!earlier.length) byId("felt-refused").textContent = say("nothing_to_repeat");
  for (const one of earlier) {
    if (!await attempt(() => stake(one.gate, one.stake), felt.region(String(one.gate)))) return;
  }
}

async function clear() {
  for (const gate of told.gates.filter(ownOn)) {
    if (!await attempt(() => state.send({ do: "withdraw_stake", gate }))) return;
  }
}

async function typed(event) {
  event.preventDefault();
  const place = byId("line-refused");
  place.textContent = "";
  const own = Object.fromEntries(Object.keys(OWN).flatMap((name) => [[name, name], [byId(name).textContent.toLocaleLowerCase(), name]]));
  try {
    const asked = read(byId("line", HTMLInputElement).value, { acts: state.view.can, own });
    const { act, ...fields } = asked;
    if (asked.own) await OWN[asked.own]();
    else if (act) await state.send({ do: act, ...fields });
    else if (asked.take) await state.send({ do: "withdraw_stake", gate: asked.take });
    else if (asked.setting) await layAndSet(asked.setting);
    else await stake(asked.gate, asked.stake);
    byId("line", HTMLInputElement).value = "";
  } catch (fault) {
    place.textContent = fault.message;
  }
}

async function layAndSet(which) {
  if (!hand.isOpen) await state.send({ do: "set_tiles", gate: gateOf(state.view, state.me), setting: String(which) });  // the house says why not
  hand.choose(which);
  await hand.set();
}

function show() {
  const { view } = state;
  const at = `${view.round} ${view.phase}`;
  if (entering.at !== at) entering = { at, hands: {} };
  showHead(state);
  showDue(state, (command) => attempt(() => state.send(command)));
  hand.show(dealtToMe());
  showSetting();
  write(byId("hint"), view.is_closed ? "" : hint());
  byId("hint").title = byId("hint").textContent;
  write(byId("exposure"), isPlayer && ["stacked", "bank open", "dealt"].includes(view.phase) ? say("house_way_line") : "");
  byId("exposure").title = say("house_way");
  showBoard();
  const acts = { view: { ...view, can: actsOf(view, enter) } };
  showActs(byId("acts"), acts, (command) => state.send(command));
  showStakes();
  if (!isPlayer) showSheet(state);
}

/** Tiles that are to be set are what is due. */
function showSetting() {
  if (!isPlayer || !hand.isOpen || state.view.state.set.includes(hand.dealt.gate)) return;
  const due = byId("due", HTMLButtonElement);
  write(due, told.acts.set_tiles);
  due.disabled = false;
  due.onclick = () => hand.set();
}

/** What is entered of a deal lies on the layout before it counts. */
function enter(hands) {
  if (JSON.stringify(hands) === JSON.stringify(entering.hands)) return;
  entering.hands = hands;
  showBoard();
}

/** The tiles that this reader sets now. */
function dealtToMe() {
  const { view } = state;
  const { tiles, settings, banker } = view.state;
  const act = state.can("set_tiles");
  const gate = act?.choices?.gate?.find((one) => tiles[one]);
  if (!act || !gate) return null;
  return { round: view.round, gate, tiles: tiles[gate], setting: settings[gate], seat: gate === banker ? "banker" : "player", clause: act.cite };
}

/** What to do now, in a sentence. */
function hint() {
  const { view, me } = state;
  const { banker, gates, dice: shaken } = view.state;
  const gate = gateOf(view, me);
  const isBanker = gate > 0 && gate === banker;
  const waits = toBeSet(view);
  if (state.can("sit")) return say("look_on_gates");
  if (hand.isOpen && !view.state.set.includes(hand.dealt.gate)) return say("set_now", { gate: hand.dealt.gate });
  if (!isPlayer) return conducts(waits);
  switch (view.phase) {
    case "settled":
    case "stacked":
      if (!banker) return say(gate ? "bank_is_free" : "bank_is_free_for_gates");
      return isBanker ? say("you_bank") : say("banks_next", { player: named(gates[banker], me) });
    case "bank open":
      return say(isBanker ? "you_shake" : "stake_now");
    case "stacked again":
      return say("shake_waits");
    case "shaken":
      return shaken.length ? "" : say("shake_waits");
    case "dealt":
      if (waits.length) return say("waits_for_gates", { gates: listed(waits.map((one) => say("gate", { gate: one }))) });
      return isBanker ? say("turn_now") : "";
    default:
      return "";
  }
}

/** What the croupier does next, or for whom the table waits. */
function conducts(waits) {
  const own = ownAct(state);
  const still = waits.length ? [say("waits_for_gates", { gates: listed(waits.map((one) => say("gate", { gate: one }))) })] : [];
  return sentences([...still, own ? labelled(say("next_act"), told.acts[own.do]) : waitedFor(state)]);
}

function showBoard() {
  if (!felt.drawing) return;
  const { view, me } = state;
  const { bank, banker, dice: shaken } = view.state;
  const laid = hand.isOpen ? { [hand.dealt.gate]: hand.laid } : {};
  const entered = Object.entries(entering.hands).map(([gate, tiles]) => [gate, handOf("", tiles)]);
  const hands = { ...handsOf(view.state, laid), ...Object.fromEntries(entered) };
  const over = !Object.keys(hands).length && !bank.length ? last : null;
  const shown = over ? over.hands : hands;
  for (const region of felt.regions) {
    const gate = Number(region.dataset.gate);
    region.dataset.name = parted([say("gate", { gate }), ...aboutGate(gate), ...tilesOf(shown[gate])]);
  }
  const chips = lying(view).flatMap(([gate, lies]) => lies.map(({ who, amount }) => ({ gate, stake: amount, player: named(who, me), mine: who === me })));
  const principals = bank.map(({ who, amount }) => ({ gate: "bank", stake: amount, player: named(who, me), mine: who === me }));
  const open = state.can(state.can("sit") ? "sit" : "stake")?.choices?.gate ?? [];
  felt.show({ chips: [...chips, ...principals], isOpen: (key) => open.includes(Number(key)), isPlayer, point: "" });
  const notes = Object.fromEntries(told.gates.map((gate) => [gate, noteOf(gate)]));
  board.show({ hands: shown, dice: over ? over.dice : shaken, notes, banker });
  showMarks(over ? over.marks : null);
}

/** Marks on the gates; those that lie there already stay. */
function showMarks(marks) {
  const isThere = marks === marked && Boolean(felt.drawing.querySelector("g.results")) === Boolean(marks);
  marked = marks;
  if (isThere) return;
  felt.unmark();
  if (marks) felt.mark(marks, 0, middleOfMark);
}

function aboutGate(gate) {
  const { gates, banker, set, out } = state.view.state;
  const about = [gates[gate] ? named(gates[gate], state.me) : say("free_gate")];
  if (gate === banker) about.push(say("banker"));
  if (out.includes(gate)) about.push(say("is_out"));
  else if (set.includes(gate)) about.push(say("is_set"));
  return about;
}

function tilesOf(lies) {
  if (!lies) return [];
  if (lies.front[0] === "back") return [say("face_down")];
  return ["front", "rear"].map((line) => labelled(say(line), listed(lies[line].map(tileName))));
}

function noteOf(gate) {
  const { gates, set, out } = state.view.state;
  const sign = out.includes(gate) ? "✗" : set.includes(gate) ? "✓" : "";
  const holder = gates[gate];
  const who = holder in state.view.practice ? say("program") : holder && named(holder, state.me);
  return { text: who ?? say("free_gate"), sign, strong: holder === state.me, title: parted(aboutGate(gate)) };
}

/** Who put down what: principals first, then stakes by gate. */
function showStakes() {
  const { bank, setters } = state.view.state;
  const row = ({ who, amount }, what, sets) => el("tr", { class: who === state.me ? "mine" : "" },
    el("th", { scope: "row" }, named(who, state.me)), el("td", {}, what, sets ? ` · ${say("sets")}` : ""), el("td", { class: "number" }, money(amount)));
  const rows = [...bank.map((one) => row(one, say("principal"))),
    ...lying(state.view).flatMap(([gate, lies]) => lies.map((one) => row(one, say("gate", { gate }), setters[gate] === one.who)))];
  byId("own").replaceChildren(rows.length ? el("table", { class: "bets" }, el("tbody", {}, ...rows)) : el("p", { class: "soft" }, "–"));
}

/** Each entry once, in order. @param {any} heard */
function hear({ detail: { entry } }) {
  for (const event of entry.events) {
    const isMine = event.player === state.me;
    if (event.event === "stake_placed" && isMine) placed.push(event);
    if (["stake_withdrawn", "stake_returned"].includes(event.event) && isMine) forget(event.gate);
    if (["dice_shaken", "dice_corrected"].includes(event.event)) ({ dice } = event);
    if (event.event === "gates_turned") last = { hands: handsFrom(event), dice, marks: null };
    if (event.event === "principal_put_down" || event.event === "round_voided") last = null;
    if (event.event === "round_ended") remember();
  }
  if (last && entry.events.some(({ event }) => event === "commission_taken")) last.marks = journal.marks(entry.events);
  if (last) showBoard();
}

const handsFrom = ({ tiles, settings }) => Object.fromEntries(told.gates.map((gate) => [gate, handOf(settings[gate], tiles[gate])]));

function forget(gate) {
  placed.splice(0, placed.length, ...placed.filter((one) => one.gate !== gate));
}

/** The stakes of the round that is settled now can be repeated after it. */
function remember() {
  if (placed.length) localStorage.setItem(EARLIER, JSON.stringify(placed.map(({ gate, stake: amount }) => ({ gate, stake: amount }))));
  placed.length = 0;
}

function keys(event) {
  if (event.target.matches("input:not([type=radio]), select, textarea") || event.ctrlKey || event.metaKey || event.altKey) return;
  const key = event.key.toLowerCase();
  if (/^[1-9]$/.test(key)) (hand.isOpen ? hand : tray)?.choose(Number(key));
  else if (key === "s" && hand.isOpen) hand.set();
  else if (isPlayer && key === "u") undo();
  else if (isPlayer && key === "r") repeat();
  else if (isPlayer && key === "/") byId("line").focus();
  else return;
  event.preventDefault();
}

await state.load();
await felt.start(show);
show();
state.addEventListener("change", show);
state.addEventListener("entry", hear);
await state.start();
if (isPlayer) {
  startReceipts(state);
  byId("line", HTMLInputElement).placeholder += ` ${told.gates[0]} ${told.minimum / 100}`;
  byId("line-form").addEventListener("submit", typed);
  for (const [name, act] of Object.entries(OWN)) byId(name).addEventListener("click", act);
}
addEventListener("keydown", keys);
ready();
