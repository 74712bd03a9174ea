// One class: its trainees and how they do, the exams set for it, the results, the weak articles.

import { get, post, remove } from "../api.js";
import { confirmed } from "../forms.js";
import { announce, byId, el, number, percent, ready, say, told } from "../page.js";
import { asTime, headed, longList, scoreOf, termsOf, termsSaid, watchOptions, weakRows } from "./lists.js";

const path = `/api/v1/classes/${told.classNumber}`;
let who = "";

const memberRow = (trainee) => el("tr", { "data-name": trainee.name }, el("th", { scope: "row" }, el("button", { type: "button", class: "quiet", onclick: () => look(trainee.name) }, trainee.name)),
  el("td", { class: "number" }, number(trainee.sat)), el("td", { class: "number" }, say("of", { right: number(trainee.right), asked: number(trainee.answered) })), el("td", { class: "number" }, trainee.answered ? percent(trainee.right / trainee.answered, 0) : "–"),
  el("td", {}, trainee.last ? el("a", { href: `/trainer/exams/${trainee.last}` }, say("last")) : "–"),
  told.mayChange ? el("td", {}, el("button", { type: "button", class: "quiet", onclick: () => takeOut(trainee.name) }, say("take_out"), el("span", { class: "sr" }, ` ${trainee.name}`))) : null);

const examRow = (exam) => el("li", { "data-exam": exam.number },
  el("div", { class: "about" }, el("h3", {}, exam.title || say("exam", { number: exam.number })), el("p", { class: "soft" }, asTime(exam.at), " · ", termsSaid(exam.terms))),
  exam.is_closed ? el("span", { class: "badge" }, say("withdrawn")) : told.mayChange ? el("button", { type: "button", onclick: () => withdraw(exam.number) }, say("withdraw"), el("span", { class: "sr" }, ` ${exam.title || exam.number}`)) : null);

const resultRow = (sitting) => el("tr", { "data-sitting": sitting.number }, el("th", { scope: "row" }, el("a", { href: `/trainer/exams/${sitting.number}` }, sitting.written_name)), el("td", {}, sitting.title || say("exam", { number: sitting.exam })), el("td", {}, asTime(sitting.started)), el("td", {}, scoreOf(sitting)));

const members = longList("members", `${path}/members`, { items: "members", from: "after", row: memberRow, empty: "nobody" });
const exams = longList("exams", `${path}/exams`, { items: "exams", from: "before", row: examRow, empty: "none_set" });
const results = longList("results", `${path}/sittings`, { items: "sittings", from: "before", row: resultRow, empty: "no_results" });

async function weak() {
  const { articles } = await get(`${path}/weak${who ? `?name=${encodeURIComponent(who)}` : ""}`);
  byId("weak").replaceChildren(...weakRows(articles));
  headed(byId("weak"));
  byId("weak-table").hidden = !articles.length;
  byId("weak-none").textContent = articles.length ? "" : say("no_weak");
  byId("weak-of").textContent = who || say("everybody");
}

/** The weak articles of one trainee, or, pressed again, of everybody. */
async function look(name) {
  who = who === name ? "" : name;
  await weak();
  byId("weak-title").focus();
}

/** Does something, and says beside the part of the page why it was refused. */
async function attempt(place, work) {
  byId(place).textContent = "";
  try {
    await work();
  } catch (fault) {
    byId(place).textContent = fault.message;
  }
}

const takeOut = (name) => confirmed({ title: say("take_out"), text: say("take_out_told", { name }), does: say("take_out") }, async () => {
  await remove(`${path}/members/${encodeURIComponent(name)}`);
  await members();
});

const withdraw = (exam) => confirmed({ title: say("withdraw"), text: say("withdraw_told"), does: say("withdraw") }, async () => {
  await remove(`${path}/exams/${exam}`);
  await exams();
});

if (told.mayChange) {
  const add = byId("add", HTMLFormElement);
  add.addEventListener("submit", (event) => {
    event.preventDefault();
    attempt("add-refused", async () => {
      const names = String(new FormData(add).get("names")).toLowerCase().split(/[\s,;，；、]+/u).filter(Boolean);
      await post(`${path}/members`, { names });
      add.reset();
      await members();
      announce(say("put_in"));
    });
  });
  const terms = byId("new-exam", HTMLFormElement);
  watchOptions(terms);
  terms.addEventListener("submit", (event) => {
    event.preventDefault();
    attempt("exam-refused", async () => {
      await post(`${path}/exams`, { title: String(new FormData(terms).get("title")), terms: termsOf(terms) });
      await exams();
      announce(say("exam_set"));
    });
  });
  byId("close-class").addEventListener("click", () => confirmed({ title: say("close_class"), text: say("close_told"), does: say("close_class") }, async () => {
    await remove(path);
    location.assign("/trainer/classes");
  }));
}
await Promise.all([members(), exams(), results(), weak()]);
ready();
