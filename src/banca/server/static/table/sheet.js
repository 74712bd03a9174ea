// The pay sheet: from the call on what is taken from and paid to each player, the chips to hand out, and what has been handed out already.

import { get } from "../api.js";
import { denomination } from "./chips.js";
import { byId, el, money, say, told } from "../page.js";

const KEPT = `banca-paid-${told.table}`;
/** The result that the sheet is for. */
let drawn = "";

/** As the table stands: fetched when there is something to pay, and kept until the next round has moved on. */
export async function showSheet(state) {
  const { view, result } = state;
  const place = byId("sheet");
  if (!told.paying.includes(view.phase)) {
    if (!result) place.hidden = true;
    if (place.hidden) drawn = "";
    return;
  }
  const key = `${view.round} ${view.state.shown ?? ""} ${JSON.stringify(view.state.settings ?? "")}`;
  if (key === drawn) return;
  drawn = key;
  place.setAttribute("aria-busy", "true");
  const found = await get(`/api/v1/tables/${told.table}/payments`).catch(() => null);
  if (key !== drawn) return;
  place.setAttribute("aria-busy", "false");
  place.hidden = !found;
  if (found) draw(place, found, key);
}

function draw(place, { said, players, take, pay, chips }, key) {
  const ticked = new Set(ticksOf(key));
  const row = (one) => el("tr", { "data-player": one.player },
    el("td", { class: "tick" }, el("input", { type: "checkbox", checked: ticked.has(one.player), "aria-label": say("paid_to", { player: one.player }), onchange: (event) => tick(key, one.player, event.target.checked) })),
    el("th", { scope: "row" }, one.player),
    el("td", { class: "number" }, one.take ? money(one.take) : "–"),
    el("td", { class: "number" }, one.pay ? money(one.pay) : "–"),
    el("td", { class: "chips-out" }, ...inChips(one.chips)));
  place.replaceChildren(
    el("h2", {}, say("pay_sheet")),
    said ? el("p", { class: "soft" }, said) : "",
    players.length ? el("table", { class: "bets sheet" },
      el("thead", {}, el("tr", {}, el("td"), ...["player", "take", "pay_out", "in_chips"].map((name) => el("th", { scope: "col" }, say(name))))),
      el("tbody", {}, ...players.map(row)),
      el("tfoot", {}, el("tr", {}, el("td"), el("th", { scope: "row" }, say("all_together")), el("td", { class: "number" }, money(take)), el("td", { class: "number" }, money(pay)), el("td", { class: "chips-out" }, ...inChips(chips))))) : el("p", {}, say("nobody_paid")),
    el("p", { class: "ticked", role: "status" }));
  showTicks();
}

/** Chips as they lie in the rack, each with how many of it; nothing where nothing is handed out. */
const inChips = (chips) => chips.map(([value, count]) => el("span", { class: "cut" }, `${count}×`, el("span", { class: `cut-chip ${denomination(value)}` }, money(value)), " "));

/** Who has been paid, of this result; a reload of the page does not forget it. */
function ticksOf(key) {
  const kept = JSON.parse(sessionStorage.getItem(KEPT) ?? "null");
  return kept?.key === key ? kept.ticked : [];
}

function tick(key, player, isPaid) {
  const others = ticksOf(key).filter((one) => one !== player);
  sessionStorage.setItem(KEPT, JSON.stringify({ key, ticked: isPaid ? [...others, player] : others }));
  showTicks();
}

function showTicks() {
  const place = byId("sheet");
  const boxes = [...place.querySelectorAll("input")];
  const isDone = boxes.length > 0 && boxes.every((box) => box.checked);
  place.classList.toggle("done", isDone);
  const line = place.querySelector(".ticked");
  if (line) line.textContent = isDone ? `✓ ${say("all_paid")}` : "";
}
