// The laboratory: the strategies that are entered, the run as it goes on, and what it came to.

import { get, post, Refused, remove } from "../api.js";
import { Editor } from "../editor.js";
import { accept, amount, needed, SEPARATORS, whole } from "../fields.js";
import { announce, bracketed, byId, el, find, findAll, money, number, parted, patacas, readMoney, ready, say, told } from "../page.js";
import { share, show, signed, workOut } from "./report.js";

// The best way to play: asked for a purse and a goal, shown as a map, and handed over as a strategy of the lab.

const MOST_PLACES = { chance: 9, loss: 4 };

/** Watch the form; `chosen` tells the game and its options, `put` takes a strategy. */
export function offerBest(chosen, put) {
  const form = byId("best-ask", HTMLFormElement);
  const refused = byId("best-refused");
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    refused.textContent = "";
    form.setAttribute("aria-busy", "true");
    try {
      showBest(await post("/api/v1/lab/best", { ...chosen(), ...bestAsked(form) }), put);
    } catch (fault) {
      byId("best-found").replaceChildren();
      refused.textContent = fault.message;
    }
    form.removeAttribute("aria-busy");
  });
}

/** What the fields say; what is none, or is needed for the goal, is refused at its field. */
function bestAsked(form) {
  /** @type {any} */
  const { goal, bankroll, target, rounds, minimum, bets } = form.elements;
  accept(form);
  const purse = needed(bankroll, amount(bankroll));
  const least = amount(minimum);
  const count = goal.value === "stake" ? null : whole(rounds, 1, told.most.best_rounds);
  return {
    goal: goal.value,
    bankroll: purse,
    ...(goal.value === "last" ? {} : { [goal.value === "stake" ? "turnover" : "target"]: needed(target, amount(target)) }),
    rounds: goal.value === "last" ? needed(rounds, count) : count,
    ...(least === null ? {} : { minimum: least, chip: least }),
    bets: bets.value.split(/[\s,]+/).filter((one) => one),
  };
}

function showBest({ best, text }, put) {
  const use = el("button", { type: "button" }, byId("best-ask").dataset.play);
  use.addEventListener("click", () => {
    put(text);
    announce(say("best_put"));
  });
  const loss = certain(best.loss, MOST_PLACES.loss);
  byId("best-found").replaceChildren(
    table([say("best_way"), say("best_chance"), say("best_loss")], [
      [say("best_this"), certain(best.chance, MOST_PLACES.chance), loss],
      ...best.beside.map((one) => [one.title, one.chance ? certain(one.chance, MOST_PLACES.chance) : "", certain(one.loss, MOST_PLACES.loss)]),
    ], "number"),
    el("p", { class: "better" }, say("best_not", { loss, bankroll: patacas(best.bankroll) })),
    el("h3", {}, say("best_map")),
    ...(best.map.moment ? [el("p", {}, say("best_at", { moment: best.map.moment }))] : []),
    mapOf(best.map),
    ...(hasAdded(best.map) ? [el("p", { class: "soft" }, say("best_adds"))] : []),
    text ? el("p", {}, use) : el("p", { class: "soft" }, say("best_long")),
  );
  announce(say("best_not", { loss, bankroll: patacas(best.bankroll) }));
}

function mapOf(map) {
  const columns = map.left.map((left) =>
    map.counts === "nothing" ? say("best_bet") : say(`best_left_${map.counts}`, { count: map.counts === "rounds" ? number(left) : patacas(left) }));
  return table([say("best_hand"), ...columns], map.lines.map((line) => [patacas(line.money), ...line.fields.map(field)]));
}

const hasAdded = (map) => map.lines.some((line) => line.fields.some((one) => one.adds));

const field = (one) => (one.stake === null ? say("best_wait") : `${one.name} ${patacas(one.stake)}${one.adds ? " +" : ""}`);

function certain(figure, most) {
  const places = Math.min(figure.digits, most);
  return number(figure.value, places, places);
}

