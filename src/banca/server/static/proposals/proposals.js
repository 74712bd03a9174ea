// A proposal being written: kept, checked when the typing stops, and taken home; and what follows from it.

import { download, get, post, Refused, save } from "../api.js";
import { Editor } from "../editor.js";
import { announce, byId, drawingOf, el, exact as written, findAll, labelled, listed, number, patacas, ready, say, told } from "../page.js";
import { Builder, newForm } from "./builder.js";

// What follows from a proposal: edges, prizes and what they would do, examples, the layout, and its place among the game's bets.

const FEW = 3;
const SHORT = 48;
/** What is shown. @type {any} */
let report = null;

/** Show a study; `go` leads to a line of its text. What was opened stays open. */
export function show(place, found, go) {
  report = found;
  const open = new Map([...place.querySelectorAll("details[data-key]")].map((one) => [one.dataset.key, one.open]));
  const isOpen = (key, usual) => open.get(key) ?? usual;
  const byKey = new Map(report.bets.map((one) => [one.key, one]));
  const alike = report.families.map((keys) => keys.map((key) => byKey.get(key)));
  place.replaceChildren(
    el("h3", { class: "title" }, report.title, " ", el("span", { class: "soft" }, `${report.game_title} · ${report.instrument}`)),
    ...(report.caution ? [el("p", { class: "caution soft" }, report.caution)] : []),
    ...warnings(),
    summary(alike),
    ...alike.map((same) => bet(same, isOpen(same[0].key, alike.length <= FEW), go)),
    layout(),
    comparison());
}

const nameOf = (same) => (same.length > 1 ? say("alike", { family: same[0].family, count: same.length }) : same[0].name);


/** Rounded for the eye, and exactly; what is very long is cut in tables, and whole where it is pointed at. */
function both(figure, isWhole = false) {
  const isCut = !isWhole && figure.exact.length > SHORT;
  const exact = written(isCut ? `${figure.exact.slice(0, SHORT / 2)}…` : figure.exact);
  return [el("span", { class: "rounded" }, figure.said), " ", el("span", { class: "exact", title: isCut ? figure.exact : null }, exact)];
}

const oneIn = (text) => (text ? number(Number(text), 2, 2) : "–");

function table(caption, heads, rows, { label = caption, isHidden = false } = {}) {
  return el("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": label },
    el("table", {},
      el("caption", { class: isHidden ? "sr" : null }, caption),
      el("thead", {}, el("tr", {}, ...heads.map(([name, isNumber]) => el("th", { scope: "col", class: isNumber ? "number" : null }, name)))),
      el("tbody", {}, ...rows)));
}

const cell = (isNumber, ...children) => el("td", { class: isNumber ? "number" : null }, ...children);
const head = (...children) => el("th", { scope: "row" }, ...children);

function warnings() {
  if (!report.warnings.length) return [];
  return [el("ul", { class: "warnings" }, ...report.warnings.map((one) => el("li", {}, el("strong", {}, say("warning")), " ", one.said)))];
}

function summary(alike) {
  const rows = alike.map((same) => [same, same[0]]).map(([same, one]) =>
    el("tr", {}, head(nameOf(same)), cell(false, one.pays), el("td", { class: "number edge" }, ...both(one.edge)), cell(true, oneIn(one.one_in))));
  return table(say("bets"), [[say("bet")], [say("pays")], [say("edge"), true], [say("one_in"), true]], rows);
}

function bet(same, isOpen, go) {
  const [one] = same;
  const kind = say(one.is_new ? "is_new" : "is_changed");
  const toLine = one.line ? el("button", { type: "button", class: "quiet", onclick: () => go(one.line) }, say("go_to_line", { line: one.line })) : null;
  return el("details", { class: "card bet", open: isOpen, "data-key": one.key },
    el("summary", {}, el("h3", {}, nameOf(same)), " ", el("span", { class: "badge" }, kind), " ", el("strong", { class: "edge" }, one.edge.said)),
    same.length > 1 ? el("p", { class: "soft small" }, listed(same.map(({ name }) => name))) : null,
    one.description ? el("p", {}, one.description) : null,
    el("p", { class: "row" }, one.when ? el("span", { class: "badge" }, one.when) : null, toLine),
    figures(one),
    prizes(one),
    examples(one),
    el("p", { class: "soft small" }, say("rounded", { stake: patacas(one.rounded.stake), chip: patacas(one.rounded.chip), edge: one.rounded.edge.said })),
    el("p", { class: "soft small" }, say("liability", { prize: patacas(one.liability.prize), stake: patacas(one.liability.stake), chance: one.liability.chance.said })));
}

