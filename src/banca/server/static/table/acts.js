// The acts that can be done now, each with what it takes and its clause: a player's few, a croupier's console. The server says which.

import { tellFault } from "../api.js";
import { waitedFor } from "./due.js";
import { keysFor } from "./entry.js";
import { example, written } from "./faces.js";
import { byId, el, findAll, money, readMoney, say, told } from "../page.js";
import { cite } from "./tell.js";

const isPlayer = told.me.role === "player";

let count = 0;
/** The phase that the acts are shown for, and what lies there of a result. */
let at = { phase: "", shown: "" };

/** How the result is entered that an act takes now. */
const enteredBy = (one) => told.entered[one.do]?.[at.phase];

/**
 * Draws the panel: `act(command)` does it; refusals are shown beside the button that was pressed. An act has, by field, the values
 * it may be chosen from in `choices`, and what is `usual`; a page may add `words` for its choices, `widgets` that write into a
 * field's box, and how to `read` it.
 */
export function showActs(place, state, act, hidden = []) {
  at = { phase: state.view.phase, shown: state.view.state.shown ?? "" };
  const acts = state.view.can.filter((one) => !hidden.includes(one.do))
    .sort((one, other) => weight(one, state) - weight(other, state));
  const had = new Map([...place.children].map((one) => [one.dataset.key, one]));
  const forms = acts.map((one) => {
    const isNext = one === acts[0] && weight(one, state) === 0;
    const key = JSON.stringify([one, isNext, isPlayer ? "" : at]);
    return had.get(key) ?? form(one, act, { key, isNext });
  });
  const waits = state.view.is_closed ? say("table_closed") : waitedFor(state) || say("waiting");
  if (!forms.length) forms.push(had.get(waits) ?? el("p", { class: "soft", "data-key": waits }, waits));
  const active = document.activeElement;
  const wasHere = place.contains(active) || (!isPlayer && active === document.body);
  for (const one of had.values()) if (!forms.includes(one)) one.remove();
  forms.forEach((one, number) => {  // what somebody fills in stays, and stays where it is
    if (place.children[number] !== one) place.insertBefore(one, place.children[number] ?? null);
  });
  const now = document.activeElement;
  if (wasHere && (now === place || !place.contains(now))) (first(place) ?? place).focus();
}

/** What leads on comes first, then what leads back or aside, then what belongs in no phase. */
function weight(one, { view }) {
  if (told.onward[view.phase]?.includes(one.do)) return 0;
  return one.moves ? 1 : one.cite ? 2 : 3;
}

/** Where one goes on by keyboard: what the next act asks for, or its button; nothing where no act leads on. */
function first(place) {
  const next = place.querySelector("form:has(.primary)");
  return next?.querySelector("[data-asked]") ?? next?.querySelector("[data-act]");
}

/** A key that is held down does an act once, though the next one's button lies under it. */
byId("acts").addEventListener("keydown", (event) => {
  if (event.repeat && event.key === "Enter") event.preventDefault();
});

/** A letter goes to an act of the croupier's; where one writes words, together with Alt. */
addEventListener("keydown", (event) => {
  if (isPlayer || event.ctrlKey || event.metaKey || !(event.target instanceof Element)) return;
  const isWritten = event.target.matches("input:not([type=checkbox], [data-figures]), select, textarea");
  if (isWritten && !event.altKey) return;
  const form = findAll(byId("acts"), "form[data-letter]").find((one) => one.dataset.letter === event.key.toLowerCase());
  if (!form) return;
  event.preventDefault();
  const aside = form.querySelector("details");
  if (aside) aside.open = true;
  /** @type {HTMLElement | null} */ (form.querySelector("[data-asked], select, input") ?? form.querySelector("[data-act]"))?.focus();
});

/** Enter does an act from a list of choices as it does from a box. */
byId("acts").addEventListener("keydown", (event) => {
  if (isPlayer || event.key !== "Enter" || !(event.target instanceof HTMLSelectElement)) return;
  event.preventDefault();
  event.target.form?.requestSubmit();
});

