// The second factor: a secret for the telephone as a picture and as text, and a code that shows that it was taken in.

import { post } from "../api.js";
import { onSubmit } from "../form.js";
import { byId, find, say, told } from "../page.js";

const form = byId("factor", HTMLFormElement);
const begin = byId("factor-begin", HTMLButtonElement);
/** A field by its name. */
const field = (name) => find(form, `[name=${name}]`, HTMLInputElement);
let hasOne = told.hasFactor;
let secret = "";

function showState() {
  byId("factor-state").textContent = say(hasOne ? "factor_set" : "factor_not_set");
  begin.textContent = say(hasOne ? "replace_factor" : "set_factor");
  begin.hidden = !form.hidden;
}

async function start() {
  byId("factor-refused").textContent = "";
  byId("factor-done").textContent = "";
  try {
    const made = await post("/api/v1/factor", {});
    secret = made.secret;
    byId("factor-picture", HTMLImageElement).src = `data:image/svg+xml,${encodeURIComponent(made.picture)}`;
    byId("factor-secret").textContent = secret.match(/.{1,4}/g)?.join(" ") ?? secret;
    byId("factor-old").hidden = !hasOne;
    field("old").required = hasOne;
    form.reset();
    form.hidden = false;
    showState();
    field(hasOne ? "old" : "code").focus();
  } catch (fault) {
    byId("factor-refused").textContent = fault.message;
  }
}

async function set() {
  await post("/api/v1/factor", { secret, code: field("code").value, old: field("old").value });
  [hasOne, secret] = [true, ""];
  form.hidden = true;
  byId("factor-picture").removeAttribute("src");
  byId("factor-secret").textContent = "";
  showState();
  if (told.mustSetFactor) location.assign(told.to);
  else byId("factor-done").textContent = say("factor_done");
}

/** Shows whether there is one, and takes a new one. */
export function keepFactor() {
  begin.addEventListener("click", start);
  onSubmit(form, byId("factor-refused"), set);
  showState();
}
