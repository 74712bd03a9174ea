// A text with its lines numbered, where a line can be marked and gone to. The Tab key leaves it, unless somebody wants it to indent.

import { find } from "./page.js";

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
    this.numbered = "";
    this.text.addEventListener("input", () => { this.number(); changed(); });
    this.text.addEventListener("scroll", () => { this.gutter.scrollTop = this.text.scrollTop; });
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
    this.text.scrollTop = 0;
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

  /** Number the lines, and mark one. */
  number() {
    const count = this.value.split("\n").length;
    const wanted = `${count} ${this.bad}`;
    if (wanted !== this.numbered) {
      this.numbered = wanted;
      const lines = Array.from({ length: count }, (_, place) => `${place + 1}\n`);
      const before = lines.slice(0, Math.max(this.bad - 1, 0)).join("");
      const after = lines.slice(this.bad).join("");
      this.gutter.replaceChildren(before);
      if (this.bad) {
        const marked = document.createElement("span");
        marked.className = "bad";
        marked.textContent = `✕ ${this.bad}`;
        this.gutter.append(marked, `\n${after}`);
      } else this.gutter.append(after);
    }
    this.gutter.scrollTop = this.text.scrollTop;
  }

  /** Mark a line as the one that is wrong; none with 0. */
  mark(line) {
    this.bad = line;
    this.part.classList.toggle("marked", Boolean(line));
    this.part.style.setProperty("--line", String(line));
    this.number();
  }

  /** Put the reader at a line, chosen and in sight. */
  go(line) {
    const lines = this.value.split("\n");
    const from = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0);
    this.text.focus();
    this.text.setSelectionRange(from, from + (lines[line - 1] ?? "").length);
    this.text.scrollTop = Math.max((line - 4) * parseFloat(getComputedStyle(this.text).lineHeight), 0);
  }
}
