// The register, the newest first: who did what, who agreed, and what it says.

import { get } from "../api.js";
import { announce, bracketed, byId, el, number, phrased, ready, say } from "../page.js";

const COUNT = 50;

function entry({ seq, at, when, by, role, act, second, lines }) {
  return el("li", { "data-seq": seq, "data-act": act },
    el("p", { class: "about" },
      el("span", { class: "badge" }, number(seq)), " ", el("strong", {}, by), bracketed("", say(role)),
      second ? el("span", { class: "second" }, phrased(["", say("with_second", { second })])) : null, " ",
      el("time", { class: "soft", datetime: at, title: at }, when)),
    ...lines.map((line) => el("p", {}, line)));
}

/** Entries behind those that are shown; of a chain that is broken, as far as it holds. */
async function show(before) {
  byId("refused").textContent = "";
  try {
    const found = await get(`/api/v1/audit/register?count=${COUNT}${before ? `&before=${before}` : ""}`);
    byId("register").append(...found.lines.map(entry));
    byId("refused").textContent = found.stops;
    byId("older").hidden = found.older === null;
    byId("older").onclick = () => show(found.older);
    if (before) announce(say("more_shown", { count: number(found.lines.length) }));
  } catch (fault) {
    byId("refused").textContent = fault.message;
  }
}

await show(0);
ready();
