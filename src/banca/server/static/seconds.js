// What waits for a second person: each wish in words, to agree with or not; one's own to take back.

import { get, post, remove } from "./api.js";
import { confirmed, shown } from "./forms.js";
import { announce, byId, el, onPress, say, told } from "./page.js";

/** The half of a one-time password that only who agreed is shown. */
const showHalf = ({ by, about }, half) => shown({ title: say("new_password"), text: say("second_half", { by, name: about }), secret: half });

function line(wish, again) {
  const isOwn = wish.by === told.me.name;
  const refused = el("p", { class: "refusal", role: "alert" });
  const path = `/api/v1/seconds/${wish.number}`;
  const agree = () => confirmed({ title: say("agree"), text: say("agree_told", { wish: wish.said }), does: say("agree") }, async () => {
    const { half } = await post(path);
    await again();
    announce(say("agreed", { number: wish.number }));
    return half ? () => showHalf(wish, half) : null;
  });
  const drop = async () => {
    refused.textContent = "";
    try {
      await remove(path);
      await again();
      announce(say("dropped", { number: wish.number }));
    } catch (fault) {
      refused.textContent = fault.message;
    }
  };
  return el("li", { "data-number": wish.number },
    el("div", { class: "about" }, el("span", { class: "badge" }, say("number", { number: wish.number })), " ", el("strong", {}, wish.said), refused),
    el("div", { class: "row" },
      isOwn ? null : el("button", { type: "button", class: "primary", "data-act": "agree", onclick: agree }, say("agree")),
      el("button", { type: "button", "data-act": "drop", onclick: drop }, say(isOwn ? "take_back" : "disagree"))));
}

/** Shows what waits, now and when this reader comes back to the page; `changed()` is called when something was agreed to. */
export async function keepSeconds(changed) {
  async function list() {
    byId("seconds-refused").textContent = "";
    try {
      const wishes = await get("/api/v1/seconds");
      byId("seconds").replaceChildren(...wishes.map((wish) => line(wish, () => Promise.all([list(), changed()]))));
      byId("seconds-none").textContent = wishes.length ? "" : say("nothing_waits");
    } catch (fault) {
      byId("seconds-refused").textContent = fault.message;
    }
  }
  onPress("seconds-again", list);
  for (const name of ["waits", "focus"]) addEventListener(name, list);
  await list();
}
