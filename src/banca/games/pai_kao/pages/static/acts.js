// The acts of Pai Kao that are this reader's now, with what they choose from; dice and tiles entered by pressing them.

import { drawn } from "../table/result_entry.js";
import { el, say, told } from "../page.js";
import { drawnTile, tileName } from "./ranks.js";

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