function table([title, ...headings], rows, kind = "") {
  return el("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": title },
    el("table", {},
      el("thead", {}, el("tr", {}, el("th", { scope: "col" }, title), ...headings.map((one) => el("th", { scope: "col", class: kind }, one)))),
      el("tbody", {}, ...rows.map(([first, ...others]) =>
        el("tr", {}, el("th", { scope: "row" }, first), ...others.map((one) => el("td", { class: kind }, one)))))));
}

// One strategy of the lab: a shipped one by its name, or one's own text with the refusal at its line.

const OWN = "own";
const NOBODY = "";

/** The text of one's own that was written in this window, by slot and game. */
const kept = (letter, game) => `lab-${letter}-${game}`;

export class Slot {
  constructor(letter, changed) {
    this.letter = letter;
    this.changed = changed;
    this.game = "";
    const part = byId(`slot-${letter}`);
    this.select = find(part, "select", HTMLSelectElement);
    this.details = find(part, "details", HTMLDetailsElement);
    this.editor = new Editor(find(part, ".editor"), () => this.write());
    this.text = this.editor.text;
    this.refused = find(part, ".refusal");
    this.text.maxLength = told.most.letters;
    this.select.addEventListener("change", () => { this.choose(this.select.value); changed(); });
    this.details.addEventListener("toggle", () => this.editor.number());
  }

  /** Offer the strategies of a game. */
  play(game) {
    this.game = game;
    const none = this.letter === "a" ? [] : [el("option", { value: NOBODY }, say("nobody"))];
    const shipped = this.shipped().map((one) => el("option", { value: one.name }, one.title));
    this.select.replaceChildren(...none, ...shipped, el("option", { value: OWN }, say("own")));
    this.choose(none.length ? NOBODY : this.shipped()[0].name);
  }

  shipped() {
    return told.strategies.filter((one) => one.game === this.game);
  }

  /** A shipped strategy, one's own, or none; what is not there is not chosen. */
  choose(name) {
    const found = this.shipped().find((one) => one.name === name);
    if (!found && name !== OWN && !(name === NOBODY && this.letter !== "a")) return;
    this.select.value = name;
    this.accept();
    this.details.hidden = name === NOBODY;
    if (name === OWN) this.editor.value = sessionStorage.getItem(kept(this.letter, this.game)) ?? (this.text.value || this.shipped()[0].text);
    else this.editor.value = found ? found.text : "";
    if (name === OWN) this.details.open = true;
  }

  /** One's own text, as a run had it. */
  put(text) {
    sessionStorage.setItem(kept(this.letter, this.game), text);
    this.choose(OWN);
  }

  write() {
    sessionStorage.setItem(kept(this.letter, this.game), this.text.value);
    if (this.select.value !== OWN) {
      this.select.value = OWN;
      this.changed();
    }
    this.accept();
  }

  /** What the house is asked; null where there is none. */
  asked() {
    if (this.select.value === NOBODY) return null;
    if (this.select.value === OWN) return { text: this.text.value };
    return { game: this.game, name: this.select.value };
  }

  get name() {
    return this.select.value;
  }

  /** Show a refusal, at its line where it has one. */
  refuse(message, line) {
    this.refused.textContent = line ? say("line", { line, because: message }) : message;
    this.text.setAttribute("aria-invalid", "true");
    if (!line) {
      this.select.focus();
      return;
    }
    this.details.open = true;
    this.editor.mark(line);
    this.editor.go(line);
  }

  accept() {
    this.refused.textContent = "";
    this.text.removeAttribute("aria-invalid");
    this.editor.mark(0);
  }
}

// The lab: what is asked, the run as it goes on, and what it came to.

const form = byId("ask", HTMLFormElement);
/** The fields of the form by name. @type {any} */
const fields = form.elements;
const refused = byId("refused");
const canRun = document.getElementById("run") !== null;
const slots = { a: new Slot("a", keep), b: new Slot("b", keep) };
const CHOICES = ["sessions", "rounds", "bankroll", "seed"];
const SESSIONS = 10_000;
const TELL_AT = 0.25;
const AGAIN = 5000;

let runId = "";
/** @type {EventSource | null} */
let source = null;
let isSending = false;
let toldUpTo = 0;

