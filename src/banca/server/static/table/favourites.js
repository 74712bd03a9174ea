// Bets with a name, kept in this browser for every table of the game.

import { byId, el, find, money, say, told } from "../page.js";

const KEPT = `banca-favourites-${told.game}`;

const read = () => JSON.parse(localStorage.getItem(KEPT) ?? "{}");
const total = (bets) => bets.reduce((sum, one) => sum + one.stake, 0);

/** `own()` are the bets that lie there; `putDown(bets)` places some. */
export function startFavourites({ own, putDown }) {
  const [card, button] = [byId("favourites-card"), byId("favourites")];
  const close = () => {
    card.hidden = true;
    button.setAttribute("aria-expanded", "false");
  };

  const keep = (name, bets) => {
    const all = read();
    if (bets) all[name] = bets;
    else delete all[name];
    localStorage.setItem(KEPT, JSON.stringify(all));
    draw();
  };

  const draw = () => {
    const rows = Object.entries(read()).map(([name, bets]) => el("li", {},
      el("button", { type: "button", "data-favourite": name, onclick: () => { close(); putDown(bets); } }, name, el("span", { class: "soft" }, money(total(bets)))),
      el("button", { type: "button", "aria-label": `${say("forget")} ${name}`, title: say("forget"), onclick: () => keep(name, null) }, "✕")));
    const box = el("input", { maxlength: 24, "aria-label": say("favourite_name"), placeholder: say("favourite_name"), autocomplete: "off" });
    const bets = own().filter((one) => !one.on).map(({ bet, stake }) => ({ bet, stake }));
    card.replaceChildren(
      rows.length ? el("ul", {}, ...rows) : el("p", { class: "soft" }, say("no_favourites")),
      el("form", { class: "row", onsubmit: (event) => { event.preventDefault(); if (box.value.trim() && bets.length) keep(box.value.trim(), bets); } }, box, el("button", { disabled: !bets.length }, say("keep"))));
  };

  button.addEventListener("click", () => {
    if (!card.hidden) return close();
    draw();
    card.hidden = false;
    button.setAttribute("aria-expanded", "true");
    const { left, top } = button.getBoundingClientRect();
    card.style.left = `${Math.max(8, Math.min(left, innerWidth - card.offsetWidth - 8))}px`;
    card.style.top = `${Math.max(8, top - card.offsetHeight - 8)}px`;
    find(card, "button, input").focus();
    return undefined;
  });
  addEventListener("keydown", (event) => { if (event.key === "Escape" && !card.hidden) { close(); button.focus(); } });
  addEventListener("pointerdown", (event) => { if (!card.contains(/** @type {Node} */ (event.target)) && !button.contains(/** @type {Node} */ (event.target))) close(); });
}
