// What a player does with bets: places, takes off, doubles, repeats, and takes back step by step what was done.

import { say, told } from "../page.js";

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
