// The lab: what is asked, the run as it goes on, and what it came to.

import { get, post, Refused, remove } from "../api.js";
import { offerBest } from "./best.js";
import { workOut } from "./exact.js";
import { accept, amount, SEPARATORS, whole } from "../fields.js";
import { Slot } from "./slot.js";
import { share, show, signed } from "./report.js";
import { announce, bracketed, byId, el, findAll, money, number, parted, readMoney, ready, say, told } from "../page.js";

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
