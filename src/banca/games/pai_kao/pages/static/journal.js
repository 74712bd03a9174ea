// What a round of Pai Kao came to: every stake and principal with its arithmetic and articles, and a line for every round.

import { Journal, trim } from "../table/journal.js";
import { byId, el, gain, labelled, listed, money, parted, say, short, told } from "../page.js";
import { named } from "./board.js";
import { pairOf, readSetting } from "./ranks.js";
import { cites } from "../table/tell.js";

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
    const stakes = events.filter(({ event }) => event === "stake_settled");
    const banker = events.find(({ event }) => event === "bank_settled");
    const own = (event) => (event.player ?? event.who) === this.state.me;
    const paid = events.filter(({ event }) => ["stake_settled", "bank_settled"].includes(event)).sort((one, other) => Number(own(other)) - Number(own(one)));
    byId("payments").replaceChildren(el("ul", { class: "plain" },
      ...paid.map((event) => (event.event === "stake_settled" ? this.stake(event) : this.share(event, event === banker))),
      ...events.filter(({ event }) => event === "compensation_claimed").map((event) => this.claim(event)),
      el("li", { class: "payment soft" }, ...events.flatMap((event, place) => (event.event === "commission_taken" ? [sentences[place], cites(event.cites)] : [])))));
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

  stake(event) {
    const { gate, player, stake, covered, result, received } = event;
    const parts = result === "win" ? [money(covered), ...kept(event)] : [];
    if (result !== "tie" && covered < stake) parts.unshift(say("covers", { covered: money(covered), stake: money(stake) }));
    return el("li", { class: `payment ${result}`, "data-gate": gate, "data-player": player },
      el("span", {}, labelled(`${SIGNS[result]} ${listed([say("gate", { gate }), named(player, this.state.me)])}`, "")),
      el("strong", {}, `${told.verdicts[result]} ${gain(received - stake)}`),
      el("span", { class: "soft" }, ` ${parted(parts)}`), cites(event.cites), this.pairs(gate));
  }

  share(event, isBanker) {
    const { who, principal, gross, received } = event;
    return el("li", { class: `payment ${gross > 0 ? "win" : gross < 0 ? "lose" : ""}`, "data-bank": who },
      el("span", {}, labelled(listed([say("bank"), named(who, this.state.me), `${say("principal")} ${money(principal)}`]), "")),
      el("strong", {}, gain(received - principal)),
      el("span", { class: "soft" }, ` ${parted([say("gross", { amount: gain(gross) }), ...kept(event)])}`), cites(event.cites),
      isBanker ? this.pairs(this.banker) : null);
  }

  claim(event) {
    const about = { ...event, amount: money(event.amount), owed_by: named(event.owed_by, this.state.me), owed_to: named(event.owed_to, this.state.me) };
    return el("li", { class: "payment" }, say("claim", about), cites(event.cites));
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

/** Commission and what no chip pays, where there are any. */
function kept({ commission, breakage }) {
  const parts = [];
  if (commission && commission !== "0") parts.push(say("less_commission", { amount: money(commission) }));
  if (breakage && breakage !== "0") parts.push(say("rounded", { amount: money(breakage) }));
  return parts;
}
