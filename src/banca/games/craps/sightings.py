"""What a croupier may see of a throw of craps, for who learns to judge it. Article 3."""

from banca.games.craps.device import NULLS, NullThrow
from banca.rulebook import Sighting, _, citing

cite = citing("craps")

SIGHTINGS = (
    Sighting(
        _("One die jumps over the wall and falls to the floor; the other shows {face}."),
        NULLS[NullThrow.OFF_BOARD],
    ),
    Sighting(
        _("Both dice end in the croupier's chip rack, outside the board."),
        NULLS[NullThrow.OFF_BOARD],
    ),
    Sighting(
        _("Both dice roll, but stop before the middle of the table and touch no wall."),
        NULLS[NullThrow.SHORT],
    ),
    Sighting(
        _("The dice stop before the middle of the table, but one of them has hit a side wall."),
        cites=(cite("3.2.2"),),
    ),
    Sighting(
        _("The dice slide over the table and past its middle without ever turning over."),
        NULLS[NullThrow.NO_ROLL],
    ),
    Sighting(
        _("After a good throw one die leans on a pile of chips; of its faces, {face} lies uppermost."),
        cites=(cite("3.1"),),
    ),
    Sighting(
        _("Both dice roll past the middle, touch no wall, and lie flat."),
        cites=(cite("2.4"), cite("2.5"), cite("3.2.2")),
    ),
)
