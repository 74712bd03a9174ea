// One dialog for what must be confirmed, for an amount, and for what is shown once.

import { money, readMoney, say } from "../page.js";

const part = (name) => document.getElementById(name);
const dialog = part("dialog");
const form = part("dialog-form");
let act = null;
let takesAmount = false;

function open({ title, text, does, secret = "" }) {
  part("dialog-title").textContent = title;
  part("dialog-text").textContent = text;
  part("dialog-do").textContent = does;
  part("dialog-refused").textContent = "";
  part("dialog-shown").hidden = !secret;
  part("dialog-secret").textContent = secret;
  part("dialog-amount").hidden = !takesAmount;
  part("dialog-leave").hidden = !act;
  form.elements.amount.value = "";
  dialog.showModal();
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

/** What somebody typed as an amount; an error that says how to write one. */
export function amountOf(text) {
  const avos = readMoney(text);
  if (avos === null) throw new Error(say("no_amount", { example: money(1_234_50) }));
  return avos;
}

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  if (!act) return dialog.close();
  part("dialog-do").disabled = true;
  part("dialog-refused").textContent = "";
  try {
    const what = act;
    const avos = takesAmount ? amountOf(form.elements.amount.value) : 0;
    const next = await what(avos);
    dialog.close();
    next?.();
  } catch (fault) {
    part("dialog-refused").textContent = fault.message;
  } finally {
    part("dialog-do").disabled = false;
  }
});
part("dialog-leave").addEventListener("click", () => dialog.close());
part("dialog-leave").textContent = say("cancel");
dialog.addEventListener("close", () => { if (!dialog.open) part("dialog-secret").textContent = ""; });
