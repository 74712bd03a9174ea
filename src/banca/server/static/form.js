// A form that is sent by a script, on a page that has the dialog.

import { Waits } from "./api.js";
import { showWaiting } from "./dialog.js";

/** Sends a form; why it was refused is said in the form, and that it waits for a second person in the dialog. */
export function onSubmit(form, refused, work) {
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const pressed = event.submitter;
    refused.textContent = "";
    if (pressed) pressed.disabled = true;
    try {
      await work(pressed);
    } catch (fault) {
      if (fault instanceof Waits) showWaiting(fault);
      else refused.textContent = fault.message;
    } finally {
      if (pressed) pressed.disabled = false;
    }
  });
}
