// The best way to play: asked for a purse and a goal, shown as a map, and handed over as a strategy of the lab.

import { post } from "../api.js";
import { amountIn, announce, byId, el, findAll, money, number, say } from "../page.js";

const MOST_PLACES = 9;

/** Watch the form; `chosen` tells the game and its options, `put` takes a strategy. */
export function offerBest(chosen, put) {
  const form = byId("best-ask", HTMLFormElement);
  const refused = byId("best-refused");
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    refused.textContent = "";
    form.setAttribute("aria-busy", "true");
    try {
      show(await post("/api/v1/lab/best", { ...chosen(), ...asked(form) }), put);
    } catch (fault) {
      byId("best-found").replaceChildren();
      refused.textContent = fault.message;
    }
    form.removeAttribute("aria-busy");
  });
}

/** What the fields say; an amount that is none is refused by its field. */
function asked(form) {
  /** @type {any} */
  const fields = form.elements;
  for (const one of findAll(form, "input", HTMLInputElement)) one.removeAttribute("aria-invalid");
  const amount = (name) => amountIn(fields[name]);
  const goal = fields.goal.value;
  const rounds = fields.rounds.value.trim();
  const least = amount("minimum");
  return {
    goal,
    bankroll: amount("bankroll"),
    ...(goal === "target" ? { target: amount("target") } : {}),
    ...(goal === "stake" ? { turnover: amount("target") } : {}),
    ...(rounds && goal !== "stake" ? { rounds: Number(rounds) } : {}),
    ...(least === null ? {} : { minimum: least, chip: least }),
    bets: fields.bets.value.split(/\s+/).filter((one) => one),
  };
}

function show({ best, text }, put) {
  const use = el("button", { type: "button" }, byId("best-ask").dataset.play);
  use.addEventListener("click", () => {
    put(text);
    announce(say("best_put"));
  });
  const loss = certain(best.loss);
  byId("best-found").replaceChildren(
    table([say("best_way"), say("best_chance"), say("best_loss")], [
      [say("best_this"), certain(best.chance), loss],
      ...best.beside.map((one) => [one.title, one.chance ? certain(one.chance) : "", certain(one.loss)]),
    ]),
    el("p", { class: "better" }, say("best_not", { loss, bankroll: patacas(best.bankroll) })),
    el("h3", {}, say("best_map")),
    mapOf(best.map),
    text ? el("p", {}, use) : el("p", { class: "soft" }, say("best_long")),
  );
  announce(say("best_not", { loss, bankroll: patacas(best.bankroll) }));
}

function mapOf(map) {
  const columns = map.left.map((left) =>
    map.counts === "nothing" ? say("best_bet") : say(`best_left_${map.counts}`, { count: map.counts === "rounds" ? number(left) : patacas(left) }));
  return table([say("best_hand"), ...columns], map.lines.map((line) => [patacas(line.money), ...line.fields.map(field)]));
}

const field = (one) => (one.stake === null ? say("best_wait") : `${one.bet} ${patacas(one.stake)}${one.adds ? " +" : ""}`);

/** An amount as an answer has it, in the reader's language. */
const patacas = (amount) => money(Math.round(Number(amount) * 100));

function certain(figure) {
  const places = Math.min(figure.digits, MOST_PLACES);
  return number(figure.value, places, places);
}

function table(headings, rows) {
  return el("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": headings[0] },
    el("table", {},
      el("thead", {}, el("tr", {}, ...headings.map((one) => el("th", { scope: "col" }, one)))),
      el("tbody", {}, ...rows.map(([first, ...others]) =>
        el("tr", {}, el("th", { scope: "row" }, first), ...others.map((one) => el("td", {}, one)))))));
}
