"""How long the service lets something take; each limit may be set, so that tests hold on a machine of any speed."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Patience:
    """Seconds by the clock on the wall, unless it says otherwise."""

    run: float = 60.0
    """For a simulation of the lab, from its first block on; then it is cut short."""
    file: float = 4.0
    """For a proposal's file to run, and then for its exact figures: of the processor's time."""
    check: float = 15.0
    """For the check of a proposal as a whole."""
    dossier: float = 90.0
    """For a dossier as a whole, the simulation's compiling included."""
