// A proposal by clicking: bets on marked outcomes, prizes typed, prizes of the game's own bets changed. The server writes the file.

import { get } from "../api.js";
import { byId, drawingOf, el, find, findAll, labelled, listed, say, svg, told } from "../page.js";

const MOST_ROWS = 12;
const blank = () => ({ en: "", pt: "", zh: "" });
const newRow = () => ({ name: blank(), prize: 0, stake: 1 });
const newBet = () => ({ id: "", name: blank(), description: blank(), rows: [newRow()], outcomes: {}, rest: "lose", phase: "", place: "foot" });

/** An empty form with one bet to begin with. */
export const newForm = (game) => ({ game, title: blank(), bets: [newBet()], changes: [] });

export class Builder {
  /** `place` is where it is drawn; `changed()` hears of every change. @param {HTMLElement} place */
  constructor(place, changed) {
    this.place = place;
    this.changed = changed;
    /** @type {any} */
    this.form = null;
    /** @type {Map<string, any>} */
    this.boards = new Map();
  }

  /** Show a form. */
  async show(form) {
    this.place.inert = true;
    if (!this.boards.has(form.game)) this.boards.set(form.game, await get(`/api/v1/proposals/board/${form.game}`));
    this.form = form;
    this.board = this.boards.get(form.game);
    byId("symbols").replaceChildren(...(this.board.drawn ? [drawingOf(this.board.drawn)] : []));
    this.draw();
    this.place.inert = false;
  }

  draw() {
    const { form } = this;
    const games = told.ofChance.map((game) => [game, told.games[game]]);
    this.place.replaceChildren(
      el("div", { class: "row" }, choice("game", say("game"), form.game, games, (game) => { this.show(newForm(game)).then(this.changed); })),
      texts("title", say("title"), form.title, this.changed),
      ...form.bets.map((bet, number) => this.bet(bet, number)),
      ...form.changes.map((change, number) => this.change(change, number)),
      el("p", { class: "row" },
        el("button", { type: "button", id: "add-bet", onclick: () => this.add(form.bets, newBet(), `bets.${form.bets.length}`) }, say("add_bet")),
        el("button", { type: "button", id: "add-change", onclick: () => this.add(form.changes, { bet: this.board.bets[0].bet, prize: 0, stake: 1, outcomes: [] }, `changes.${form.changes.length}`) }, say("add_change")),
        faultPlace("")));
  }

  /** Another part of the form; the hand goes to it. */
  add(list, one, path) {
    list.push(one);
    this.draw();
    find(this.place, `[data-part="${path}"]`).querySelector("input")?.focus();
    this.changed();
  }

  drop(list, number) {
    list.splice(number, 1);
    this.draw();
    byId("add-bet").focus();
    this.changed();
  }

  // A new bet

  bet(bet, number) {
    const path = `bets.${number}`;
    const name = `brush-${number}`;
    let brush = /** @type {any} */ (0);
    const about = {
      marks: bet.outcomes,
      brush: () => brush,
      words: (mark) => this.markWords(bet, mark),
      badge: (mark) => (mark === null ? "" : typeof mark === "number" ? String(mark + 1) : { tie: "=", lose: "✕", stay: "→" }[mark]),
      changed: this.changed,
    };
    const tiles = new Tiles(this.board, about);
    const pick = (mark, words, key) => el("label", { class: "brush", "data-brush": key },
      el("input", { type: "radio", name, value: key, checked: mark === brush, onchange: () => { brush = mark; } }), el("span", { class: "sign", "aria-hidden": "true" }, about.badge(mark) || "○"), el("span", {}, words));
    const rest = choice(`${path}.rest`, say("rest"), bet.rest, ["lose", "stay"].map((one) => [one, say(`rest_${one}`)]), (value) => { bet.rest = value; tiles.mark(); this.changed(); });
    const more = () => this.add(bet.rows, newRow(), path);
    return el("fieldset", { class: "card bet-built", "data-part": path },
      el("legend", {}, say("bet_number", { number: number + 1 })),
      el("p", { class: "row spread live" }, el("output", { "data-edge": String(number) }), el("button", { type: "button", class: "quiet", onclick: () => this.drop(this.form.bets, number) }, say("remove_bet", { number: number + 1 }))),
      texts(`${path}.name`, say("name"), bet.name, this.changed),
      el("fieldset", { class: "prizes" }, el("legend", {}, say("prizes_of")),
        ...bet.rows.map((row, place) => this.row(bet, row, `${path}.rows.${place}`, place, tiles)),
        faultPlace(`${path}.rows`),
        bet.rows.length < MOST_ROWS ? el("p", {}, el("button", { type: "button", class: "quiet", "data-add-row": String(number), onclick: more }, say("add_prize"))) : null),
      el("fieldset", { class: "marking" }, el("legend", {}, say("marking")),
        el("div", { class: "row brushes" },
          ...bet.rows.map((_, place) => pick(place, say("wins_prize", { number: place + 1 }), String(place))),
          pick("tie", say("mark_tie"), "tie"), pick("lose", say("mark_lose"), "lose"), pick(null, say("mark_none"), "none")),
        tiles.part, rest),
      this.further(bet, path));
  }