// What is asked

function play(game) {
  fields.game.value = game;
  for (const slot of Object.values(slots)) slot.play(game);
  const options = told.options[game] ?? [];
  byId("options-part").hidden = !options.length;
  byId("options").replaceChildren(...options.map((one) =>
    el("label", { class: "field" },
      el("span", {}, one.name, " ", el("span", { class: "cite", title: one.cited }, one.cite)),
      el("select", { "data-option": one.option },
        el("option", { value: "" }, bracketed(say("as_said"), one.values.find(({ value }) => value === one.default).name)),
        ...one.values.map(({ value, name }) => el("option", { value }, name))))));
}

const optionFields = () => [...byId("options").querySelectorAll("select")];

const optionsAsked = () => Object.fromEntries(optionFields().filter((one) => one.value).map((one) => [one.dataset.option, one.value]));

function asked() {
  accept(form);
  const options = optionsAsked();
  const body = {
    strategies: Object.values(slots).map((slot) => slot.asked()).filter((one) => one),
    options,
    sessions: whole(fields.sessions, 1, told.most.sessions) ?? SESSIONS,
    rounds: whole(fields.rounds, 1, told.most.rounds),
    bankroll: amount(fields.bankroll),
    seed: whole(fields.seed, 0, Number.MAX_SAFE_INTEGER),
  };
  return body;
}

// The address keeps what is chosen

function keep() {
  const chosen = new URLSearchParams({ game: fields.game.value, a: slots.a.name });
  if (slots.b.name) chosen.set("b", slots.b.name);
  for (const name of CHOICES) if (fields[name].value.trim()) chosen.set(name, plain(name));
  for (const one of optionFields()) if (one.value) chosen.append("option", `${one.dataset.option}=${one.value}`);
  if (runId) chosen.set("run", runId);
  history.replaceState(null, "", `/lab?${chosen}`);
  for (const back of findAll(document, 'form[action="/settings"] input[name="to"]', HTMLInputElement)) back.value = `/lab?${chosen}`;
}

/** A number without the separators of a language, so that every language reads it. */
function plain(name) {
  const written = fields[name].value.trim();
  if (name !== "bankroll") return written.replace(SEPARATORS, "");
  const avos = readMoney(written);
  return avos === null ? written : String(avos / 100);
}

/** The same as this language writes it; a seed is a name more than a number. */
function written(name, value) {
  if (name === "seed" || !/^\d+(\.\d+)?$/.test(value)) return value;
  return name === "bankroll" ? money(Math.round(Number(value) * 100)) : number(Number(value));
}

function recall() {
  const chosen = new URLSearchParams(location.search);
  const game = chosen.get("game") ?? "";
  play(told.games[game] ? game : fields.game.options[0].value);
  for (const [letter, slot] of Object.entries(slots)) if (chosen.has(letter)) slot.choose(chosen.get(letter));
  for (const name of CHOICES) fields[name].value = written(name, chosen.get(name) ?? "");
  fields.sessions.value ||= number(SESSIONS);
  for (const one of chosen.getAll("option")) choose(...one.split("="));
  return chosen.get("run");
}

function choose(option, value) {
  const found = optionFields().find((one) => one.dataset.option === option);
  if (!found) return;
  if ([...found.options].some((one) => one.value === value)) found.value = value;
  byId("options-part", HTMLDetailsElement).open = true;
}

/** The form as a run was asked for. */
function restore(run) {
  const ways = run.asked.strategies;
  play(run.game);
  Object.values(slots).forEach((slot, place) => {
    if (ways[place]?.text) slot.put(ways[place].text);
    else slot.choose(ways[place]?.name ?? "");
  });
  const { sessions, rounds, bankroll, seed } = run.asked;
  const values = { sessions, rounds, seed, bankroll: bankroll === null ? null : bankroll / 100 };
  for (const name of CHOICES) fields[name].value = written(name, String(values[name] ?? ""));
  for (const [name, value] of Object.entries(run.asked.options)) choose(name, String(value));
}

// The run

