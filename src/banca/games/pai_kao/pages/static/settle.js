// Settle a round: tiles to gates by press, keyboard or dragging, stakes and principals by name; the house answers.

import { post } from "../api.js";
import { announce, byId, el, findAll, gain, labelled, listed, readMoney, ready, say, svg, told } from "../page.js";
import { articles, avosOf, cites, keepAddress, paid, patacas, redraw, settled, startPaper } from "../settle/paper.js";

// A round as the page holds it, and as a link and the house have it: the words of the command line, the keys of a round's file.

const SHAKEN = "*";
const LIMITS = ["minimum", "maximum", "chip"];

/** @typedef {{ who: string, amount: string, late: boolean }} Owned  what somebody put down */
/** @typedef {{ pairs: (string | null)[][], stakes: Owned[], exposed: string, setBy: string }} Gate */

/** @returns {Gate} */
export const emptyGate = () => ({ pairs: [[null, null], [null, null]], stakes: [], exposed: "", setBy: "" });

/** An amount as the house reads it; what is no amount goes as it is, and the house says so. */
export function amount(text) {
  const avos = readMoney(text);
  return avos === null ? text.trim() : patacas(avos);
}

export const tilesOf = (gate) => gate.pairs.flat().filter(Boolean);
export const isBegun = (gate) => Boolean(tilesOf(gate).length || gate.stakes.length);
const names = (owned) => owned.filter((one) => one.who.trim() || one.amount.trim());

const owned = (one) => `${encodeURIComponent(one.who)}=${amount(one.amount)}${one.late ? SHAKEN : ""}`;

/** The round in words, for the address. */
export function words({ banker, gates, bank, house }) {
  const link = new URLSearchParams();
  if (banker) link.append("banker", String(banker));
  for (const one of names(bank)) link.append("bank", owned(one));
  for (const [number, gate] of gates) {
    if (!isBegun(gate)) continue;
    const laid = gate.pairs.map((pair) => pair.filter(Boolean).join(",")).join("/");
    const stakes = names(gate.stakes).map(owned).join(",");
    link.append("gate", `${number}:${laid}${stakes ? `:${stakes}` : ""}`);
    if (gate.exposed) link.append("exposed", `${number}=${gate.exposed}`);
    if (gate.setBy) link.append("set_by", `${number}=${encodeURIComponent(gate.setBy)}`);
  }
  if (house.dice) link.append("dice", diceOf(house.dice).join(","));
  if (house.first_principal || house.first_won) link.append("first_round", `${amount(house.first_principal)},${amount(house.first_won)}`);
  for (const name of LIMITS) if (house[name]) link.append(name, amount(house[name]));
  return link;
}

const diceOf = (text) => text.split(/\D+/).filter(Boolean).map(Number);

function readOwned(text) {
  const at = text.lastIndexOf("=");
  const value = text.slice(at + 1);
  return { who: decodeURIComponent(text.slice(0, at)), amount: value.replace(SHAKEN, ""), late: value.endsWith(SHAKEN) };
}

/** What a link says of a round, whether or not the rules allow it: `gateOf(number)` has the gate. */
export function read(link, round, gateOf) {
  round.banker = Number(link.get("banker")) || null;
  round.bank = link.getAll("bank").map(readOwned);
  for (const text of link.getAll("gate")) {
    const [number, laid = "", stakes = ""] = text.split(":");
    const gate = gateOf(Number(number));
    gate.pairs = laid.split("/").map((pair) => filled(pair.split(/[\s,]+/).filter(Boolean)));
    while (gate.pairs.length < 2) gate.pairs.push([null, null]);
    gate.stakes = stakes.split(",").filter(Boolean).map(readOwned);
  }
  for (const text of link.getAll("exposed")) gateOf(Number(text.split("=")[0])).exposed = text.split("=")[1];
  for (const text of link.getAll("set_by")) gateOf(Number(text.split("=")[0])).setBy = decodeURIComponent(text.split("=")[1]);
  const [principal = "", won = ""] = (link.get("first_round") ?? "").split(",");
  Object.assign(round.house, { dice: (link.get("dice") ?? "").replaceAll(",", " "), first_principal: principal, first_won: won });
  for (const name of LIMITS) round.house[name] = link.get(name) ?? "";
}

/** A pair with its free places. @returns {(string | null)[]} */
const filled = (tiles) => [...tiles, ...Array.from({ length: Math.max(0, 2 - tiles.length) }, () => null)];

const stakeSent = (one, key) => ({ who: one.who, [key]: amount(one.amount), ...(one.late && { after_shake: true }) });