  /** What a mark means, in words; no mark means what all others do. */
  markWords(bet, mark) {
    if (mark === null) return say(`rest_${bet.rest}`);
    return typeof mark === "number" ? say("wins_prize", { number: mark + 1 }) : say(`mark_${mark}`);
  }

  row(bet, row, path, place, tiles) {
    const isOne = bet.rows.length === 1;
    const remove = () => {
      for (const [outcome, mark] of Object.entries(bet.outcomes)) {
        if (mark === place) delete bet.outcomes[outcome];
        else if (mark > place) bet.outcomes[outcome] = Number(mark) - 1;
      }
      tiles.mark();
      this.drop(bet.rows, place);
    };
    return el("div", { class: "prize-row" },
      el("p", { class: "row" }, el("strong", {}, labelled(say("prize_number", { number: place + 1 }))), prize(path, row, this.changed),
        isOne ? null : el("button", { type: "button", class: "quiet", onclick: remove }, say("remove_prize", { number: place + 1 }))),
      faultPlace(path),
      isOne ? null : texts(`${path}.name`, say("prize_name"), row.name, this.changed));
  }

  /** What is seldom typed. */
  further(bet, path) {
    const phases = [["", say("any_phase")], ...this.board.phases.map(({ value, name }) => [value, name])];
    const places = this.board.places.map(({ value, name }) => [value, name]);
    return el("details", { class: "further" }, el("summary", {}, say("further")),
      texts(`${path}.description`, say("description"), bet.description, this.changed, { isLong: true, most: 2000 }),
      el("div", { class: "row" },
        line(`${path}.id`, say("id"), bet.id, (text) => { bet.id = text; this.changed(); }),
        phases.length > 1 ? choice(`${path}.phase`, say("phase"), bet.phase, phases, (value) => { bet.phase = value; this.changed(); }) : null,
        choice(`${path}.place`, say("place"), bet.place, places, (value) => { bet.place = value; this.changed(); })));
  }

  // Another prize for a bet of the game

  change(change, number) {
    const path = `changes.${number}`;
    const known = () => this.board.bets.find((one) => one.bet === change.bet) ?? this.board.bets[0];
    const marks = Object.fromEntries(change.outcomes.map((one) => [one, 0]));
    const now = el("span", { class: "soft" });
    const spot = el("div", {});
    const edge = el("output", { "data-changed": change.bet });
    const redraw = () => {
      now.textContent = say("pays_now", { pays: known().pays });
      const about = {
        marks,
        only: known().outcomes,
        brush: () => 0,
        words: (mark) => say(mark === 0 || !Object.keys(marks).length ? "changed_here" : "unchanged_here"),
        badge: (mark) => (mark === 0 ? "✓" : ""),
        changed: () => { change.outcomes = Object.keys(marks); this.changed(); },
      };
      spot.replaceChildren(new Tiles(this.board, about).part);
    };
    const chosen = (key) => {
      change.bet = key;
      change.outcomes = [];
      edge.dataset.changed = key;
      for (const one of Object.keys(marks)) delete marks[one];
      redraw();
      this.changed();
    };
    redraw();
    return el("fieldset", { class: "card change-built", "data-part": path },
      el("legend", {}, say("change_number", { number: number + 1 })),
      el("p", { class: "row spread live" }, edge, el("button", { type: "button", class: "quiet", onclick: () => this.drop(this.form.changes, number) }, say("remove_change", { number: number + 1 }))),
      el("div", { class: "row" }, choice(`${path}.bet`, say("bet"), change.bet, this.board.bets.map((one) => [one.bet, one.name]), chosen), now),
      el("p", { class: "row" }, prize(path, change, this.changed)),
      el("p", { class: "soft" }, say("change_where")), spot, faultPlace(`${path}.outcomes`));
  }

  // What the server says of it

  /** What is wrong, at its fields, and the words that the file has where none were typed. */
  tell(file) {
    showFaults(this.place, file.faults);
    this.hold("title", file.title);
    file.bets.forEach((bet, number) => {
      this.hold(`bets.${number}.description`, bet.description);
      this.place.querySelector(`[data-path="bets.${number}.id"]`)?.setAttribute("placeholder", bet.id);
      bet.rows.forEach((row, place) => this.hold(`bets.${number}.rows.${place}.name`, row));
    });
  }

  hold(path, words) {
    for (const [language, text] of Object.entries(words)) this.place.querySelector(`[data-path="${path}.${language}"]`)?.setAttribute("placeholder", text);
  }

  /** The figures beside each bet; none while it is being worked out. */
  figures(report, ids) {
    for (const place of this.place.querySelectorAll("output")) {
      const key = place.dataset.changed ?? ids[Number(place.dataset.edge)];
      const found = report?.bets.find((one) => one.key === key);
      place.replaceChildren(...(found ? [el("strong", {}, labelled(say("edge"), found.edge.said)), " ", el("span", { class: "exact" }, found.edge.exact)] : []));
      place.classList.toggle("ahead", Boolean(found) && found.edge.exact.startsWith("-"));
    }
  }

