// Words that have a place of one size: whole, in smaller letters where they must be.

const SMALLEST = 10;
/** @type {Set<HTMLElement>} */
const places = new Set();
const rooms = new ResizeObserver(() => places.forEach(shrink));

const isCut = ({ scrollWidth, clientWidth, scrollHeight, clientHeight }) => scrollWidth > clientWidth + 1 || scrollHeight > clientHeight + 1;

/** Letters as they are meant to be, or as small as the room of the place asks for. @param {HTMLElement} place */
export function shrink(place) {
  place.style.fontSize = "";
  let letters = Math.floor(parseFloat(getComputedStyle(place).fontSize));
  while (isCut(place) && letters > SMALLEST) {
    letters -= 1;
    place.style.fontSize = `${letters}px`;
  }
}

/**
 * Writes what is not written there yet, and makes it fit again whenever the room changes.
 * @param {HTMLElement} place
 * @param {(Node | string)[]} words
 */
export function write(place, ...words) {
  if (!places.has(place)) {
    places.add(place);
    rooms.observe(place.closest("section, .bar") ?? place);
  } else if (words.length === 1 && place.textContent === words[0]) return;
  place.replaceChildren(...words);
  shrink(place);
}
