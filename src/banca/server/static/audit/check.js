// The part of a page that looks through journals here: of the house, or of a file that was exported.

import { canVerify } from "../proofs.js";
import { isWhole, verify } from "./chain.js";
import { announce, byId, el, labelled, language, number, onPress, say, told } from "../page.js";

let isStopped = false;
const [byHouse, byFile] = [byId("check-house", HTMLButtonElement), byId("check-file", HTMLInputElement)];

/** The reason that stands with the first bad entry of a table. */
const reason = (fault) => labelled(say("bad_entry", { number: number(fault.seq) }), say(fault.why, { found: number(fault.found ?? 0) }));

function line(table) {
  return el("li", { "data-table": table.table, "data-bad": table.fault?.seq },
    el("strong", {}, table.table), " ", el("span", { class: "soft" }, say("entries", { count: number(table.entries) })),
    table.fault ? el("p", { class: "lose" }, `✕ ${reason(table.fault)}`) : null,
    table.skipped ? el("p", {}, say("skipped", { count: number(table.skipped) })) : null,
    table.opened ? el("p", { class: "soft" }, say("commitments", { count: number(table.opened) })) : null,
    table.voided ? el("p", { class: "soft" }, say("voided", { count: number(table.voided) })) : null,
    table.hidden ? el("p", { class: "soft" }, say("hidden")) : null,
    el("p", {}, say("head"), el("code", { class: "digest" }, table.head)));
}

/** Whether the head that was written down stands in what was read. */
function compared(written, result) {
  if (!written) return null;
  if (!result.found) return el("p", { class: "verdict lose", id: "compared" }, say("written_nowhere"));
  const { table, seq } = result.found;
  const count = result.tables.find((one) => one.table === table).entries - seq;
  const text = count ? say("written_before", { number: number(seq), table, count: number(count) }) : say("written_head", { table });
  return el("p", { class: "verdict win", id: "compared" }, text);
}

function show(result, written) {
  const count = number(result.entries);
  const isGood = isWhole(result) && !isStopped;
  let verdict = isGood ? say("whole", { count }) : say("not_whole");
  if (!result.entries && !result.bad) verdict = say("nothing_read");
  if (isStopped) verdict = say("stopped", { count });
  const bad = result.bad ? el("p", { class: "lose", id: "bad-line" }, `✕ ${say("bad_line", { number: number(result.bad) })}`) : null;
  const tables = [...result.tables].sort((one, other) => Number(Boolean(other.fault)) - Number(Boolean(one.fault)));
  byId("check-result").replaceChildren(
    el("p", { class: `verdict ${isGood ? "win" : "lose"}`, id: "verdict", "data-whole": String(isGood) }, verdict),
    ...[bad, isStopped ? null : compared(written, result)].filter((one) => one !== null),
    el("ul", { class: "looked" }, ...tables.map(line)));
  announce(verdict);
}

async function check(open) {
  const written = byId("written", HTMLInputElement).value.trim().toLowerCase();
  const isDigest = !written || /^[0-9a-f]{64}$/.test(written);
  byId("written-refused").textContent = isDigest ? "" : say("no_digest");
  byId("check-result").replaceChildren();  // what was said of another digest holds no longer
  if (!isDigest) return byId("written").focus();
  busy(true);
  try {
    const { stream, total } = await open();
    const bar = byId("check-bar", HTMLProgressElement);
    if (total) bar.max = total;
    else bar.removeAttribute("value");
    const progress = (count) => {
      byId("check-progress").textContent = say("reading", { count: number(count) });
      if (total) bar.value = count;
    };
    show(await verify(stream, { written, progress, isStopped: () => isStopped }), written);
  } catch (fault) {
    byId("check-result").replaceChildren(el("p", { class: "refusal" }, fault.message));
  } finally {
    busy(false);
  }
}

function busy(isBusy) {
  isStopped = isBusy ? false : isStopped;
  byHouse.disabled = byFile.disabled = isBusy;
  for (const name of ["check-bar", "check-stop"]) byId(name).hidden = !isBusy;
  if (isBusy) byId("check-result").replaceChildren();
  else byId("check-progress").textContent = "";
}

/** Makes the part work; `entries()` is how many there are to be read, where that is known. */
export function prepare(entries) {
  if (!canVerify()) {
    byId("check-unable").textContent = say("not_here");
    return;
  }
  onPress("check-house", () => check(async () => {
    const answer = await fetch(told.journal, { headers: { "Accept-Language": language } });
    if (!answer.ok) throw new Error((await answer.json()).detail);
    return { stream: answer.body, total: entries() };
  }));
  byFile.addEventListener("change", () => {
    const [file] = byFile.files ?? [];
    if (file) check(async () => ({ stream: file.stream(), total: 0 }));
    byFile.value = "";
  });
  byId("written").addEventListener("input", () => {
    byId("check-result").replaceChildren();
    byId("written-refused").textContent = "";
  });
  byFile.disabled = false;
  byId("check-stop").addEventListener("click", () => { isStopped = true; });
}
