// What the regulator was asked for and has granted: the records of one game, and a new one.

import { get, post } from "../api.js";
import { onSubmit } from "../form.js";
import { announce, byId, el, labelled, say, told } from "../page.js";

const form = byId("authorise", HTMLFormElement);
/** A field by its name. @returns {any} */
const field = (name) => form.elements[name];
const optionsOf = (game) => told.options[game] ?? [];

/** An option and its value, as people say them. */
function choiceSaid({ game, option, value }) {
  const found = optionsOf(game).find((one) => one.option === option);
  return labelled(found?.name ?? option, found?.values.find((one) => one.value === value)?.name ?? value);
}

function recordLine(record) {
  const at = new Date(record.at).toISOString().slice(0, 16).replace("T", " ");
  return el("li", { "data-standing": record.standing },
    el("div", { class: "about" },
      el("strong", { class: record.standing === "superseded" ? "is-out" : null }, choiceSaid(record)), " ",
      el("span", { class: "badge" }, say(`is_${record.standing}`, record)),
      el("p", {}, [say("days", record), record.reference].filter(Boolean).join(" · ")),
      el("p", { class: "soft" }, say("recorded", { by: record.by, at: `${at} UTC` }))));
}

async function list() {
  const records = await get(`/api/v1/authorisations?game=${field("game").value}`);
  byId("authorisations").replaceChildren(...records.reverse().map(recordLine));
  byId("authorisations-none").textContent = records.length ? "" : say("no_records");
}

async function choose() {
  const game = field("game").value;
  const choices = optionsOf(game).flatMap(({ option, values }) => values.filter((one) => one.needs_record).map(({ value }) => ({ game, option, value })));
  field("choice").replaceChildren(...choices.map((one) => el("option", { value: `${one.option}=${one.value}` }, choiceSaid(one))));
  await list();
}

async function record() {
  const [option, value] = field("choice").value.split("=");
  const about = Object.fromEntries(["game", "asked", "planned", "reference"].map((name) => [name, field(name).value]));
  await post("/api/v1/authorisations", { ...about, option, value });
  field("reference").value = "";
  await list();
  announce(say("done"));
}

/** Shows the records of the game that is chosen, and takes new ones. */
export async function keepAuthorisations() {
  const tell = (fault) => { byId("authorise-refused").textContent = fault.message; };
  field("game").addEventListener("change", () => { byId("authorise-refused").textContent = ""; choose().catch(tell); });
  onSubmit(form, byId("authorise-refused"), record);
  await choose().catch(tell);
}
