// How a question is answered (bet by bet, with an amount, in chips, or by a choice), and the marks.

import { bracketed, clauseOf, el, labelled, money, phrased, readMoney, say, svg, typed } from "../page.js";

// Each form has its element, its reply, and shows its marks

/** The form for a question; `done` is called when Enter is pressed at its end. */
export function formOf(asked, done) {
  const kinds = { bets: BetsForm, amount: AmountForm, chips: ChipsForm, choice: ChoiceForm };
  return new kinds[asked.form](asked, done);
}

/** A result and an amount for each bet. */
class BetsForm {
  constructor(asked, done) {
    const isAlone = asked.bets.every((bet) => bet.player === asked.bets[0].player);
    this.forms = asked.bets.map((bet, place) => new BetForm(bet, place, asked.results, isAlone));
    this.element = el("div", {}, ...this.forms.map((form) => withLines(form, false)));
    this.element.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || !(event.target instanceof HTMLInputElement)) return;
      event.preventDefault();
      const place = this.forms.findIndex((form) => form.element.contains(event.target));
      if (this.forms[place + 1]) this.forms[place + 1].amount.focus();
      else done();
    });
  }

  get missing() {
    return say("choose");
  }

  get reply() {
    const answers = this.forms.map((form) => form.answer);
    return answers.includes(null) ? null : { answers };
  }

  fill({ answers }) {
    answers.forEach((answer, place) => this.forms[place].fill(answer));
  }

  /** @param {FocusOptions} [how] */
  focus(how) {
    this.forms[0].amount.focus(how);
  }

  focusMissing() {
    this.forms.find((form) => form.answer === null)?.amount.focus();
  }

  show(marks) {
    this.forms.forEach((form, place) => form.show(marks[place]));
    for (const form of this.forms) withLines(form, true);
  }
}

/** A bet stands with the pieces that decide it alone, where it has any. */
function withLines(form, isTold) {
  const { lines } = form.bet;
  form.element.querySelector(".lines")?.remove();
  if (lines.length) form.element.querySelector("legend").after(linesOf(lines, isTold));
  return form.element;
}

/** What all forms with one mark have in common. */
class OneForm {
  /** @type {HTMLInputElement[]} */
  inputs = [];
  element = el("div");

  constructor() {
    this.mark = el("div", { class: "mark", hidden: true });
  }

  focusMissing() {
    this.focus();
  }

  /** @param {FocusOptions} [how] */
  focus(how) {
    this.inputs[0].focus(how);
  }

  show([mark]) {
    for (const input of this.inputs) input.disabled = true;
    this.element.classList.add(mark.is_right ? "is-right" : "is-wrong");
    this.mark.replaceChildren(...markOf(mark));
    this.mark.hidden = false;
  }
}

/** The bets as a list, for those who do not see the layout. */
const listOf = (bets) => el("ul", { class: "bets-list" }, ...bets.map((bet) => el("li", {}, bet.name, " ", bet.on_name, " · ", el("span", { class: "stake" }, money(bet.stake)), " ", el("small", {}, bet.player_name))));

class AmountForm extends OneForm {
  constructor(asked) {
    super();
    this.amount = el("input", { name: "amount", inputmode: "decimal", autocomplete: "off", maxlength: 14 });
    this.inputs = [this.amount];
    this.element = el("div", { class: "one" }, listOf(asked.bets), el("label", { class: "amount" }, say("amount"), this.amount), this.mark);
  }

  get missing() {
    return say("type_amount");
  }

  get reply() {
    const amount = readMoney(this.amount.value);
    return amount === null ? null : { amount };
  }

  fill({ amount }) {
    this.amount.value = typed(amount);
  }
}

class ChipsForm extends OneForm {
  constructor(asked, done) {
    super();
    this.inputs = asked.denominations.map((worth) => el("input", { name: `chips-${worth}`, inputmode: "numeric", autocomplete: "off", maxlength: 6, pattern: "[0-9]*", "data-worth": worth }));
    this.element = el("div", { class: "one" }, el("div", { class: "cutting" },
      ...this.inputs.map((input, place) => el("label", {}, el("span", { class: "worth" }, money(asked.denominations[place])), "×", input))), this.mark);
    this.element.addEventListener("keydown", (event) => {
      if (event.key !== "Enter") return;
      event.preventDefault();
      const next = this.inputs[this.inputs.findIndex((input) => input === event.target) + 1];
      if (next) next.focus();
      else done();
    });
  }

  get missing() {
    return say("type_counts");
  }

  get reply() {
    const counts = this.inputs.map((input) => (/^\d{0,6}$/.test(input.value.trim()) ? Number(input.value.trim()) : null));
    return counts.includes(null) || !counts.some(Boolean) ? null : { counts };
  }

  fill({ counts }) {
    counts.forEach((count, place) => { this.inputs[place].value = count || ""; });
  }
}

class ChoiceForm extends OneForm {
  constructor(asked) {
    super();
    this.inputs = asked.choices.map(({ id }) => el("input", { type: "radio", name: "choice", value: id }));
    this.element = el("div", { class: "one" }, asked.bets.length ? listOf(asked.bets) : null,
      el("div", { class: "choose", role: "radiogroup", "aria-labelledby": "asks" },
        ...asked.choices.map(({ name, text }, place) => el("label", { class: "offer" }, this.inputs[place], el("span", {}, el("strong", {}, name), text ? el("small", {}, text) : null)))), this.mark);
  }

  get missing() {
    return say("choose_one");
  }

  get reply() {
    const choice = this.inputs.find((input) => input.checked)?.value;
    return choice ? { choice } : null;
  }

  fill({ choice }) {
    for (const input of this.inputs) input.checked = input.value === choice;
  }
}

// The bets

/** One bet: its name, the results to choose from, the amount, and a place for its mark. */
class BetForm {
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

// The marks

/** The parts of a mark, as they stand below what was asked. */
export function markOf(mark) {
  return [
    el("p", { class: "verdict" }, el("span", { "aria-hidden": "true" }, mark.is_right ? "✓ " : "✗ "), el("strong", {}, labelled(say(mark.is_right ? "right" : "wrong"))), mark.said,
      mark.is_right ? null : el("span", { class: "soft" }, bracketed("", say("you_said", { answer: mark.given })))),
    el("ol", { class: "steps" }, ...mark.steps.map((step) => el("li", {}, step))),
    el("details", {}, el("summary", {}, ...mark.articles.flatMap(({ cite, cited }) => [el("span", { class: "badge", title: cited }, clauseOf(cite)), " "])),
      el("dl", {}, ...mark.articles.flatMap(({ cited, text }) => [el("dt", {}, cited), el("dd", {}, text)]))),
  ];
}
