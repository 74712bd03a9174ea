// Every journal with its head, and everything looked through on the server.

import { get } from "../api.js";
import { prepare } from "./check.js";
import { announce, byId, el, number, onPress, patacas, ready, say, told } from "../page.js";
import { keepSeconds } from "../seconds.js";

let entries = 0;

function card({ table, game, entries: count, head, is_table: isTable }) {
  const name = isTable ? told.games[game] ?? game : say(table === "register" ? "the_register" : "the_cage");
  return el("li", { "data-table": table },
    el("h3", {}, el("a", { href: `/audit/${table}` }, name), " ", el("code", {}, table)),
    el("p", { class: "soft" }, say("entries", { count: number(count) })),
    el("code", { class: "digest" }, head));
}

async function list() {
  byId("refused").textContent = "";
  try {
    const journals = await get("/api/v1/audit");
    entries = journals.reduce((sum, one) => sum + one.entries, 0);
    byId("journals").replaceChildren(...journals.map(card));
  } catch (fault) {
    byId("refused").textContent = fault.message;
  }
}

function finding(one) {
  const where = one.seq ? say("of_entry", { table: one.table, number: number(one.seq) }) : one.table || say("of_house");
  return el("li", { "data-code": one.code },
    el("span", { class: "badge" }, say(one.weight)), " ", el("span", { class: "badge" }, say(one.check)), " ",
    el("strong", {}, where), el("p", { class: one.weight === "fault" ? "lose" : null }, one.detail));
}

/** What the voided rounds of a table would have paid. */
function voids({ table, voids: { rounds, known, won, lost, players } }) {
  const about = { table, rounds: number(rounds), known: number(known), won: number(won), lost: number(lost), players: patacas(players) };
  return el("li", { "data-voids": table }, say("voids", about));
}

async function verifyAll() {
  byId("verify", HTMLButtonElement).disabled = true;
  byId("verifying").hidden = false;
  byId("verify-refused").textContent = "";
  byId("findings").replaceChildren();
  try {
    const report = await get("/api/v1/audit/verify");
    const verdict = report.whole ? say("no_findings", { count: number(report.entries) }) : say("not_whole");
    const all = report.tables.reduce((sum, table) => sum + table.findings, 0);
    const more = all - report.findings.filter((one) => one.table).length;
    byId("findings").replaceChildren(
      el("p", { class: `verdict ${report.whole ? "win" : "lose"}` }, verdict),
      report.findings.length ? el("h3", {}, say("findings", { count: number(report.findings.length) })) : "",
      el("ul", { class: "looked" }, ...report.tables.filter((table) => table.voids.rounds).map(voids), ...report.findings.map(finding)),
      more > 0 ? el("p", {}, say("more_findings", { count: number(more) })) : "");
    announce(verdict);
  } catch (fault) {
    byId("verify-refused").textContent = fault.message;
  } finally {
    byId("verify", HTMLButtonElement).disabled = false;
    byId("verifying").hidden = true;
  }
}

onPress("again", list);
onPress("verify", verifyAll);
prepare(() => entries);
await Promise.all([list(), keepSeconds(list)]);
ready();
