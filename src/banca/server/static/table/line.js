// The command line: "pass 50", "odds 100", "undo", "throw". Names are the rulebook's, in any of their spellings.

import { listed, readMoney, say, told } from "../page.js";

/** Thrown where a line cannot be read: what it could be. */
export class Unread extends Error {}

export const plain = (text) => text.toLocaleLowerCase().normalize("NFKD").replace(/\p{M}/gu, "").replace(/[_:–-]/g, " ").replace(/[^\p{L}\p{N} ]/gu, "").trim();

/** A bet with the least that may be staked, as one would type it. */
export const exampleOf = (key) => `${told.bets[key].name} ${told.minimum / 100}`;

/** Whether every word that was typed begins, in order, a word of the name. */
export function fits(typed, name) {
  const words = name.split(/\s+/);
  let place = 0;
  for (const word of typed) {
    while (place < words.length && !words[place].startsWith(word)) place += 1;
    if (place === words.length) return false;
    place += 1;
  }
  return true;
}

/** Those for which it holds, or all where it holds for none. */
function narrowed(keys, holds) {
  const some = keys.filter(holds);
  return some.length ? some : keys;
}

/**
 * The bets that the words name: the whole name before what people at the table call it, and that before the beginning of a name;
 * first words before later, a bet before those with a selection ("pass" is the Pass Line, whether it is open or not, and never an
 * additional bet), open bets before closed ones.
 */
export function findBets(words, open) {
  const typed = plain(words).split(/\s+/).filter(Boolean);
  const whole = typed.join(" ");
  const keys = Object.keys(told.bets);
  const spellings = (key) => [plain(key), plain(told.bets[key].name)];
  const exactly = keys.filter((key) => spellings(key).includes(whole));
  if (exactly.length) return exactly;
  const talked = keys.filter((key) => told.bets[key].also.some((name) => plain(name) === whole));
  if (talked.length) return talked;
  const found = keys.filter((key) => spellings(key).some((name) => fits(typed, name)));
  const first = narrowed(found, (key) => spellings(key).some((name) => name.startsWith(typed[0])));
  return narrowed(narrowed(first, (key) => !key.includes(":")), (key) => open.includes(key));
}

/**
 * What a line asks for: {act} for an act of the table, {own} for undo, repeat or clear, {bet, stake}, or {take} to take a bet
 * back with "-pass".
 */
export function read(line, { open, acts, own }) {
  const text = line.trim();
  const word = plain(text);
  const isNamed = (act) => plain(act) === word || plain(told.acts[act] ?? "") === word;
  const named = [...acts.filter(isNamed), ...Object.keys(told.acts).filter(isNamed)];  // of what cannot be done now, the house says why
  if (named.length) return { act: named[0] };
  if (own[word]) return { own: own[word] };
  const [, minus, words, amount] = /^(-?)\s*(.*?)\s*([\d.,]*)$/.exec(text) ?? [text, "", text, ""];
  let found = words ? findBets(words, open) : [];
  let written = amount;
  if (amount && (!found.length || found.length > 1)) {  // "hard way 6" ends with its selection, not with an amount
    const whole = findBets(text.replace(/^-/, ""), open);
    const selected = amount && whole.length === 1 ? whole : [];
    if (selected.length) [found, written] = [selected, ""];
  }
  const examples = [open[0], open[1]].filter(Boolean).map(exampleOf);
  if (!found.length) throw new Unread(say("unknown_line", { line: text, examples: listed([...examples, ...acts.map((act) => told.acts[act] ?? act)]) }));
  if (found.length > 1) throw new Unread(say("which", { line: text, allowed: listed(found.slice(0, 8).map((key) => told.bets[key].name)) }));
  if (minus) return { take: found[0] };
  const stake = readMoney(written);
  if (!stake) throw new Unread(say("no_amount", { bet: told.bets[found[0]].name, example: exampleOf(found[0]) }));
  return { bet: found[0], stake };
}
