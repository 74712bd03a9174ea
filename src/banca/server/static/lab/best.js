// The best way to play: asked for a purse and a goal, shown as a map, and handed over as a strategy of the lab.

import { post } from "../api.js";
import { accept, amount, needed, whole } from "../fields.js";
import { announce, byId, el, number, patacas, say, told } from "../page.js";

const MOST_PLACES = { chance: 9, loss: 4 };

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

/** What the fields say; what is none, or is needed for the goal, is refused at its field. */
function asked(form) {
  /** @type {any} */
  const { goal, bankroll, target, rounds, minimum, bets } = form.elements;
  accept(form);
  const purse = needed(bankroll, amount(bankroll));
  const least = amount(minimum);
  const count = goal.value === "stake" ? null : whole(rounds, 1, told.most.best_rounds);
  return {
    goal: goal.value,
    bankroll: purse,
    ...(goal.value === "last" ? {} : { [goal.value === "stake" ? "turnover" : "target"]: needed(target, amount(target)) }),
    rounds: goal.value === "last" ? needed(rounds, count) : count,
    ...(least === null ? {} : { minimum: least, chip: least }),
    bets: bets.value.split(/[\s,]+/).filter((one) => one),
  };
}

function show({ best, text }, put) {
  const use = el("button", { type: "button" }, byId("best-ask").dataset.play);
  use.addEventListener("click", () => {
    put(text);
    announce(say("best_put"));
  });
  const loss = certain(best.loss, MOST_PLACES.loss);
  byId("best-found").replaceChildren(
    table([say("best_way"), say("best_chance"), say("best_loss")], [
      [say("best_this"), certain(best.chance, MOST_PLACES.chance), loss],
      ...best.beside.map((one) => [one.title, one.chance ? certain(one.chance, MOST_PLACES.chance) : "", certain(one.loss, MOST_PLACES.loss)]),
    ], "number"),
    el("p", { class: "better" }, say("best_not", { loss, bankroll: patacas(best.bankroll) })),
    el("h3", {}, say("best_map")),
    ...(best.map.moment ? [el("p", {}, say("best_at", { moment: best.map.moment }))] : []),
    mapOf(best.map),
    ...(hasAdded(best.map) ? [el("p", { class: "soft" }, say("best_adds"))] : []),
    text ? el("p", {}, use) : el("p", { class: "soft" }, say("best_long")),
  );
  announce(say("best_not", { loss, bankroll: patacas(best.bankroll) }));
}

function mapOf(map) {
  const columns = map.left.map((left) =>
    map.counts === "nothing" ? say("best_bet") : say(`best_left_${map.counts}`, { count: map.counts === "rounds" ? number(left) : patacas(left) }));
  return table([say("best_hand"), ...columns], map.lines.map((line) => [patacas(line.money), ...line.fields.map(field)]));
}

const hasAdded = (map) => map.lines.some((line) => line.fields.some((one) => one.adds));

const field = (one) => (one.stake === null ? say("best_wait") : `${one.name} ${patacas(one.stake)}${one.adds ? " +" : ""}`);

function certain(figure, most) {
  const places = Math.min(figure.digits, most);
  return number(figure.value, places, places);
}

function table([title, ...headings], rows, kind = "") {
  return el("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": title },
    el("table", {},
      el("thead", {}, el("tr", {}, el("th", { scope: "col" }, title), ...headings.map((one) => el("th", { scope: "col", class: kind }, one)))),
      el("tbody", {}, ...rows.map(([first, ...others]) =>
        el("tr", {}, el("th", { scope: "row" }, first), ...others.map((one) => el("td", { class: kind }, one)))))));
}
