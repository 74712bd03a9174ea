// Follows a table: entries in order, each once; resumes by itself from the last one it has.

import { say } from "../page.js";

const place = document.getElementById("connection");

/** Calls `hear(entry)` for every entry behind `after`; `back()` after an interruption. Returns a function that ends it. */
export function follow(table, after, hear, back = () => {}) {
  let last = after;
  let source = null;
  let timer = 0;
  let isAway = false;
  let isOver = false;

  const open = () => {
    source = new EventSource(`/api/v1/tables/${table}/events?after=${last}`);
    source.addEventListener("open", () => {
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
    source.addEventListener("error", () => {
      source.close();
      if (isOver) return;
      isAway = true;
      show(say("offline"));
      clearTimeout(timer);
      timer = setTimeout(open, 700 + Math.random() * 600);
    });
  };

  open();
  addEventListener("pagehide", () => { isOver = true; source.close(); });
  return () => { isOver = true; clearTimeout(timer); source.close(); };
}

function show(text) {
  place.textContent = text;
  place.hidden = !text;
}