function figures(one) {
  const row = (name, ...value) => el("div", {}, el("dt", {}, name), el("dd", {}, ...value));
  const was = one.edge_before ? [" ", el("span", { class: "soft" }, say("edge_before", { edge: one.edge_before.said }))] : [];
  return el("dl", { class: "figures" },
    row(say("edge"), ...both(one.edge, true), ...was),
    row(say("wins"), ...both(one.win), ` · ${say("one_in")} ${oneIn(one.one_in)}`),
    row(say("loses"), ...both(one.lose)),
    one.results.some(({ kind }) => kind === "push") ? row(report.figure_words.p_push, ...both(one.push)) : null,
    row(report.figure_words.mean_rounds, number(Number(one.rounds.decimal), 2, 2)),
    row(report.figure_words.house_edge_per_round, ...both(one.edge_per_round)),
    row(say("sd"), number(one.sd, 4, 4)));
}

function prizes(one) {
  const step = (pays, edge) => (edge ? cell(true, el("span", { class: "rounded" }, edge.said), " ", el("span", { class: "soft" }, pays)) : cell(true, "–"));
  const rows = one.prizes.map((row) => el("tr", {},
    head(row.name ? labelled(row.name, row.pays) : row.pays),
    cell(true, ...both(row.chance)),
    cell(true, oneIn(row.one_in)),
    step(row.lower, row.edge_lower),
    step(row.higher, row.edge_higher)));
  return table(say("prizes"), [[say("prize")], [say("chance"), true], [say("one_in"), true], [say("lower"), true], [say("higher"), true]], rows);
}

function examples(one) {
  const rows = one.examples.map((row) => el("tr", {},
    head(row.outcomes.join(" · ")), cell(false, row.said), cell(true, patacas(row.stake)), cell(true, patacas(row.received)), el("td", { class: `number ${row.kind}` }, patacas(row.net))));
  return table(say("example"), [[say("outcomes")], [say("result")], [say("staked"), true], [say("received"), true], [say("net"), true]], rows);
}

function layout() {
  const drawn = drawingOf(report.layout);
  drawn.setAttribute("role", "img");
  drawn.setAttribute("aria-label", say("layout"));
  return el("figure", { class: "preview" }, el("figcaption", {}, say("layout")), drawn);
}

function comparison() {
  const rows = report.comparison.map((one) => el("tr", { class: one.is_proposed ? "proposed" : null },
    head(one.name, one.is_proposed ? el("span", { class: "badge" }, say("proposed")) : "", one.count > 1 ? el("small", {}, ` × ${one.count}`) : ""),
    cell(false, one.pays),
    cell(true, ...both(one.edge)),
    cell(true, one.win.said),
    cell(true, number(Number(one.rounds.decimal), 2, 2)),
    cell(true, number(Number(one.sd), 4, 4))));
  const part = table(say("comparison"), [[say("bet")], [say("pays")], [say("edge"), true], [say("wins"), true], [report.figure_words.mean_rounds, true], [say("sd"), true]], rows);
  part.classList.add("comparison");
  return part;
}

// The file

const DRAFT = "banca-proposal";
const FORM = "banca-proposal-form";
const MODE = "banca-proposal-mode";
const INDENTS = "banca-proposal-tab";
const PAUSE = 400;
const AGAIN = 2000;
const START = "*";
const narrow = matchMedia("(max-width: 760px)");
const canAsk = document.getElementById("go") !== null;
const editor = new Editor(byId("editor"), changed);
const problem = byId("problem");
const tab = byId("tab", HTMLInputElement);
const builder = new Builder(byId("built"), formChanged);
const tabs = findAll(document, "[role=tab]", HTMLButtonElement);

let waiting = 0;
/** @type {AbortController | null} */
let asking = null;
let before = "";
let loaded = told.start;
let isShown = false;
let isBuilding = false;
let isPending = false;
/** What the builder has written: the text, and the ids of its bets. @type {{ source: string, ids: string[] }} */
let built = { source: "", ids: [] };

// What browsers keep; some keep nothing

