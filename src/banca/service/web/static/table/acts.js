// The acts that belong in the table's phase, each with what it takes and its clause: a player's few, a croupier's console.

import { el, readMoney, say, svg, told } from "../page.js";
import { cite } from "./tell.js";

const YES_NO = new Set(["hit_wall", "latched", "started", "one_hand"]);
const NUMBERS = new Set(["cocked", "offered", "picked", "presses", "turns", "exposed", "gate"]);
const LISTS = { dice: (text) => text.split(/[\s,-]+/).filter(Boolean).map(Number), tiles: (text) => text.split(/[\s,]+/).filter(Boolean) };
/** Fields that a field's usual value spares: the croupier changes them where it was otherwise. */
const USUAL = { latched: true, started: true, hit_wall: true, one_hand: true, presses: 3, turns: 3 };

let count = 0;

/**
 * Draws the panel: `act(command)` does it; refusals are shown beside the button that was pressed. An act may bring with it, by
 * field, its `choices` as [value, words], its `usual` value, and `widgets` that write into a field's box.
 */
export function showActs(place, state, act, hidden = []) {
  const key = JSON.stringify([state.view.can, state.view.phase, state.view.seats, hidden]);
  if (place.dataset.key === key) return;  // a form that somebody fills in stays
  place.dataset.key = key;
  const weight = ({ moves, cite: clause }) => (moves ? 0 : clause ? 1 : 2);
  const acts = state.view.can.filter(({ do: name }) => !hidden.includes(name)).sort((one, other) => weight(one) - weight(other));
  place.replaceChildren(...acts.map((one) => form(one, state, act)));
  if (!acts.length) place.append(el("p", { class: "soft" }, say(state.view.is_closed ? "table_closed" : "waiting")));
}

function form(one, state, act) {
  const refused = el("p", { class: "refusal", role: "alert" });
  const button = el("button", { "data-act": one.do, class: one.moves ? "primary" : "" }, told.acts[one.do] ?? one.do);
  const fields = (one.takes ?? []).map((name) => field(name, state, one));
  const more = (one.also ?? []).map((name) => field(name, state, one));
  const extra = more.length ? el("details", {}, el("summary", {}, say("more")), ...more) : null;
  return el("form", {
    class: "act",
    onsubmit: async (event) => {
      event.preventDefault();
      refused.textContent = "";
      button.disabled = true;
      try {
        await act({ do: one.do, ...values(event.target, one) });
      } catch (fault) {
        refused.textContent = fault.message;
      }
      button.disabled = false;
    },
  }, ...fields, extra, el("div", { class: "row" }, button, one.cite ? cite(one.cite) : null), refused);
}

function field(name, state, one) {
  const label = told.fields[name] ?? name;
  const id = `field-${(count += 1)}`;
  if (YES_NO.has(name)) return el("label", { class: "field" }, el("input", { type: "checkbox", name, checked: USUAL[name] }), ` ${label}`);
  if (name === "passed") {
    const points = Object.entries(told.choices.passed ?? {});
    return el("fieldset", {}, el("legend", {}, label), ...points.map(([point, words]) => el("label", { class: "field" }, el("input", { type: "checkbox", name, value: point }), ` ${words}`)));
  }
  const choices = one.choices?.[name] ?? choicesOf(name, state);
  if (choices) return el("label", { class: "field" }, el("span", {}, label), el("select", { name }, ...choices.map(([value, words]) => el("option", { value }, words))));
  const box = el("input", { name, id, autocomplete: "off", inputmode: NUMBERS.has(name) ? "numeric" : null, value: one.usual?.[name] ?? USUAL[name] ?? null, placeholder: name === "outcome" ? told.outcomeForm : null });
  const faces = name === "outcome" ? facesOf(box, one.do) : one.widgets?.[name]?.(box) ?? null;
  return el("div", { class: "field" }, el("label", { for: id }, label), box, faces);
}

function choicesOf(name, state) {
  if (name === "reason" && told.choices.reason?.length) return told.choices.reason.map((one) => [one, told.reasons[one] ?? one]);
  if (name === "player") return state.view.seats.map((one) => [one, one]);
  if (name === "bet") return Object.entries(told.bets).map(([key, bet]) => [key, bet.name]);
  return null;
}

/** Buttons of what the device can show: pressed one after another they write the outcome. */
function facesOf(box, act) {
  const buttons = told.faces.map((face) => el("button", { type: "button", class: "face", "data-face": face, "aria-label": face, onclick: () => {
    const parts = told.game === "football_poker" || told.faces.length < 7 ? box.value.split("-").filter(Boolean) : [];
    const most = act === "deal_third_card" ? 1 : { craps: 2, fish_prawn_crab: 3, football_poker: 2 }[told.game] ?? 1;
    box.value = [...(parts.length >= most ? [] : parts), face].join("-");
  } }, drawn(face) ?? face));
  return el("div", { class: "faces" }, ...buttons, el("button", { type: "button", onclick: () => { box.value = ""; } }, say("clear")));
}

export function drawn(face) {
  const symbol = ["face", "card"].map((kind) => `${kind}-${face}`).find((id) => document.getElementById(id));
  return symbol ? svg("svg", { viewBox: "0 0 100 100", class: "felt", "aria-hidden": "true" }, svg("use", { href: `#${symbol}`, width: 100, height: 100 })) : null;
}

function values(written, one) {
  const found = {};
  for (const name of [...(one.takes ?? []), ...(one.also ?? [])]) {
    const boxes = [...written.querySelectorAll(`[name="${name}"]`)];
    const isNeeded = (one.takes ?? []).includes(name);
    if (YES_NO.has(name)) {
      if (isNeeded || boxes[0].closest("details")?.open) found[name] = boxes[0].checked;
    } else if (name === "passed") {
      found[name] = boxes.filter((box) => box.checked).map((box) => box.value);
    } else {
      const text = boxes[0].value.trim();
      const isAsked = isNeeded || (text && boxes[0].closest("details")?.open);
      if (!isAsked || !text) continue;
      if (name === "stake") found[name] = readMoney(text) ?? 0;
      else if (LISTS[name]) found[name] = LISTS[name](text);
      else found[name] = NUMBERS.has(name) ? Number.parseInt(text, 10) || 0 : text;
    }
  }
  return found;
}
