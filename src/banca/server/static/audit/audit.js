// Every journal with its head, and everything looked through on the server.

import { get } from "../api.js";
import { prepare } from "./check.js";
import { longList } from "../forms.js";
import { keepSeconds } from "../seconds.js";
import { announce, byId, el, findAll, number, onPress, patacas, ready, say, told } from "../page.js";

function card({ table, game, entries: count, head, is_table: isTable }) {
  const name = isTable ? told.games[game] ?? game : say(table === "register" ? "the_register" : "the_cage");
  return el("li", { "data-table": table, "data-entries": String(count) },
    el("h3", {}, el("a", { href: `/audit/${table}` }, name), " ", el("code", {}, table)),
    el("p", { class: "soft" }, say("entries", { count: number(count) })),
    el("code", { class: "digest" }, head));
}

const list = longList("journals", "/api/v1/audit", card, { count: "50" });
/** How many entries all journals have; not known while not all of them are shown. */
const allEntries = () => (byId("journals-more").hidden && !byId("journals-sought", HTMLInputElement).value ? findAll(byId("journals"), "[data-entries]").reduce((sum, one) => sum + Number(one.dataset.entries), 0) : 0);

function finding(one) {
  const where = one.seq ? say("of_entry", { table: one.table, number: number(one.seq) }) : one.table || say("of_house");
  return el("li", { "data-code": one.code },
    el("span", { class: "badge" }, say(one.weight)), " ", el("span", { class: "badge" }, say(`check_${one.check}`)), " ",
    el("strong", {}, where), el("p", { class: one.weight === "fault" ? "lose" : null }, one.detail));
}

/** What the voided rounds of a table would have paid. */
function voids({ table, voids: { rounds, known, won, lost, players } }) {
  const about = { table, rounds: number(rounds), known: number(known), won: number(won), lost: number(lost), players: patacas(players) };
  return el("li", { "data-voids": table }, say("voids", about));
}

/** How far the server has verified by itself. */
async function background() {
  const { entries: all, audited, findings } = await get("/api/v1/audit/background");
  byId("background").replaceChildren(say("background", { audited: number(audited), entries: number(all) }),
    findings.length ? el("ul", { class: "looked" }, ...findings.map(finding)) : "");
}

/** The day before today in Macau, as the API takes it. */
const yesterday = () => new Date(Date.now() + (8 - 24) * 3_600_000).toISOString().slice(0, 10);

function enable(isEnabled) {
  for (const name of ["verify", "verify-day"]) byId(name, HTMLButtonElement).disabled = !isEnabled;
}

async function verify(since = "") {
  enable(false);
  byId("verifying").hidden = false;
  byId("verify-refused").textContent = "";
  byId("findings").replaceChildren();
  try {
    const report = await get(`/api/v1/audit/verify${since && `?since=${since}`}`);
    const good = report.since ? "no_findings_since" : "no_findings";
    const verdict = report.whole ? say(good, { count: number(report.entries) }) : say("not_whole");
    const all = report.tables.reduce((sum, table) => sum + table.findings, 0);
    const more = all - report.findings.filter((one) => one.table).length;
    byId("findings").replaceChildren(
      el("p", { class: `verdict ${report.whole ? "win" : "lose"}` }, verdict),
      report.findings.length ? el("h3", {}, say("findings", { count: number(report.findings.length) })) : "",
      el("ul", { class: "looked" }, ...report.tables.filter((table) => table.voids.rounds).map(voids), ...report.findings.map(finding)),
      more > 0 ? el("p", {}, say("more_findings", { count: number(more) })) : "",
      el("p", { id: "evidence" }, report.evidence.detail));
    announce(verdict);
  } catch (fault) {
    byId("verify-refused").textContent = fault.message;
  } finally {
    enable(true);
    byId("verifying").hidden = true;
  }
}

onPress("again", list);
onPress("verify", () => verify());
onPress("verify-day", () => verify(yesterday()));
prepare(allEntries);
await Promise.all([list(), background(), keepSeconds(list)]);
ready();
