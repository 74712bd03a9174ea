// Logging in, by name and password and where there is one by a second factor; and the first password of one's own.

import { post } from "./api.js";
import { byId, find, ready, told } from "./page.js";

const refused = byId("refused");
const code = find(byId("code"), "input", HTMLInputElement);

/** The second factor is asked for when the password was right. */
function askCode(message) {
  byId("code").hidden = false;
  byId("code-refused").textContent = message;
  code.required = true;
  code.value = "";
  code.focus();
}

async function send(form, path) {
  for (const place of [refused, byId("code-refused")]) place.textContent = "";
  const button = form.querySelector("button");
  button.disabled = true;
  try {
    const me = await post(path, Object.fromEntries(new FormData(form)));
    location.assign(me.must_change ? location.href : told.to);
  } catch (fault) {
    button.disabled = false;
    if (fault.code === "code_needed") askCode("");
    else if (fault.code === "wrong_code") askCode(fault.message);
    else refused.textContent = fault.message;
  }
}

for (const [id, path] of [["login", "/api/v1/login"], ["change", "/api/v1/password"]]) {
  const form = byId(id, HTMLFormElement);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    send(form, path);
  });
}
ready();
