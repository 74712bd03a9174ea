// What an exam is made of, read from its form: games, kinds, levels, questions, minutes, the mark to pass.

import { findAll, listed, number, parted, percent, say, told } from "../page.js";

const chosen = (form, name) => findAll(form, `[name=${name}]:checked`, HTMLInputElement).map((one) => one.value);

/** The terms as the server takes them; an error where nothing was chosen. */
export function termsOf(form) {
  const fields = new FormData(form);
  const games = chosen(form, "games");
  const kinds = chosen(form, "kinds");
  const levels = chosen(form, "levels").map(Number);
  if (!games.length || !kinds.length || !levels.length) throw new Error(say("choose_terms"));
  const [questions, minutes, mark] = ["questions", "minutes", "pass_mark"].map((name) => Number(fields.get(name)));
  return { games, kinds, levels, questions, minutes, pass_mark: mark };
}

/** The terms of an exam in a line. */
export const termsSaid = (terms) => parted([
  listed(terms.games.map((game) => told.titles[game] ?? game)),
  listed(terms.kinds.map((kind) => told.kinds[kind] ?? kind)),
  say("questions_said", { count: number(terms.questions) }),
  say("minutes_said", { count: number(terms.minutes) }),
  say("pass_said", { share: percent(terms.pass_mark / 100, 0) }),
]);
