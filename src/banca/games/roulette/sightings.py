"""What a croupier may see of a throw of the ball, for who learns to judge it. Article L-2."""

from banca.games.roulette.device import NULLS, NullThrow
from banca.rulebook import Sighting, _, citing

cite = citing("roulette")

SIGHTINGS = (
    Sighting(
        _("A chip falls on the plate while the ball moves; the ball stops in {face}."),
        NULLS[NullThrow.OBJECT],
    ),
    Sighting(
        _("The ball stays lying on the partition between two compartments."),
        NULLS[NullThrow.UNSETTLED],
    ),
    Sighting(
        _("The ball jumps out of the cylinder and falls to the floor."),
        NULLS[NullThrow.UNSETTLED],
    ),
    Sighting(
        _(
            "The ball jumps from one compartment to another and comes to rest in {face}; then a chip falls on the plate."
        ),
        cites=(cite("L-2"),),
    ),
    Sighting(
        _("The ball comes to rest in {face} although the player who bet most says it was thrown too softly."),
        cites=(cite("L-2"),),
    ),
)
