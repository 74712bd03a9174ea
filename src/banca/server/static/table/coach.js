// The first round in four steps: a card that lies where no bet is, and a ring around what it speaks of. Seen once, it stays away until it is asked for.

import { announce, byId, clauseLink, find, say, told } from "../page.js";

const SEEN = `banca-coach-${told.game}`;
const MARGIN = 6;
const SLIM = 260;
const card = byId("coach");
const ring = byId("coach-ring");
const next = byId("coach-next", HTMLButtonElement);
const back = byId("coach-back", HTMLButtonElement);
const menu = find(document, ".menu-button");
let at = 0;
/** What had the focus when the card was asked for. @type {HTMLElement | null} */
let before = null;

const seen = (name) => document.getElementById(name)?.offsetParent ?? null;

/** Where a step points to; the whole layout where the page shows no such place now. @type {Record<string, (key: string) => Element | null>} */
const PLACES = {
  chips: () => byId("tray"),
  bet: (key) => document.querySelector(`.region[data-bet="${CSS.escape(key)}"], .region[data-gate="${CSS.escape(key)}"]`),
  layout: () => byId("felt"),
  device: () => (seen("device") ? byId("device") : null),
  due: () => byId("due"),
  payments: () => byId(seen("lists") ? "lists" : "tab-paid"),
};

/** The card lies over the lists; where these are in a sheet, over what decides and the bar. It never lies over the layout. */
function place() {
  if (card.hidden) return;
  const isSheet = seen("lists") !== null;
  const room = (isSheet ? find(document, ".strip") : byId("panel")).getBoundingClientRect();
  const bottom = room.bottom - (isSheet ? 0 : MARGIN);
  Object.assign(card.style, { left: `${room.left + MARGIN}px`, width: `${room.width - 2 * MARGIN}px`, bottom: `${innerHeight - bottom}px`, maxHeight: `${bottom - MARGIN}px` });
  card.classList.toggle("slim", room.width < SLIM);
  const { key, at: where } = told.coach[at];
  const box = (PLACES[where]?.(key) ?? byId("felt")).getBoundingClientRect();
  Object.assign(ring.style, { left: `${box.left - 4}px`, top: `${box.top - 4}px`, width: `${box.width + 8}px`, height: `${box.height + 8}px` });
}

function show(step) {
  at = step;
  const { says, cite } = told.coach[at];
  card.hidden = false;
  ring.hidden = false;
  byId("coach-at").textContent = say("step_of", { number: at + 1, count: told.coach.length });
  byId("coach-says").replaceChildren(says, " ", ...(cite ? [clauseLink(told.game, cite)] : []));
  back.disabled = at === 0;
  next.textContent = say(at === told.coach.length - 1 ? "coach_done" : "coach_next");
  place();
}

/** It goes for good, until it is asked for. */
function close() {
  const hadFocus = card.contains(document.activeElement);
  localStorage.setItem(SEEN, "seen");
  card.hidden = true;
  ring.hidden = true;
  if (hadFocus) (before ?? byId("main")).focus();
}

next.addEventListener("click", () => { if (at === told.coach.length - 1) close(); else show(at + 1); });
back.addEventListener("click", () => {
  show(Math.max(0, at - 1));
  if (back.disabled) next.focus();
});
byId("coach-close").addEventListener("click", close);
card.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  event.stopPropagation();
  close();
});
byId("coach-again").addEventListener("click", () => {
  before = menu;
  menu.setAttribute("aria-expanded", "false");
  show(0);
  card.focus();
});
addEventListener("resize", place);
new ResizeObserver(place).observe(byId("felt"));
new MutationObserver(() => requestAnimationFrame(place)).observe(byId("felt"), { childList: true });

/** The first time as soon as the table can be used: it takes no focus, but it is told. */
function begin() {
  if (localStorage.getItem(SEEN)) return;
  show(0);
  announce(`${byId("coach-title").textContent} ${told.coach[0].says}`);
}

if (document.body.dataset.ready) begin();
else {
  const watch = new MutationObserver(() => {
    watch.disconnect();
    begin();
  });
  watch.observe(document.body, { attributes: true, attributeFilter: ["data-ready"] });
}
