// Pai Kao: four tiles and their three settings with exact chances; what the game and a bank are worth by how each side sets.

import { get } from "../api.js";
import { accept, amount } from "../fields.js";
import { exact, share } from "../explore/figures.js";
import { avosOf, byId, decimal, el, find, findAll, number, percent, ready, say, signed, signedNumber, svg, told } from "../page.js";

const HAND = told.hand;
const buttons = [...byId("palette").querySelectorAll("button")];
const drawn = (face) => svg("svg", { class: "felt tile-face", viewBox: "0 0 48 104", role: "img", "aria-label": `${told.tiles[face].name} ${face}` }, svg("use", { href: `#tile-${face}` }));

/** Pressed buttons, and what follows from them. */
const chosen = () => buttons.filter((one) => one.getAttribute("aria-pressed") === "true");
const seat = () => find(byId("seat"), ":checked", HTMLInputElement).value;
const press = (button, isIn) => button.setAttribute("aria-pressed", String(isIn));

let turns = 0;

/** The settings of the tiles that are chosen; of answers, only the one to the last question counts. */
async function advise() {
  const turn = (turns += 1);
  const tiles = chosen().map((one) => one.dataset.tile);
  byId("chosen").textContent = say("chosen", { count: tiles.length, most: HAND });
  byId("refused").textContent = "";
  keepAddress(tiles);
  if (tiles.length < HAND) {
    byId("settings").replaceChildren();
    byId("took").textContent = "";
    return;
  }
  try {
    const start = performance.now();
    const report = await get(`/api/v1/pai-kao/settings?tiles=${tiles.join(",")}&seat=${seat()}`);
    if (turn !== turns) return;
    byId("took").textContent = say("took", { hands: number(told.hands), time: number(performance.now() - start) });
    byId("settings").replaceChildren(...inOrder(report.settings).map(card));
  } catch (fault) {
    byId("refused").textContent = fault.message;
  }
}

/** The best first. */
const inOrder = (settings) => [...settings].sort((a, b) => decimal(b.value) - decimal(a.value));

function card(setting, at, all) {
  const isAlone = all.filter((one) => one.is_best).length === 1;
  const stack = el("div", { class: "stack", "aria-hidden": "true" }, ...["win", "tie", "lose"].map((name) => {
    const part = el("span", { class: name });
    part.style.width = `${decimal(setting[name]) * 100}%`;
    return part;
  }));
  const rows = ["win", "tie", "lose", "value", "front_wins", "rear_wins"].map((name) => [say(name), setting[name]]);
  return el("article", { class: `card${setting.is_best ? " best" : ""}`, "data-setting": at },
    el("h3", {}, say("setting", { number: at + 1 }), setting.is_best ? el("span", { class: "win" }, `★ ${isAlone ? say("best") : say("equal_best")}`) : null),
    el("div", { class: "lines" }, ...["front", "rear"].map((line) => pair(setting[line], say(line)))),
    stack, figures(rows));
}

function pair(line, name) {
  return el("figure", {}, el("span", { class: "pair" }, ...line.tiles.map(drawn)),
    el("figcaption", {}, el("b", {}, name), ` ${line.name}`, el("span", { class: "soft" }, say("place", line))));
}

function figures(rows) {
  return el("table", {}, el("thead", { class: "sr" }, el("tr", {}, ...["figure", "rounded", "exactly"].map((name) => el("th", { scope: "col" }, say(name))))),
    el("tbody", {}, ...rows.map(([name, value]) => el("tr", {}, el("th", { scope: "row" }, name),
      el("td", { class: "number" }, typeof value === "string" ? share(decimal(value)) : share(value)), el("td", {}, typeof value === "string" ? exact(value) : "")))));
}

function keepAddress(tiles) {
  const asked = tiles.length ? `?tiles=${tiles.join(",")}&seat=${seat()}` : "";
  history.replaceState(null, "", location.pathname + asked);
  find(document, "form [name=to]", HTMLInputElement).value = location.pathname + asked;
}

function take(faces) {
  for (const one of buttons) press(one, false);
  for (const face of faces.slice(0, HAND)) {
    const free = buttons.find((one) => one.dataset.tile === face && one.getAttribute("aria-pressed") === "false");
    if (free) press(free, true);
  }
  return advise();
}

/** Four tiles at random, only to look at. */
function deal() {
  const left = buttons.map((one) => one.dataset.tile);
  const draws = crypto.getRandomValues(new Uint32Array(HAND));
  take([...draws].map((draw) => left.splice(draw % left.length, 1)[0]));
}

const policies = new Map(told.values.policies.map((one) => [one.policy, one.name]));
const EQUILIBRIUM = told.values.policies.at(-1).policy;
let shown = { player: EQUILIBRIUM, banker: EQUILIBRIUM };

