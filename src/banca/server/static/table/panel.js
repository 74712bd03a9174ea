// The lists beside the stage, one tab at a time; where there is no room, a sheet that is pulled over it.

import { byId, find, findAll } from "../page.js";

const panel = byId("panel");
const tabs = findAll(panel, "[role=tab]");
const opener = document.getElementById("lists");

/** Shows a list; in a sheet, over the stage. */
export function openList(name) {
  choose(byId(`tab-${name}`));
  pull(true);
}

function choose(chosen) {
  for (const tab of tabs) {
    const isIt = tab === chosen;
    tab.setAttribute("aria-selected", String(isIt));
    tab.tabIndex = isIt ? 0 : -1;
    byId(tab.getAttribute("aria-controls") ?? "").hidden = !isIt;
  }
}

function pull(isOpen) {
  panel.classList.toggle("open", isOpen);
  opener?.setAttribute("aria-expanded", String(isOpen));
}

for (const tab of tabs) tab.addEventListener("click", () => choose(tab));
find(panel, ".tabs").addEventListener("keydown", (event) => {
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  const at = tabs.findIndex((tab) => tab === document.activeElement);
  if (!step || at < 0) return;
  const next = tabs[(at + step + tabs.length) % tabs.length];
  choose(next);
  next.focus();
  event.preventDefault();
});
opener?.addEventListener("click", () => {
  const isOpen = !panel.classList.contains("open");
  pull(isOpen);
  if (isOpen) tabs.find((tab) => tab.tabIndex === 0)?.focus();
});
document.getElementById("close-lists")?.addEventListener("click", () => { pull(false); opener?.focus(); });
addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || !panel.classList.contains("open")) return;
  pull(false);
  opener?.focus();
});
document.getElementById("stage")?.addEventListener("pointerdown", () => pull(false));
