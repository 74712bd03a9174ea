// The tables there are, and one click to a seat.

import { get, post } from "./api.js";
import { byId, el, money, ready, say, told } from "./page.js";

const refused = byId("refused");
const isGuest = !told.me && told.isDemo;

/** A player of the demo, who goes to the table at once. */
async function play(event) {
  const link = event.currentTarget;
  event.preventDefault();
  try {
    await post("/api/v1/demo/session");
    location.assign(link.href);
  } catch (fault) {
    refused.textContent = fault.message;
  }
}

function card(table) {
  const to = { href: `/tables/${table.table}`, onclick: isGuest ? play : null };
  return el("li", { class: "card", "data-table": table.table },
    el("h2", {}, el("a", to, told.games[table.game])),
    el("p", {}, el("span", { class: "badge" }, table.is_closed ? say("closed") : told.phases[table.game]?.[table.phase] ?? table.phase), " ", say("round", { number: table.round }), table.is_trial ? el("span", { class: "badge warn" }, say("trial")) : ""),
    el("p", { class: "soft" }, say("stakes", { minimum: money(table.minimum), maximum: money(table.maximum) }), " · ", say("seats", { count: table.seats })),
    el("p", { class: "soft" }, table.title, " ", el("code", {}, table.table)),
    el("a", { ...to, class: "button primary" }, say(isGuest ? "play" : "open")));
}

byId("tables").replaceChildren(...told.tables.map(card));
if (told.me && !told.tables.length) refused.textContent = say("no_tables");
if (told.me?.role === "player") {
  const me = await get("/api/v1/me");
  byId("wallet").textContent = say("wallet", { amount: money(me.wallet) });
}
ready();
