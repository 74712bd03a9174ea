// What every page of disputes does with its answer: the address that carries what is asked, printing, and articles.

import { announce, byId, clauseLink, clauseOf, el, find, gain, money, onPress, say, told } from "../page.js";

/** An amount of an answer, "12.50", in avos. */
export const avosOf = (text) => Math.round(Number(text) * 100);
export const paid = (text) => money(avosOf(text));
export const gained = (text) => gain(avosOf(text));
/** Avos as the house reads amounts: "12.50". */
export const patacas = (avos) => (avos % 100 ? (avos / 100).toFixed(2) : String(avos / 100));

/** A clause of the game as a link. */
export const cite = (written) => clauseLink(told.game, written);

/** Clauses behind something. */
export const cites = (written) => el("span", { class: "cites" }, ...written.flatMap((one) => [" ", cite(one)]));

/** Every clause that an answer rests on, each once, with what it says. */
export function articles(written) {
  const all = [...new Set(written)];
  return el("section", { class: "articles" }, el("h4", {}, say("articles")),
    el("dl", {}, ...all.map((one) => el("div", {}, el("dt", { "data-cite": one }, cite(one)), el("dd", {}, el("cite", {}, told.clauses[clauseOf(one)]?.cited ?? one), " ", told.clauses[clauseOf(one)]?.text ?? "")))));
}

/** Keeps what is asked in the address, so that it is a link to this very answer, and stays when the language is changed. */
export function keepAddress(asked) {
  const text = asked.toString();
  history.replaceState(null, "", location.pathname + (text ? `?${text}` : ""));
  find(document, "form [name=to]", HTMLInputElement).value = location.pathname + location.search;
  find(document, ".address").textContent = location.href;
}

/** The buttons over an answer. */
export function startPaper() {
  onPress("print", () => print());
  // Browsers give no clipboard to a page that came from another machine without HTTPS: there the address bar has the link.
  byId("copy").hidden = !navigator.clipboard;
  onPress("copy", async () => {
    await navigator.clipboard.writeText(location.href);
    announce(say("copied"));
    byId("copy").classList.add("done");
  });
}

let turns = 0;

/** Asks the house, shows its answer or why it refuses; of several questions only the answer to the last is shown. */
export async function settled(ask, show) {
  const turn = (turns += 1);
  const place = byId("answer");
  place.setAttribute("aria-busy", "true");
  try {
    const answer = await ask();
    if (turn !== turns) return;
    byId("refused").textContent = "";
    show(answer);
  } catch (fault) {
    if (turn !== turns) return;
    byId("refused").textContent = fault.message;
    show(null);
  } finally {
    if (turn === turns) place.setAttribute("aria-busy", "false");
  }
}

/** A list drawn anew keeps the focus where it was, or gives it to what stands there now. */
export function redraw(place, children) {
  const active = document.activeElement;
  const focused = active instanceof HTMLElement && place.contains(active) ? active.dataset.focus : null;
  place.replaceChildren(...children);
  if (!focused) return;
  const same = place.querySelector(`[data-focus="${CSS.escape(focused)}"]`);
  const last = [...place.querySelectorAll("button")].at(-1);
  (same ?? last ?? document.querySelector(".felt .region[tabindex='0']"))?.focus();
}
