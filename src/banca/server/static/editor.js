// A text with its lines numbered that grows and wraps, where a line can be marked and gone to. The Tab key leaves it, unless somebody wants it to indent.

import { el, find } from "./page.js";

const INDENT = "    ";
const LONG = 20000;

export class Editor {
  /** `part` holds the textarea and the gutter of its numbers. */
  constructor(part, changed) {
    this.part = part;
    this.text = find(part, "textarea", HTMLTextAreaElement);
    this.gutter = find(part, ".gutter");
    this.indents = false;
    this.isLeaving = false;
    this.bad = 0;
    this.text.addEventListener("input", () => { this.number(); changed(); });
    this.text.addEventListener("keydown", (event) => this.key(event));
    this.text.addEventListener("blur", () => { this.isLeaving = false; });
  }

  get value() {
    return this.text.value;
  }

  set value(text) {
    this.text.value = text;
    this.number();
  }

  /** Another text in place of this one, as if it were typed: the browser can undo it. */
  replace(text) {
    this.text.focus();
    this.text.select();
    this.type(text);
    this.text.setSelectionRange(0, 0);
  }

  type(text) {
    const isShort = this.value.length + text.length < LONG;  // a long one takes the browser a minute as if it were typed
    if (!isShort || !document.execCommand("insertText", false, text)) this.text.setRangeText(text, this.text.selectionStart, this.text.selectionEnd, "end");
    this.number();
  }

  key(event) {
    const isTab = event.key === "Tab" && !event.shiftKey && !event.ctrlKey && !event.altKey && !event.metaKey;
    if (isTab && this.indents && !this.isLeaving) {
      event.preventDefault();
      this.type(INDENT);
    }
    this.isLeaving = event.key === "Escape";
  }

  /** The same text behind, a line an element; only lines that differ are written anew. */
  number() {
    const lines = this.value.split("\n");
    const there = this.gutter.children;
    while (there.length > lines.length) this.gutter.lastElementChild?.remove();
    const added = document.createDocumentFragment();
    lines.forEach((line, place) => {
      if (place >= there.length) added.append(el("div", {}, line));
      else if (there[place].textContent !== line) there[place].textContent = line;
    });
    this.gutter.append(added);
    for (const one of this.gutter.querySelectorAll(".bad")) one.classList.remove("bad");
    there[this.bad - 1]?.classList.add("bad");
  }

  /** Mark a line as the one that is wrong; none with 0. */
  mark(line) {
    this.bad = line;
    this.number();
  }

  /** Put the reader at a line, chosen and in sight. */
  go(line) {
    const lines = this.value.split("\n");
    const from = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0);
    this.text.focus();
    this.text.setSelectionRange(from, from + (lines[line - 1] ?? "").length);
    this.gutter.children[line - 1]?.scrollIntoView({ block: "center" });
  }
}
