// One dialog for what must be confirmed, for an amount, for what is shown once, and for what waits for a second person.

import { Waits } from "./api.js";
import { byId, find, money, readMoney, say, sentences } from "./page.js";

const dialog = byId("dialog", HTMLDialogElement);
const form = byId("dialog-form");
const button = byId("dialog-do", HTMLButtonElement);
const sum = find(form, "[name=amount]", HTMLInputElement);
/** What is done when it is confirmed. @type {((avos: number) => any) | null} */
let act = null;
let takesAmount = false;

function open({ title, text, does, secret = "" }) {
  byId("dialog-title").textContent = title;
  byId("dialog-text").textContent = text;
  button.textContent = does;
  byId("dialog-refused").textContent = "";
  byId("dialog-shown").hidden = !secret;
  byId("dialog-secret").textContent = secret;
  byId("dialog-amount").hidden = !takesAmount;
  byId("dialog-leave").hidden = !act;
  sum.value = "";
  if (!dialog.open) dialog.showModal();
}

/** Asks first; `what(avos)` is done when it is confirmed, and where it is refused the dialog stays and says why. */
export function confirmed(about, what, { amount = false } = {}) {
  act = what;
  takesAmount = amount;
  open(about);
}

/** Shows something once. */
export function shown(about) {
  act = null;
  takesAmount = false;
  open({ ...about, does: say("close") });
}

/** Says that something waits for a second person, and shows the half of a one-time password that is this reader's alone. */
export function showWaiting(fault) {
  shown({ title: say("waiting_title"), text: fault.half ? sentences([fault.message, say("first_half")]) : fault.message, secret: fault.half });
  dispatchEvent(new Event("waits"));
}

/** What somebody typed as an amount; an error that says how to write one. */
export function amountOf(text) {
  const avos = readMoney(text);
  if (avos === null) throw new Error(say("no_amount", { example: money(1_234_50) }));
  return avos;
}

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  if (!act) return dialog.close();
  button.disabled = true;
  byId("dialog-refused").textContent = "";
  try {
    const what = act;
    const avos = takesAmount ? amountOf(sum.value) : 0;
    const next = await what(avos);
    dialog.close();
    next?.();
  } catch (fault) {
    if (fault instanceof Waits) return showWaiting(fault);
    byId("dialog-refused").textContent = fault.message;
  } finally {
    button.disabled = false;
  }
});
byId("dialog-leave").addEventListener("click", () => dialog.close());
byId("dialog-leave").textContent = say("cancel");
dialog.addEventListener("close", () => { if (!dialog.open) byId("dialog-secret").textContent = ""; });
