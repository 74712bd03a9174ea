// What a supervisor does: tables, authorisations, people, the cage. Each refusal stands beside what was pressed.

import { command, get, getPage, newId, persist, post, remove } from "../api.js";
import { amountOf, confirmed, longList, onSubmit, shown } from "../forms.js";
import { keepSeconds } from "../seconds.js";
import { announce, byId, el, find, findAll, labelled, money, number, ready, say, told } from "../page.js";

// What the regulator was asked for and has granted: the records of one game, and a new one.

const form = byId("authorise", HTMLFormElement);
/** A field by its name. @returns {any} */
const part = (name) => form.elements[name];
const optionsOf = (game) => told.options[game] ?? [];

/** An option and its value, as people say them. */
function choiceSaid({ game, option, value }) {
  const found = optionsOf(game).find((one) => one.option === option);
  return labelled(found?.name ?? option, found?.values.find((one) => one.value === value)?.name ?? value);
}

function recordLine(record) {
  const at = new Date(record.at).toISOString().slice(0, 16).replace("T", " ");
  return el("li", { "data-standing": record.standing },
    el("div", { class: "about" },
      el("strong", { class: record.standing === "superseded" ? "is-out" : null }, choiceSaid(record)), " ",
      el("span", { class: "badge" }, say(`is_${record.standing}`, record)),
      el("p", {}, [say("days", record), record.reference].filter(Boolean).join(" · ")),
      el("p", { class: "soft" }, say("recorded", { by: record.by, at: `${at} UTC` }))));
}

async function list() {
  const records = await get(`/api/v1/authorisations?game=${part("game").value}`);
  byId("authorisations").replaceChildren(...records.reverse().map(recordLine));
  byId("authorisations-none").textContent = records.length ? "" : say("no_records");
}

async function chooseGame() {
  const game = part("game").value;
  const choices = optionsOf(game).flatMap(({ option, values }) => values.filter((one) => one.needs_record).map(({ value }) => ({ game, option, value })));
  part("choice").replaceChildren(...choices.map((one) => el("option", { value: `${one.option}=${one.value}` }, choiceSaid(one))));
  await list();
}

async function record() {
  const [option, value] = part("choice").value.split("=");
  const about = Object.fromEntries(["game", "asked", "planned", "reference"].map((name) => [name, part(name).value]));
  await post("/api/v1/authorisations", { ...about, option, value });
  part("reference").value = "";
  await list();
  announce(say("done"));
}

/** Shows the records of the game that is chosen, and takes new ones. */
export async function keepAuthorisations() {
  const tell = (fault) => { byId("authorise-refused").textContent = fault.message; };
  part("game").addEventListener("change", () => { byId("authorise-refused").textContent = ""; chooseGame().catch(tell); });
  onSubmit(form, byId("authorise-refused"), record);
  await chooseGame().catch(tell);
}

const COUNT = "50";
const MOST_OFFERED = "20";
const button = (name, onclick, about = {}) => el("button", { type: "button", onclick, ...about }, say(name));

// Tables

function tableLine({ bank, ...table }) {
  const about = { table: table.table, bank: money(bank) };
  const does = (what) => async (stake) => {
    await command(table.table, stake === null ? { do: what } : { do: what, stake });
    await listTables();
    announce(say("done"));
  };
  const acts = [
    button("fund", () => confirmed({ title: say("fund"), text: say("fund_told", about), does: say("fund") }, does("fund_bank"), { amount: true }), { "data-act": "fund_bank" }),
    button("return", () => confirmed({ title: say("return"), text: say("return_told", about), does: say("return") }, does("return_bank"), { amount: true }), { "data-act": "return_bank" }),
    button("close_table", () => confirmed({ title: say("close_table"), text: say("close_told", about), does: say("close_table") }, () => does("close")(null)), { "data-act": "close" }),
  ];
  return el("li", { "data-table": table.table },
    el("div", { class: "about" },
      el("h3", {}, el("a", { href: `/tables/${table.table}` }, told.games[table.game] ?? table.game), " ", el("code", {}, table.table)),
      el("p", { class: "soft" }, [table.title, table.is_closed ? say("closed") : told.phases[table.game]?.[table.phase] ?? table.phase, say("round", { number: number(table.round) }), say("seats", { count: number(table.seats) })].filter(Boolean).join(" · ")),
      el("p", { class: "soft" }, [say("stakes", { minimum: money(table.minimum), maximum: money(table.maximum) }), say("bank", { amount: money(bank) })].join(" · "))),
    el("div", { class: "row" }, el("a", { class: "button", href: `/audit/${table.table}` }, say("rounds")), ...(table.is_closed ? [] : acts)));
}

