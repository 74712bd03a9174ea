// Guests of the demo: more play money for who has next to none left.

import { post, tellFault } from "./api.js";
import { announce, money, say, told } from "./page.js";

/** Whether somebody has so little that the house gives more; the house decides it when it is asked. */
export const isBroke = (has) => told.isGuest && has < told.needed;

/** A button for who has next to nothing left: `has()` is all that a guest has, `got(balance)` is called with the new balance. */
export function offerChips(button, has, got, refused) {
  const show = () => { button.hidden = !isBroke(has()); };
  button.addEventListener("click", async () => {
    button.disabled = true;
    try {
      const { balance } = await post("/api/v1/demo/chips");
      got(balance);
      announce(say("got_chips", { amount: money(balance) }));
    } catch (fault) {
      tellFault(refused, fault);
    } finally {
      button.disabled = false;
      show();
    }
  });
  show();
  return show;
}
