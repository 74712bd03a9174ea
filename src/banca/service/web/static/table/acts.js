// The acts that belong in the table's phase, each with what it takes and its clause: a player's few, a croupier's console.

import { tellFault } from "../api.js";
import { byId, el, readMoney, say, svg, told } from "../page.js";
import { cite, outcomeName } from "./tell.js";

const YES_NO = new Set(["hit_wall", "latched", "started", "one_hand"]);
const NUMBERS = new Set(["cocked", "offered", "picked", "presses", "turns", "exposed", "gate"]);
const LISTS = { dice: readDice, tiles: (text) => text.split(/[\s,]+/).filter(Boolean) };
/** What is so unless the croupier says otherwise. */
const USUALLY = new Set(["latched", "started", "one_hand"]);
const isPlayer = told.me.role === "player";

let count = 0;

/**
 * Draws the panel: `act(command)` does it; refusals are shown beside the button that was pressed. An act may bring with it, by
 * field, its `choices` as [value, words], its `usual` value, and `widgets` that write into a field's box.
 */
export function showActs(place, state, act, hidden = []) {
  const acts = state.view.can.filter((one) => !hidden.includes(one.do) && isPossible(one, state))
    .sort((one, other) => weight(one, state) - weight(other, state));
  const had = new Map([...place.children].map((one) => [one.dataset.key, one]));
  const forms = acts.map((one) => {
    const isNext = one === acts[0] && weight(one, state) === 0;
    const key = JSON.stringify([one, isNext, one.takes?.includes("player") && state.view.seats]);
    return had.get(key) ?? form(one, state, act, { key, isNext });
  });
  if (!forms.length) forms.push(had.get("") ?? el("p", { class: "soft", "data-key": "" }, say(state.view.is_closed ? "table_closed" : "waiting")));
  const wasHere = place.contains(document.activeElement);
  for (const one of had.values()) if (!forms.includes(one)) one.remove();
  forms.forEach((one, number) => {  // what somebody fills in stays, and stays where it is
    if (place.children[number] !== one) place.insertBefore(one, place.children[number] ?? null);
  });
  if (wasHere && !place.contains(document.activeElement)) (first(place) ?? place).focus();
}

/** Whether there is somebody whom it concerns, and the result has come so far. */
function isPossible(one, state) {
  if (one.takes?.includes("player") && one.choices?.player !== false && !state.view.seats.length) return false;
  return !one.due || one.due.includes(state.view.state.shown);
}

/** What leads on comes first, then what leads back or aside, then what belongs in no phase. */
function weight(one, { view }) {
  if (told.onward[view.phase]?.includes(one.do)) return 0;
  return one.moves ? 1 : one.cite ? 2 : 3;
}

/** Where one goes on by keyboard: what the next act asks for, or its button; nothing where no act leads on. */
function first(place) {
  const next = place.querySelector("form:has(.primary)");
  return next?.querySelector('[name="outcome"], [name="passed"], [name="dice"], [name="tiles"], [name="stake"]') ?? next?.querySelector("[data-act]");
}

/** A key that is held down does an act once, though the next one's button lies under it. */
byId("acts").addEventListener("keydown", (event) => {
  if (event.repeat && event.key === "Enter") event.preventDefault();
});

function form(one, state, act, { key, isNext }) {
  const name = told.acts[one.do] ?? one.do;
  const isAside = !isPlayer && !one.cite;  // the house's own: out of the way of the game's, and never by mistake
  const refused = el("p", { class: "refusal", role: "alert" });
  const button = el("button", { "data-act": one.do, class: isNext ? "primary" : "" }, isAside ? say("do") : name);
  const fields = (one.takes ?? []).map((field) => control(field, state, one));
  const more = (one.also ?? []).map((field) => control(field, state, one));
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

function control(name, state, one) {
  const label = told.fields[name] ?? name;
  const id = `field-${(count += 1)}`;
  if (YES_NO.has(name)) return el("label", { class: "field" }, el("input", { type: "checkbox", name, checked: USUALLY.has(name) }), ` ${label}`);
  const choices = one.choices?.[name] ?? choicesOf(name, state);
  if (choices && name === "passed") {
    return el("fieldset", {}, el("legend", {}, label), ...choices.map(([point, words]) => el("label", { class: "field" }, el("input", { type: "checkbox", name, value: point }), ` ${words}`)));
  }
  if (choices) return el("label", { class: "field" }, el("span", {}, label), el("select", { name }, ...choices.map(([value, words]) => el("option", { value }, words))));
  const box = el("input", { name, id, autocomplete: "off", inputmode: NUMBERS.has(name) ? "numeric" : null, value: one.usual?.[name], placeholder: name === "outcome" ? one.form : null });
  const faces = name === "outcome" ? facesOf(box, one.parts) : one.widgets?.[name]?.(box) ?? null;
  return el("div", { class: "field" }, el("label", { for: id }, label), box, faces);
}

function choicesOf(name, state) {
  if (name === "player") return state.view.seats.map((one) => [one, one]);
  if (name === "bet") return Object.entries(told.bets).map(([key, bet]) => [key, bet.name]);
  return null;
}

/** Buttons of what the device can show: pressed one after another they write the outcome of so many parts. */
function facesOf(box, most) {
  const buttons = told.faces.map((face) => el("button", { type: "button", class: "face", "data-face": face, "aria-label": outcomeName(face), onclick: () => {
    const parts = box.value.split("-").filter(Boolean);
    box.value = [...(parts.length >= most ? [] : parts), face].join("-");
  } }, drawn(face) ?? (/^\d+$/.test(face) ? face : outcomeName(face))));
  return el("div", { class: "faces" }, ...buttons, el("button", { type: "button", onclick: () => { box.value = ""; } }, say("clear")));
}

export function drawn(face) {
  const symbol = ["face", "card"].map((kind) => `${kind}-${face}`).find((id) => document.getElementById(id));
  return symbol ? svg("svg", { viewBox: "0 0 100 100", class: "felt", "aria-hidden": "true" }, svg("use", { href: `#${symbol}`, width: 100, height: 100 })) : null;
}

/** Four dice, however they are separated. */
function readDice(text) {
  const dice = text.match(/\d/g) ?? [];
  if (!/^[1-6]{4}$/.test(dice.join(""))) throw new Error(say("bad_outcome", { asked: text, form: "1-2-3-4" }));
  return dice.map(Number);
}

/** A result as the rulebook writes it: "3 4" and "34" are 3-4. */
function written(text, parts) {
  if (parts < 2) return text;
  const isRun = new RegExp(`^\\d{${parts}}$`).test(text) && !told.faces.includes(text);
  return (isRun ? [...text] : text.split(/[\s,-]+/)).join("-");
}

function values(form, one) {
  const found = {};
  for (const name of [...(one.takes ?? []), ...(one.also ?? [])]) {
    const boxes = [...form.querySelectorAll(`[name="${name}"]`)];
    if (!one.takes?.includes(name) && !boxes[0].closest("details.more").open) continue;
    if (YES_NO.has(name)) {
      found[name] = boxes[0].checked;
    } else if (name === "passed") {
      found[name] = boxes.filter((box) => box.checked).map((box) => box.value);
    } else {
      const text = boxes[0].value.trim();
      if (!text) continue;
      if (name === "stake") found[name] = readMoney(text) ?? 0;
      else if (name === "outcome") found[name] = written(text, one.parts);
      else if (LISTS[name]) found[name] = LISTS[name](text);
      else found[name] = NUMBERS.has(name) ? Number.parseInt(text, 10) || 0 : text;
    }
  }
  return found;
}
