// What a player does with bets: by press, by a typed line, again from the round before, or from the favourites.

import { byId, el, find, listed, money, readMoney, say, told } from "../page.js";

// The command line: "pass 50", "odds 100", "undo", "throw". Names are the rulebook's, in any of their spellings.

/** Thrown where a line cannot be read: what it could be. */
export class Unread extends Error {}

export const plain = (text) => text.toLocaleLowerCase().normalize("NFKD").replace(/\p{M}/gu, "").replace(/[_:–-]/g, " ").replace(/[^\p{L}\p{N} ]/gu, "").trim();

/** A bet with the least that may be staked, as one would type it. */
export const exampleOf = (key) => `${told.bets[key].name} ${told.minimum / 100}`;

/** Whether every word that was typed begins, in order, a word of the name. */
export function fits(typed, name) {
  const words = name.split(/\s+/);
  let place = 0;
  for (const word of typed) {
    while (place < words.length && !words[place].startsWith(word)) place += 1;
    if (place === words.length) return false;
    place += 1;
  }
  return true;
}

/** Those for which it holds, or all where it holds for none. */
function narrowed(keys, holds) {
  const some = keys.filter(holds);
  return some.length ? some : keys;
}

/**
 * The bets that the words name: the whole name before what people at the table call it, and that before the beginning of a name;
 * first words before later, a bet before those with a selection ("pass" is the Pass Line, whether it is open or not, and never an
 * additional bet), open bets before closed ones.
 */
export function findBets(words, open) {
  const typed = plain(words).split(/\s+/).filter(Boolean);
  const whole = typed.join(" ");
  const keys = Object.keys(told.bets);
  const spellings = (key) => [plain(key), plain(told.bets[key].name)];
  const exactly = keys.filter((key) => spellings(key).includes(whole));
  if (exactly.length) return exactly;
  const talked = keys.filter((key) => told.bets[key].also.some((name) => plain(name) === whole));
  if (talked.length) return talked;
  const found = keys.filter((key) => spellings(key).some((name) => fits(typed, name)));
  const first = narrowed(found, (key) => spellings(key).some((name) => name.startsWith(typed[0])));
  return narrowed(narrowed(first, (key) => !key.includes(":")), (key) => open.includes(key));
}

/**
 * What a line asks for: {act} for an act of the table, {own} for undo, repeat or clear, {bet, stake}, or {take} to take a bet
 * back with "-pass".
 */
export function read(line, { open, acts, own }) {
  const text = line.trim();
  const word = plain(text);
  const isNamed = (act) => plain(act) === word || plain(told.acts[act] ?? "") === word;
  const named = [...acts.filter(isNamed), ...Object.keys(told.acts).filter(isNamed)];  // of what cannot be done now, the house says why
  if (named.length) return { act: named[0] };
  if (own[word]) return { own: own[word] };
  const [, minus, words, amount] = /^(-?)\s*(.*?)\s*([\d.,]*)$/.exec(text) ?? [text, "", text, ""];
  let found = words ? findBets(words, open) : [];
  let written = amount;
  if (amount && (!found.length || found.length > 1)) {  // "hard way 6" ends with its selection, not with an amount
    const whole = findBets(text.replace(/^-/, ""), open);
    const selected = amount && whole.length === 1 ? whole : [];
    if (selected.length) [found, written] = [selected, ""];
  }
  const examples = [open[0], open[1]].filter(Boolean).map(exampleOf);
  if (!found.length) throw new Unread(say("unknown_line", { line: text, examples: listed([...examples, ...acts.map((act) => told.acts[act] ?? act)]) }));
  if (found.length > 1) throw new Unread(say("which", { line: text, allowed: listed(found.slice(0, 8).map((key) => told.bets[key].name)) }));
  if (minus) return { take: found[0] };
  const stake = readMoney(written);
  if (!stake) throw new Unread(say("no_amount", { bet: told.bets[found[0]].name, example: exampleOf(found[0]) }));
  return { bet: found[0], stake };
}

// Bets with a name, kept in this browser for every table of the game.

const FAVOURITES = `banca-favourites-${told.game}`;

const readFavourites = () => JSON.parse(localStorage.getItem(FAVOURITES) ?? "{}");
const total = (bets) => bets.reduce((sum, one) => sum + one.stake, 0);