function kept(key) {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function keep(key, value) {
  try {
    localStorage.setItem(key, value);
  } catch {
    byId("state").textContent = say("kept_not");
  }
}

// The text

function changed() {
  keep(DRAFT, editor.value);
  clearTimeout(waiting);
  if (canAsk) waiting = setTimeout(check, PAUSE);
}

/** Another text in place of one's own, which is put aside. */
function put(text, name) {
  const isOwn = editor.value.trim() && editor.value !== loaded;
  if (isOwn) before = editor.value;
  else if (text === before) before = "";
  byId("back").hidden = !before;
  loaded = text;
  isPending = false;  // what was clicked and not yet written goes with the text that it would have been written into
  showTab("tab-write");  // first: a browser types only into what is seen
  editor.replace(text);
  announce(say("replaced", { name }));
  clearTimeout(waiting);
  check();
}

async function choose() {
  const select = byId("example", HTMLSelectElement);
  const name = select.value;
  const title = select.selectedOptions[0].textContent;
  byId("refused").textContent = "";
  try {
    put(name === START ? told.start : await get(`/api/v1/proposals/examples/${encodeURIComponent(name)}`), title);
  } catch (fault) {
    byId("refused").textContent = fault.message;
  }
}

async function open() {
  const [file] = byId("file", HTMLInputElement).files ?? [];
  byId("refused").textContent = "";
  try {
    if (file?.size > told.most) byId("refused").textContent = say("too_long", { most: number(told.most) });
    else if (file) put(new TextDecoder("utf-8", { fatal: true }).decode(await file.arrayBuffer()), file.name);
  } catch (fault) {
    if (!(fault instanceof TypeError)) throw fault;
    byId("refused").textContent = say("not_text", { file: file.name });
  }
  byId("file", HTMLInputElement).value = "";
}

function bringBack() {
  put(before, byId("back").textContent);
  loaded = "";  // it is nowhere but here
}

async function offer() {
  const select = byId("example", HTMLSelectElement);
  select.append(el("option", { value: START }, say("start")));
  const { examples } = await get("/api/v1/proposals/examples");
  for (const [game, title] of Object.entries(told.games)) {
    const of = examples.filter((one) => one.game === game);
    if (of.length) select.append(el("optgroup", { label: title }, ...of.map((one) => el("option", { value: one.name }, one.title))));
  }
}

// Checking

async function check() {
  if (!canAsk) return;
  asking?.abort();
  const mine = (asking = new AbortController());
  state("checking");
  try {
    const answer = await post("/api/v1/proposals/check", { source: editor.value, form: narrow.matches ? "tall" : "wide" }, mine.signal);
    if (mine.signal.aborted) return;
    if (answer.problem) wrong(answer.problem);
    else right(answer);
  } catch (fault) {
    if (!mine.signal.aborted) away(fault);
  }
}

function wrong({ line, detail }) {
  tell(line ? say("line", { line, because: detail }) : detail, "bad");
  editor.text.setAttribute("aria-invalid", "true");
  editor.mark(line ?? 0);
  byId("go").hidden = !line;
  byId("go").textContent = say("go_to_line", { line });
  byId("go").onclick = () => editor.go(line);
  state("stale");
  offerDossier(false);
}

function right(report) {
  const [first, ...others] = report.warnings;
  if (first) tell(say("right_but", { remark: first.said, count: others.length + 1 }), "warn");
  else tell(say("right"), "good");
  if (isBuilding) builder.figures(report, built.ids);
  editor.text.removeAttribute("aria-invalid");
  editor.mark(0);
  byId("go").hidden = true;
  isShown = true;
  show(byId("found"), report, (line) => editor.go(line));
  state("right");
  offerDossier(true);
}

/** The house did not check: asked too often, or not there; it is asked again later. */
function away(fault, again = check) {
  tell(fault instanceof Refused ? fault.message : say("offline"), "bad");
  state("stale");
  if (!(fault instanceof Refused) || fault.status === 429 || fault.status === 503) waiting = setTimeout(again, AGAIN);
}

/** Say what is wrong, or that nothing is; once. */
function tell(words, kind) {
  if (problem.textContent !== words) problem.textContent = words;
  byId("problem-box").className = `problem ${kind}`;
}

function state(now) {
  byId("study").classList.toggle("old", now !== "right");
  byId("study").setAttribute("aria-busy", String(now === "checking"));
  byId("state").textContent = now === "right" ? "" : now === "stale" && !isShown ? say("none_yet") : say(now);
}

// The form

/** The form that wrote the text. A text of somebody's own is never read back into a form: what the form cannot say would be lost. */
async function openForm() {
  const source = editor.value;
  if (builder.form && source === built.source) return check();
  const known = JSON.parse(kept(FORM) ?? "null");
  const isOwn = source.trim() && source !== told.start && source !== known?.source;
  byId("beyond").hidden = !isOwn;
  byId("built").hidden = Boolean(isOwn);
  return isOwn ? check() : begin(known?.source === source ? known.form : undefined);
}

/** Show a form, a new one unless one is given, and write its file. */
async function begin(form = newForm(told.ofChance[0])) {
  try {
    await builder.show(form);
    await build();
  } catch (fault) {
    away(fault, () => begin(form));
  }
}

function formChanged() {
  isPending = true;
  offerDossier(false);
  clearTimeout(waiting);
  byId("study").setAttribute("aria-busy", "true");
  waiting = setTimeout(build, PAUSE);
}

/** The file of the form takes the place of the text. */
async function build() {
  isPending = false;
  clearTimeout(waiting);
  asking?.abort();
  const mine = (asking = new AbortController());
  const { form } = builder;
  try {
    const file = await post("/api/v1/proposals/build", form, mine.signal);
    if (mine.signal.aborted) return;
    byId("back").hidden = !before;
    built = { source: file.source, ids: file.bets.map((one) => one.id) };
    loaded = editor.value = file.source;
    keep(DRAFT, file.source);
    keep(FORM, JSON.stringify({ form, source: file.source }));
    builder.tell(file);
    if (file.faults.length) incomplete(file.faults);
    else await check();
  } catch (fault) {
    if (!mine.signal.aborted) away(fault, build);
  }
}

/** Something is missing or wrong: said at its field, and counted here. */
function incomplete(faults) {
  const wrongs = faults.filter((one) => !one.is_missing);
  tell(wrongs.length ? say("form_wrong", { count: wrongs.length }) : say("form_missing", { count: faults.length }), wrongs.length ? "bad" : "warn");
  editor.mark(0);
  byId("go").hidden = false;
  byId("go").textContent = say("go_to_field");
  byId("go").onclick = () => builder.go();
  builder.figures(null, built.ids);
  state("stale");
  offerDossier(false);
}

function showTab(to) {
  isBuilding = to === "tab-build";
  keep(MODE, to);
  for (const one of tabs) {
    one.setAttribute("aria-selected", String(one.id === to));
    one.tabIndex = one.id === to ? 0 : -1;
  }
  byId("building").hidden = !isBuilding;
  byId("writing").hidden = isBuilding;
}

/** Turn to the form or to the text. */
async function turn(to) {
  if (isPending) await build();
  showTab(to);
  if (isBuilding) await openForm();
  else {
    editor.number();
    await check();
  }
}

function turnByKey(event) {
  if (!["ArrowLeft", "ArrowRight", "Home", "End"].includes(event.key)) return;
  event.preventDefault();
  const other = tabs.find((one) => one !== event.target);
  other?.focus();
  other?.click();
}

async function beginAnew() {
  before = editor.value;
  byId("beyond").hidden = true;
  byId("built").hidden = false;
  await begin();
  builder.go();
}

// The dossier

const buttons = findAll(document, "[data-format]", HTMLButtonElement);
let isWriting = false;
let canWrite = false;

function offerDossier(can) {
  canWrite = can;
  for (const one of buttons) one.disabled = isWriting || !canWrite;
}

async function write(button) {
  const simulate = byId("simulate", HTMLInputElement).checked;
  isWriting = true;
  offerDossier(canWrite);
  byId("refused").textContent = "";
  byId("told").textContent = say(simulate ? "simulating" : "writing");
  byId("bar").hidden = false;
  try {
    const name = await download("/api/v1/proposals/dossier", { source: editor.value, format: button.dataset.format, simulate });
    byId("told").textContent = say("downloaded", { name });
  } catch (fault) {
    byId("told").textContent = "";
    const said = fault instanceof Refused ? fault.message : say("offline");
    byId("refused").textContent = fault.line ? say("line", { line: fault.line, because: said }) : said;
  }
  byId("bar").hidden = true;
  isWriting = false;
  offerDossier(canWrite);
  button.focus();
}

byId("load").addEventListener("click", choose);
byId("open").addEventListener("click", () => byId("file").click());
byId("file").addEventListener("change", open);
byId("save").addEventListener("click", () => save(new Blob([editor.value], { type: "text/plain" }), `${say("file_name")}.star`));
byId("back").addEventListener("click", bringBack);
tab.addEventListener("change", () => { editor.indents = tab.checked; keep(INDENTS, editor.indents ? "1" : ""); });
for (const button of buttons) button.addEventListener("click", () => write(button));
for (const one of tabs) {
  one.addEventListener("click", () => turn(one.id));
  one.addEventListener("keydown", turnByKey);
}
byId("anew").addEventListener("click", beginAnew);
narrow.addEventListener("change", () => { if (canWrite) check(); });

tab.checked = editor.indents = kept(INDENTS) === "1";
editor.value = kept(DRAFT) || told.start;
const first = canAsk && kept(MODE) !== "tab-write" ? "tab-build" : "tab-write";
await Promise.all([turn(first), offer().catch((fault) => { byId("refused").textContent = fault.message; })]);
ready();
