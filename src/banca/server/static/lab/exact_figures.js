// What was worked out exactly for the strategies that are asked about, for whoever draws it.

/** @type {any[]} */
let known = [];

/** Keep what was worked out, in the order of the strategies. */
export function keepExact(evenings) {
  known = evenings;
}

/** The evening of a strategy by its place; null where it is not worked out. */
export const exactOf = (place) => known[place]?.evening ?? null;
