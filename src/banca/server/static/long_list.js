// A long list a page at a time: what is sought, and a button that adds the next page.

import { getPage } from "./api.js";
import { announce, byId, find, number, say } from "./page.js";

/**
 * A list whose lines come from an address. Its parts are found by its id: the list itself, `…-sought` (a field), `…-more` (a button),
 * `…-refused`, `…-none` where nothing of what is sought is there, `…-empty` where there is nothing at all. `query` says what else is
 * asked for. @param {string} id @param {string} path
 * @param {(line: any) => HTMLElement} line @param {Record<string, string | string[]>} [query]
 */
export function longList(id, path, line, query = {}) {
  const more = byId(`${id}-more`, HTMLButtonElement);
  const field = byId(`${id}-sought`, HTMLInputElement);
  const empty = document.getElementById(`${id}-empty`);
  let asked = 0;

  function address() {
    const words = new URLSearchParams();
    for (const [name, values] of Object.entries(query)) for (const value of [values].flat()) words.append(name, value);
    if (field.value.trim()) words.set("sought", field.value.trim().toLowerCase());
    return String(words) ? `${path}?${words}` : path;
  }

  async function show(from, isNew) {
    const turn = (asked += 1);
    try {
      const { lines, next } = await getPage(from);
      if (turn !== asked) return;
      const shown = lines.map(line);
      if (isNew) byId(id).replaceChildren(...shown);
      else byId(id).append(...shown);
      const isSought = Boolean(field.value.trim());
      byId(`${id}-none`).hidden = byId(id).childElementCount > 0 || !isSought;
      if (empty) empty.hidden = byId(id).childElementCount > 0 || isSought;
      more.hidden = next === null;
      more.onclick = () => show(next, false);
      byId(`${id}-refused`).textContent = "";
      if (!isNew) {
        announce(say("more_lines", { count: number(lines.length) }));
        find(shown[0] ?? byId(id), "a, button", HTMLElement)?.focus();
      }
    } catch (fault) {
      byId(`${id}-refused`).textContent = fault.message;
    }
  }

  const list = () => show(address(), true);
  field.addEventListener("input", list);
  return list;
}
