// Something is tried: a refusal is said beside what was pressed.

/** Does it and says whether it was done; the region that was pressed shows that it waits, and that it was refused. */
export async function attempt(place, what, region) {
  region?.classList.add("sent");
  try {
    await what();
    return true;
  } catch (fault) {
    place.textContent = fault.message;
    region?.classList.add("refused");
    setTimeout(() => region?.classList.remove("refused"), 1200);
    return false;
  } finally {
    region?.classList.remove("sent");
  }
}
