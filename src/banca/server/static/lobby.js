// The tables as they stand, looked at again every few seconds while somebody sees the page; and one click to a seat.

import { get, post } from "./api.js";
import { offerChips } from "./guest.js";
import { byId, el, find, listed, money, number, ready, say, told } from "./page.js";
import { isCounted } from "./ring.js";

/** Milliseconds between two looks. */
const AGAIN = 3000;
const refused = byId("refused");
const isNew = !told.me && told.isDemo;

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

/** What does not change of a table; the rest is filled in by `show`. */
function card(table) {
  const to = { href: `/tables/${table.table}`, onclick: isNew ? play : null };
  const title = told.games[table.game] ?? table.game;
  const name = `name-${table.table}`;
  const made = el("li", { class: "card table-card", "data-table": table.table },
    el("a", { ...to, class: "picture", tabindex: -1, "aria-hidden": "true" }, el("img", { src: table.felt, alt: "", loading: "lazy", decoding: "async", width: 1200, height: 600 })),
    el("div", { class: "told" },
      el("h3", { id: name }, el("a", to, title), " ", el("small", { class: "soft" }, table.title), table.is_trial ? el("span", { class: "badge warn" }, say("trial")) : ""),
      el("p", { class: "now" }, el("span", { class: "badge phase" }), el("span", { class: "next" })),
      el("ul", { class: "recent", "aria-label": say("results") }),
      el("p", { class: "soft stakes" }),
      el("p", { class: "soft" }, table.edge ? say("edge", { edge: table.edge, bet: table.edge_of }) : ""),
      el("a", { ...to, class: "button primary", "aria-describedby": name }, say(isNew ? "play" : "open"))));
  return made;
}

/** @type {Map<string, { card: HTMLElement, table: any, at: number }>} */
const known = new Map();

function change(place, text) {
  if (place.textContent !== text) place.textContent = text;
}

function show({ card: place, table, at }) {
  change(find(place, ".phase"), table.is_closed ? say("closed") : table.phase);
  const count = isCounted(table.due) ? Math.max(0, Math.ceil(table.due.left - (performance.now() - at) / 1000)) : 0;
  change(find(place, ".next"), [say("round", { number: number(table.round) }), table.next_act && say("next", { act: table.next_act }), count && say("seconds", { count })].filter(Boolean).join(" · "));
  change(find(place, ".stakes"), [say("stakes", { minimum: money(table.minimum), maximum: money(table.maximum) }), say("seats", { count: table.seats })].join(" · "));
  const key = listed(table.results);
  const recent = find(place, ".recent");
  if (recent.dataset.key === key) return;
  recent.dataset.key = key;
  recent.replaceChildren(...[...table.results].reverse().map((one) => el("li", {}, one)));
}

function take(tables) {
  for (const table of tables) {
    const one = { card: known.get(table.table)?.card ?? card(table), table, at: performance.now() };
    known.set(table.table, one);
    show(one);
  }
  const wanted = tables.map((table) => known.get(table.table)?.card);
  const place = document.getElementById("tables");
  if (place && (wanted.length !== place.children.length || wanted.some((one, at) => one !== place.children[at]))) place.replaceChildren(...wanted);
  const none = document.getElementById("none");
  if (none) none.hidden = tables.length > 0;
}

/** Looks again unless nobody sees it; the house may be away for a while. */
async function look() {
  if (document.hidden) return;
  const now = await get(`/lobby/tables?page=${told.page}`).catch(() => null);
  if (now) take(now.tables);
}

take(told.tables);
if (document.getElementById("tables")) {
  setInterval(look, AGAIN);
  setInterval(() => { for (const one of known.values()) show(one); }, 1000);
  document.addEventListener("visibilitychange", look);
  addEventListener("pageshow", (event) => { if (event.persisted) look(); });
}
if (told.me?.role === "player") {
  const me = await get("/api/v1/me");
  const showWallet = (amount) => { byId("wallet").textContent = say("wallet", { amount: money(amount) }); };
  showWallet(me.wallet);
  if (told.isGuest) offerChips(byId("more-chips", HTMLButtonElement), () => me.wallet, (balance) => { me.wallet = balance; showWallet(balance); }, refused);
}
ready();
