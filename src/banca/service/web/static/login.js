// Logging in, and the first password of one's own.

import { post } from "./api.js";
import { byId, told } from "./page.js";

const login = byId("login");
const change = byId("change");
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

for (const [form, path] of [[login, "/api/v1/login"], [change, "/api/v1/password"]]) {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    send(form, path);
  });
}
