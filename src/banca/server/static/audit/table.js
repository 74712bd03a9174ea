// One table round by round; a round is told when it is opened.

import { get } from "../api.js";
import { byId, el, find, gain, money, number, ready, say, told } from "../page.js";
import { fillFilter, filtered, pictureOf, sumsTable } from "./parts.js";

const COUNT = 30;
const ask = byId("ask", HTMLFormElement);
/** The fields of the form by name. @type {any} */
const fields = ask.elements;
const api = `/api/v1/tables/${told.table}/story`;

function line({ text, is_event: isEvent, cites }) {
  const links = cites.flatMap(({ cite, cited, game, clause }) => [" ", el("a", { class: "cite", href: `/rules/${game}#${clause}`, title: cited }, cite)]);
  return el("li", { class: isEvent ? "came" : "did" }, text, ...links);
}

async function tell(details, round) {
  if (details.dataset.told) return;
  details.dataset.told = "yes";
  details.querySelector(".refusal")?.remove();
  try {
    const { lines, left_out: leftOut, players } = await get(`${api}/${round}`);
    if (players.length) details.append(sumsTable(players, ["staked", "received", "net"]));
    details.append(el("ol", { class: "told" }, ...lines.map(line)));
    details.append(el("p", { class: "told" }, el("a", { class: "button", href: `/audit/${told.table}/rounds/${round}` }, say("sheet"))));
    if (leftOut) details.append(el("p", { class: "told soft" }, say("left_out", { count: number(leftOut) })));
  } catch (fault) {
    delete details.dataset.told;
    details.append(el("p", { class: "refusal", role: "alert" }, fault.message));
  }
}

function chapter(round) {
  const won = { class: `figure ${round.house < 0 ? "lose" : round.house > 0 ? "win" : ""}` };
  const details = el("details", { class: "round", id: `round-${round.number}` },
    el("summary", {},
      el("span", { class: "number" }, say("round", { number: number(round.number) })),
      el("span", { class: "result" }, pictureOf(round.outcome), " ", round.result),
      el("span", { class: "figure" }, say("staked", { amount: money(round.staked) })),
      el("span", { class: "figure" }, say("paid", { amount: money(round.paid) })),
      el("span", won, say("house", { amount: gain(round.house) })),
      el("span", { class: "when" }, el("time", { datetime: round.at, title: round.at }, round.when), " · ", say("place", { first: number(round.first), last: number(round.last) }))));
  details.addEventListener("toggle", () => { if (details.open) tell(details, round.number); });
  return details;
}

/** The address keeps what is shown, so that it can be sent to somebody. */
function asked() {
  const query = filtered(fields);
  query.set("count", String(COUNT));
  if (fields.order.value === "oldest") query.set("oldest", "true");
  if (fields.first.value.trim()) query.set("first", fields.first.value.trim());
  return query;
}

async function show() {
  byId("refused").textContent = "";
  byId("shown").textContent = say("telling");
  const query = asked();
  try {
    const story = await get(`${api}?${query}`);
    byId("rounds").replaceChildren(...story.rounds.map(chapter));
    const sums = { shown: number(story.rounds.length), total: number(story.total), first: number(story.summed_from), staked: money(story.staked), paid: money(story.paid), house: gain(story.house) };
    byId("shown").textContent = story.rounds.length ? say(story.summed_from > 1 ? "shown_since" : "shown", sums) : say("no_rounds");
    byId("sums").hidden = !story.players.length;
    byId("sums-table").replaceChildren(sumsTable(story.players, ["rounds", "staked", "received", "net"]));
    byId("refused").textContent = story.stops;
    byId("entries").textContent = number(story.entries);
    byId("head").textContent = story.head;
    entries = story.entries;
    page("previous", story.previous);
    page("next", story.next);
    query.delete("count");
    history.replaceState(null, "", query.size ? `?${query}` : location.pathname);
    find(document, "form [name=to]", HTMLInputElement).value = location.pathname + location.search;
  } catch (fault) {
    byId("shown").textContent = "";
    byId("refused").textContent = fault.message;
  }
}

function page(name, first) {
  byId(name).hidden = first === null;
  byId(name).onclick = () => {
    fields.first.value = first;
    show().then(() => byId("shown").scrollIntoView());
  };
}

let entries = Number(byId("entries").textContent);
const given = new URLSearchParams(location.search);
fields.order.value = given.has("oldest") ? "oldest" : "newest";
fields.first.value = given.get("first") ?? "";
fillFilter(fields, given);
ask.addEventListener("submit", (event) => {
  event.preventDefault();
  show();
});
if (document.getElementById("check")) (await import("./check.js")).prepare(() => entries);  // who may not have the journal cannot verify it
await show();
const first = byId("rounds").querySelector("details");
if (given.has("first") && first) first.open = true;
ready();
