// Chips to bet with: a few denominations of this table, or any other amount.

import { denomination } from "./chips.js";
import { el, money, readMoney, say, short, told } from "../page.js";

const STEPS = [1, 5, 10, 50, 100, 1000];

export class Tray {
  constructor(place) {
    this.other = el("input", { id: "other-chip", inputmode: "decimal", autocomplete: "off", size: 11, "aria-label": say("other_chip"), placeholder: say("other_chip") });
    const amounts = STEPS.map((step) => step * told.minimum).filter((amount) => amount <= told.maximum);
    this.chips = amounts.map((amount, number) => el("input", { type: "radio", name: "chip", value: amount, checked: number === 0, onchange: () => { this.other.value = ""; } }));
    const labels = amounts.map((amount, number) => el("label", { class: "chip-choice", title: say("chip", { amount: money(amount) }) },
      this.chips[number], el("span", { class: denomination(amount) }, short(amount))));
    place.append(...labels, this.other);
  }

  /** The chip in hand, in avos. */
  get amount() {
    const written = this.other.value.trim();
    if (written) return readMoney(written) ?? 0;
    return Number(this.chips.find((chip) => chip.checked)?.value ?? told.minimum);
  }

  /** The first, second … chip. */
  choose(number) {
    const choice = this.chips[number - 1];
    if (!choice) return;
    choice.checked = true;
    this.other.value = "";
  }
}
