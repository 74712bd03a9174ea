// What happened, in words: the patterns are the story's own, the amounts in the reader's way of writing them.

import { bracketed, clauseLink, decimal, el, fill, labelled, listed, money, parted, phrased, rate, say, signed, told } from "../page.js";

/** A clause of the table's game as a link to the rulebook. */
export const cite = (written) => clauseLink(told.game, written);

export function cites(written) {
  return el("span", { class: "cites" }, ...written.flatMap((one) => [" ", cite(one)]));
}

export function betName(key) {
  return told.bets[key]?.name ?? key;
}

/** What came up, as it is called: "16 Red" for 16. */
export function outcomeName(outcome) {
  return outcome.split("-").map((part) => told.names[part] ?? part).join("-");
}

function spelled(name, value) {
  if (told.money.includes(name) || told.exact.includes(name)) return money(value);
  if (name === "bet") return betName(value);
  if (name === "outcome") return outcomeName(value);
  if (name === "verdict" || name === "result") return told.verdicts[value] ?? value;
  if (name === "reason") return told.reasons[value] ?? value;
  if (Array.isArray(value)) return value.join("-");
  if (name === "options") return listed(Object.entries(value).map(([option, one]) => optionSaid(option, one)));
  if (value && typeof value === "object") return parted(Object.entries(value).filter(([, one]) => one.length !== 0).map(([key, one]) => labelled(key, Array.isArray(one) ? one.join(" ") : one)));
  return told.values?.[name]?.[value] ?? String(value);
}

/** An option and its value, as people say them. */
function optionSaid(option, value) {
  const found = told.optionWords?.[option];
  return labelled(found?.name ?? option, found?.values[value] ?? value);
}

/** One event as a sentence. */
export function tell(event) {
  if (event.event === "acted") return labelled(told.acts[event.act] ?? event.act, told.phases[event.phase] ?? event.phase);
  const pattern = told.events[event.event] ?? event.event;
  const about = Object.fromEntries(Object.entries(event).map(([name, value]) => [name, spelled(name, value)]));
  return fill(pattern, about);
}

/** How a bet came to its payment, in the words of a settlement's steps: stake times odds, commission, what no chip pays. */
export function arithmetic(event) {
  if (event.verdict === "push") return "";
  if (event.verdict === "lose") return event.received ? say("half_back", { amount: money(event.received) }) : "";
  const amounts = { stake: money(event.stake), prize: money(event.prize), commission: money(event.commission ?? 0), breakage: money(event.breakage ?? 0) };
  if (!event.odds) return say("with_prize", amounts);  // written before events said their odds
  const [prize, stake] = event.odds;
  const parts = [fill(told.steps.prize, { ...amounts, odds: say("odds", { prize, stake }) })];
  const kept = told.bets[event.bet].commission;
  if (kept !== "0") parts.push(fill(told.steps.commission, { ...amounts, rate: rate(decimal(kept)) }));
  if (event.breakage && event.breakage !== "0") parts.push(fill(told.steps.breakage, amounts));
  return parted(parts);
}

const SIGNS = { win: "✓", lose: "✗", push: "=" };

/** What a decided bet was paid: a line with the arithmetic and the articles; a bet that moved to a number stands. */
export function payment(event, me) {
  const who = event.player === me ? say("you") : event.player;
  if (event.event === "bet_moved") {
    return el("li", { class: "payment", "data-bet": event.bet },
      `→ ${labelled(phrased([bracketed(betName(event.bet), told.states[event.to] ?? event.to), who]), `${say("stands")} ${money(event.stake)}`)}`, cites([event.cite]));
  }
  const net = event.received - event.stake;
  const name = event.on ? bracketed(betName(event.bet), told.states?.[event.on] ?? event.on) : betName(event.bet);
  return el("li", { class: `payment ${event.verdict}`, "data-bet": event.bet },
    el("span", {}, `${SIGNS[event.verdict]} ${labelled(phrased([name, who]))}`),
    el("strong", {}, `${told.verdicts[event.verdict]} ${signed(net)}`),
    el("span", { class: "soft" }, ` ${arithmetic(event)}`), cites(event.cites));
}
