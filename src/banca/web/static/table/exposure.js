// What one's bets can come to with the next result: staked, at risk, the best and the worst; the server works it out.

import { get } from "../api.js";
import { bracketed, byId, el, gain, listed, money, say, told } from "../page.js";
import { outcomeName } from "./tell.js";

const place = byId("exposure");
let asked = "";
let isKnown = true;
const FEW = 4;

/** A line that has its place whether it says something or not. */
export async function showExposure(state) {
  const own = state.own;
  const key = JSON.stringify([own, state.view.round, state.view.state.table]);
  if (key === asked) return;
  asked = key;
  const staked = own.reduce((sum, one) => sum + one.stake, 0);
  if (!own.length) return place.replaceChildren();
  write({ staked });
  if (!isKnown) return undefined;
  try {
    const found = await get(`/api/v1/tables/${told.table}/exposure`);
    if (key === asked) write(found);
  } catch {
    isKnown = false;
  }
  return undefined;
}

/** @param {{ staked: number, best?: any, worst?: any }} found */
function write({ staked, best, worst }) {
  const parts = [[say("staked"), money(staked)]];
  if (best && worst) {
    parts.push([say("at_risk"), money(Math.max(0, -worst.net))]);
    parts.push([say("best_next"), gain(best.net), few(best.outcomes ?? [])], [say("worst_next"), gain(worst.net), few(worst.outcomes ?? [])]);
  }
  place.replaceChildren(...parts.map(([name, value, by = ""]) => el("span", {}, `${name} `, el("b", {}, value), el("i", {}, by))));
  place.title = place.textContent ?? "";
}

/** With the results that bring it, where these are few. */
const few = (outcomes) => (outcomes.length && outcomes.length < FEW ? bracketed("", listed(outcomes.map(outcomeName))) : "");