async function start(event) {
  event.preventDefault();
  if (!canRun || isSending) return;
  refused.textContent = "";
  for (const slot of Object.values(slots)) slot.accept();
  isSending = true;
  try {
    const body = asked();
    announce(say("sent"));
    follow((await post("/api/v1/lab/runs", body)).id);
    workOut(body);
  } catch (fault) {
    const slot = fault instanceof Refused ? Object.values(slots)[fault.strategy ?? -1] : null;
    if (slot) slot.refuse(fault.message, fault.line);
    else refused.textContent = fault.message;
  }
  isSending = false;
}

function follow(id) {
  runId = id;
  toldUpTo = 0;
  keep();
  source?.close();
  byId("running").hidden = false;
  swap("run", "stop");
  listen(id);
}

function listen(id) {
  if (id !== runId) return;
  const events = new EventSource(`/api/v1/lab/runs/${id}/events`);
  source = events;
  events.addEventListener("run", (message) => hear(JSON.parse(message.data)));
  events.addEventListener("error", () => {
    if (events.readyState === EventSource.CLOSED) again(id);
  });
}

/** The house refuses to go on telling: it has too many listeners now, or the run is gone. */
async function again(id) {
  try {
    const run = await get(`/api/v1/lab/runs/${id}`);
    if (id === runId) hear(run);
    if (!run.is_over) setTimeout(() => listen(id), AGAIN);
  } catch {
    if (id === runId) gone();
  }
}

/** The run is not kept, or the server began anew. */
function gone() {
  source?.close();
  swap("stop", "run");
  byId("running").hidden = true;
  refused.textContent = say("lost");
  runId = "";
  keep();
}

/** One button in place of the other, for the keyboard too. */
function swap(off, on) {
  const isHere = document.activeElement === byId(off);
  byId(on, HTMLButtonElement).disabled = false;
  if (isHere) byId(on).focus();
  byId(off, HTMLButtonElement).disabled = true;
}

function hear(run) {
  if (run.id !== runId) return;
  const words = run.state === "waiting" ? say("waiting", { before: run.before }) : say(run.state);
  const part = run.sessions / run.of;
  byId("running").dataset.state = run.state;
  byId("progress-state").textContent = words;
  byId("progress-count").textContent = say("progress", { done: number(run.sessions), of: number(run.of) });
  byId("progress-rate").textContent = run.report ? say("rate", { rate: number(run.report.rounds_per_second / 1e6, 1, 1) }) : "";
  byId("progress-mean").textContent = run.report ? soFar(run.report.strategies[0].per_staked) : "";
  if (run.state === "compiling" || run.state === "waiting") byId("bar").removeAttribute("value");
  else byId("bar", HTMLProgressElement).value = part;
  if (run.report) show(run);
  if (run.is_over || part >= toldUpTo + TELL_AT || !toldUpTo) {
    announce(parted([words, byId("progress-count").textContent]));
    toldUpTo = Math.max(Math.floor(part / TELL_AT) * TELL_AT, 0.01);
  }
  if (!run.is_over) return;
  source?.close();
  swap("stop", "run");
}

const soFar = (mean) => say("so_far", { mean: signed(mean.measured, share), error: share(mean.error ?? 0) });

async function stop() {
  try {
    await remove(`/api/v1/lab/runs/${runId}`);
  } catch (fault) {
    refused.textContent = fault.message;
  }
}

fields.game.addEventListener("change", () => { play(fields.game.value); keep(); });
form.addEventListener("change", keep);
form.addEventListener("submit", start);
if (canRun) {
  byId("stop").addEventListener("click", stop);
  offerBest(() => ({ game: fields.game.value, options: optionsAsked() }), (text) => { slots.a.put(text); keep(); });
}
addEventListener("pagehide", () => source?.close());

byId("hint-sessions").textContent = say("from_to", { least: number(1), most: number(told.most.sessions) });
const before = recall();
if (before) {
  try {
    const run = await get(`/api/v1/lab/runs/${encodeURIComponent(before)}`);
    restore(run);
    follow(run.id);
    workOut(run.asked);
  } catch {
    keep();
  }
}
ready();
