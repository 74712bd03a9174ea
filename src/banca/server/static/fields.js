// Forms: numbers and amounts as somebody typed them, refused at their field; and sending a form by a script.

import { find, number, readMoney, say } from "./page.js";

// Fields of forms: numbers and amounts as somebody typed them; what is none is refused at its field.

/** What parts thousands in any of the languages. */
export const SEPARATORS = /[\s.,'_](?=\d{3}(?!\d))/g;

/** A whole number; null where nothing was typed. */
export function whole(field, least, most) {
  const asked = field.value.trim();
  if (!asked) return null;
  const digits = asked.replace(SEPARATORS, "");
  const found = /^\d{1,16}$/.test(digits) ? Number(digits) : NaN;
  if (!(found >= least && found <= most)) return wrong(field, say("bad_number", { asked, least: number(least), most: number(most) }));
  return found;
}

/** An amount in avos; null where nothing was typed. */
export function amount(field) {
  const asked = field.value.trim();
  if (!asked) return null;
  return readMoney(asked) ?? wrong(field, say("bad_amount", { asked }));
}

/** What a field says, which may not be empty. */
export function needed(field, found) {
  return found ?? wrong(field, say("empty_field", { field: find(field.closest("label"), "span").textContent }));
}

export function accept(form) {
  for (const one of form.querySelectorAll("[aria-invalid]")) one.removeAttribute("aria-invalid");
}

function wrong(field, message) {
  field.setAttribute("aria-invalid", "true");
  field.focus();
  throw new Error(message);
}
