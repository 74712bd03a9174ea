// Logging in, and the first password of one's own.

import { post } from "./api.js";
import { byId, ready, told } from "./page.js";

const refused = byId("refused");

async function send(form, path) {
  refused.textContent = "";
  const button = form.querySelector("button");
  button.disabled = true;
  try {
    const me = await post(path, Object.fromEntries(new FormData(form)));
    location.assign(me.must_change ? location.href : told.to);
  } catch (fault) {
    refused.textContent = fault.message;
    button.disabled = false;
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
