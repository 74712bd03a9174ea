"""What a croupier may see of a spin of the wheel, for who learns to judge it. Article 4."""

from banca.games.wheel.device import NULLS, InvalidSpin
from banca.rulebook import Sighting, _, citing

cite = citing("wheel")

SIGHTINGS = (
    Sighting(
        _("The wheel makes two whole turns and a half, and stops."),
        NULLS[InvalidSpin.FEW_TURNS],
    ),
    Sighting(
        _("The wheel stops one section before the end of its third turn."),
        NULLS[InvalidSpin.FEW_TURNS],
    ),
    Sighting(
        _("The wheel makes exactly three whole turns, and stops."),
        cites=(cite("4.3"),),
    ),
    Sighting(
        _("The wheel makes three whole turns and a little more, very slowly at the end."),
        cites=(cite("4.3"),),
    ),
    Sighting(
        _("The wheel makes five whole turns."),
        cites=(cite("4.3"),),
    ),
)
