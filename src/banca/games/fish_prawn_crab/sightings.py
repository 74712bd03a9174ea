"""What a croupier may see when the cover is lifted, for who learns to judge it. Article 3."""

from banca.games.fish_prawn_crab.device import NULLS, NullRound
from banca.rulebook import Sighting, _, citing

cite = citing("fish_prawn_crab")

SIGHTINGS = (
    Sighting(
        _("The cover is lifted: one die lies on top of another."),
        NULLS[NullRound.STACKED],
    ),
    Sighting(
        _("The cover is lifted: one die stands on its edge, leaning on the dome."),
        NULLS[NullRound.LEANING],
    ),
    Sighting(
        _("The cover is lifted: a die leans on another and shows {face} on its upper side."),
        NULLS[NullRound.LEANING],
    ),
    Sighting(
        _("The cover is lifted: the three dice lie flat, two of them side by side and touching."),
        cites=(cite("3.2"), cite("3.3")),
    ),
    Sighting(
        _("The cover is lifted: all three dice lie flat against the edge of the dome."),
        cites=(cite("3.2"), cite("3.3")),
    ),
)