function drawMatrix() {
  const names = [...policies.keys()];
  const valueOf = (player, banker) => told.values.values.find((one) => one.player === player && one.banker === banker);
  const cell = (player, banker) => {
    const about = valueOf(player, banker);
    const isShown = shown.player === player && shown.banker === banker;
    return el("td", {}, el("button", { type: "button", "aria-pressed": String(isShown), "aria-label": `${say("between", { player: policies.get(player), banker: policies.get(banker) })} ${say("value_player")} ${share(decimal(about.value_player))}`,
      "data-player": player, "data-banker": banker, onclick: () => { shown = { player, banker }; drawMatrix(); refocus(player, banker); } }, share(decimal(about.value_player))));
  };
  byId("matrix").replaceChildren(el("table", { class: "matrix" }, el("caption", {}, say("value_player")),
    el("thead", {}, el("tr", {}, el("th", { scope: "col" }, `${say("player")} ↓ ${say("banker")} →`), ...names.map((name) => el("th", { scope: "col" }, policies.get(name))))),
    el("tbody", {}, ...names.map((player) => el("tr", {}, el("th", { scope: "row" }, policies.get(player)), ...names.map((banker) => cell(player, banker)))))));
  const about = valueOf(shown.player, shown.banker);
  const house = -(decimal(about.value_player) + decimal(about.value_banker));
  const rows = ["win", "tie", "lose", "value_player", "value_banker"].map((name) => [say(name), about[name]]);
  byId("worth").replaceChildren(el("p", {}, say("between", { player: policies.get(shown.player), banker: policies.get(shown.banker) })), figures([...rows, [say("value_house"), house]]));
  bank();
}

const BANK = ["win", "even", "lose", "gross", "commission", "value", "value_gate_by_gate"];
let banks = 0;

/** The bank against several gates, both sides setting as the matrix shows. */
async function bank() {
  const turn = (banks += 1);
  const form = byId("bank", HTMLFormElement);
  const asked = new URLSearchParams({ gates: find(form, "select", HTMLSelectElement).value, policy: shown.banker, against: shown.player });
  byId("bank-refused").textContent = "";
  try {
    accept(form);
    for (const field of findAll(form, "input", HTMLInputElement)) {
      const avos = amount(field);
      if (avos !== null) asked.set(field.name, String(avos));
    }
    const report = await get(`/api/v1/pai-kao/bank?${asked}`);
    if (turn === banks) byId("banking").replaceChildren(bankFigures(report), bankResults(report));
  } catch (fault) {
    if (turn !== banks) return;
    byId("banking").replaceChildren();
    byId("bank-refused").textContent = fault.message;
  }
}

function bankFigures(report) {
  const rows = BANK.map((name) => el("tr", {}, el("th", { scope: "row" }, say(`bank_${name}`)), el("td", { class: "number" }, share(decimal(report[name])))));
  return el("div", { class: "card" },
    el("p", {}, say("between", { player: policies.get(shown.player), banker: policies.get(shown.banker) }), report.is_most_often ? ` ${say("most_often")}` : ""),
    el("table", {}, el("thead", { class: "sr" }, el("tr", {}, ...["figure", "rounded"].map((name) => el("th", { scope: "col" }, say(name))))), el("tbody", {}, ...rows)),
    el("p", {}, say("bank_mean", { mean: signedNumber(decimal(avosOf(report.mean)) / 100, 4), sd: number(report.sd, 2) })));
}

function bankResults(report) {
  const most = Math.max(...report.results.map((one) => decimal(one.chance)));
  const row = ({ gross, net, chance }) => {
    const kept = decimal(avosOf(net));
    const bar = el("span", { class: `bar ${kept > 0 ? "win" : kept < 0 ? "lose" : "tie"}` });
    bar.style.width = `${(decimal(chance) / most) * 100}%`;
    return el("tr", {}, ...[signed(avosOf(gross)), signed(avosOf(net)), percent(decimal(chance), 5)].map((text) => el("td", { class: "number" }, text)), el("td", { class: "bars", "aria-hidden": "true" }, bar));
  };
  return el("table", { class: "card gains" }, el("thead", {}, el("tr", {}, ...["won", "net", "chance"].map((name) => el("th", { scope: "col", class: "number" }, say(name))), el("td", {}))), el("tbody", {}, ...report.results.map(row)));
}

const refocus = (player, banker) => find(byId("matrix"), `[data-player=${player}][data-banker=${banker}]`).focus();

for (const button of buttons) {
  button.addEventListener("click", () => {
    const isIn = button.getAttribute("aria-pressed") === "true";
    if (!isIn && chosen().length >= HAND) {
      byId("chosen").textContent = say("is_full");
      return;
    }
    press(button, !isIn);
    advise();
  });
}
byId("seat").addEventListener("change", advise);
byId("bank").addEventListener("change", bank);
byId("bank").addEventListener("submit", (event) => event.preventDefault());
byId("deal").addEventListener("click", deal);
byId("clear").addEventListener("click", () => take([]));

const asked = new URLSearchParams(location.search);
if (asked.get("seat") === "banker") find(byId("seat"), "[value=banker]", HTMLInputElement).checked = true;
drawMatrix();
await take((asked.get("tiles") ?? "").split(",").filter(Boolean));
ready();
