// What one's bets can come to with the next result: staked, at risk, the best and the worst; the server works it out.

import { get } from "../api.js";
import { bracketed, byId, el, gain, listed, money, say, told, write } from "../page.js";
import { outcomeName } from "./labels.js";

const place = byId("exposure");
const FEW = 4;
/** What is shown, what is to be asked for, and whether an answer is on its way; where the server does not know, it is not asked again. */
let shown = "", wanted = "", isAsking = false, isKnown = true;

/** A line that has its place whether it says something or not. */
export function showExposure(state) {
  const { own } = state;
  const key = JSON.stringify([own, state.view.round, state.view.state.table]);
  if (key === wanted) return;
  wanted = key;
  if (!own.length) place.replaceChildren();
  else if (!shown || !isKnown) tell({ staked: own.reduce((sum, one) => sum + one.stake, 0) });
  if (own.length && isKnown && !isAsking) ask();
}

/** Several wishes at once become one. */
async function ask() {
  isAsking = true;
  try {
    while (shown !== wanted) {
      shown = wanted;
      const found = await get(`/api/v1/tables/${told.table}/exposure`);
      if (shown === wanted && found.staked) tell(found);
    }
  } catch {
    isKnown = false;
  } finally {
    isAsking = false;
  }
}

/** @param {{ staked: number, best?: any, worst?: any }} found */
function tell({ staked, best, worst }) {
  const parts = [[say("staked"), money(staked)]];
  if (best && worst) {
    const atRisk = Math.max(0, -worst.net);
    parts.push([say("at_risk"), money(atRisk), "", atRisk === staked ? "again" : ""]);
    parts.push([say("best_next"), gain(best.net), few(best.outcomes ?? [])], [say("worst_next"), gain(worst.net), few(worst.outcomes ?? [])]);
  }
  write(place, ...parts.map(([name, value, by = "", kind = ""]) => el("span", { class: kind }, `${name} `, el("b", {}, value), el("i", {}, by))));
  place.title = place.textContent ?? "";
}

/** With the results that bring it, where these are few. */
const few = (outcomes) => (outcomes.length && outcomes.length < FEW ? bracketed("", listed(outcomes.map(outcomeName))) : "");
