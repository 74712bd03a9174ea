// The classes of a supervisor; an inspector reads all.

import { post } from "../api.js";
import { byId, el, ready, say, told } from "../page.js";
import { asTime, longList } from "./lists.js";

const row = (schoolClass) => el("li", { "data-class": schoolClass.number },
  el("div", { class: "about" }, el("h3", {}, el("a", { href: `/trainer/classes/${schoolClass.number}` }, schoolClass.name)), el("p", { class: "soft" }, say("trainees", { count: schoolClass.members }), " · ", say("made_by", { name: schoolClass.by }), " · ", asTime(schoolClass.at), schoolClass.is_closed ? ` · ${say("closed")}` : "")));

if (told.isSupervisor) {
  const form = byId("new", HTMLFormElement);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    byId("refused").textContent = "";
    try {
      const made = await post("/api/v1/classes", { name: String(new FormData(form).get("name")) });
      location.assign(`/trainer/classes/${made.number}`);
    } catch (fault) {
      byId("refused").textContent = fault.message;
    }
  });
}
await longList("classes", "/api/v1/classes", { items: "classes", from: "before", row, empty: "no_classes" })();
ready();