const listTables = longList("tables", "/api/v1/tables", tableLine, { count: COUNT });

// Opening

const opening = byId("open", HTMLFormElement);
/** A field by its name. @returns {any} */
const field = (name) => opening.elements[name];

function optionField(game, { option, name, cite, cited, clause, default: usual, values }) {
  const choices = values.map(({ value, name: words }) => el("option", { value, selected: value === usual }, words));
  const select = el("select", { "data-option": option, id: `option-${option}` }, ...choices);
  return el("div", { class: "field option" },
    el("label", { for: `option-${option}` }, name), " ",
    el("a", { class: "cite", href: `/rules/${game}#${clause}`, title: cited }, cite), select);
}

async function choose() {
  const options = told.options[field("game").value] ?? [];
  const shownOptions = options.map((one) => optionField(field("game").value, one));
  byId("options").replaceChildren(...(options.length ? shownOptions : [el("p", { class: "soft" }, say("no_options"))]));
  if (!field("bank").dataset.typed) field("bank").value = money(told.banks[field("game").value] ?? 0);
  const name = await freeName(field("game").value.replaceAll("_", "-"));
  if (!field("id").dataset.typed) field("id").value = name;
}

/** A name that no table has. */
async function freeName(game) {
  const { lines } = await getPage(`/api/v1/tables?${new URLSearchParams({ sought: `${game}-`, count: "200" })}`);
  const taken = new Set(lines.map((line) => line.table));
  let place = 1;
  while (taken.has(`${game}-${place}`)) place += 1;
  return `${game}-${place}`;
}

function conduct() {
  const isDrawn = field("chance").value === "drawn";
  field("conduct").querySelector('[value="automatic"]').disabled = !isDrawn;
  if (!isDrawn) field("conduct").value = "croupier";
}

/** Kinds of bet with a minimum of their own, written `field=25 hard_way=5`. */
function ownMinimums(written) {
  const own = written.trim().split(/[\s;]+/).filter(Boolean).map((one) => one.split("="));
  return Object.fromEntries(own.map(([bet, amount]) => [bet, amountOf(amount ?? "")]));
}

async function openTable() {
  const table = { options: {} };
  for (const name of ["game", "id", "title", "chance", "conduct"]) table[name] = field(name).value.trim();
  for (const input of findAll(opening, "[data-money]", HTMLInputElement)) {
    try {
      table[input.name] = amountOf(input.value);
    } catch (fault) {
      input.focus();
      throw fault;
    }
  }
  if (told.banks[table.game] && !table.bank) {
    field("bank").focus();
    throw new Error(say("needs_bank"));
  }
  table.options = Object.fromEntries(findAll(opening, "[data-option]", HTMLSelectElement).map((one) => [one.dataset.option, one.value]));
  table.minimums = ownMinimums(field("minimums").value);
  byId("open-done").textContent = "";
  byId("open-warned").replaceChildren();
  const { warnings } = await persist("/api/v1/tables", { id: newId(), table });
  await listTables();
  for (const name of ["id", "bank"]) delete field(name).dataset.typed;
  await choose();
  byId("open-done").textContent = say("opened", { table: table.id });
  byId("open-warned").replaceChildren(...warnings.map(({ detail }) => el("p", { class: "note" }, detail, " ", el("a", { href: "#authorised-part" }, say("record_here")))));
}