/** The round as the house is asked to settle it. */
export function sent({ banker, gates, bank, house }) {
  const limits = Object.fromEntries(LIMITS.filter((name) => house[name]).map((name) => [name, amount(house[name])]));
  return {
    banker: banker ?? 0,
    bank: names(bank).map((one) => stakeSent(one, "principal")),
    gate: [...gates].filter(([, gate]) => isBegun(gate)).map(([number, gate]) => ({
      number,
      tiles: tilesOf(gate),
      pairs: gate.pairs.map((pair) => pair.filter(Boolean)),
      ...(gate.exposed && { exposed: Number(gate.exposed) || 0 }),
      ...(gate.setBy && { set_by: gate.setBy }),
      ...(names(gate.stakes).length && { stake: names(gate.stakes).map((one) => stakeSent(one, "amount")) }),
    })),
    ...(house.dice && { dice: diceOf(house.dice) }),
    ...(Object.keys(limits).length && { limits }),
    ...((house.first_principal || house.first_won) && { first_round: { principal: amount(house.first_principal), won: amount(house.first_won) } }),
  };
}

// The answer of the house to a round: gate by gate in betting order, the bank, what is claimed, and the articles.

export const drawn = (face) => svg("svg", { class: "felt tile-face", viewBox: "0 0 48 104", "aria-hidden": "true" }, svg("use", { href: `#tile-${face}` }));

function line(pair, name) {
  return el("span", {}, el("span", { class: "soft" }, `${name} `), ...pair.tiles.map(drawn), labelled(` ${pair.tiles.join(" ")}`, pair.name));
}

const laid = (setting) => el("div", { class: "laid" }, line(setting.front, say("front")), line(setting.rear, say("rear")));

/** Somebody by name; the casino and the house way in words. */
const called = (who) => ({ [told.casino]: say("casino"), [told.houseWay]: say("house_way_sets") })[who] ?? who;

const steps = (one) => one.steps.flatMap((step, place) => [place ? say("then", { first: "", then: "" }) : "", step.said, step.cite ? cites([step.cite]) : ""]);

const ownedLine = (one) => el("li", { "data-who": one.who, "data-net": one.net }, el("b", {}, called(one.who)), labelled(` ${paid(one.stake ?? one.principal)}`, ""), ...steps(one));

function gate(one) {
  return el("li", { class: "fate", "data-gate": one.gate, "data-result": one.result },
    el("h4", {}, say("gate_set_by", { gate: one.gate, who: called(one.setter) })),
    laid(one),
    el("p", {}, say(`result_${one.result}`), cites(one.cites)),
    el("ul", { class: "plain paid-stakes" }, ...one.stakes.map(ownedLine)));
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
    el("div", { class: "fate" }, el("h4", {}, say("bank")), el("ul", { class: "plain paid-stakes" }, ...answer.bank.map(ownedLine))),
    el("dl", { class: "totals" }, ...["commission", "breakage"].map((name) => el("div", {}, el("dt", {}, say(name)), el("dd", {}, exact(answer[name]), name === "commission" ? cites(answer.commission_cites) : null)))),
    ...(answer.claims.length ? [el("h4", {}, say("claims")), el("ul", { class: "plain claims" }, ...answer.claims.map(claim))] : []),
    articles(clausesOf(answer)));
}

/** Commission and breakage may be finer than an avo: then they are written as a fraction. */
const exact = (text) => (text.includes("/") ? text : paid(text));

export const tileName = (face) => [told.tiles[face], face].filter(Boolean).join(" ");

// The page

const FAR = 6;  // pixels that a finger moves before it drags
const house = byId("house", HTMLFormElement);
const boxes = findAll(house, "input", HTMLInputElement);
const palette = findAll(byId("palette"), "button", HTMLButtonElement);
const gates = byId("gates");

const round = {
  /** @type {number | null} */
  banker: null,
  /** @type {Map<number, Gate>} */
  gates: new Map(told.gates.map((number) => [number, emptyGate()])),
  /** @type {Owned[]} */
  bank: [],
  /** @type {Record<string, string>} */
  house: {},
};

/** The place that the next tile goes to, as [gate, pair, place]. @type {[number, number, number] | null} */
let target = null;

function gateOf(number) {
  const found = round.gates.get(number) ?? emptyGate();
  round.gates.set(number, found);
  return found;
}

const placeOf = ([gate, pair, place]) => gateOf(gate).pairs[pair][place];
const isSame = (one, other) => one && other && one.join() === other.join();

/** Every place there is, from gate to gate. */
const places = () => [...round.gates].flatMap(([number, gate]) => gate.pairs.flatMap((pair, at) => pair.map((_, place) => /** @type {[number, number, number]} */ ([number, at, place]))));

/** The next free place of the gate, or none where it is full. */
const nextFree = (gate) => places().find((one) => one[0] === gate && !placeOf(one)) ?? null;

