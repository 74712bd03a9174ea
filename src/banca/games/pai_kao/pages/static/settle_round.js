// A round as the page holds it, and as a link and the house have it: the words of the command line, the keys of a round's file.

import { readMoney } from "../page.js";
import { patacas } from "../settle/paper.js";

const SHAKEN = "*";
const LIMITS = ["minimum", "maximum", "chip"];

/** @typedef {{ who: string, amount: string, late: boolean }} Owned  what somebody put down */
/** @typedef {{ pairs: (string | null)[][], stakes: Owned[], exposed: string, setBy: string }} Gate */

/** @returns {Gate} */
export const emptyGate = () => ({ pairs: [[null, null], [null, null]], stakes: [], exposed: "", setBy: "" });

/** An amount as the house reads it; what is no amount goes as it is, and the house says so. */
export function amount(text) {
  const avos = readMoney(text);
  return avos === null ? text.trim() : patacas(avos);
}

export const tilesOf = (gate) => gate.pairs.flat().filter(Boolean);
export const isBegun = (gate) => Boolean(tilesOf(gate).length || gate.stakes.length);
const names = (owned) => owned.filter((one) => one.who.trim() || one.amount.trim());

const owned = (one) => `${encodeURIComponent(one.who)}=${amount(one.amount)}${one.late ? SHAKEN : ""}`;

/** The round in words, for the address. */
export function words({ banker, gates, bank, house }) {
  const link = new URLSearchParams();
  if (banker) link.append("banker", String(banker));
  for (const one of names(bank)) link.append("bank", owned(one));
  for (const [number, gate] of gates) {
    if (!isBegun(gate)) continue;
    const laid = gate.pairs.map((pair) => pair.filter(Boolean).join(",")).join("/");
    const stakes = names(gate.stakes).map(owned).join(",");
    link.append("gate", `${number}:${laid}${stakes ? `:${stakes}` : ""}`);
    if (gate.exposed) link.append("exposed", `${number}=${gate.exposed}`);
    if (gate.setBy) link.append("set_by", `${number}=${encodeURIComponent(gate.setBy)}`);
  }
  if (house.dice) link.append("dice", diceOf(house.dice).join(","));
  if (house.first_principal || house.first_won) link.append("first_round", `${amount(house.first_principal)},${amount(house.first_won)}`);
  for (const name of LIMITS) if (house[name]) link.append(name, amount(house[name]));
  return link;
}

const diceOf = (text) => text.split(/\D+/).filter(Boolean).map(Number);

function readOwned(text) {
  const at = text.lastIndexOf("=");
  const value = text.slice(at + 1);
  return { who: decodeURIComponent(text.slice(0, at)), amount: value.replace(SHAKEN, ""), late: value.endsWith(SHAKEN) };
}

/** What a link says of a round, whether or not the rules allow it: `gateOf(number)` has the gate. */
export function read(link, round, gateOf) {
  round.banker = Number(link.get("banker")) || null;
  round.bank = link.getAll("bank").map(readOwned);
  for (const text of link.getAll("gate")) {
    const [number, laid = "", stakes = ""] = text.split(":");
    const gate = gateOf(Number(number));
    gate.pairs = laid.split("/").map((pair) => filled(pair.split(/[\s,]+/).filter(Boolean)));
    while (gate.pairs.length < 2) gate.pairs.push([null, null]);
    gate.stakes = stakes.split(",").filter(Boolean).map(readOwned);
  }
  for (const text of link.getAll("exposed")) gateOf(Number(text.split("=")[0])).exposed = text.split("=")[1];
  for (const text of link.getAll("set_by")) gateOf(Number(text.split("=")[0])).setBy = decodeURIComponent(text.split("=")[1]);
  const [principal = "", won = ""] = (link.get("first_round") ?? "").split(",");
  Object.assign(round.house, { dice: (link.get("dice") ?? "").replaceAll(",", " "), first_principal: principal, first_won: won });
  for (const name of LIMITS) round.house[name] = link.get(name) ?? "";
}

/** A pair with its free places. @returns {(string | null)[]} */
const filled = (tiles) => [...tiles, ...Array.from({ length: Math.max(0, 2 - tiles.length) }, () => null)];

const stakeSent = (one, key) => ({ who: one.who, [key]: amount(one.amount), ...(one.late && { after_shake: true }) });

/** The round as the house is asked to settle it. */
export function sent({ banker, gates, bank, house }) {
  const limits = Object.fromEntries(LIMITS.filter((name) => house[name]).map((name) => [name, amount(house[name])]));
  return {
    banker: banker ?? 0,
    bank: names(bank).map((one) => stakeSent(one, "principal")),
    gate: [...gates].filter(([, gate]) => isBegun(gate)).map(([number, gate]) => ({
      number,
      tiles: tilesOf(gate),
      pairs: gate.pairs.map((pair) => pair.filter(Boolean)),
      ...(gate.exposed && { exposed: Number(gate.exposed) || 0 }),
      ...(gate.setBy && { set_by: gate.setBy }),
      ...(names(gate.stakes).length && { stake: names(gate.stakes).map((one) => stakeSent(one, "amount")) }),
    })),
    ...(house.dice && { dice: diceOf(house.dice) }),
    ...(Object.keys(limits).length && { limits }),
    ...((house.first_principal || house.first_won) && { first_round: { principal: amount(house.first_principal), won: amount(house.first_won) } }),
  };
}