// People

const adding = byId("add", HTMLFormElement);

function once({ name, password }) {
  shown({ title: say("new_password"), text: say("once", { name }), secret: password });
}

function personLine({ name, role, is_disabled: isOut }) {
  const reset = () => confirmed({ title: say("new_password"), text: say("reset_told", { name }), does: say("new_password") }, async () => {
    const given = await post(`/api/v1/users/${name}/password`);
    await listPeople();
    return () => once(given);
  });
  const shut = () => confirmed({ title: say("shut_out"), text: say("shut_told", { name }), does: say("shut_out") }, async () => {
    await remove(`/api/v1/users/${name}`);
    await listPeople();
    announce(say("done"));
  });
  const acts = [button("new_password", reset, { "data-act": "reset" }), isOut ? null : button("shut_out", shut, { "data-act": "shut" })];
  return el("li", { "data-name": name },
    el("div", { class: "about" }, el("strong", { class: isOut ? "is-out" : null }, name), " ", el("span", { class: "badge" }, say(role)), " ", isOut ? el("span", { class: "badge" }, say("is_out")) : null),
    el("div", { class: "row" }, ...(name === told.me.name ? [] : acts.filter(Boolean))));
}

const listPeople = longList("people", "/api/v1/users", personLine, { count: COUNT });

async function addPerson() {
  const given = await post("/api/v1/users", Object.fromEntries(new FormData(adding)));
  adding.reset();
  await listPeople();
  once(given);
}

// The cage

const cage = byId("cage");
const [holder, sum] = ["player", "amount"].map((name) => find(cage, `[name=${name}]`, HTMLInputElement));

async function showBalance() {
  const player = holder.value.trim();
  byId("balance").textContent = "";
  if (!player) return;
  const { balance } = await get(`/api/v1/users/${encodeURIComponent(player)}/wallet`);
  byId("balance").textContent = say("balance", { player, amount: money(balance) });
}

/** Players whose name begins as what is typed goes on. */
async function offerPlayers() {
  const words = new URLSearchParams({ role: "player", count: MOST_OFFERED, sought: holder.value.trim().toLowerCase() });
  const players = await get(`/api/v1/users?${words}`);
  byId("players").replaceChildren(...players.map(({ name }) => el("option", { value: name })));
}

async function cash(pressed) {
  const player = holder.value.trim();
  const amount = amountOf(sum.value);
  const way = pressed?.value ?? "in";
  const does = { title: say(`cash_${way}`), text: say(`${way}_told`, { player, amount: money(amount) }), does: say(`cash_${way}`) };
  confirmed(does, async () => {
    await persist(`/api/v1/cage/${way}`, { id: newId(), player, amount });
    sum.value = "";
    await showBalance();
  });
}

for (const input of findAll(opening, "[data-money]:not([name=bank])", HTMLInputElement)) input.value = money(told.limits[input.name]);
field("game").addEventListener("change", choose);
for (const name of ["id", "bank"]) field(name).addEventListener("input", () => { field(name).dataset.typed = "yes"; });
field("chance").addEventListener("change", conduct);
onSubmit(opening, byId("open-refused"), openTable);
onSubmit(adding, byId("add-refused"), addPerson);
onSubmit(cage, byId("cage-refused"), cash);
addEventListener("waits", () => { adding.reset(); sum.value = ""; });
holder.addEventListener("input", () => offerPlayers().catch(() => {}));
holder.addEventListener("change", () => showBalance().then(() => { byId("cage-refused").textContent = ""; }, (fault) => { byId("cage-refused").textContent = fault.message; }));
await Promise.all([listTables(), listPeople(), keepAuthorisations(), keepSeconds(() => Promise.all([listTables(), listPeople()]))]);
await choose().catch((fault) => { byId("tables-refused").textContent = fault.message; });
conduct();
if (location.hash === "#opening") byId("opening", HTMLDetailsElement).open = true;
ready();
