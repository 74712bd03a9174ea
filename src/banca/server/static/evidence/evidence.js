// The evidence page: how long ago witnesses signed, checkpoints to keep, and receipts checked here without being sent anywhere.

import { save } from "../api.js";
import { bracketed, byId, el, findAll, locale, number, ready, say, sentences, told } from "../page.js";
import { check, standingOf } from "../proofs.js";

const ago = new Intl.RelativeTimeFormat(locale, { numeric: "always" });
const moment = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "medium", timeZone: "Asia/Macau" });
/** Units of time from the longest on, in seconds. @type {[Intl.RelativeTimeFormatUnit, number][]} */
const UNITS = [["day", 86_400], ["hour", 3_600], ["minute", 60], ["second", 1]];

/** How long ago something was, in the largest unit that fits. */
function since(at) {
  const seconds = Math.max(0, (Date.now() - Date.parse(at)) / 1000);
  const [unit, length] = UNITS.find(([, one]) => seconds >= one) ?? ["second", 1];
  return ago.format(-Math.floor(seconds / length), unit);
}

/** One line for one receipt. */
async function lineOf(receipt) {
  const found = await check(receipt, told.log.keys, told.log.witnesses);
  const standing = standingOf(found);
  const about = { table: receipt?.table, seq: receipt?.seq, origin: receipt?.origin, size: number(found.size) };
  const said = found.fault ? say(found.fault, about) : say(`checked_${standing}`, about);
  const seen = found.witnesses.filter(({ isGood }) => isGood).map(({ name, at }) => say("checked_witness", { name, at: moment.format(at * 1000) }));
  return el("li", { "data-standing": standing === "unsigned" ? "good" : standing }, sentences([said, ...seen]));
}

/** The receipts of a file: one, or a list. */
async function readFile(file) {
  try {
    const found = JSON.parse(await file.text());
    return Array.isArray(found) ? found : [found];
  } catch {
    return [null];
  }
}

async function checkFiles() {
  const list = byId("checked");
  list.setAttribute("aria-busy", "true");
  const receipts = (await Promise.all([...(byId("file", HTMLInputElement).files ?? [])].map(readFile))).flat();
  list.replaceChildren(...await Promise.all(receipts.map(lineOf)));
  list.removeAttribute("aria-busy");
}

for (const place of findAll(document, "[data-ago]")) place.textContent = bracketed("", since(place.dataset.ago));
for (const button of findAll(document, "[data-save]")) {
  const name = button.dataset.save ?? "";
  button.addEventListener("click", () => save(new Blob([byId(name).textContent], { type: "text/plain" }), `${name}.txt`));
}
document.getElementById("file")?.addEventListener("change", checkFiles);
ready();
