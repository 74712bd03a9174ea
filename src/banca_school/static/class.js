// One class: its trainees and how they do, the exams set for it, the results, the weak articles.

import { get, post, remove } from "../api.js";
import { confirmed } from "../dialog.js";
import { announce, byId, el, number, percent, ready, say, told } from "../page.js";
import { asTime, headed, listed, scoreOf, weakRows } from "./lists.js";
import { termsOf, termsSaid, watchOptions } from "./terms.js";

const path = `/api/v1/classes/${told.classNumber}`;
let who = "";

const memberRow = (one) => el("tr", { "data-name": one.name }, el("th", { scope: "row" }, el("button", { type: "button", class: "quiet", onclick: () => look(one.name) }, one.name)),
  el("td", { class: "number" }, number(one.sat)), el("td", { class: "number" }, say("of", { right: number(one.right), asked: number(one.answered) })), el("td", { class: "number" }, one.answered ? percent(one.right / one.answered, 0) : "–"),
  el("td", {}, one.last ? el("a", { href: `/trainer/exams/${one.last}` }, say("last")) : "–"),
  told.mayChange ? el("td", {}, el("button", { type: "button", class: "quiet", onclick: () => takeOut(one.name) }, say("take_out"), el("span", { class: "sr" }, ` ${one.name}`))) : null);

const examRow = (one) => el("li", { "data-exam": one.number },
  el("div", { class: "about" }, el("h3", {}, one.title || say("exam", { number: one.number })), el("p", { class: "soft" }, asTime(one.at), " · ", termsSaid(one.terms))),
  one.is_closed ? el("span", { class: "badge" }, say("withdrawn")) : told.mayChange ? el("button", { type: "button", onclick: () => withdraw(one.number) }, say("withdraw"), el("span", { class: "sr" }, ` ${one.title || one.number}`)) : null);

const resultRow = (one) => el("tr", { "data-sitting": one.number }, el("th", { scope: "row" }, el("a", { href: `/trainer/exams/${one.number}` }, one.written_name)), el("td", {}, one.title || say("exam", { number: one.exam })), el("td", {}, asTime(one.started)), el("td", {}, scoreOf(one)));

const members = listed("members", `${path}/members`, { items: "members", from: "after", row: memberRow, empty: "nobody" });
const exams = listed("exams", `${path}/exams`, { items: "exams", from: "before", row: examRow, empty: "none_set" });
const results = listed("results", `${path}/sittings`, { items: "sittings", from: "before", row: resultRow, empty: "no_results" });

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
