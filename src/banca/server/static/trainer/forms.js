// How a question is answered: bet by bet, with an amount, in chips, or by a choice. Each form has its element, its reply, and shows its marks.

import { el, money, readMoney, say, typed } from "../page.js";
import { BetForm, linesOf } from "./bets.js";
import { markOf } from "./mark.js";

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
