// A form that is sent by a script.

/** Sends a form; why it was refused is said in the form. */
export function onSubmit(form, refused, work) {
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const pressed = event.submitter;
    refused.textContent = "";
    if (pressed) pressed.disabled = true;
    try {
      await work(pressed);
    } catch (fault) {
      refused.textContent = fault.message;
    } finally {
      if (pressed) pressed.disabled = false;
    }
  });
}
