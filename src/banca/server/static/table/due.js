// What is due: the clock of the phase, the one act that goes on, and a sentence that says what may be done now.

import { post, tellFault } from "../api.js";
import { write } from "../fit.js";
import { openList } from "./panel.js";
import { byId, labelled, listed, parted, say, told } from "../page.js";
import { Ring } from "../ring.js";

const isPlayer = told.me.role === "player";
const READY = `/api/v1/tables/${told.table}/ready`;
const ring = new Ring(byId("ring", SVGSVGElement));

/** The act of one's own that leads on, if there is one. */
export function ownAct({ view }) {
  return view.can.find((one) => told.onward[view.phase]?.includes(one.do));
}

const asks = (act) => (act.takes ?? []).some((field) => act.usual?.[field] === undefined);

/** Shows clock, button and switch for a table as it stands; `act(command)` does something there. */
export function showDue(state, act) {
  ring.show(state.due);
  if (!isPlayer) return;
  const button = byId("due", HTMLButtonElement);
  const { words, run, pressed = null } = offered(state, act);
  write(button, words || say("go_on"));
  button.disabled = !run;
  button.onclick = run ?? null;
  if (pressed === null) button.removeAttribute("aria-pressed");
  else button.setAttribute("aria-pressed", String(pressed));
  const auto = byId("auto", HTMLInputElement);
  byId("auto-label").classList.toggle("none", !state.due?.alone);
  auto.disabled = !state.due?.alone;
  auto.checked = Boolean(state.due?.auto);
  auto.onchange = () => tell(state, { auto: auto.checked });
}

/** The one act: my own; or that I am ready, which where I am alone is the croupier's next act. */
function offered(state, act) {
  const own = ownAct(state);
  if (own) return { words: told.acts[own.do], run: asks(own) ? () => openList("now") : () => act({ do: own.do, ...own.usual }) };
  const { due, view } = state;
  const next = due?.act || told.onward[view.phase]?.[0];
  if (!due?.can_ready || state.can("sit")) return { words: told.acts[next] ?? "", run: undefined };
  const isReady = due.ready.includes(state.me);
  const run = () => tell(state, { ready: due.alone || !isReady });
  return due.alone ? { words: told.acts[due.act] ?? "", run } : { words: say("ready"), run, pressed: isReady };
}

async function tell(state, what) {
  try {
    await post(READY, what);
    await state.load();
  } catch (fault) {
    tellFault(byId("felt-refused"), fault);
  }
}

/** For whom the table waits, and for what; nothing where it waits for nobody. */
export function waitedFor({ view }) {
  const acts = [...new Set((view.awaits ?? []).map(({ act }) => act))];
  const who = (act) => listed(view.awaits.filter((one) => one.act === act).map(({ player }) => (player === told.me.name ? say("you") : told.practice && player.startsWith(told.practice) ? player.slice(told.practice.length) : player)));
  return acts.length ? say("waiting_for", { who: parted(acts.map((act) => labelled(who(act), told.acts[act] ?? act))) }) : "";
}

/** What may be done now, in a sentence. */
export function sentence(state) {
  const { view, due } = state;
  if (view.is_closed) return "";
  if (!isPlayer) return ownAct(state) ? labelled(say("next_act"), told.acts[ownAct(state).do]) : waitedFor(state);
  if (due?.whose && due.whose !== state.me) return say("their_turn", { player: due.whose, act: told.acts[due.act] ?? due.act });
  const own = ownAct(state);
  if (own) return labelled(say("your_turn"), told.acts[own.do]);
  if (state.can("sit") && view.open_bets.length) return say("look_on");
  if (view.open_bets.length) return due?.alone && due.left === null && due.act ? say("bet_then", { act: told.acts[due.act] ?? due.act }) : say("place_bets");
  if (view.state.shown) return say("being_paid");
  if (view.state.bets?.length || told.moving.includes(view.phase) || told.hidden.includes(view.phase)) return say("no_more_bets");
  return say("not_open");
}