function put(face, where) {
  const [gate, pair, place] = where;
  gateOf(gate).pairs[pair][place] = face;
  target = nextFree(gate);
  announce(say("slot", { gate, pair: pair + 1, place: place + 1, tile: face ? tileName(face) : say("free") }));
  change();
}

/** A tile of the set is pressed: it goes to the place that is aimed at. */
function take(face) {
  target ??= places().find((one) => !placeOf(one)) ?? null;
  if (target) put(face, target);
}

/** A place is pressed: what lies there goes back, and the next tile comes here. */
function aim(where) {
  const [gate, pair, place] = where;
  if (placeOf(where)) gateOf(gate).pairs[pair][place] = null;
  target = where;
  change();
}

/** Two places change what lies there. */
function swap(from, to) {
  const [one, other] = [placeOf(from), placeOf(to)];
  gateOf(from[0]).pairs[from[1]][from[2]] = other;
  put(one, to);
}

let wasDragged = false;

/** Drags a tile; `dropped(place)` is told the place under it, or null outside of the gates. */
function drag(start, dropped) {
  if (start.button) return;
  const tile = start.currentTarget;
  wasDragged = false;
  tile.setPointerCapture(start.pointerId);
  const move = (event) => {
    const [x, y] = [event.clientX - start.clientX, event.clientY - start.clientY];
    if (Math.hypot(x, y) > FAR) wasDragged = true;
    if (!wasDragged) return;
    tile.classList.add("dragged");
    tile.style.transform = `translate(${x}px, ${y}px)`;
  };
  const end = (event) => {
    for (const name of ["pointermove", "pointerup", "pointercancel"]) tile.removeEventListener(name, name === "pointermove" ? move : end);
    tile.style.transform = "";
    const under = wasDragged && event.type === "pointerup" ? document.elementFromPoint(event.clientX, event.clientY) : null;
    tile.classList.remove("dragged");
    if (!under) return;
    const slot = under.closest(".slot");
    dropped(slot instanceof HTMLElement ? /** @type {any} */ (slot.dataset.place?.split(",").map(Number)) : null);
    setTimeout(() => { wasDragged = false; });
  };
  tile.addEventListener("pointermove", move);
  tile.addEventListener("pointerup", end);
  tile.addEventListener("pointercancel", end);
}

/** What a press does, unless it ended a drag. */
const unlessDragged = (act) => () => {
  if (!wasDragged) act();
  wasDragged = false;
};

function slot(where) {
  const [gate, pair, place] = where;
  const face = placeOf(where);
  return el("button", {
    type: "button", class: `slot${face ? " filled" : ""}`, "data-place": where.join(), "data-focus": `slot-${where.join()}`, "data-tile": face ?? "",
    "aria-pressed": String(Boolean(isSame(target, where))), "aria-label": say("slot", { gate, pair: pair + 1, place: place + 1, tile: face ? tileName(face) : say("free") }),
    onclick: unlessDragged(() => aim(where)),
    onpointerdown: face ? (event) => drag(event, (to) => { if (to) swap(where, to); else aim(where); }) : () => {},
  }, ...(face ? (face in told.tiles ? [drawn(face)] : [face]) : []));
}

/** Who put down how much: a row of a gate's stakes, or of the bank. */
function ownedRow(list, place, focus, label) {
  const one = list[place];
  const box = (name, more) => el("input", { class: name === "who" ? "who" : "amount", maxlength: 40, value: one[name], "data-focus": `${focus}-${name}`, ...more, onchange: (event) => { one[name] = event.target.value; settle(); } });
  return el("li", { class: "row owned" },
    box("who", { "aria-label": label.who, placeholder: label.who }),
    box("amount", { "aria-label": label.amount, placeholder: label.amount, inputmode: "decimal" }),
    el("button", { type: "button", class: "quiet", "data-focus": `${focus}-away`, "aria-label": say("take_away", { name: one.who || label.who }), onclick: () => { list.splice(place, 1); change(); } }, "✕"),
    el("label", {}, el("input", { type: "checkbox", checked: one.late, "data-focus": `${focus}-late`, onchange: (event) => { one.late = event.target.checked; settle(); } }), say("late")));
}

function add(list, focus) {
  list.push({ who: "", amount: "", late: false });
  change();
  const row = document.querySelector(`[data-focus="${focus}-${list.length - 1}-who"]`);
  if (row instanceof HTMLElement) row.focus();
}

