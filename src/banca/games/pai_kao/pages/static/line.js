// The command line of Pai Kao: "3 50", "gate 3 50", "-3", "set 2", "shake", "put down the principal 500".

import { Unread, fits, plain } from "../table/bets.js";
import { listed, readMoney, say, told } from "../page.js";

/**
 * What a line asks for: {gate, stake}, {take} to take back from a gate, {setting} for one of the three, {own} for undo, repeat or
 * clear, or {act} with its fields.
 */
export function read(line, { acts, own }) {
  const text = line.trim();
  const word = plain(text);
  if (own[word]) return { own: own[word] };
  const gate = [plain("gate"), plain(told.fields.stake.gate.label)].find((name) => word.startsWith(name)) ?? "";
  const rest = gate ? text.slice(text.toLocaleLowerCase().indexOf(gate) + gate.length) : text;
  const staked = /^\s*(-?)\s*(\d)(?:\s+([\d.,]+))?\s*$/.exec(text.startsWith("-") && gate ? `-${rest}` : rest);
  if (staked) return stakeOf(staked);
  const chosen = /^(?:set|=)\s*([1-3])$/.exec(text.toLocaleLowerCase());
  if (chosen) return { setting: Number(chosen[1]) };
  const [, words, amount] = /^(.*?)\s*([\d.,]*)$/.exec(text) ?? [text, text, ""];
  const possible = named(words, acts);
  const found = possible.length ? possible : named(words, Object.keys(told.acts).map((name) => ({ do: name })));  // the house says why not
  const examples = listed([`${told.gates[0]} ${told.minimum / 100}`, ...acts.map((one) => told.acts[one.do] ?? one.do)]);
  if (!found.length) throw new Unread(say("unknown_gate_line", { line: text, examples }));
  if (found.length > 1) throw new Unread(say("which", { line: text, allowed: listed(found.map((one) => told.acts[one.do])) }));
  return { act: found[0].do, ...fieldsOf(found[0], amount) };
}

/** @param {string[]} staked */
function stakeOf([, minus, gate, amount]) {
  if (minus) return { take: Number(gate) };
  const stake = amount ? readMoney(amount) : null;
  if (!stake) throw new Unread(say("no_amount", { bet: say("gate", { gate }), example: `${gate} ${told.minimum / 100}` }));
  return { gate: Number(gate), stake };
}

/** The acts that the words name: the whole name before its beginning. */
function named(words, acts) {
  const typed = plain(words);
  const names = (one) => [plain(one.do), plain(told.acts[one.do] ?? "")];
  const exactly = acts.filter((one) => names(one).includes(typed));
  if (exactly.length || !typed) return exactly;
  return acts.filter((one) => names(one).some((name) => fits(typed.split(/\s+/), name)));
}

function fieldsOf(one, amount) {
  const fields = {};
  if (one.takes?.includes("one_hand")) fields.one_hand = true;
  if (!amount) return fields;
  if (one.takes?.includes("stake")) fields.stake = readMoney(amount) ?? 0;
  else if (one.takes?.includes("gate")) fields.gate = Number(amount);
  else if (one.also?.includes("picked")) fields.picked = Number(amount);
  return fields;
}
