// The acts of Pai Kao that are this reader's now, with what they choose from; dice and tiles entered by pressing them.

import { drawn } from "../table/faces.js";
import { el, labelled, say, told } from "../page.js";
import { drawnTile, tileName } from "./ranks.js";

const DICE = 4;
const HAND = 4;
/** Acts that are done on the layout and with the tiles in hand. */
const ELSEWHERE = ["stake", "withdraw_stake", "set_tiles"];
/** The gate that somebody holds, or 0. */
export const gateOf = (view, who) => Number(Object.entries(view.state.gates).find(([, holder]) => holder === who)?.[0] ?? 0);

/** What lies on the gates, as [gate, stakes]; what lay on a gate that was put out has gone back. */
export const lying = ({ state }) => Object.entries(state.stakes).filter(([gate]) => !state.out.includes(Number(gate)));

/** Gates whose tiles must be set and are not. */
export const toBeSet = ({ state }) => Object.keys(state.setters).map(Number).filter((gate) => !state.set.includes(gate) && !state.out.includes(gate));

/** The acts to show, each with words for its gates, and widgets. `first` is the gate that is dealt first. */
export function actsOf(view, first) {
  return view.can.filter((one) => !ELSEWHERE.includes(one.do)).map((one) => dressed(one, first));
}

function dressed(one, first) {
  const words = { gate: (gate) => (gate ? say("gate", { gate }) : say("no_gate")), policy: (policy) => told.policies[policy] };
  const widgets = { dice: diceWidget, tiles: (box) => tilesWidget(box, first) };
  const dressed = { ...one, words, widgets, read: { dice: readDice }, first };
  if (one.do === "sit") return { ...dressed, takes: ["gate"], also: [], choices: { gate: [...(one.choices?.gate ?? []), ""] } };
  return dressed;
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
      return own.length ? [el("li", {}, labelled(say("gate", { gate }), ""), el("span", { class: "small-tiles" }, ...own.map((face) => (face in told.copies ? drawnTile(face) : face))))] : [];
    }));
  }

  box.addEventListener("input", show);
  show();
  return el("div", { class: "enter-tiles" }, next, el("div", { class: "faces" }, ...buttons),
    el("div", { class: "row" }, el("button", { type: "button", onclick: () => write(entered().slice(0, -1)) }, say("take_last_back")),
      el("button", { type: "button", onclick: () => write([]) }, say("clear"))), rows);
}
