// A guest with next to nothing left is offered more play money; the offer lies over the frame and moves nothing.

import { isBroke, offerChips } from "../guest.js";
import { byId, told } from "../page.js";

/** All that this guest has, here and in the wallet. */
let has = 0;
let isLater = false;
/** @type {((...told: any[]) => void) | null} */
let show = null;

function start(state) {
  const place = byId("more");
  const got = (balance) => { state.wallet = balance; has = balance; state.load(); };
  const shown = offerChips(byId("more-chips", HTMLButtonElement), () => has, got, byId("more-refused"));
  byId("more-later").addEventListener("click", () => { isLater = true; place.hidden = true; });
  return () => {
    shown();
    isLater = isLater && isBroke(has);
    place.hidden = isLater || !isBroke(has);
  };
}

export function showMore(state) {
  if (!told.isGuest) return;
  has = state.wallet + (state.staked ?? 0);
  show ??= start(state);
  show();
}