  /** Go to the first field that something is wrong with. */
  go() {
    const field = firstFault(this.place);
    field?.closest("details")?.setAttribute("open", "");
    field?.focus();
  }
}

// Fields: a text in three languages, a prize, a choice; each knows its path, at which what is wrong with it is said

/** @type {[string, string, string][]} */
const LANGUAGES = [["en", "English", "en"], ["pt", "Português", "pt"], ["zh", "繁體中文", "zh-Hant"]];

const idOf = (path) => `field-${path.replaceAll(".", "-")}`;

/** Where what is wrong with a field is said. */
const faultPlace = (path) => el("span", { class: "fault", id: `${idOf(path)}-fault`, "data-fault": path });

/** A text in three languages. `told` holds it; `changed` hears of every letter. */
function texts(path, legend, told, changed, { isLong = false, most = 60 } = {}) {
  const field = ([language, name, tag]) => {
    const id = idOf(`${path}.${language}`);
    const about = { id, lang: tag, maxlength: most, "data-path": `${path}.${language}`, "aria-describedby": `${id}-fault`, autocomplete: "off" };
    const input = isLong ? el("textarea", { ...about, rows: 3 }) : el("input", about);
    input.value = told[language];
    input.addEventListener("input", () => { told[language] = input.value; changed(); });
    return el("label", { class: "told", for: id }, el("span", { class: "soft" }, name), input, faultPlace(`${path}.${language}`));
  };
  return el("fieldset", { class: "texts" }, el("legend", {}, legend), ...LANGUAGES.map(field));
}

/** So much for so much staked. */
function prize(path, row, changed) {
  const id = idOf(`${path}.prize`);
  const whole = (key, name) => {
    const input = el("input", { class: "whole", inputmode: "numeric", maxlength: 7, autocomplete: "off", value: row[key] || "", "data-path": `${path}.${key}`, "aria-describedby": `${id}-fault`, "aria-label": name });
    input.addEventListener("input", () => { row[key] = /^\d+$/.test(input.value.trim()) ? Number(input.value) : 0; changed(); });
    return el("span", { class: "whole-part" }, el("span", { class: "soft" }, name), input);
  };
  return el("span", { class: "row prize" }, whole("prize", say("pays_prize")), whole("stake", say("pays_stake")), faultPlace(`${path}.prize`));
}

/** One of several. `options` are values with their names. */
function choice(path, name, value, options, chosen) {
  const id = idOf(path);
  const select = el("select", { id, "data-path": path, "aria-describedby": `${id}-fault` }, ...options.map(([one, words]) => el("option", { value: one, selected: one === value }, words)));
  select.addEventListener("change", () => chosen(select.value));
  return el("label", { class: "told", for: id }, el("span", { class: "soft" }, name), select, faultPlace(path));
}

/** A short text. */
function line(path, name, value, typed, placeholder = "") {
  const id = idOf(path);
  const input = el("input", { id, "data-path": path, "aria-describedby": `${id}-fault`, maxlength: 40, autocomplete: "off", spellcheck: "false", placeholder });
  input.value = value;
  input.addEventListener("input", () => typed(input.value));
  return el("label", { class: "told", for: id }, el("span", { class: "soft" }, name), input, faultPlace(path));
}

/** Say what is wrong, each at its field; what is only missing is said more softly. Gives the first field that has a fault. @param {ParentNode} part */
function showFaults(part, faults) {
  for (const one of findAll(part, "[aria-invalid]")) one.removeAttribute("aria-invalid");
  for (const place of findAll(part, "[data-fault]")) {
    const found = faults.find((one) => one.path === place.dataset.fault);
    place.textContent = found?.detail ?? "";
    place.classList.toggle("missing", Boolean(found?.is_missing));
    const field = part.querySelector(`[data-path="${place.dataset.fault}"]`);
    if (found && !found.is_missing) field?.setAttribute("aria-invalid", "true");
  }
}

/** The first field with a fault, to go to. @param {ParentNode} part */
function firstFault(part) {
  const place = findAll(part, "[data-fault]").find((one) => one.textContent);
  const field = place && part.querySelector(`[data-path="${place.dataset.fault}"]`);
  return /** @type {HTMLElement | null} */ (field ?? place?.closest("fieldset")?.querySelector("input, select, button") ?? null);
}

// Outcomes to click: tiles with their marks, one by one or by what they have in common; arrow keys go from tile to tile

const SIZE = 22;

/**
 * A board of tiles. `about.marks` is what is marked, by outcome; `about.brush()` what a press marks; `about.words(mark)` what a mark is called,
 * `about.badge(mark)` its sign; `about.only` the outcomes that can be pressed, all where there is none; `about.changed()` hears of every press.
 */
class Tiles {
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
