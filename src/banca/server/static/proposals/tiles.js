// Outcomes to click: tiles with their marks, one by one or by what they have in common; arrow keys go from tile to tile.

import { el, findAll, labelled, listed, say, svg } from "../page.js";

const SIZE = 22;

/**
 * A board of tiles. `about.marks` is what is marked, by outcome; `about.brush()` what a press marks; `about.words(mark)` what a mark is called,
 * `about.badge(mark)` its sign; `about.only` the outcomes that can be pressed, all where there is none; `about.changed()` hears of every press.
 */
export class Tiles {
  /** @param {any} board @param {any} about */
  constructor(board, about) {
    this.board = board;
    this.about = about;
    this.view = "";
    this.place = el("div", { class: "tiles", role: "group", "aria-label": say("outcomes"), onkeydown: (event) => this.key(event) });
    this.views = el("div", { class: "row views", role: "group", "aria-label": say("show_by") }, ...this.viewButtons());
    this.part = el("div", { class: "board" }, this.views, this.place);
    this.draw();
  }

  /** The ways to look at the outcomes, where there is more than one. */
  viewButtons() {
    if (!this.board.common.length) return [];
    const button = (fact, name) => el("button", { type: "button", class: "quiet", "data-view": fact, "aria-pressed": String(fact === this.view), onclick: () => this.look(fact) }, name);
    return [el("span", { class: "soft" }, labelled(say("show_by"))), button("", say("each_outcome")), ...this.board.common.map((one) => button(one.fact, one.name))];
  }

  look(fact) {
    this.view = fact;
    for (const one of findAll(this.views, "[data-view]")) one.setAttribute("aria-pressed", String(one.dataset.view === fact));
    this.draw();
  }

  /** What is shown as tiles: outcomes, or groups of them. */
  items() {
    const common = this.board.common.find((one) => one.fact === this.view);
    if (common) return common.groups.map((group) => ({ name: group.name, outcomes: group.outcomes, parts: [] }));
    return this.board.tiles.map((tile) => ({ name: tile.name, outcomes: [tile.same], parts: tile.outcome.split("-"), ways: tile.ways }));
  }

  draw() {
    this.place.classList.toggle("square", !this.view && this.board.columns > 0);
    this.place.style.setProperty("--columns", String(this.board.columns));
    this.shown = this.items().map((item) => ({ item, tile: this.tile(item) }));
    this.place.replaceChildren(...this.shown.map(({ tile }) => tile));
    this.enter(this.shown.find(({ tile }) => !tile.disabled)?.tile);
    this.mark();
  }

  tile(item) {
    const outcomes = this.pressable(item);
    const ways = item.ways > 1 ? el("small", { "aria-hidden": "true" }, `×${item.ways}`) : null;
    return el("button", { type: "button", class: "tile", tabindex: "-1", disabled: !outcomes.length, "data-outcome": item.outcomes[0], onclick: () => this.press(item) },
      this.picture(item) ?? el("span", {}, item.name), ways, el("span", { class: "sign", "aria-hidden": "true" }));
  }

  /** The parts of an outcome as the device draws them. */
  picture(item) {
    const uses = item.parts.map((part) => ["face", "card"].map((kind) => `${kind}-${part}`).find((id) => document.getElementById(id)));
    if (!uses.length || uses.some((one) => !one)) return null;
    const drawn = uses.map((id, place) => svg("use", { href: `#${id}`, x: place * (SIZE + 2), y: 0, width: SIZE, height: SIZE }));
    return svg("svg", { viewBox: `0 0 ${uses.length * (SIZE + 2) - 2} ${SIZE}`, class: "felt parts", "aria-hidden": "true" }, ...drawn);
  }

  pressable(item) {
    return this.about.only ? item.outcomes.filter((one) => this.about.only.includes(one)) : item.outcomes;
  }

  /** Mark with the brush; what has that mark already loses it. */
  press(item) {
    const brush = this.about.brush();
    const outcomes = this.pressable(item);
    const isOff = outcomes.every((one) => this.about.marks[one] === brush);
    for (const one of outcomes) {
      if (isOff || brush === null) delete this.about.marks[one];
      else this.about.marks[one] = brush;
    }
    this.mark();
    this.about.changed();
  }

  /** Show every mark as it is. */
  mark() {
    for (const { item, tile } of this.shown ?? []) {
      const marks = [...new Set(this.pressable(item).map((one) => this.about.marks[one] ?? null))];
      const isMixed = marks.length > 1;
      const words = isMixed ? listed(marks.map((one) => this.about.words(one))) : this.about.words(marks[0] ?? null);
      tile.dataset.mark = isMixed ? "mixed" : String(marks[0] ?? "rest");
      tile.setAttribute("aria-label", labelled(item.name, words));
      tile.title = labelled(item.name, words);
      const sign = tile.querySelector(".sign");
      if (sign) sign.textContent = isMixed ? "…" : this.about.badge(marks[0] ?? null);
    }
  }

  /** One tile is in the order of the Tab key. */
  enter(tile) {
    for (const { tile: one } of this.shown ?? []) one.tabIndex = one === tile ? 0 : -1;
  }

  key(event) {
    const tiles = (this.shown ?? []).map(({ tile }) => tile).filter((tile) => !tile.disabled);
    const at = tiles.indexOf(event.target.closest(".tile"));
    const to = at < 0 ? undefined : next(tiles, at, event.key);
    if (!to) return;
    event.preventDefault();
    this.enter(to);
    to.focus();
  }
}

/** The tile that a key leads to: beside, or the nearest of the row above or below. @param {HTMLButtonElement[]} tiles */
function next(tiles, at, key) {
  if (key === "Home") return tiles[0];
  if (key === "End") return tiles.at(-1);
  if (key === "ArrowRight") return tiles[at + 1];
  if (key === "ArrowLeft") return tiles[at - 1];
  if (key !== "ArrowDown" && key !== "ArrowUp") return undefined;
  const { top, left } = tiles[at].getBoundingClientRect();
  const rows = tiles.map((tile) => ({ tile, box: tile.getBoundingClientRect() })).filter(({ box }) => (key === "ArrowDown" ? box.top > top + 1 : box.top < top - 1));
  const distance = ({ box }) => Math.abs(box.top - top) * 1000 + Math.abs(box.left - left);
  return rows.sort((one, other) => distance(one) - distance(other))[0]?.tile;
}
