// Forms that a script sends, long lists, and the dialog.

import { getPage, Waits } from "./api.js";
import { announce, byId, find, money, number, readMoney, say, sentences } from "./page.js";

// A form that is sent by a script, on a page that has the dialog.

/** Sends a form; why it was refused is said in the form, and that it waits for a second person in the dialog. */
export function onSubmit(form, refused, work) {
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const pressed = event.submitter;
    refused.textContent = "";
    if (pressed) pressed.disabled = true;
    try {
      await work(pressed);
    } catch (fault) {
      if (fault instanceof Waits) showWaiting(fault);
      else refused.textContent = fault.message;
    } finally {
      if (pressed) pressed.disabled = false;
    }
  });
}

// A long list a page at a time: what is sought, and a button that adds the next page.

/**
 * A list whose lines come from an address. Its parts are found by its id: the list itself, `…-sought` (a field), `…-more` (a button),
 * `…-refused`, `…-none` where nothing of what is sought is there, `…-empty` where there is nothing at all. `query` says what else is
 * asked for. @param {string} id @param {string} path
 * @param {(line: any) => HTMLElement} line @param {Record<string, string | string[]>} [query]
 */
export function longList(id, path, line, query = {}) {
  const more = byId(`${id}-more`, HTMLButtonElement);
  const field = byId(`${id}-sought`, HTMLInputElement);
  const empty = document.getElementById(`${id}-empty`);
  let asked = 0;

  function address() {
    const words = new URLSearchParams();
    for (const [name, values] of Object.entries(query)) for (const value of [values].flat()) words.append(name, value);
    if (field.value.trim()) words.set("sought", field.value.trim().toLowerCase());
    return String(words) ? `${path}?${words}` : path;
  }

  async function show(from, isNew) {
    const turn = (asked += 1);
    try {
      const { lines, next } = await getPage(from);
      if (turn !== asked) return;
      const shown = lines.map(line);
      if (isNew) byId(id).replaceChildren(...shown);
      else byId(id).append(...shown);
      const isSought = Boolean(field.value.trim());
      byId(`${id}-none`).hidden = byId(id).childElementCount > 0 || !isSought;
      if (empty) empty.hidden = byId(id).childElementCount > 0 || isSought;
      more.hidden = next === null;
      more.onclick = () => show(next, false);
      byId(`${id}-refused`).textContent = "";
      if (!isNew) {
        announce(say("more_lines", { count: number(lines.length) }));
        find(shown[0] ?? byId(id), "a, button", HTMLElement)?.focus();
      }
    } catch (fault) {
      byId(`${id}-refused`).textContent = fault.message;
    }
  }

  const list = () => show(address(), true);
  field.addEventListener("input", list);
  return list;
}

// One dialog for what must be confirmed, for an amount, for what is shown once, and for what waits for a second person.

/** What is done when it is confirmed. @type {((avos: number) => any) | null} */
let act = null;
let takesAmount = false;

/** The parts of the dialog, on a page that has one; they listen from the first time on. */
function partsOf() {
  const dialog = byId("dialog", HTMLDialogElement);
  const parts = { dialog, button: byId("dialog-do", HTMLButtonElement), sum: find(dialog, "[name=amount]", HTMLInputElement) };
  if (dialog.dataset.listens) return parts;
  dialog.dataset.listens = "true";
  byId("dialog-form").addEventListener("submit", confirm);
  byId("dialog-leave").addEventListener("click", () => dialog.close());
  byId("dialog-leave").textContent = say("cancel");
  dialog.addEventListener("close", () => { if (!dialog.open) byId("dialog-secret").textContent = ""; });
  return parts;
}

function open({ title, text, does, secret = "" }) {
  const { dialog, button, sum } = partsOf();
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

async function confirm(event) {
  event.preventDefault();
  const { dialog, button, sum } = partsOf();
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
}
