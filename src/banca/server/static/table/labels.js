// How clauses, bets, results and payments are written on the page of a table; their sentences are the server's.

import { clauseLink, el, gain, told } from "../page.js";

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

const SIGNS = { win: "✓", lose: "✗", push: "=" };

/** What a decided bet was paid: the server's sentence with the gain and the articles; a bet that moved to a number stands. */
export function payment(event, said) {
  const isMoved = event.event === "bet_moved";
  return el("li", { class: `payment ${event.verdict ?? ""}`, "data-bet": event.bet },
    el("span", {}, `${SIGNS[event.verdict] ?? "→"} ${said} `), isMoved ? null : el("strong", {}, gain(event.received - event.stake)), cites(event.cites ?? [event.cite]));
}
