// One's own account: password, second factor, sessions and keys.

import { get, post, remove } from "../api.js";
import { confirmed, onSubmit, shown } from "../forms.js";
import { announce, byId, el, find, locale, ready, say, told } from "../page.js";

// The second factor: a secret for the telephone as a picture and as text, and a code that shows that it was taken in.

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

// What is one's own: the password, the keys that one holds, the second factor.

const when = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short" });
const asTime = (at) => (at ? when.format(new Date(at)) : "–");

// The password

const change = byId("change", HTMLFormElement);

async function changePassword() {
  byId("change-done").textContent = "";
  const me = await post("/api/v1/password", Object.fromEntries(new FormData(change)));
  change.reset();
  told.me.csrf = me.csrf;
  if (!told.mustSetFactor) {
    const [session] = await get("/api/v1/tokens");  // every other key has ended
    told.key = session.key;
    await listKeys();
  }
  byId("change-done").textContent = say("changed");
}

// Keys

function keyLine(held, all) {
  const isThis = held.key === told.key;
  const name = held.label || say("session");
  const maker = all.find((one) => one.key === held.minted_by);
  const end = () => confirmed({ title: say("end"), text: say(isThis ? "end_this_told" : "end_told", { name }), does: say("end") }, async () => {
    if (isThis) {
      await post("/api/v1/logout");
      location.assign("/");
      return;
    }
    await remove(`/api/v1/tokens/${held.key}`);
    await listKeys();
    announce(say("ended"));
  });
  return el("li", { "data-key": held.key },
    el("div", { class: "about" },
      el("strong", {}, name), " ", el("code", { class: "soft" }, held.key), " ", isThis ? el("span", { class: "badge" }, say("this_one")) : null,
      el("p", { class: "soft" }, [say("made", { at: asTime(held.made) }), say("used", { at: asTime(held.used) }), say("until", { at: asTime(held.until) })].join(" · ")),
      held.minted_by ? el("p", { class: "soft" }, say("minted_by", { name: maker?.label ?? held.minted_by })) : null),
    el("button", { type: "button", "data-act": "end", onclick: end }, isThis ? say("log_out") : say("end")));
}

async function listKeys() {
  try {
    const held = await get("/api/v1/tokens");
    byId("keys").replaceChildren(...held.reverse().map((one) => keyLine(one, held)));
  } catch (fault) {
    byId("keys-refused").textContent = fault.message;
  }
}

const making = byId("new-token", HTMLFormElement);

async function makeToken() {
  const { label, days } = Object.fromEntries(new FormData(making));
  const { token } = await post("/api/v1/tokens", { label, days: Number(days) });
  making.reset();
  await listKeys();
  shown({ title: say("new_token"), text: say("token_told"), secret: token });
}

onSubmit(change, byId("change-refused"), changePassword);
onSubmit(making, byId("new-token-refused"), makeToken);
keepFactor();
if (!told.mustSetFactor) await listKeys();
ready();
