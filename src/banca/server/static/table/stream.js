// Follows a table: entries in order, each once; resumes by itself from the last one it has.

import { get, post } from "../api.js";
import { byId, el, say, told } from "../page.js";

const UNAUTHORIZED = 401;
const SOON = 1000;
const LATE = 16_000;
const place = byId("connection");

/**
 * Calls `hear(entry)` for every entry behind the one that `from()` says; `back()` after an interruption, `hearDue(due)` when a deadline changes. Where it is refused, it
 * looks at the table again and follows from there. Returns a function that ends it.
 */
export function follow(table, from, hear, back = async () => {}, hearDue = (_due) => {}) {
  let last = from();
  let wait = SOON;
  let isRefused = false;
  /** @type {EventSource} */
  let source;
  let timer = 0;
  let isAway = false;
  let isOver = false;

  const open = () => {
    source = new EventSource(`/api/v1/tables/${table}/events?said=true&after=${last}`);
    source.addEventListener("open", () => {
      wait = SOON;
      if (isAway) {
        isAway = false;
        show(say("online"));
        setTimeout(() => { if (!isAway) show(""); }, 2500);
        back();
      }
    });
    source.addEventListener("entry", (message) => {
      const entry = JSON.parse(message.data);
      if (entry.seq <= last) return;
      last = entry.seq;
      hear(entry);
    });
    source.addEventListener("due", (message) => hearDue(JSON.parse(message.data)));
    source.addEventListener("error", () => {
      isRefused = source.readyState === EventSource.CLOSED;
      source.close();
      if (isOver) return;
      isAway = true;
      show(say("offline"));
      clearTimeout(timer);
      timer = setTimeout(again, wait * (0.7 + Math.random() * 0.6));
      wait = isRefused ? Math.min(2 * wait, LATE) : SOON;
    });
  };

  /** Whoever is logged out need not ask for ever; who has logged in again goes on, and somebody else starts anew. */
  const again = async () => {
    const me = await get("/api/v1/me").catch((fault) => fault);
    if (isOver) return;
    if (me.status === UNAUTHORIZED) {
      show(`${say("logged_out")} `, wayBack());
      addEventListener("focus", again, { once: true });
    } else if (me.csrf && me.name !== told.me.name) {
      location.reload();
    } else {
      told.me.csrf = me.csrf ?? told.me.csrf;
      if (isRefused) await back();
      if (isOver) return;
      if (isRefused) last = Math.max(last, from());
      open();
    }
  };

  open();
  addEventListener("pagehide", () => { isOver = true; source.close(); });
  addEventListener("pageshow", (event) => { if (event.persisted) location.reload(); });
  return () => { isOver = true; clearTimeout(timer); source.close(); };
}

/** Who has a name logs in again; a guest, who has no password, takes a seat as a new one. */
function wayBack() {
  if (!told.isGuest) return el("a", { href: `/login?to=${location.pathname}` }, say("log_in"));
  return el("a", { href: location.pathname, onclick: async (event) => {
    event.preventDefault();
    await post("/api/v1/demo/session").then(() => location.reload(), (fault) => show(fault.message));
  } }, say("guest_again"));
}

function show(...said) {
  place.replaceChildren(...said);
  place.hidden = !place.textContent;
}
