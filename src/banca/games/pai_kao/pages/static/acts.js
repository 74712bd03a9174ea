// The acts of Pai Kao that are this reader's now, with what they choose from; dice and tiles entered by pressing them.

import { drawn } from "../table/acts.js";
import { el, money, say, told } from "../page.js";
import { drawnTile, tileName } from "./ranks.js";

const isPlayer = told.me.role === "player";
const DICE = 4;
const HAND = 4;
/** Acts that are done on the layout and with the tiles in hand. */
const ELSEWHERE = ["stake", "withdraw_stake", "set_tiles"];
const OF_BANKER = ["put_down_principal", "shake", "shake_again", "turn_banker"];
const OF_OTHERS = ["take_bank", "agree", "co_bank"];
const OF_GATES = ["take_bank", "pass_bank", "agree", "cut", "co_bank"];

/** The gate that somebody holds, or 0. */
export const gateOf = (view, who) => Number(Object.entries(view.state.gates).find(([, holder]) => holder === who)?.[0] ?? 0);

/** What lies on the gates, as [gate, stakes]; what lay on a gate that was put out has gone back. */
export const lying = ({ state }) => Object.entries(state.stakes).filter(([gate]) => !state.out.includes(Number(gate)));

/** Gates whose tiles must be set and are not. */
export const toBeSet = ({ state }) => Object.keys(state.setters).map(Number).filter((gate) => !state.set.includes(gate) && !state.out.includes(gate));

/** The acts to show, each with its choices, usual values and widgets. `first` is the gate that is dealt first. */
export function actsOf(view, me, first) {
  return view.can.filter((one) => !ELSEWHERE.includes(one.do) && isDue(one.do, view) && (!isPlayer || isOwn(one.do, view, me))).map((one) => dressed(one, view, me, first));
}

/** Whether the table has come to it. */
function isDue(act, { state }) {
  if (act === "shake_again") return !state.dice.length;
  if (["deal", "null_shake"].includes(act)) return state.dice.length > 0;
  if (act === "take_bank") return !state.banker;
  if (act === "agree") return state.banker > 0;
  if (act === "co_bank") return isPlayer || !state.bank.some(({ who }) => who === told.casino);
  if (act === "turn_banker") return !toBeSet({ state }).length;
  return true;
}

/** Whether it is for this player to do. */
function isOwn(act, view, me) {
  const { state } = view;
  const gate = gateOf(view, me);
  const isBanker = gate > 0 && gate === state.banker;
  if (OF_GATES.includes(act) && !gate) return false;
  if (OF_BANKER.includes(act)) return isBanker;
  if (OF_OTHERS.includes(act) && isBanker) return false;
  if (act === "pass_bank") return state.banker ? isBanker : !state.refusing.includes(gate);
  if (act === "agree") return !state.agreeing.includes(gate);
  if (act === "co_bank") return !state.bank.some(({ who }) => who === me);
  if (act === "cut") return !state.cuts.includes(gate) && !state.cuts.includes(state.banker);
  return true;
}

function dressed(one, view, me, first) {
  const { state } = view;
  const gates = told.gates.map((gate) => [gate, say("gate", { gate })]);
  const widgets = { dice: diceWidget, tiles: (box) => tilesWidget(box, first) };
  switch (one.do) {
    case "sit": {
      const free = gates.filter(([gate]) => !(gate in state.gates));
      return { ...one, takes: ["gate"], also: [], choices: { gate: [...free, ["", say("no_gate")]] } };
    }
    case "seat_practice":
      return { ...one, takes: [...one.takes, "gate"], choices: { player: false, policy: Object.entries(told.choices.policy), gate: gates.filter(([gate]) => !(gate in state.gates)) } };
    case "put_down_principal": {
      const least = state.banked_before === me ? state.principal_before + Math.max(state.won_before, 0) : 0;
      return { ...one, usual: { stake: least ? money(least) : "" } };
    }
    case "null_shake":
      return { ...one, choices: { reason: Object.entries(told.choices.reason) } };
    case "expose":
      return { ...one, choices: { gate: gates } };
    case "shake":
    case "shake_again":
    case "deal": {
      const seen = (one.also ?? []).filter((name) => name in widgets);  // at an observed table these are the act
      return { ...one, takes: seen, also: (one.also ?? []).filter((name) => !seen.includes(name)), widgets, first };
    }
    default:
      return one;
  }
}

/** Four dice, one press each. */
function diceWidget(box) {
  const faces = [1, 2, 3, 4, 5, 6].map((face) => el("button", { type: "button", class: "face", "data-face": face, "aria-label": String(face), onclick: () => {
    const parts = box.value.split(/\D+/).filter(Boolean);
    box.value = [...(parts.length >= DICE ? [] : parts), face].join("-");
  } }, drawn(face) ?? String(face)));
  return el("div", { class: "faces" }, ...faces, el("button", { type: "button", onclick: () => { box.value = ""; } }, say("clear")));
}

/** The set of tiles: each pressed as it lies in the stacks, four for every gate from the first on. */
function tilesWidget(box, first) {
  const faces = Object.keys(told.copies);
  const whole = Object.values(told.copies).reduce((sum, count) => sum + count, 0);
  const order = told.gates.map((_, place) => told.gates[(told.gates.indexOf(first) + place) % told.gates.length]);
  const entered = () => box.value.split(/[\s,]+/).filter(Boolean);
  const next = el("p", { class: "soft", role: "status" });
  const rows = el("ol", { class: "plain entered" });
  const counts = faces.map(() => el("small"));
  const buttons = faces.map((face, place) => el("button", { type: "button", class: "tile-button small", "data-tile": face, onclick: () => write([...entered(), face]) }, drawnTile(face), counts[place]));

  function write(tiles) {
    box.value = tiles.join(" ");
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
    rows.replaceChildren(...order.flatMap((gate, place) => {
      const own = tiles.slice(place * HAND, (place + 1) * HAND);
      return own.length ? [el("li", {}, `${say("gate", { gate })}: `, el("span", { class: "small-tiles" }, ...own.map((face) => (face in told.copies ? drawnTile(face) : face))))] : [];
    }));
  }

  box.addEventListener("input", show);
  show();
  return el("div", { class: "enter-tiles" }, next, el("div", { class: "faces" }, ...buttons),
    el("div", { class: "row" }, el("button", { type: "button", onclick: () => write(entered().slice(0, -1)) }, say("take_last_back")),
      el("button", { type: "button", onclick: () => write([]) }, say("clear"))), rows);
}
