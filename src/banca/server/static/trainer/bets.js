// The bets of an exercise as a form: what becomes of each, what it is paid; and afterwards the marks.

import { el, money, phrased, readMoney, say, svg, typed } from "../page.js";
import { markOf } from "./mark.js";

/** One bet: its name, the results to choose from, the amount, and a place for its mark. */
export class BetForm {
  constructor(bet, number, results, isAlone) {
    this.bet = bet;
    this.results = results;
    this.amount = el("input", { inputmode: "decimal", autocomplete: "off", maxlength: 14, name: `paid-${number}`, oninput: () => this.typed(), onkeydown: (event) => this.pressed(event) });
    this.radios = results.map((result) => el("input", { type: "radio", name: `result-${number}`, value: result, onchange: () => this.choose(result) }));
    this.mark = el("div", { class: "mark", hidden: true });
    const name = phrased([bet.name, bet.on_name].filter(Boolean));
    this.element = el("fieldset", { class: "bet", "data-number": number },
      el("legend", {}, name, " · ", el("span", { class: "stake" }, say("stake", { stake: money(bet.stake) })), " ", isAlone ? null : el("small", {}, bet.player_name)),
      el("div", { class: "row inputs" },
        el("div", { class: "choices", role: "radiogroup", "aria-label": say("result_of") },
          ...results.map((result, place) => el("label", { class: "choice" }, this.radios[place], el("span", {}, say(result))))),
        el("label", { class: "amount" }, say("paid"), this.amount)),
      this.mark);
  }

  get result() {
    return this.radios.find((radio) => radio.checked)?.value ?? null;
  }

  /** Whether an amount belongs to what was chosen. */
  get takesAmount() {
    return this.result === "win" || (this.result === "lose" && this.bet.can_return);
  }

  /** The answer, or null where it is not complete. */
  get answer() {
    const paid = this.amount.value.trim() === "" && this.result !== "win" ? 0 : readMoney(this.amount.value);
    if (!this.result || (this.takesAmount && paid === null)) return null;
    return { result: this.result, paid: this.takesAmount ? paid : 0 };
  }

  choose(result) {
    this.radios.find((radio) => radio.value === result).checked = true;
    if (!this.takesAmount) this.amount.value = "";
  }

  /** An amount is paid to a winner, unless a loser may get something back and was chosen to lose. */
  typed() {
    if (this.amount.value.trim() && !this.takesAmount) this.choose("win");
  }

  pressed(event) {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    const letter = event.key.length === 1 && /\p{L}/u.test(event.key) && !event.ctrlKey && !event.metaKey && !event.altKey;
    const named = letter && this.results.find((result) => say(result).toLocaleLowerCase().startsWith(event.key.toLocaleLowerCase()));
    if (step) {
      const from = this.results.indexOf(this.result);
      this.choose(this.results.at(from < 0 ? Math.min(0, step) : (from + step) % this.results.length));
    } else if (named) this.choose(named);
    if (step || letter) event.preventDefault();
  }

  /** What was answered before. */
  fill({ result, paid }) {
    this.choose(result);
    if (this.takesAmount && (paid || result === "win")) this.amount.value = typed(paid);
  }

  /** The mark: right or wrong in a sign and a word, what is right, the arithmetic, the articles. */
  show(mark) {
    for (const input of [...this.radios, this.amount]) input.disabled = true;
    this.element.classList.add(mark.is_right ? "is-right" : "is-wrong");
    this.mark.replaceChildren(...markOf(mark));
    this.mark.hidden = false;
  }
}

/** Lines of pieces, with what they make once it may be told. */
export function linesOf(lines, isTold) {
  return el("div", { class: "lines" }, ...lines.map((line) => el("span", { class: "line" }, el("small", {}, line.name), " ",
    ...line.pieces.map(({ symbol, name }) => el("span", { class: "piece", role: "img", "aria-label": name }, svg("svg", { class: "felt", viewBox: "0 0 60 100", "aria-hidden": "true" }, svg("use", { href: `#${symbol}`, width: 60, height: 100 })))),
    isTold ? el("small", { class: "makes" }, line.makes) : null)));
}
