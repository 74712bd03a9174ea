// One strategy of the lab: a shipped one by its name, or one's own text with the refusal at its line.

import { Editor } from "../editor.js";
import { byId, el, find, say, told } from "../page.js";

const OWN = "own";
const NOBODY = "";

/** The text of one's own that was written in this window, by slot and game. */
const kept = (letter, game) => `lab-${letter}-${game}`;

export class Slot {
  constructor(letter, changed) {
    this.letter = letter;
    this.changed = changed;
    this.game = "";
    const part = byId(`slot-${letter}`);
    this.select = find(part, "select", HTMLSelectElement);
    this.details = find(part, "details", HTMLDetailsElement);
    this.editor = new Editor(find(part, ".editor"), () => this.write());
    this.text = this.editor.text;
    this.refused = find(part, ".refusal");
    this.text.maxLength = told.most.letters;
    this.select.addEventListener("change", () => { this.choose(this.select.value); changed(); });
    this.details.addEventListener("toggle", () => this.editor.number());
  }

  /** Offer the strategies of a game. */
  play(game) {
    this.game = game;
    const none = this.letter === "a" ? [] : [el("option", { value: NOBODY }, say("nobody"))];
    const shipped = this.shipped().map((one) => el("option", { value: one.name }, one.title));
    this.select.replaceChildren(...none, ...shipped, el("option", { value: OWN }, say("own")));
    this.choose(none.length ? NOBODY : this.shipped()[0].name);
  }

  shipped() {
    return told.strategies.filter((one) => one.game === this.game);
  }

  /** A shipped strategy, one's own, or none; what is not there is not chosen. */
  choose(name) {
    const found = this.shipped().find((one) => one.name === name);
    if (!found && name !== OWN && !(name === NOBODY && this.letter !== "a")) return;
    this.select.value = name;
    this.accept();
    this.details.hidden = name === NOBODY;
    if (name === OWN) this.editor.value = sessionStorage.getItem(kept(this.letter, this.game)) ?? (this.text.value || this.shipped()[0].text);
    else this.editor.value = found ? found.text : "";
    if (name === OWN) this.details.open = true;
  }

  /** One's own text, as a run had it. */
  put(text) {
    sessionStorage.setItem(kept(this.letter, this.game), text);
    this.choose(OWN);
  }

  write() {
    sessionStorage.setItem(kept(this.letter, this.game), this.text.value);
    if (this.select.value !== OWN) {
      this.select.value = OWN;
      this.changed();
    }
    this.accept();
  }

  /** What the house is asked; null where there is none. */
  asked() {
    if (this.select.value === NOBODY) return null;
    if (this.select.value === OWN) return { text: this.text.value };
    return { game: this.game, name: this.select.value };
  }

  get name() {
    return this.select.value;
  }

  /** Show a refusal, at its line where it has one. */
  refuse(message, line) {
    this.refused.textContent = line ? say("line", { line, because: message }) : message;
    this.text.setAttribute("aria-invalid", "true");
    if (!line) {
      this.select.focus();
      return;
    }
    this.details.open = true;
    this.editor.mark(line);
    this.editor.go(line);
  }

  accept() {
    this.refused.textContent = "";
    this.text.removeAttribute("aria-invalid");
    this.editor.mark(0);
  }
}