function card([number, gate]) {
  const isBanker = round.banker === number;
  const title = say("gate", { gate: number });
  const named = (words) => labelled(title, words);
  return el("section", { class: `card gate${isBanker ? " is-banker" : ""}`, "data-gate": number, "aria-label": title },
    el("div", { class: "row spread" }, el("h3", {}, title),
      el("label", {}, el("input", { type: "radio", name: "banker", value: number, checked: isBanker, "data-focus": `banker-${number}`, onchange: () => { round.banker = number; change(); } }), say("banker"), el("span", { class: "sr" }, ` ${title}`))),
    el("div", { class: "pairs" }, ...gate.pairs.map((pair, at) => el("div", { class: "pair", role: "group", "aria-label": named(say("pair", { number: at + 1 })) }, ...pair.map((_, place) => slot([number, at, place]))))),
    el("ul", { class: "plain" }, ...gate.stakes.map((_, place) => ownedRow(gate.stakes, place, `stake-${number}-${place}`, { who: named(say("stake_by")), amount: named(say("stake")) }))),
    el("div", { class: "row" }, el("button", { type: "button", "data-focus": `add-${number}`, "data-add": number, onclick: () => add(gate.stakes, `stake-${number}`) }, say("add_stake"), el("span", { class: "sr" }, ` ${title}`))),
    el("div", { class: "row more" },
      el("label", {}, say("exposed"), chooser(gate, number)),
      gate.stakes.length > 1 || gate.setBy ? el("label", {}, say("set_by"), el("input", { class: "set-by", value: gate.setBy, maxlength: 40, "data-focus": `set-by-${number}`, onchange: (event) => { gate.setBy = event.target.value.trim(); settle(); } })) : null));
}

function chooser(gate, number) {
  const box = el("select", { "data-focus": `exposed-${number}`, onchange: (event) => { gate.exposed = event.target.value === "0" ? "" : event.target.value; settle(); } },
    ...Array.from({ length: told.hand + 1 }, (_, count) => el("option", { value: count }, String(count))));
  if (gate.exposed && Number(gate.exposed) > told.hand) box.append(el("option", { value: gate.exposed }, gate.exposed));
  box.value = gate.exposed || "0";
  return box;
}

function draw() {
  redraw(gates, [...round.gates].map(card));
  redraw(byId("bank"), round.bank.map((_, place) => ownedRow(round.bank, place, `bank-${place}`, { who: say("who_banks"), amount: say("principal") })));
  const used = [...round.gates.values()].flatMap(tilesOf);
  for (const button of palette) {
    const at = used.indexOf(button.dataset.tile ?? "");
    if (at >= 0) used.splice(at, 1);
    button.disabled = at >= 0;
  }
  byId("target").textContent = target ? say("tile_to", { gate: target[0], pair: target[1] + 1 }) : say("all_laid");
}

/** Whether there is enough for the house to settle, and nothing half laid. */
function isComplete() {
  const begun = [...round.gates].filter(([, gate]) => isBegun(gate));
  const hasBank = round.bank.some((one) => one.who.trim() && one.amount.trim());
  return hasBank && round.banker !== null && begun.length > 1 && begun.every(([, gate]) => tilesOf(gate).length === told.hand) && begun.some(([number]) => number === round.banker);
}

/** Tiles lie elsewhere, or there are other rows: they are drawn anew. */
function change() {
  draw();
  return settle();
}

/** Keeps the address, and asks the house where there is enough to ask, or a link asks. What somebody is filling in stays as it is. */
async function settle(isForced = false) {
  keepAddress(words(round));
  if (!isForced && !isComplete()) {
    byId("refused").textContent = "";
    byId("answer").hidden = false;
    byId("found").replaceChildren(el("p", { class: "soft" }, say("building", { count: told.hand })));
    return;
  }
  await settled(() => post("/api/v1/pai-kao/settle", sent(round)), (answer) => {
    showAnswer(answer, boxes.filter((one) => one.value.trim()).map((one) => [one.labels?.[0].textContent?.trim(), one.value.trim()]));
    if (answer) announce(say("settled", { nets: listed([...nets(answer)].map(([who, net]) => `${who} ${gain(net)}`)) }));
  });
}

for (const button of palette) {
  button.addEventListener("click", unlessDragged(() => take(button.dataset.tile)));
  button.addEventListener("pointerdown", (event) => drag(event, (to) => { if (to) put(button.dataset.tile, to); }));
}
const link = new URLSearchParams(location.search);
read(link, round, gateOf);
if (!round.bank.length) round.bank.push({ who: "", amount: "", late: false });
for (const box of boxes) box.value = round.house[box.name] ?? "";
/** @type {HTMLDetailsElement} */ (house.querySelector("details")).open = boxes.some((one) => one.value);
house.addEventListener("submit", (event) => event.preventDefault());
house.addEventListener("change", () => {
  for (const box of boxes) round.house[box.name] = box.value.trim();
  settle();
});
byId("add-share").addEventListener("click", () => add(round.bank, "bank"));
target = places().find((one) => !placeOf(one)) ?? null;
startPaper();
draw();
await settle(link.has("gate"));
ready();
