// A rulebook: other languages beside the reader's, and only the clauses that are looked for.

import { byId, find, findAll, language, ready, say } from "../page.js";

const sought = byId("find", HTMLInputElement);
const articles = findAll(document, ".article");
const clauses = findAll(document, ".clause");
const mine = find(document, ".text:not([hidden])").dataset.lang;
const ticked = (id) => findAll(byId(id), "input:checked", HTMLInputElement).map((one) => one.value);

const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLocaleLowerCase(language);

/** What can be found in a clause: its number and its texts in the languages that are shown. */
function wordsOf(clause, shown) {
  return plain([clause.id, ...findAll(clause, ".text").filter((one) => shown.includes(one.dataset.lang)).map((one) => one.textContent)].join(" "));
}

function draw() {
  const shown = [mine, ...ticked("beside")];
  for (const one of findAll(document, "[data-lang]")) one.hidden = !shown.includes(one.dataset.lang);
  byId("articles").dataset.languages = String(shown.length);
  const statuses = ticked("by-status");
  const wanted = plain(sought.value.trim());
  for (const clause of clauses) clause.hidden = !statuses.includes(clause.dataset.status ?? "") || !wordsOf(clause, shown).includes(wanted);
  for (const article of articles) article.hidden = !article.querySelector(".clause:not([hidden])");
  const count = clauses.filter((one) => !one.hidden).length;
  byId("shown").textContent = count ? say("shown", { shown: count, count: clauses.length }) : say("none_shown");
  keepAddress();
}

function keepAddress() {
  const asked = new URLSearchParams();
  if (ticked("beside").length) asked.set("beside", ticked("beside").join(","));
  if (sought.value.trim()) asked.set("find", sought.value.trim());
  const text = asked.toString();
  history.replaceState(null, "", location.pathname + (text ? `?${text}` : "") + location.hash);
  find(document, "form [name=to]", HTMLInputElement).value = location.pathname + location.search;
}

function readAddress() {
  const asked = new URLSearchParams(location.search);
  const beside = (asked.get("beside") ?? "").split(",");
  for (const one of byId("beside").querySelectorAll("input")) one.checked = beside.includes(one.value);
  sought.value = asked.get("find") ?? "";
}

/** Show the clause that the address names, even if it was not looked for. */
function toClause() {
  const wanted = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (wanted?.hidden) {
    sought.value = "";
    for (const one of byId("by-status").querySelectorAll("input")) one.checked = true;
    draw();
  }
  wanted?.scrollIntoView({ block: "start" });
}

byId("choose").addEventListener("input", draw);
byId("choose").addEventListener("submit", (event) => event.preventDefault());
byId("print").addEventListener("click", () => print());
addEventListener("hashchange", toClause);
readAddress();
draw();
if (location.hash) toClause();
ready();
