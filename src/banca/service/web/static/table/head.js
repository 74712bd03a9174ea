// Above the layout: phase, round, shooter, and one's own money.

import { gain, money, say, told } from "../page.js";

const byId = (id) => document.getElementById(id);
const isPlayer = told.me.role === "player";
const SESSION = `banca-session-${told.me.name}`;

/** All that this player has: in the wallet and on this table. */
const worth = (state) => state.wallet + onTable(state);

function onTable({ view, me }) {
  if (view.state.bets) return view.state.bets.filter((one) => one.player === me).reduce((sum, one) => sum + one.stake, 0);
  const stakes = Object.values(view.state.stakes).flat().concat(view.state.bank);
  return stakes.filter((one) => one.who === me).reduce((sum, one) => sum + one.amount, 0);
}

export function showHead(state) {
  const { view } = state;
  const shown = told.phases[view.phase] ?? view.phase;
  const point = /^\d+$/.test(view.state.table ?? "") ? ` · ${say("point", { number: view.state.table })}` : "";
  change(byId("phase"), view.is_closed ? say("table_closed") : shown + point);
  change(byId("round"), say("round", { number: view.round }));
  const shooter = view.state.shooter;
  byId("shooter").hidden = !shooter;
  if (shooter) change(byId("shooter"), say("shooter", { player: shooter === state.me ? say("you") : shooter }));
  if (!isPlayer) return;
  change(byId("wallet"), money(state.wallet));
  if (localStorage.getItem(SESSION) === null) localStorage.setItem(SESSION, worth(state));
  const result = worth(state) - Number(localStorage.getItem(SESSION));
  change(byId("session"), gain(result));
  byId("session").className = result > 0 ? "win" : result < 0 ? "lose" : "";
  byId("new-session").onclick = () => {
    localStorage.setItem(SESSION, worth(state));
    showHead(state);
  };
  change(byId("hint"), view.can.some((one) => one.do === "sit") && !view.is_closed ? say("look_on") : "");
}

function change(place, text) {
  if (place.textContent !== text) place.textContent = text;
}
