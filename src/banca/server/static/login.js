// Logging in, by name and password and where there is one by a second factor; and the first password of one's own.

import { post } from "./api.js";
import { byId, find, ready, told } from "./page.js";

const refused = byId("refused");
const login = byId("login", HTMLFormElement);
const own = byId("change", HTMLFormElement);
const code = find(byId("code"), "input", HTMLInputElement);

/** The second factor is asked for when the password was right. */
function askCode(message) {
  byId("code").hidden = false;
  byId("code-refused").textContent = message;
  code.required = true;
  code.value = "";
  code.focus();
}

/** The one-time password has just been typed: it is not asked for again. */
function chooseOwn(me) {
  told.me = me;
  login.hidden = true;
  own.hidden = false;
  find(own, "[name=old]", HTMLInputElement).value = find(login, "[name=password]", HTMLInputElement).value;
  byId("old").hidden = true;
  find(own, "[name=new]", HTMLInputElement).focus();
}

async function send(form, path) {
  for (const place of [refused, byId("code-refused")]) place.textContent = "";
  const button = form.querySelector("button");
  button.disabled = true;
  try {
    const me = await post(path, Object.fromEntries(new FormData(form)));
    if (me.must_change) chooseOwn(me);
    else location.assign(told.to);
  } catch (fault) {
    button.disabled = false;
    if (fault.code === "code_needed") askCode("");
    else if (fault.code === "wrong_code") askCode(fault.message);
    else refused.textContent = fault.message;
  }
}

for (const [form, path] of /** @type {[HTMLFormElement, string][]} */ ([[login, "/api/v1/login"], [own, "/api/v1/password"]])) {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    send(form, path);
  });
}

const guest = document.getElementById("guest");
guest?.addEventListener("click", () => post("/api/v1/demo/session").then(() => location.assign(told.to), (fault) => { refused.textContent = fault.message; }));
if (guest) guest.focus();
else find(login.hidden ? own : login, "input", HTMLInputElement).focus();
ready();
