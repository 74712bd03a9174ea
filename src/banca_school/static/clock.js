// The time that is left of an exam: counted from what the server said, which alone decides.

import { announce, byId, say } from "../page.js";

/** Seconds left at which the time is announced to people who do not see the clock. */
const ANNOUNCED = [300, 60];

/** Shows the time left; `over` is called when it is up. */
export function runClock(left, over) {
  const end = performance.now() + left * 1000;
  const place = byId("left");
  let before = Infinity;
  const tick = () => {
    const seconds = Math.max(0, Math.ceil((end - performance.now()) / 1000));
    place.textContent = say("left", { time: `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}` });
    place.classList.toggle("is-short", seconds <= ANNOUNCED[1]);
    const passed = ANNOUNCED.find((limit) => before > limit && seconds <= limit && before !== Infinity);
    if (passed) announce(place.textContent);
    before = seconds;
    if (seconds === 0) {
      clearInterval(running);
      over();
    }
  };
  const running = setInterval(tick, 500);
  tick();
}
