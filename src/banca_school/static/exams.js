// The exams of one trainee: those set for a class, one of one's own, and those sat so far.

import { newId, persist, post } from "../api.js";
import { byId, el, ready, say } from "../page.js";
import { asTime, longList, scoreOf, termsOf, termsSaid, watchOptions } from "./lists.js";

const own = byId("own", HTMLFormElement);
const name = () => byId("written-name", HTMLInputElement).value;
const open = (sitting) => location.assign(`/trainer/exams/${sitting}`);
let id = newId();

function setRow(exam) {
  const begin = async () => open((await post(`/api/v1/exams/set/${exam.number}`, { name: name() })).number);
  return el("li", { "data-exam": exam.number },
    el("div", { class: "about" }, el("h3", {}, exam.title || say("exam", { number: exam.number })), el("p", { class: "soft" }, termsSaid(exam.terms))),
    exam.sitting ? el("a", { class: "button", href: `/trainer/exams/${exam.sitting}` }, say("open")) : el("button", { type: "button", class: "primary", onclick: () => begin().catch((fault) => { byId("refused").textContent = fault.message; }) }, say("begin")));
}

const ownRow = (sitting) => el("li", { "data-sitting": sitting.number },
  el("div", { class: "about" }, el("h3", {}, sitting.title || say("exam", { number: sitting.number })), el("p", { class: "soft" }, asTime(sitting.started), " · ", termsSaid(sitting.terms)), el("p", {}, scoreOf(sitting))),
  el("a", { class: "button", href: `/trainer/exams/${sitting.number}` }, say(sitting.is_over ? "open" : "go_on")));

own.addEventListener("submit", async (event) => {
  event.preventDefault();
  byId("refused").textContent = "";
  try {
    open((await persist("/api/v1/exams", { id, name: name(), terms: termsOf(own) })).number);
  } catch (fault) {
    byId("refused").textContent = fault.message;
    id = newId();
  }
});

watchOptions(own);
await longList("set", "/api/v1/exams/set", { items: "exams", from: "before", row: setRow, empty: "none_set" })();
await longList("sat", "/api/v1/exams", { items: "sittings", from: "before", row: ownRow, empty: "none_sat" })();
ready();
