// The receipts of what this player did: each is checked at once, kept in this browser, saved as a file or shown as a QR code.

import { get, picture, save } from "../api.js";
import { byId, drawingOf, el, labelled, say, told } from "../page.js";
import { check, forgetAll, isKnownKey, keep, listed, receiptOf, standingOf } from "../proofs.js";

const SIGNS = { good: "✓", unsigned: "✓", unchecked: "·", bad: "✗" };
const SHOWN = 100;
const me = told.me.name;
/** Standings found so far, by table and number. @type {Map<string, string>} */
const standings = new Map();
/** What was done, by the number of its entry. @type {Map<number, string>} */
const sentences = new Map();
const nameOf = ({ table, seq }) => `${table} ${seq}`;

/** Checks what came with an answer, keeps it and shows it. */
async function take({ receipt, at }) {
  const line = { table: receipt.table, seq: receipt.seq, origin: receipt.origin, at, what: sentences.get(receipt.seq) ?? "" };
  await judge(line, receipt);
  if (!keep(me, line, receipt)) tellFault(say("receipt_no_room"));
  show();
}

/** An entry of one's own as the stream tells it, before or after its receipt has come; without one's name where it begins with it. */
function name({ seq, said: [text = ""] }) {
  sentences.set(seq, text.startsWith(me) ? text.slice(me.length).trim() : text);
  const line = listed(me).find((one) => one.table === told.table && one.seq === seq && !one.what);
  if (!line) return;
  keep(me, { ...line, what: sentences.get(seq) ?? "" }, receiptOf(me, line));
  show();
}

async function judge(line, receipt) {
  const found = await check(receipt, told.log.keys);
  const standing = isKnownKey(receipt.origin, told.log.keys) ? standingOf(found) : "bad";
  standings.set(nameOf(line), standing);
  if (standing === "bad") tellFault(say(found.fault ? "receipt_bad" : "receipt_other_key"));
}

function tellFault(text) {
  byId("receipts-refused").textContent = text;
}

function show() {
  const lines = listed(me).filter(({ table }) => table === told.table);
  const newest = lines[0] && standings.get(nameOf(lines[0]));
  const isBad = [...standings.values()].includes("bad");
  byId("receipts-mark").textContent = isBad ? SIGNS.bad : newest ? SIGNS[newest] : "";
  byId("receipts-mark").dataset.standing = isBad ? "bad" : newest ?? "";
  byId("receipts-none").hidden = lines.length > 0;
  byId("receipts-all").hidden = !lines.length;
  byId("receipts").replaceChildren(...lines.slice(0, SHOWN).map(row));
}

function row(line) {
  const standing = standings.get(nameOf(line));
  return el("li", { value: line.seq, "data-standing": standing ?? "" },
    el("span", { class: "receipt-mark", title: standing ? say(`receipt_${standing}`) : null }, standing ? SIGNS[standing] : "·", el("span", { class: "sr" }, standing ? say(`receipt_${standing}`) : "")),
    el("span", { class: "grow" }, el("span", { class: "soft" }, labelled(line.at.slice(11, 19))), line.what),
    el("button", { type: "button", class: "quiet", "data-do": "save", "aria-label": `${say("receipt_save")} ${line.seq}`, title: say("receipt_save"), onclick: () => saveOne(line) }, "↓"),
    el("button", { type: "button", class: "quiet", "data-do": "picture", "aria-label": `${say("receipt_picture")} ${line.seq}`, title: say("receipt_picture"), onclick: () => showPicture(line) }, "QR"));
}

const asFile = (what) => new Blob([JSON.stringify(what, null, 1)], { type: "application/json" });

async function saveOne(line) {
  const receipt = receiptOf(me, line);
  save(asFile(await witnessed(line, receipt)), `receipt-${line.table}-${line.seq}.json`);
}

/** The receipt under a checkpoint that witnesses have signed, where there is one by now that holds; else the one that came first. */
async function witnessed(line, receipt) {
  if (!told.log.witnesses.length) return receipt;
  try {
    const newer = await get(`/api/v1/tables/${line.table}/receipts/${line.seq}?witnessed=true`);
    const found = await check(newer, told.log.keys, told.log.witnesses);
    const isBetter = !found.fault && newer.digest === receipt.digest && found.witnesses.some(({ isGood }) => isGood);
    return isBetter ? { ...newer, body: newer.body || receipt.body } : receipt;
  } catch {
    return receipt;
  }
}

/** All that this browser keeps for this player, of every table. */
function saveAll() {
  save(asFile(listed(me).map((line) => receiptOf(me, line)).filter(Boolean)), `receipts-${me}.json`);
}

async function showPicture(line) {
  const dialog = byId("receipt-dialog", HTMLDialogElement);
  tellFault("");
  try {
    const drawing = drawingOf(await picture("/api/v1/receipts/picture", receiptOf(me, line)));
    drawing.setAttribute("role", "img");
    drawing.setAttribute("aria-label", say("receipt_picture_of", { table: line.table, seq: line.seq }));
    byId("receipt-picture").replaceChildren(drawing);
    dialog.showModal();
  } catch (fault) {
    tellFault(fault.message);
  }
}

/** They are gone when the same button is pressed again. */
function askToForget({ currentTarget: button }) {
  const words = button.textContent;
  if (!button.dataset.asked) {
    button.dataset.asked = "true";
    button.textContent = say("receipt_sure");
    button.addEventListener("blur", () => {
      delete button.dataset.asked;
      button.textContent = words;
    }, { once: true });
    return;
  }
  forgetAll(me);
  standings.clear();
  show();
}

/** Begins to keep receipts of what is done at this table. @param {EventTarget} state */
export function startReceipts(state) {
  state.addEventListener("told", (/** @type {any} */ { detail: { entry } }) => { if (entry.by === me) name(entry); });
  state.addEventListener("answered", (/** @type {any} */ { detail }) => { if (detail.receipt) take(detail); });
  byId("receipts-save").addEventListener("click", saveAll);
  byId("receipts-forget").addEventListener("click", askToForget);
  byId("receipt-close").addEventListener("click", () => byId("receipt-dialog", HTMLDialogElement).close());
  show();
  for (const line of listed(me).filter(({ table }) => table === told.table).slice(0, SHOWN)) {
    const receipt = receiptOf(me, line);
    if (receipt) judge(line, receipt).then(show);
  }
}
