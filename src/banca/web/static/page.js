// What every script needs: what the page was told, how things are said and written, and elements made of plain calls.

import { decimal, writer } from "./numbers.js";

export const told = JSON.parse(byId("page-data").textContent);
export const language = told.language;

/** The words of a name, with what belongs into them. */
export function say(name, about = {}) {
  const words = told.words[name] ?? name;
  return fill(typeof words === "string" ? words : String(about[words.by]) === "1" ? words.one : words.many, about);
}

/** The items of a list, a text with a note, a label with its value: joined as the language joins them. */
export const listed = (texts) => texts.join(told.joins.list);
export const bracketed = (text, note) => `${text}${told.joins.open}${note}${told.joins.close}`;
export const labelled = (label, value = "") => `${label}${told.joins.label}${value}`;

/** Parts of one phrase, parts that could each stand alone, whole sentences: joined as the language joins them. */
export const phrased = (parts) => parts.join(told.joins.clause);
export const parted = (parts) => parts.join(told.joins.item);
export const sentences = (texts) => texts.join(told.joins.sentence);

/** A pattern with {names} put in. */
export function fill(pattern, about) {
  return pattern.replace(/\{(\w+)\}/g, (_, name) => about[name] ?? "");
}

/** The number of a clause that is written as the game, a blank, and the number. */
export const clauseOf = (written) => written.split(" ").at(-1);

/** A clause as a link to the rulebook: its number, with the full citation and the text at hand. */
export function clauseLink(game, written) {
  const clause = clauseOf(written);
  const about = told.clauses?.[clause];
  return el("a", { class: "cite", href: `/rules/${game}#${clause}`, title: about ? `${about.cited}\n${about.text}` : null }, clause);
}

const LOCALES = { en: "en-GB", pt: "pt-PT", "zh-Hant": "zh-Hant-MO" };
export const locale = LOCALES[language];

export { decimal };
export const { number, signedNumber, percent, rate, exact, money, signed, gain, patacas, measured, short } = writer(told.numbers);

const [POINT, BETWEEN, GROUPED] = language === "pt"
  ? [",", ".", /^[1-9]\d{0,2}(\.\d{3})+(,\d{1,2})?$/]
  : [".", ",", /^[1-9]\d{0,2}(,\d{3})+(\.\d{1,2})?$/];

/** Patacas as somebody typed them, in avos; null where it is no amount. Thousands may stand in groups, as the language writes them. */
export function readMoney(text) {
  const typed = text.replace(/[\s']/g, "");
  const digits = (GROUPED.test(typed) ? typed.replaceAll(BETWEEN, "") : typed).replace(POINT, ".");
  if (!/^\d{1,12}(\.\d{1,2})?$/.test(digits)) return null;
  return Math.round(Number(digits) * 100);
}

/** Avos as somebody would type them. */
export const typed = (avos) => (avos % 100 ? (avos / 100).toFixed(2).replace(".", POINT) : String(avos / 100));

/**
 * An element: attributes, listeners as onclick: f, children as nodes or text.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, any>} attributes
 * @param {(Node | string | null | undefined)[]} children
 */
export function el(tag, attributes = {}, ...children) {
  return dress(document.createElement(tag), attributes, children);
}

/**
 * The same in SVG.
 * @template {keyof SVGElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, any>} attributes
 * @param {(Node | string | null | undefined)[]} children
 */
export function svg(tag, attributes = {}, ...children) {
  return dress(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes, children);
}

/**
 * @template {Element} Made
 * @param {Made} made
 */
function dress(made, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else made.setAttribute(name, value === true ? "" : value);
  }
  made.append(...children.filter((child) => child !== null && child !== undefined));
  return made;
}

/**
 * The page's element of an id, of a kind that can do what is wanted of it; an error where the page has none.
 * @template {Element} [Kind=HTMLElement]
 * @param {string} id
 * @param {new () => Kind} [kind]
 */
export function byId(id, kind) {
  return find(document, `#${id}`, kind);
}

/**
 * The first element that a selector finds within a part; an error where there is none.
 * @template {Element} [Kind=HTMLElement]
 * @param {ParentNode} part
 * @param {string} selector
 * @param {new () => Kind} [kind]
 * @returns {Kind}
 */
export function find(part, selector, kind = /** @type {any} */ (HTMLElement)) {
  const found = part.querySelector(selector);
  if (!(found instanceof kind)) throw new Error(`The page has no ${kind.name} ${selector}`);
  return found;
}

/**
 * All elements of a kind that a selector finds within a part.
 * @template {Element} [Kind=HTMLElement]
 * @param {ParentNode} part
 * @param {string} selector
 * @param {new () => Kind} [kind]
 * @returns {Kind[]}
 */
export function findAll(part, selector, kind = /** @type {any} */ (HTMLElement)) {
  return [...part.querySelectorAll(selector)].flatMap((one) => (one instanceof kind ? [one] : []));
}

/** What a button does, which the page shows as one that cannot be pressed yet; from now on it can. */
export function onPress(id, act) {
  const button = byId(id, HTMLButtonElement);
  button.addEventListener("click", act);
  button.disabled = false;
}

/** A drawing that came as text, as an element of this page. */
export function drawingOf(text) {
  return document.adoptNode(find(new DOMParser().parseFromString(text, "image/svg+xml"), "svg", SVGSVGElement));
}

/** Tells those who do not see the page. */
export function announce(text) {
  const place = byId("announce");
  place.textContent = "";
  requestAnimationFrame(() => { place.textContent = text; });
}

/** Whether the reader asked for less motion. */
export const isStill = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** Says that the page can be used: its scripts listen, and what it shows at first has been fetched. Every page ends with it. */
export const ready = () => { document.body.dataset.ready = "true"; };