/** `own()` are the bets that lie there; `putDown(bets)` places some. */
export function startFavourites({ own, putDown }) {
  const [card, button] = [byId("favourites-card"), byId("favourites")];
  const close = () => {
    card.hidden = true;
    button.setAttribute("aria-expanded", "false");
  };

  const keep = (name, bets) => {
    const all = readFavourites();
    if (bets) all[name] = bets;
    else delete all[name];
    localStorage.setItem(FAVOURITES, JSON.stringify(all));
    draw();
  };

  const draw = () => {
    const rows = Object.entries(readFavourites()).map(([name, bets]) => el("li", {},
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

// What a player does with bets: places, takes off, doubles, repeats, and takes back step by step what was done.

const EARLIER = `banca-bets-${told.table}-${told.me.name}`;

/** @typedef {{ bet: string, on: string, stake: number, sign: number, group: number }} Step */

export class Moves {
  /** `attempt(what, key)` tries something at a bet and says whether it was done; `refuse(text)` says why nothing was tried. */
  constructor(state, { attempt, refuse, chip }) {
    this.state = state;
    this.attempt = attempt;
    this.refuse = refuse;
    this.chip = chip;
    /** What was done since bets were last decided, the last last. @type {Step[]} */
    this.done = [];
    this.group = 0;
    this.isInGroup = false;
    this.isUndoing = false;
    /** What this player put down in a round that opened, by bet. @type {Map<string, number>} */
    this.opening = new Map();
    /** What the table remembers since the last round, as far as it was heard. */
    this.memory = undefined;
  }

  /** An event of the table, once. */
  hear(event) {
    const { event: kind, player, bet, on = "", stake } = event;
    if (kind === "round_ended") this.memory = event.table;
    if (["result_called", "round_voided"].includes(kind)) this.close(kind === "result_called");
    if (player !== this.state.me || !["bet_placed", "bet_taken_down"].includes(kind)) return;
    const sign = kind === "bet_placed" ? 1 : -1;
    if (!this.isUndoing) this.done.push({ bet, on, stake, sign, group: this.isInGroup ? this.group : (this.group += 1) });
    if (!on && this.isOpening) this.opening.set(bet, (this.opening.get(bet) ?? 0) + sign * stake);
  }

  /** Whether the table stands as at the beginning of a round: no point, no hand. */
  get isOpening() {
    return (this.memory ?? this.state.view.state.table ?? "") === told.start;
  }

  /** The bets lie: those that opened the round can be repeated after it. */
  close(isDecided) {
    const lies = [...this.opening].filter(([, stake]) => stake > 0).map(([bet, stake]) => ({ bet, stake }));
    if (isDecided && lies.length) localStorage.setItem(EARLIER, JSON.stringify(lies));
    this.opening.clear();
    this.done = [];
  }

  /** Several things that are undone together. */
  async together(act) {
    this.group += 1;
    this.isInGroup = true;
    try {
      await act();
    } finally {
      this.isInGroup = false;
    }
  }

  place(bet, stake) {
    return this.attempt(() => this.state.do({ do: "place_bet", bet, stake }), bet);
  }

  /** So much of what lies on a bet, or all; what has not moved to a number before what has. */
  takeBack(bet, stake = Infinity) {
    const lies = this.state.own.find((one) => one.bet === bet && !one.on) ?? this.state.own.find((one) => one.bet === bet);
    const rest = (lies?.stake ?? 0) - stake;
    return this.withdraw(bet, lies?.on ?? "", rest >= this.least(bet) ? stake : undefined);
  }

  withdraw(bet, on, stake) {
    return this.attempt(() => this.state.do({ do: "withdraw_bet", bet, ...(on && { on }), ...(stake && { stake }) }), bet);
  }

  least(bet) {
    const { minimum, minimums } = this.state.view;
    return minimums[bet.split(":")[0]] ?? minimum;
  }

  /** One chip less: the one that was put there last, or one as in hand. */
  takeOne(bet) {
    const last = this.done.findLast((one) => one.bet === bet && one.sign > 0);
    return this.takeBack(bet, last?.stake ?? this.chip());
  }

  /** The last thing that was done is undone: what was put down comes back, what was taken off lies there again. */
  async undo() {
    const last = this.done.at(-1);
    if (!last) return this.refuse(say("nothing_to_undo"));
    const steps = this.done.filter((one) => one.group === last.group).reverse();
    for (const step of steps) {
      this.isUndoing = true;
      const isDone = await (step.sign > 0 ? this.unplace(step) : this.place(step.bet, step.stake)).finally(() => { this.isUndoing = false; });
      if (!isDone) return;
      this.done.splice(this.done.indexOf(step), 1);
    }
  }

  unplace({ bet, on, stake }) {
    const lies = this.state.own.find((one) => one.bet === bet && one.on === on);
    return this.withdraw(bet, on, lies && stake < lies.stake ? stake : undefined);
  }

  /** As many bets as are open, one after another. */
  async putDown(bets, nothing) {
    const open = bets.filter(({ bet }) => this.state.view.open_bets.includes(bet));
    if (!bets.length) return this.refuse(say(nothing));
    await this.together(async () => {
      for (const { bet, stake } of open.length ? open : bets.slice(0, 1)) if (!await this.place(bet, stake)) return;  // of what is not open, the house says why
    });
  }

  repeat() {
    return this.putDown(JSON.parse(localStorage.getItem(EARLIER) ?? "[]"), "nothing_to_repeat");
  }

  double(bet) {
    return this.putDown(this.state.own.filter((one) => !one.on && (!bet || one.bet === bet)), "nothing_to_double");
  }

  /** As much as the law gives back: once more where a bet could not go before the one upon it; what stays says why. */
  async takeAllBack() {
    await this.together(async () => {
      let [lies, before] = [[...this.state.own], Infinity];
      while (lies.length && lies.length < before) {
        before = lies.length;
        const stay = [];
        for (const one of lies) if (!await this.withdraw(one.bet, one.on)) stay.push(one);
        lies = stay;
      }
    });
  }
}
