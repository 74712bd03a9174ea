// The games to choose from, with how each went so far.

import { bracketed, number, percent, ready } from "../page.js";
import { practised } from "./record.js";

for (const [game, { right, asked }] of Object.entries(practised())) {
  const place = document.querySelector(`[data-game="${CSS.escape(game)}"] [data-practised]`);
  if (place && asked) place.textContent = `✓ ${bracketed(`${number(right)} / ${number(asked)}`, percent(right / asked, 0))}`;
}
ready();
