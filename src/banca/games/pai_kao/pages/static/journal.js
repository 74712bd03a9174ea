// What a round of Pai Kao came to: every stake and principal with its arithmetic and articles, and a line for every round.

import { Journal, trim } from "../table/journal.js";
import { byId, el, gain, labelled, listed, money, parted, say, short, told } from "../page.js";
import { pairOf, readSetting } from "./ranks.js";
import { cites } from "../table/labels.js";

const SIGNS = { win: "✓", lose: "✗", tie: "=" };
const MOST = 24;

const LONG = 100_000;
/** Avos from which an amount is written shortly on a mark. */

export class PaiKaoJournal extends Journal {
  constructor(state) {
    super(state);
    this.turned = {};
    this.banker = 0;
  }

  hear(entry, isNew) {
    for (const [place, event] of entry.events.entries()) {
      if (event.event === "principal_put_down") this.banker = event.gate;
      if (event.event === "gates_turned") this.turned = event.settings;
      if (event.event === "dice_shaken" && isNew) this.say(entry.said[place], event.cites);
    }
    if (entry.events.some(({ event }) => event === "commission_taken")) this.settle(entry, isNew);
    super.hear(entry, isNew);
  }

  settle({ events, said: sentences }, isNew) {
    const of = (...kinds) => events.filter(({ event }) => kinds.includes(event));
    const [stakes, [banker]] = [of("stake_settled"), of("bank_settled")];
    const own = (event) => (event.player ?? event.who) === this.state.me;
    const paid = of("stake_settled", "bank_settled").sort((one, other) => Number(own(other)) - Number(own(one)));
    const gateOf = (event) => (event === banker ? this.banker : stakes.includes(event) ? event.gate : 0);
    byId("payments").replaceChildren(el("ul", { class: "plain" }, ...[...paid, ...of("compensation_claimed"), ...of("commission_taken")]
      .map((event) => this.line(event, sentences[events.indexOf(event)], gateOf(event)))));
    const byGate = new Map(stakes.map(({ gate, result }) => [gate, result]));
    const said = listed([...byGate].map(([gate, result]) => `${say("gate", { gate })} ${told.verdicts[result]}`)) || say("nothing_staked");
    byId("history").prepend(el("li", { class: "result-chip", title: said }, el("span", { class: "sr" }, said),
      el("span", { "aria-hidden": "true" }, [...byGate].map(([gate, result]) => `${gate}${SIGNS[result]}`).join(" ") || "–")));
    trim(byId("history"), MOST);
    if (isNew) this.say([this.net(paid.filter(own)), said].filter(Boolean).join(" · "), []);
  }

  /** What the round was for this reader, in words. */
  net(own) {
    if (!own.length) return "";
    const staked = own.reduce((sum, one) => sum + (one.stake ?? one.principal), 0);
    const net = own.reduce((sum, one) => sum + one.received, 0) - staked;
    const amounts = { amount: money(Math.abs(net)), staked: money(staked) };
    return net > 0 ? say("won_of", amounts) : net < 0 ? say("lost_of", amounts) : say("even");
  }

  /** What somebody receives, is owed or keeps, in the server's words; and how the gate lay. */
  line(event, said, gate) {
    const { event: kind, player, who, result, gross = 0, received } = event;
    const way = result ?? (gross > 0 ? "win" : gross < 0 ? "lose" : "");
    const net = received === undefined ? null : el("strong", {}, gain(received - (event.stake ?? event.principal)));
    return el("li", { class: `payment ${kind === "commission_taken" ? "soft" : way}`, "data-player": player, "data-bank": who },
      el("span", {}, `${SIGNS[result] ?? ""} ${said} `), net, cites(event.cites), this.pairs(gate));
  }

  /** How the gate lay. */
  pairs(gate) {
    if (!this.turned[gate]) return null;
    const { front, rear } = readSetting(this.turned[gate]);
    return el("small", { class: "lay" }, parted([labelled(say("front"), pairOf(front).name), labelled(say("rear"), pairOf(rear).name)]));
  }

  /** On every gate what it came to: for oneself where one has staked there, else for all who have. */
  marks(events) {
    const marks = new Map();
    const settled = events.filter(({ event }) => event === "stake_settled");
    for (const gate of new Set(settled.map((one) => one.gate))) {
      const all = settled.filter((one) => one.gate === gate);
      const own = all.filter((one) => one.player === this.state.me);
      const net = (own.length ? own : all).reduce((sum, one) => sum + one.received - one.stake, 0);
      marks.set(String(gate), { verdict: all[0].result, texts: [brief(all[0].result, net)] });
    }
    const bank = events.find(({ event }) => event === "bank_settled");
    const verdict = bank.gross > 0 ? "win" : bank.gross < 0 ? "lose" : "tie";
    marks.set(String(this.banker), { verdict, texts: [brief(verdict, bank.received - bank.principal)] });
    return marks;
  }

  /** The order of the tiles stands in the log: it is long. */
  void() {}

  /** The order of the tiles was checked: it is said with the payments too, for the next seal comes soon. */
  async open(event, isNew) {
    const payments = byId("payments").firstElementChild;
    payments?.append(el("li", { class: "payment soft seal-check" }, await super.open(event, isNew)));
  }
}

/** With its sign, short enough for a mark. */
function brief(result, net) {
  const amount = Math.abs(net) < LONG ? gain(net) : `${net > 0 ? "+" : "−"}${short(Math.abs(net))}`;
  return `${SIGNS[result]} ${net ? amount : "0"}`;
}
