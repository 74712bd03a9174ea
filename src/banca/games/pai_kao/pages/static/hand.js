// Setting four tiles as two pairs: by dragging, by pressing two tiles, or by one of the three settings, with their chances on request.

import { get } from "../api.js";
import { announce, decimal, el, labelled, listed, number, parted, percent, say, shrink, told } from "../page.js";
import { drawnTile, isHigher, isSame, pairOf, readSetting, threeSettings, tileName, writeSetting } from "./ranks.js";
import { cite, cites } from "../table/labels.js";

const FAR = 6;
/** Pixels that a finger moves before it drags. */
const LINES = ["front", "rear"];

export class Hand {
  /** Where a refusal is said. @type {HTMLElement} */
  refused;

  /** `send({gate, setting})` sets the tiles; `moved()` is called when they lie otherwise. */
  constructor(place, { send, moved }) {
    this.place = place;
    this.send = send;
    this.moved = moved;
    this.dealt = null;
    this.laid = null;
    this.picked = null;
    this.chances = null;
  }

  get isOpen() {
    return this.dealt !== null;
  }

  /** The tiles to be set, as {round, gate, tiles, seat, clause, setting}, or null where there are none. */
  show(dealt) {
    const key = dealt && `${dealt.round} ${dealt.gate} ${dealt.tiles}`;
    const isNew = key !== (this.key ?? null);
    const isSetAnew = dealt?.setting && dealt.setting !== this.dealt?.setting;
    this.key = key;
    this.dealt = dealt;
    this.place.hidden = !dealt;
    if (!dealt || !(isNew || isSetAnew)) return;
    if (isNew) {
      this.picked = this.chances = null;
      announce(say("tiles_came", { tiles: listed(dealt.tiles.map(tileName)) }));
    }
    this.laid = dealt.setting ? readSetting(dealt.setting) : threeSettings(dealt.tiles)[0];
    this.draw();
  }

  draw() {
    const { gate, clause, setting } = this.dealt;
    const active = document.activeElement;
    const focused = active instanceof HTMLElement && this.place.contains(active) ? active.dataset.focus : null;
    const isUpsideDown = isHigher(this.laid.front, this.laid.rear);
    const isSet = setting && isSame(readSetting(setting), this.laid);
    this.refused = el("p", { class: "refusal", role: "alert" });
    this.place.dataset.set = String(Boolean(isSet));
    this.place.replaceChildren(
      el("div", { class: "pairs" }, ...LINES.map((line) => this.pair(line))),
      this.settings(),
      el("div", { class: "hand-acts" },
        el("h2", { id: "hand-title" }, say("your_tiles", { gate })),
        el("div", { class: "row" },
          el("button", { type: "button", class: "primary", id: "set-tiles", "data-focus": "set", onclick: () => this.set() }, isSet ? `✓ ${say("set_it")}` : say("set_it")),
          el("button", { type: "button", id: "advice", "data-focus": "advice", disabled: this.chances !== null, onclick: () => this.advise() }, say("advice")),
          clause ? cite(clause) : null),
        el("p", { class: "soft" }, isUpsideDown ? say("lower_goes_front") : say(isSet ? "tiles_are_set" : "pick_tile"), isUpsideDown ? cites([told.linesCite]) : null),
        this.refused));
    for (const name of this.place.querySelectorAll(".pair strong, .setting .grow")) shrink(/** @type {HTMLElement} */ (name));
    if (focused) this.place.querySelector(`[data-focus="${focused}"]`)?.focus();
    this.moved();
  }

  pair(line) {
    const pair = this.laid[line];
    const { name, place, of, cites: clauses } = pairOf(pair);
    return el("div", { class: "pair", role: "group", "aria-label": say(line), "data-line": line },
      el("div", { class: "tiles" }, ...pair.map((face, index) => this.tile(face, line, index))),
      el("p", {}, el("span", { class: "soft" }, say(line)), el("strong", {}, name), el("small", {}, `${say("place_of", { place, of })} `, cites(clauses))));
  }

  tile(face, line, index) {
    const here = `${line}-${index}`;
    const button = el("button", {
      type: "button", class: "tile-button", "data-line": line, "data-index": index, "data-tile": face, "data-focus": here,
      "aria-label": say("tile", { name: tileName(face), line: say(line) }), "aria-pressed": String(this.picked === here),
      onclick: () => this.press(line, index), onpointerdown: (event) => this.drag(event, line, index),
    }, drawnTile(face));
    return button;
  }

  /** The first tile that is pressed is picked; one of the other pair changes places with it. */
  press(line, index) {
    if (this.wasDragged) {
      this.wasDragged = false;
      return;
    }
    const here = `${line}-${index}`;
    const [pickedLine, pickedIndex] = this.picked?.split("-") ?? [];
    if (pickedLine && pickedLine !== line) this.swap(pickedLine === "front" ? [Number(pickedIndex), index] : [index, Number(pickedIndex)]);
    else {
      this.picked = this.picked === here ? null : here;
      this.draw();
    }
  }