function form(one, act, { key, isNext }) {
  const name = told.acts[one.do] ?? one.do;
  const isAside = !isPlayer && (!one.cite || told.corrects.includes(one.do));  // the house's own, and what is rarely needed: out of the way of the game's, and never by mistake
  const refused = el("p", { class: "refusal", role: "alert" });
  const letter = isPlayer || isNext ? "" : told.letters[at.phase]?.[one.do] ?? "";
  const hint = letter ? el("kbd", { title: say("key", { letter: letter.toUpperCase() }) }, letter.toUpperCase()) : null;
  const button = el("button", { "data-act": one.do, class: isNext ? "primary" : "" }, isAside ? say("do") : name);
  const fields = (one.takes ?? []).map((field) => control(field, one));
  const more = (one.also ?? []).map((field) => control(field, one));
  const extra = more.length ? el("details", { class: "more" }, el("summary", {}, say("more")), ...more) : null;
  const parts = [...fields, extra, el("div", { class: "row" }, button, isAside ? null : hint, one.cite ? cite(one.cite) : null), refused];
  let isSent = false;
  return el("form", {
    class: "act",
    "data-key": key,
    "data-letter": letter || null,
    onsubmit: async (event) => {
      event.preventDefault();
      if (isSent) return;
      isSent = true;
      refused.textContent = "";
      try {
        await act({ do: one.do, ...values(event.target, one) });
      } catch (fault) {
        tellFault(refused, fault);
      }
      isSent = false;
    },
  }, ...(isAside ? [el("details", {}, el("summary", {}, name, hint ? " " : null, hint), ...parts)] : parts));
}

/** How a field is filled in: text, money, number, yes_no or list. */
const kindOf = (one, name) => told.fields[one.do]?.[name]?.kind;

function control(name, one) {
  const label = told.fields[one.do]?.[name]?.label ?? name;
  const id = `field-${(count += 1)}`;
  const usual = one.usual?.[name];
  const asked = usual === undefined && one.takes?.includes(name) ? { "data-asked": "" } : {};
  if (kindOf(one, name) === "yes_no") return el("label", { class: "field" }, el("input", { type: "checkbox", name, checked: Boolean(usual), ...asked }), ` ${label}`);
  const choices = choicesOf(one, name);
  if (choices && kindOf(one, name) === "list") {
    return el("fieldset", {}, el("legend", {}, label), ...choices.map(([value, words]) => el("label", { class: "field" }, el("input", { type: "checkbox", name, value, ...asked }), ` ${words}`)));
  }
  if (choices) return el("label", { class: "field" }, el("span", {}, label), el("select", { name }, ...choices.map(([value, words]) => el("option", { value }, words))));
  const how = name === "outcome" ? enteredBy(one) : undefined;
  const isFigures = how ? told.faces.every((face) => /^\d+$/.test(face)) : Boolean(one.figures?.includes(name));
  const box = el("input", { name, id, autocomplete: "off", inputmode: kindOf(one, name) === "number" ? "numeric" : null, value: kindOf(one, name) === "money" && usual ? money(usual) : usual, placeholder: how ? example(how.form) : null, "data-figures": isFigures ? "" : null, ...asked });
  const isAll = () => one.takes?.length === 1 && !box.form?.querySelector("details[open]");  // nothing else is asked, so that one press does it
  const beside = how ? keysFor(box, how, { shown: at.shown, onFull: () => { if (isAll()) box.form?.requestSubmit(); } }) : [one.widgets?.[name]?.(box) ?? null];
  return el("div", { class: "field" }, el("label", { for: id }, label), box, ...beside);
}

/** What a field is chosen from, as [value, words]: the values that can be now, or all there are; nothing where it is written freely. */
function choicesOf(one, name) {
  const said = told.choices[one.do]?.[name];
  const values = one.choices?.[name] ?? (said && Object.keys(said));
  const words = (value) => one.words?.[name]?.(value) ?? said?.[value] ?? told.bets[value]?.name ?? String(value);
  return values?.map((value) => [value, words(value)]);
}

function values(form, one) {
  const found = {};
  for (const name of [...(one.takes ?? []), ...(one.also ?? [])]) {
    const boxes = [...form.querySelectorAll(`[name="${name}"]`)];
    if (!one.takes?.includes(name) && !boxes[0].closest("details.more").open) continue;
    const value = valueOf(one, name, boxes);
    if (value !== undefined) found[name] = value;
  }
  return found;
}

/** What was filled in, as the house reads it; nothing where a box is empty. */
function valueOf(one, name, boxes) {
  const kind = kindOf(one, name);
  if (kind === "yes_no") return boxes[0].checked;
  if (boxes[0].type === "checkbox") return boxes.filter((box) => box.checked).map((box) => box.value);
  const text = boxes[0].value.trim();
  if (!text) return undefined;
  if (one.read?.[name]) return one.read[name](text);
  if (kind === "money") return readMoney(text) ?? 0;
  if (kind === "number") return Number.parseInt(text, 10) || 0;
  if (kind === "list") return text.split(/[\s,]+/).filter(Boolean);
  return name === "outcome" ? written(text, enteredBy(one)?.parts) : text;
}
