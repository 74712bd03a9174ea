// A proposal by clicking: bets on marked outcomes, prizes typed, prizes of the game's own bets changed. The server writes the file.

import { get } from "../api.js";
import { byId, drawingOf, el, find, labelled, say, told } from "../page.js";
import { choice, faultPlace, firstFault, line, prize, showFaults, texts } from "./fields.js";
import { Tiles } from "./tiles.js";

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
