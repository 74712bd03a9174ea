// Logging in, and the first password of one's own.

import { post } from "./api.js";
import { told } from "./page.js";

const login = document.getElementById("login");
const change = document.getElementById("change");
const refused = document.getElementById("refused");

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
