// Above the layout: phase, round, what else is to be said of the table, and one's own money.

import { write } from "../fit.js";
import { byId, el, fill, gain, money, say, told } from "../page.js";
import { sentence } from "./due.js";
import { showMore } from "./more.js";
import { Session } from "./session.js";

const isPlayer = told.me.role === "player";
/** @type {Session} */
let session;

export function showHead(state) {
  const { view } = state;
  const shown = told.phases[view.phase] ?? view.phase;
  write(byId("phase"), view.is_closed ? say("table_closed") : shown);
  change(byId("round"), say("round", { number: view.round }));
  showNotes(view.notes ?? [], state.me);
  write(byId("hint"), sentence(state));
  byId("hint").title = sentence(state);
  if (!isPlayer) return;
  change(byId("wallet"), money(state.wallet));
  showMore(state);
  session ??= count(state);
  showSession();
}

/** What the game has to say of its table, such as who throws. */
function showNotes(notes, me) {
  const place = byId("notes");
  const said = notes.map((one) => [one.note, fill(told.notes[one.note], { ...one, player: one.player === me ? say("you") : one.player })]);
  if (place.dataset.said === JSON.stringify(said)) return;
  place.dataset.said = JSON.stringify(said);
  place.replaceChildren(...said.map(([note, text]) => el("span", { class: "badge", "data-note": note }, text)));
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