  /** A tile of the front pair and one of the rear pair change places. */
  swap([front, rear]) {
    const laid = { front: [...this.laid.front], rear: [...this.laid.rear] };
    [laid.front[front], laid.rear[rear]] = [laid.rear[rear], laid.front[front]];
    this.lay(laid);
  }

  lay(laid) {
    this.laid = laid;
    this.picked = null;
    this.draw();
    announce(parted(LINES.map((line) => labelled(say(line), pairOf(laid[line]).name))));
  }

  /** One of the three settings, 1 to 3. */
  choose(which) {
    const found = threeSettings(this.dealt.tiles)[which - 1];
    if (found) this.lay(found);
  }

  drag(start, line, index) {
    if (start.button) return;
    const tile = start.currentTarget;
    this.wasDragged = false;
    tile.setPointerCapture(start.pointerId);
    const move = (event) => {
      const [x, y] = [event.clientX - start.clientX, event.clientY - start.clientY];
      if (Math.hypot(x, y) > FAR) this.wasDragged = true;
      if (!this.wasDragged) return;
      tile.classList.add("dragged");
      tile.style.transform = `translate(${x}px, ${y}px)`;
    };
    const end = (event) => {
      for (const name of ["pointermove", "pointerup", "pointercancel"]) tile.removeEventListener(name, name === "pointermove" ? move : end);
      tile.classList.remove("dragged");
      tile.style.transform = "";
      if (!this.wasDragged || event.type === "pointercancel") return;
      const other = this.under(event, line);
      if (other !== null) this.swap(line === "front" ? [index, other] : [other, index]);
      setTimeout(() => { this.wasDragged = false; });
    };
    tile.addEventListener("pointermove", move);
    tile.addEventListener("pointerup", end);
    tile.addEventListener("pointercancel", end);
  }

  /** The tile of the other pair that is nearest to where the finger left off; null outside of that pair. */
  under({ clientX: x, clientY: y }, line) {
    const pair = [...this.place.querySelectorAll(".pair")].find((one) => one.dataset.line !== line);
    const box = pair.getBoundingClientRect();
    if (x < box.left || x > box.right || y < box.top || y > box.bottom) return null;
    const far = [...pair.querySelectorAll(".tile-button")].map((one) => {
      const { left, width } = one.getBoundingClientRect();
      return Math.abs(x - left - width / 2);
    });
    return far.indexOf(Math.min(...far));
  }

  settings() {
    const rows = threeSettings(this.dealt.tiles).map((setting, place) => this.setting(setting, place + 1));
    return el("div", { class: "settings" },
      el("ol", { class: "plain", "aria-label": say("three_settings") }, ...rows));
  }

  setting(setting, which) {
    const [front, rear] = LINES.map((line) => pairOf(setting[line]).name);
    const known = this.chances?.find((one) => isSame(setting, { front: one.front.tiles, rear: one.rear.tiles }));
    return el("li", { class: "setting", "data-setting": which },
      el("button", {
        type: "button", "data-focus": `setting-${which}`, "aria-pressed": String(isSame(setting, this.laid)),
        "aria-label": say("take_setting", { number: which, front, rear }), title: say("take_this"), onclick: () => this.choose(which),
      }, String(which)),
      el("span", { class: "small-tiles" }, ...setting.front.map(drawnTile), el("span", { "aria-hidden": "true" }, "/"), ...setting.rear.map(drawnTile)),
      el("span", { class: "grow" }, `${front} / ${rear}`, known ? chances(known) : null));
  }

  async advise() {
    const { tiles, seat } = this.dealt;
    try {
      const found = await get(`/api/v1/pai-kao/settings?tiles=${tiles.join(",")}&seat=${seat}`);
      if (this.dealt?.tiles.join() !== tiles.join()) return;
      this.chances = found.settings;
      this.draw();
      this.place.querySelector('[data-focus="setting-1"]').focus();
    } catch (fault) {
      this.refused.textContent = fault.message;
    }
  }

  async set() {
    this.refused.textContent = "";
    try {
      await this.send({ gate: this.dealt.gate, setting: writeSetting(this.laid) });
    } catch (fault) {
      this.refused.textContent = fault.message;
    }
  }
}

function chances(known) {
  const part = (name) => `${say(`${name}s`)} ${percent(decimal(known[name]), 1)}`;
  const worth = decimal(known.value);
  return el("span", { class: "chances" },
    el("small", {}, `${[part("win"), `${say("ties")} ${percent(decimal(known.tie), 1)}`, part("lose")].join(" · ")} · `),
    el("small", { title: known.value }, `${say("value")} ${worth < 0 ? "−" : "+"}${number(Math.abs(worth), 4, 4)}`),
    known.is_best ? el("strong", { class: "win" }, ` ★ ${say("best")}`) : null);
}
