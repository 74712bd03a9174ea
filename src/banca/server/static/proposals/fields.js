// Fields of the form: a text in three languages, a prize, a choice; each knows its path, at which what is wrong with it is said.

import { el, findAll, say } from "../page.js";

/** @type {[string, string, string][]} */
const LANGUAGES = [["en", "English", "en"], ["pt", "Português", "pt"], ["zh", "繁體中文", "zh-Hant"]];

const idOf = (path) => `field-${path.replaceAll(".", "-")}`;

/** Where what is wrong with a field is said. */
export const faultPlace = (path) => el("span", { class: "fault", id: `${idOf(path)}-fault`, "data-fault": path });

/** A text in three languages. `told` holds it; `changed` hears of every letter. */
export function texts(path, legend, told, changed, { isLong = false, most = 60 } = {}) {
  const field = ([language, name, tag]) => {
    const id = idOf(`${path}.${language}`);
    const about = { id, lang: tag, maxlength: most, "data-path": `${path}.${language}`, "aria-describedby": `${id}-fault`, autocomplete: "off" };
    const input = isLong ? el("textarea", { ...about, rows: 3 }) : el("input", about);
    input.value = told[language];
    input.addEventListener("input", () => { told[language] = input.value; changed(); });
    return el("label", { class: "told", for: id }, el("span", { class: "soft" }, name), input, faultPlace(`${path}.${language}`));
  };
  return el("fieldset", { class: "texts" }, el("legend", {}, legend), ...LANGUAGES.map(field));
}

/** So much for so much staked. */
export function prize(path, row, changed) {
  const id = idOf(`${path}.prize`);
  const whole = (key, name) => {
    const input = el("input", { class: "whole", inputmode: "numeric", maxlength: 7, autocomplete: "off", value: row[key] || "", "data-path": `${path}.${key}`, "aria-describedby": `${id}-fault`, "aria-label": name });
    input.addEventListener("input", () => { row[key] = /^\d+$/.test(input.value.trim()) ? Number(input.value) : 0; changed(); });
    return el("span", { class: "whole-part" }, el("span", { class: "soft" }, name), input);
  };
  return el("span", { class: "row prize" }, whole("prize", say("pays_prize")), whole("stake", say("pays_stake")), faultPlace(`${path}.prize`));
}

/** One of several. `options` are values with their names. */
export function choice(path, name, value, options, chosen) {
  const id = idOf(path);
  const select = el("select", { id, "data-path": path, "aria-describedby": `${id}-fault` }, ...options.map(([one, words]) => el("option", { value: one, selected: one === value }, words)));
  select.addEventListener("change", () => chosen(select.value));
  return el("label", { class: "told", for: id }, el("span", { class: "soft" }, name), select, faultPlace(path));
}

/** A short text. */
export function line(path, name, value, typed, placeholder = "") {
  const id = idOf(path);
  const input = el("input", { id, "data-path": path, "aria-describedby": `${id}-fault`, maxlength: 40, autocomplete: "off", spellcheck: "false", placeholder });
  input.value = value;
  input.addEventListener("input", () => typed(input.value));
  return el("label", { class: "told", for: id }, el("span", { class: "soft" }, name), input, faultPlace(path));
}

/** Say what is wrong, each at its field; what is only missing is said more softly. Gives the first field that has a fault. @param {ParentNode} part */
export function showFaults(part, faults) {
  for (const one of findAll(part, "[aria-invalid]")) one.removeAttribute("aria-invalid");
  for (const place of findAll(part, "[data-fault]")) {
    const found = faults.find((one) => one.path === place.dataset.fault);
    place.textContent = found?.detail ?? "";
    place.classList.toggle("missing", Boolean(found?.is_missing));
    const field = part.querySelector(`[data-path="${place.dataset.fault}"]`);
    if (found && !found.is_missing) field?.setAttribute("aria-invalid", "true");
  }
}

/** The first field with a fault, to go to. @param {ParentNode} part */
export function firstFault(part) {
  const place = findAll(part, "[data-fault]").find((one) => one.textContent);
  const field = place && part.querySelector(`[data-path="${place.dataset.fault}"]`);
  return /** @type {HTMLElement | null} */ (field ?? place?.closest("fieldset")?.querySelector("input, select, button") ?? null);
}
