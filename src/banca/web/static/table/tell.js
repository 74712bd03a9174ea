// What happened, in words: the patterns are the story's own, the amounts in the reader's way of writing them.

import { el, fill, money, number, say, told } from "../page.js";

/** A clause as a link to the rulebook: the game, a blank, and its number. */
export function cite(written) {
  const clause = written.split(" ").at(-1);
  return el("a", { class: "cite", href: `/rules/${told.game}#${clause}` }, clause);
}

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

/** An exact amount in avos written as a fraction: "3500/3" is 11.6667 patacas. */
export function exact(text) {
  const [over, under = "1"] = text.split("/").map(Number);
  const patacas = over / under / 100;
  return number(patacas, 4, Number.isInteger(patacas) ? 0 : 2);
}

function spelled(name, value) {
  if (told.money.includes(name)) return money(value);
  if (told.exact.includes(name)) return exact(value);
  if (name === "bet") return betName(value);
  if (name === "outcome") return outcomeName(value);
  if (name === "verdict" || name === "result") return told.verdicts[value] ?? value;
  if (name === "reason") return told.reasons[value] ?? value;
  if (Array.isArray(value)) return value.join("-");
  if (value && typeof value === "object") return Object.entries(value).filter(([, one]) => one.length !== 0).map(([key, one]) => `${key}: ${Array.isArray(one) ? one.join(" ") : one}`).join("; ");
  return String(value);
}

/** One event as a sentence. */
export function tell(event) {
  if (event.event === "acted") return `${told.acts[event.act] ?? event.act}: ${told.phases[event.phase] ?? event.phase}`;
  const pattern = told.events[event.event] ?? event.event;
  const about = Object.fromEntries(Object.entries(event).map(([name, value]) => [name, spelled(name, value)]));
  return fill(pattern, about);
}

/** How a bet came to its payment: 100 × 6 to 5 = 120, less commission, less what no chip pays. */
export function arithmetic(event) {
  if (event.verdict === "push") return "";
  if (event.verdict === "lose") return event.received ? say("half_back", { amount: money(event.received) }) : "";
  const [over, under = 1] = event.prize.split("/").map(Number);
  const ratio = over / under / event.stake;
  const [prize, stake] = told.bets[event.bet].odds.find(([one, other]) => Math.abs(one / other - ratio) < 1e-9) ?? [ratio, 1];
  const parts = [`${money(event.stake)} × ${say("odds", { prize, stake })} = ${exact(event.prize)}`];
  if (event.commission && event.commission !== "0") parts.push(say("less_commission", { amount: exact(event.commission) }));
  if (event.breakage && event.breakage !== "0") parts.push(say("rounded", { amount: exact(event.breakage) }));
  return parts.join("; ");
}

const SIGNS = { win: "✓", lose: "✗", push: "=" };

/** What a decided bet was paid: a line with the arithmetic and the articles; a bet that moved to a number stands. */
export function payment(event, me) {
  const who = event.player === me ? say("you") : event.player;
  if (event.event === "bet_moved") {
    return el("li", { class: "payment", "data-bet": event.bet },
      `→ ${betName(event.bet)} (${told.states[event.to] ?? event.to}), ${who}: ${say("stands")} ${money(event.stake)}`, cites([event.cite]));
  }
  const net = event.received - event.stake;
  return el("li", { class: `payment ${event.verdict}`, "data-bet": event.bet },
    el("span", {}, `${SIGNS[event.verdict]} ${betName(event.bet)}${event.on ? ` (${told.states?.[event.on] ?? event.on})` : ""}, ${who}: `),
    el("strong", {}, `${told.verdicts[event.verdict]} ${net > 0 ? "+" : net < 0 ? "−" : ""}${money(Math.abs(net))}`),
    el("span", { class: "soft" }, ` ${arithmetic(event)}`), cites(event.cites));
}
