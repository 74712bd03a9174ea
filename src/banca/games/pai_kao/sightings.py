"""What a croupier may see when the dice of Pai Kao are shaken, for who learns to judge it. Article 1."""

from banca.games.pai_kao.procedure import COCKED, FELL_OUT, NULL_SHAKES, ON_ANOTHER
from banca.rulebook import Sighting, _, citing

cite = citing("pai_kao")

SIGHTINGS = (
    Sighting(
        _("The cup is opened: a die leans on the wall of the cup."),
        NULL_SHAKES[COCKED],
    ),
    Sighting(
        _("The cup is opened: one die lies on top of another, both flat."),
        NULL_SHAKES[ON_ANOTHER],
    ),
    Sighting(
        _("While the banker shakes, a die falls out of the cup onto the table."),
        NULL_SHAKES[FELL_OUT],
    ),
    Sighting(
        _("The cup is opened: all dice lie flat, two of them touching."),
        cites=(cite("1.5"),),
    ),
    Sighting(
        _("The cup is opened: all dice lie flat and show the same face."),
        cites=(cite("1.5"),),
    ),
)
