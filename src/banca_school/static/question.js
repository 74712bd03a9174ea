// One question of an exam: it is answered, the answer is kept on the server, and the next one is opened. Nothing is marked before the end.

import { get, persist, post } from "../api.js";
import { confirmed } from "../forms.js";
import { announce, byId, find, ready, say, told } from "../page.js";
import { runClock } from "./lists.js";
import { formOf } from "../trainer/answer.js";
import { readOut, showAsked, showChips, showFelt } from "../trainer/question.js";

const { number, place, questions } = told.exam;
const path = `/api/v1/exams/${number}`;
const results = `/trainer/exams/${number}`;
const sheet = byId("answers", HTMLFormElement);
/** How the question is answered. @type {any} */
let form = null;
let kept = "";

async function start() {
  runClock(told.exam.left, () => location.assign(results));
  const asked = await get(`${path}/questions/${place}`);
  form = formOf(asked, () => sheet.requestSubmit());
  byId("bets").replaceChildren(form.element);
  if (asked.reply) form.fill(asked.reply);
  kept = JSON.stringify(form.reply);
  showAsked(asked);
  if (asked.form === "bets") byId("bets").addEventListener("focusin", ({ target }) => showChips(at(target), []));
  sheet.addEventListener("submit", (event) => { event.preventDefault(); keep(onward()); });
  for (const link of document.querySelectorAll("a.place")) link.addEventListener("click", (event) => { event.preventDefault(); keep(link.getAttribute("href")); });
  byId("hand-in").addEventListener("click", handIn);
  await showFelt(asked);
  if (!matchMedia("(pointer: coarse)").matches) form.focus({ preventScroll: true });
  announce(readOut(asked));
}

const at = (element) => Number(element.closest("fieldset.bet")?.dataset.number ?? -1);
const onward = () => (place < questions ? `${results}/${place + 1}` : results);

/** Keeps the answer where it is another than before, then goes on; what is not complete is left as it was, unless it was meant to be kept. */
async function keep(to) {
  const isLeaving = to !== onward();
  const reply = form.reply;
  byId("refused").textContent = reply || isLeaving ? "" : form.missing;
  if (!reply && !isLeaving) return form.focusMissing();
  if (reply && JSON.stringify(reply) !== kept && !(await sent(reply))) return undefined;
  return location.assign(to);
}

async function sent(reply) {
  const button = find(sheet, "button.primary", HTMLButtonElement);
  button.disabled = true;
  try {
    await persist(`${path}/answers/${place}`, reply);
    kept = JSON.stringify(reply);
    return true;
  } catch (fault) {
    if (fault.code === "exam_over") location.assign(`${results}?late=1`);
    else byId("refused").textContent = fault.message;
    return false;
  } finally {
    button.disabled = false;
  }
}

function handIn() {
  confirmed({ title: say("hand_in"), text: say("hand_in_told"), does: say("hand_in") }, async () => {
    const { reply } = form;
    if (reply && JSON.stringify(reply) !== kept && !(await sent(reply))) return;
    await post(`${path}/end`);
    location.assign(results);
  });
}

await start();
ready();
