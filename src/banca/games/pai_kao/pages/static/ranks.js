// What tiles and pairs are called, and how they rank: the house's own tables, asked once.

import { get } from "../api.js";
import { svg } from "../page.js";

const ranks = await get("/api/v1/pai-kao/ranks");
const tiles = new Map(ranks.tiles.map((one) => [one.tile, one]));
const pairs = new Map(ranks.pairs.flatMap((one) => one.made_by.map((pair) => [keyOf(pair), one])));

/** Tiles of one rank are one kind, and pairs of the same kinds are the same pair. */
function keyOf(pair) {
  return pair.map((face) => tiles.get(face).place).sort((one, other) => one - other).join();
}

/** "Heaven 6-6". */
export const tileName = (face) => `${tiles.get(face).name} ${face}`;

/** What two tiles make: its name, its place among all, 1 the highest. */
export const pairOf = (pair) => pairs.get(keyOf(pair));

export const isHigher = (pair, other) => pairOf(pair).place < pairOf(other).place;

/** "1-3 6-6 / 5-5 4-5" as {front, rear}. */
export function readSetting(text) {
  const [front, rear] = text.split("/").map((pair) => pair.trim().split(" "));
  return { front, rear };
}

export const writeSetting = ({ front, rear }) => `${front.join(" ")} / ${rear.join(" ")}`;

/** Two pairs with the lower in front. */
const inLines = (pair, other) => (isHigher(pair, other) ? { front: other, rear: pair } : { front: pair, rear: other });

/** The three ways to lay four tiles as two pairs; of ways that two equal tiles make the same, one. */
export function threeSettings([one, two, three, four]) {
  const every = [inLines([one, two], [three, four]), inLines([one, three], [two, four]), inLines([one, four], [two, three])];
  return every.filter((setting, place) => every.findIndex((other) => isSame(setting, other)) === place);
}

/** Whether two settings are the same pairs, however they are laid. */
export function isSame(one, other) {
  const plain = ({ front, rear }) => [front, rear].map((pair) => [...pair].sort().join()).sort().join("/");
  return plain(one) === plain(other);
}

/** A tile as a small picture of its own. */
export function drawnTile(face) {
  return svg("svg", { viewBox: "0 0 48 104", class: "felt", "aria-hidden": "true" }, svg("use", { href: `#tile-${face}`, width: 48, height: 104 }));
}
