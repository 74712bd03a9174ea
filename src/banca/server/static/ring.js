// The ring that counts the seconds down which somebody has, by what the server has said is left.

import { find, isStill } from "./page.js";

const SOON = 4, TICK = 250;

/** Whether there are seconds that somebody has: the croupier's own pace is nobody's to use, and none left is no countdown. */
export const isCounted = (due) => Boolean(due?.counts && due.left > 0);

export class Ring {
  /** When the phase ends by this page's clock, in milliseconds. */
  end = 0;
  timer = 0;
  shown = "";
  /** @type {Animation | null} */
  running = null;

  /** @param {SVGSVGElement} ring */
  constructor(ring) {
    this.ring = ring;
    this.left = find(ring, ".ring-left", SVGElement);
    this.figure = find(ring, "text", SVGElement);
  }

  /** It runs, and goes when nothing is left. */
  show(due) {
    const runs = isCounted(due);
    const key = runs ? `${due.act} ${due.left} ${due.of}` : "";
    if (key === this.shown) return;
    this.shown = key;
    clearInterval(this.timer);
    this.running?.cancel();
    this.ring.classList.toggle("runs", runs);
    if (!runs) return;
    this.end = performance.now() + due.left * 1000;
    if (!isStill()) this.running = this.left.animate([{ strokeDashoffset: 100 - (100 * due.left) / due.of }, { strokeDashoffset: 100 }], { duration: due.left * 1000, fill: "forwards" });
    this.tick();
    this.timer = setInterval(() => this.tick(), TICK);
  }

  tick() {
    const seconds = Math.max(0, Math.ceil((this.end - performance.now()) / 1000));
    if (this.figure.textContent !== String(seconds)) this.figure.textContent = String(seconds);
    this.ring.classList.toggle("soon", seconds <= SOON);
    this.ring.classList.toggle("runs", seconds > 0);
    if (!seconds) clearInterval(this.timer);
  }
}
