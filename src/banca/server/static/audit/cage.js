// The cage: deposits and withdrawals, the newest first, of one player or some days; and what each player paid in and took out.

import { get } from "../api.js";
import { announce, bracketed, byId, el, find, money, number, phrased, ready, say } from "../page.js";
import { fillFilter, filtered, sumsTable } from "./parts.js";

const COUNT = 50;
const ask = byId("ask", HTMLFormElement);
/** @type {any} */
const fields = ask.elements;

function row(one) {
  const by = [bracketed(one.by, one.role), ...(one.second ? [say("with_second", { second: one.second })] : [])];
  return el("tr", { "data-seq": one.seq },
    el("td", {}, number(one.seq)), el("td", {}, el("time", { datetime: one.at, title: one.at }, one.when)), el("th", { scope: "row" }, one.player),
    el("td", { class: "number" }, one.amount > 0 ? money(one.amount) : ""), el("td", { class: "number" }, one.amount < 0 ? money(-one.amount) : ""), el("td", {}, phrased(by)));
}

async function show(before) {
  byId("refused").textContent = "";
  const query = filtered(fields);
  const kept = String(query);
  query.set("count", String(COUNT));
  if (before) query.set("before", before);
  try {
    const found = await get(`/api/v1/audit/cage?${query}`);
    if (!before) byId("cash").replaceChildren();
    byId("cash").append(...found.lines.map(row));
    byId("entries").textContent = number(found.entries);
    byId("head").textContent = found.head;
    byId("shown").textContent = found.total ? say(found.summed_from > 1 ? "cash_shown_since" : "cash_shown", { shown: number(byId("cash").children.length), total: number(found.total), first: number(found.summed_from) }) : say("no_cash");
    byId("sums-table").replaceChildren(sumsTable(found.players, ["paid_in", "taken_out", "net"]));
    byId("refused").textContent = found.stops;
    byId("older").hidden = found.older === null;
    byId("older").onclick = () => show(found.older);
    history.replaceState(null, "", kept ? `?${kept}` : location.pathname);
    find(document, "form [name=to]", HTMLInputElement).value = location.pathname + location.search;
    if (before) announce(byId("shown").textContent ?? "");
  } catch (fault) {
    byId("refused").textContent = fault.message;
  }
}

fillFilter(fields, new URLSearchParams(location.search));
ask.addEventListener("submit", (event) => {
  event.preventDefault();
  show(0);
});
await show(0);
ready();
