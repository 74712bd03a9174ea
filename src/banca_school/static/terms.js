// What an exam is made of, read from its form: games, kinds, levels, questions, minutes, the mark to pass.

import { findAll, labelled, listed, number, parted, percent, say, told } from "../page.js";

const chosen = (form, name) => findAll(form, `[name=${name}]:checked`, HTMLInputElement).map((box) => box.value);

/** The terms as the server takes them; an error where nothing was chosen. */
export function termsOf(form) {
  const fields = new FormData(form);
  const games = chosen(form, "games");
  const kinds = chosen(form, "kinds");
  const levels = chosen(form, "levels").map(Number);
  if (!games.length || !kinds.length || !levels.length) throw new Error(say("choose_terms"));
  const [questions, minutes, mark] = ["questions", "minutes", "pass_mark"].map((name) => Number(fields.get(name)));
  return { games, kinds, levels, options: optionsOf(form, games), questions, minutes, pass_mark: mark };
}

/** The options that are not the usual ones, of the games that are asked about. */
function optionsOf(form, games) {
  const options = {};
  for (const game of games)
    for (const select of findAll(form, `[data-options-of="${CSS.escape(game)}"] select`, HTMLSelectElement))
      if (!select.selectedOptions[0].defaultSelected) options[game] = { ...options[game], [select.dataset.option ?? ""]: select.value };
  return options;
}

/** Options of games that are not asked about are out of the way. */
export function watchOptions(form) {
  const show = () => {
    const games = chosen(form, "games");
    for (const group of findAll(form, "[data-options-of]", HTMLElement)) group.hidden = !games.includes(group.dataset.optionsOf ?? "");
    const all = form.querySelector(".exam-options");
    if (all) all.hidden = !findAll(form, "[data-options-of]:not([hidden])", HTMLElement).length;
  };
  form.addEventListener("change", show);
  show();
}

/** Chosen options in words. */
function optionsSaid(game, options) {
  return Object.entries(options).map(([name, value]) => {
    const option = told.options[game]?.find((choice) => choice.option === name);
    const text = option?.values.find((choice) => choice.value === String(value))?.name ?? String(value);
    return labelled(option?.name ?? name, text);
  });
}

/** The terms of an exam in a line. */
export const termsSaid = (terms) => parted([
  listed(terms.games.map((game) => told.titles[game] ?? game)),
  listed(terms.kinds.map((kind) => told.kinds[kind] ?? kind)),
  ...Object.entries(terms.options ?? {}).flatMap(([game, options]) => optionsSaid(game, options)),
  say("questions_said", { count: number(terms.questions) }),
  say("minutes_said", { count: number(terms.minutes) }),
  say("pass_said", { share: percent(terms.pass_mark / 100, 0) }),
]);
