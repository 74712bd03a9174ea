// The acts that can be done now, each with what it takes and its clause: a player's few, a croupier's console. The server says which.

import { tellFault } from "../api.js";
import { example, facesOf, written } from "./faces.js";
import { byId, el, money, readMoney, say, told } from "../page.js";
import { cite } from "./tell.js";

const isPlayer = told.me.role === "player";

let count = 0;

/**
 * Draws the panel: `act(command)` does it; refusals are shown beside the button that was pressed. An act has, by field, the values
 * it may be chosen from in `choices`, and what is `usual`; a page may add `words` for its choices, `widgets` that write into a
 * field's box, and how to `read` it.
 */
export function showActs(place, state, act, hidden = []) {
  const acts = state.view.can.filter((one) => !hidden.includes(one.do))
    .sort((one, other) => weight(one, state) - weight(other, state));
  const had = new Map([...place.children].map((one) => [one.dataset.key, one]));
  const forms = acts.map((one) => {
    const isNext = one === acts[0] && weight(one, state) === 0;
    const key = JSON.stringify([one, isNext]);
    return had.get(key) ?? form(one, act, { key, isNext });
  });
  if (!forms.length) forms.push(had.get("") ?? el("p", { class: "soft", "data-key": "" }, say(state.view.is_closed ? "table_closed" : "waiting")));
  const wasHere = place.contains(document.activeElement);
  for (const one of had.values()) if (!forms.includes(one)) one.remove();
  forms.forEach((one, number) => {  // what somebody fills in stays, and stays where it is
    if (place.children[number] !== one) place.insertBefore(one, place.children[number] ?? null);
  });
  if (wasHere && !place.contains(document.activeElement)) (first(place) ?? place).focus();
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

function form(one, act, { key, isNext }) {
  const name = told.acts[one.do] ?? one.do;
  const isAside = !isPlayer && !one.cite;  // the house's own: out of the way of the game's, and never by mistake
  const refused = el("p", { class: "refusal", role: "alert" });
  const button = el("button", { "data-act": one.do, class: isNext ? "primary" : "" }, isAside ? say("do") : name);
  const fields = (one.takes ?? []).map((field) => control(field, one));
  const more = (one.also ?? []).map((field) => control(field, one));
  const extra = more.length ? el("details", { class: "more" }, el("summary", {}, say("more")), ...more) : null;
  const parts = [...fields, extra, el("div", { class: "row" }, button, one.cite ? cite(one.cite) : null), refused];
  let isSent = false;
  return el("form", {
    class: "act",
    "data-key": key,
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
  }, ...(isAside ? [el("details", {}, el("summary", {}, name), ...parts)] : parts));
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
  const { parts, form: shape } = told.entered[one.do] ?? {};
  const isResult = name === "outcome" && parts;
  const box = el("input", { name, id, autocomplete: "off", inputmode: kindOf(one, name) === "number" ? "numeric" : null, value: kindOf(one, name) === "money" && usual ? money(usual) : usual, placeholder: isResult ? example(shape) : null, ...asked });
  const faces = isResult ? facesOf(box, parts) : one.widgets?.[name]?.(box) ?? null;
  return el("div", { class: "field" }, el("label", { for: id }, label), box, faces);
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
  return name === "outcome" ? written(text, told.entered[one.do]?.parts) : text;
}
