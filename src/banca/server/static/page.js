// What every script needs: what the page was told, how things are said and written, elements made of plain calls, words that fit their place, and acts that show that they wait or were refused.

// What every script needs: what the page was told, how things are said and written, and elements made of plain calls.

export const told = JSON.parse(byId("page-data").textContent);
// Each part of a page brings the words that its scripts say; those of a game go before.
told.words = Object.assign({}, ...findAll(document, "script.words").map((part) => JSON.parse(part.textContent)), told.words);
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

const MINUS = "−";
const AVOS = 100;
/** @type {Map<string, Intl.NumberFormat>} */
const formats = new Map();

/** An exact fraction, "7/495", as a decimal with more places than are ever shown. @returns {any} */
function decimals(fraction) {
  const [over, under = "1"] = fraction.split("/");
  return `${(BigInt(over) * 10n ** 20n) / BigInt(under)}E-20`;
}

/** The value of an exact fraction. */
export const decimal = (fraction) => Number(decimals(fraction));

/** What the browser knows of the language is what the server writes, but for its minus. @param {Intl.NumberFormatOptions} more */
function written(value, most, least, more = {}) {
  const key = JSON.stringify([most, least, more]);
  if (!formats.has(key)) formats.set(key, new Intl.NumberFormat(locale, { maximumFractionDigits: most, minimumFractionDigits: least, useGrouping: "always", signDisplay: "negative", ...more }));
  return formats.get(key)?.format(typeof value === "string" ? decimals(value) : value).replace("-", MINUS) ?? "";
}

/** A number, or an exact fraction as text, with so many decimals at most, and at least. */
export const number = (value, most = 0, least = 0) => written(value, most, least);
export const signedNumber = (value, most = 0, least = 0) => written(value, most, least, { signDisplay: "exceptZero" });
export const percent = (value, digits = 3) => written(value, digits, digits, { style: "percent" });

/** A rate that is whole or nearly so in per cent: 5%, 2.5%. */
export const rate = (value) => written(value, 4, 0, { style: "percent" });

/** A fraction as it is, with a true minus. */
export const exact = (fraction) => fraction.replace("-", MINUS);

/** Patacas as the server sends them, "12.50" or "25/3", in avos. */
export const avosOf = (patacas) => (patacas.includes("/") ? patacas.replace("/", "00/") : String(Math.round(Number(patacas) * AVOS)));

/** Avos as patacas: whole ones without avos; what is finer than an avo with four decimals where that is exact, else as a fraction. */
export function money(avos) {
  const [over, under = 1] = String(avos).split("/").map(Number);
  const value = over / under / AVOS;
  if (Number.isInteger(value)) return number(value);
  if (Number.isInteger((over * AVOS) / under)) return number(value, 4, 2);
  const [rest, of] = [Math.abs(over) % (under * AVOS), under * AVOS];
  const by = common(rest, of);
  return `${Math.trunc(value) ? `${number(Math.trunc(value))} ` : over < 0 ? MINUS : ""}${rest / by}/${of / by}`;
}

const common = (one, other) => (other ? common(other, one % other) : one);

/** A gain or a loss in patacas. */
export const signed = (avos) => (decimal(String(avos)) > 0 ? "+" : "") + money(avos);
/** The same where it is a balance: nothing won and nothing lost is ±0. */
export const gain = (avos) => (avos ? signed(avos) : `±${money(0)}`);
export const patacas = (text) => money(avosOf(text));

/** An amount as it fits on a chip: 50, 1k, 2.5k, 1.2M. */
export function short(avos) {
  const value = avos / AVOS;
  const three = (one) => number(Number(one.toPrecision(3)), 2);
  if (value >= 999_500) return `${three(value / 1e6)}M`;
  return value >= 1000 ? `${three(value / 1000)}k` : three(value);
}

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

// Something is tried: a refusal is said beside what was pressed.

/** Does it and says whether it was done; the region that was pressed shows that it waits, and that it was refused. */
export async function attempt(place, what, region) {
  region?.classList.add("sent");
  try {
    await what();
    return true;
  } catch (fault) {
    place.textContent = fault.message;
    region?.classList.add("refused");
    setTimeout(() => region?.classList.remove("refused"), 1200);
    return false;
  } finally {
    region?.classList.remove("sent");
  }
}
