// Above the layout: phase, round, shooter, and one's own money.

import { byId, gain, money, say, told } from "../page.js";
import { Session } from "./session.js";

const isPlayer = told.me.role === "player";
/** @type {Session} */
let session;

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
  session ??= count(state);
  showSession();
  change(byId("hint"), view.can.some((one) => one.do === "sit") && !view.is_closed ? say("look_on") : "");
}

/** Count what is won and lost here from now on, and anew when asked. */
function count(state) {
  const counted = new Session(state.view.seq, showSession);
  state.addEventListener("entry", ({ detail: { entry } }) => {
    counted.hear(entry);
    showSession();
  });
  byId("new-session").addEventListener("click", () => {
    counted.begin(state.view.seq);
    showSession();
  });
  return counted;
}

function showSession() {
  const { net } = session;
  change(byId("session"), gain(net));
  byId("session").className = net > 0 ? "win" : net < 0 ? "lose" : "";
}

function change(place, text) {
  if (place.textContent !== text) place.textContent = text;
}
