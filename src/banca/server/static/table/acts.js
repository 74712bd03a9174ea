// What can be done now: the acts of the procedure, and what is due until when.

import { post, tellFault } from "../api.js";
import { byId, el, findAll, labelled, listed, money, parted, readMoney, say, told, write } from "../page.js";
import { Ring } from "../ring.js";
import { openList } from "./panel.js";
import { example, keysFor, written } from "./result_entry.js";
import { cite } from "./labels.js";

// What is due: the clock of the phase, the one act that goes on, and a sentence that says what may be done now.

const isPlayer = told.me.role === "player";
const READY = `/api/v1/tables/${told.table}/ready`;
const ring = new Ring(byId("ring", SVGSVGElement));

/** The act of one's own that leads on, if there is one. */
export function ownAct({ view }) {
  return view.can.find((one) => told.onward[view.phase]?.includes(one.do));
}

const asks = (act) => (act.takes ?? []).some((field) => act.usual?.[field] === undefined);

/** Shows clock, button and switch for a table as it stands; `act(command)` does something there. */
export function showDue(state, act) {
  ring.show(state.due);
  if (!isPlayer) return;
  const button = byId("due", HTMLButtonElement);
  const { words, run, pressed = null } = offered(state, act);
  write(button, words || say("go_on"));
  button.disabled = !run;
  button.onclick = run ?? null;
  if (pressed === null) button.removeAttribute("aria-pressed");
  else button.setAttribute("aria-pressed", String(pressed));
  const auto = byId("auto", HTMLInputElement);
  byId("auto-label").classList.toggle("none", !state.due?.alone);
  auto.disabled = !state.due?.alone;
  auto.checked = Boolean(state.due?.auto);
  auto.onchange = () => tell(state, { auto: auto.checked });
}

/** The one act: my own; or that I am ready, which where I am alone is the croupier's next act. */
function offered(state, act) {
  const own = ownAct(state);
  if (own) return { words: told.acts[own.do], run: asks(own) ? () => openList("now") : () => act({ do: own.do, ...own.usual }) };
  const { due, view } = state;
  const next = due?.act || told.onward[view.phase]?.[0];
  if (!due?.can_ready || state.can("sit")) return { words: told.acts[next] ?? "", run: undefined };
  const isReady = due.ready.includes(state.me);
  const run = () => tell(state, { ready: due.alone || !isReady });
  return due.alone ? { words: told.acts[due.act] ?? "", run } : { words: say("ready"), run, pressed: isReady };
}

async function tell(state, what) {
  try {
    await post(READY, what);
    await state.load();
  } catch (fault) {
    tellFault(byId("felt-refused"), fault);
  }
}

/** For whom the table waits, and for what; nothing where it waits for nobody. */
export function waitedFor({ view }) {
  const acts = [...new Set((view.awaits ?? []).map(({ act }) => act))];
  const who = (act) => listed(view.awaits.filter((one) => one.act === act).map(({ player }) => (player === told.me.name ? say("you") : told.practice && player.startsWith(told.practice) ? player.slice(told.practice.length) : player)));
  return acts.length ? say("waiting_for", { who: parted(acts.map((act) => labelled(who(act), told.acts[act] ?? act))) }) : "";
}

/** What may be done now, in a sentence. */
export function sentence(state) {
  const { view, due } = state;
  if (view.is_closed) return "";
  if (!isPlayer) return ownAct(state) ? labelled(say("next_act"), told.acts[ownAct(state).do]) : waitedFor(state);
  if (due?.whose && due.whose !== state.me) return say("their_turn", { player: due.whose, act: told.acts[due.act] ?? due.act });
  const own = ownAct(state);
  if (own) return labelled(say("your_turn"), told.acts[own.do]);
  if (state.can("sit") && view.open_bets.length) return say("look_on");
  if (view.open_bets.length) return due?.alone && due.left === null && due.act ? say("bet_then", { act: told.acts[due.act] ?? due.act }) : say("place_bets");
  if (view.state.shown) return say("being_paid");
  if (view.state.bets?.length || told.moving.includes(view.phase) || told.hidden.includes(view.phase)) return say("no_more_bets");
  return say("not_open");
}

// The acts that can be done now, each with what it takes and its clause: a player's few, a croupier's console. The server says which.

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
