// The frame of every page: the menu on a telephone, and leaving.

import { post } from "./api.js";
import { find, findAll, ready } from "./page.js";

const button = find(document, ".menu-button");
button.addEventListener("click", () => {
  const isOpen = button.getAttribute("aria-expanded") === "true";
  button.setAttribute("aria-expanded", String(!isOpen));
});

/** A menu that hangs over a page goes when something else is pressed. */
const close = () => button.setAttribute("aria-expanded", "false");
addEventListener("pointerdown", ({ target }) => { if (!(/** @type {Element} */ (target)).closest(".top")) close(); });
addEventListener("keydown", ({ key }) => { if (key === "Escape") close(); });

document.getElementById("log-out")?.addEventListener("click", async () => {
  await post("/api/v1/logout").catch(() => {});
  location.assign("/");
});

const scripts = findAll(document, "script[type=module]");
if (scripts.length === 1) ready(); // a page without a script of its own
