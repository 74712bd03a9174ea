"""What a croupier may see of a spin of the wheel, for who learns to judge it. Article 4."""

from banca.games.wheel.device import NULLS, InvalidSpin
from banca.rulebook import Sighting, citing, words

cite = citing("wheel")

SIGHTINGS = (
    Sighting(
        words(
            "The wheel makes two whole turns and a half, and stops.",
            pt="A roda dá duas voltas e meia, e pára.",
            zh="輪盤轉兩圈半後停下。",
        ),
        NULLS[InvalidSpin.FEW_TURNS],
    ),
    Sighting(
        words(
            "The wheel stops one section before the end of its third turn.",
            pt="A roda pára uma secção antes de completar a terceira volta.",
            zh="輪盤差一格便完成第三圈時停下。",
        ),
        NULLS[InvalidSpin.FEW_TURNS],
    ),
    Sighting(
        words(
            "The wheel makes exactly three whole turns, and stops.",
            pt="A roda dá exactamente três voltas completas, e pára.",
            zh="輪盤剛好轉滿三圈後停下。",
        ),
        cites=(cite("4.3"),),
    ),
    Sighting(
        words(
            "The wheel makes three whole turns and a little more, very slowly at the end.",
            pt="A roda dá três voltas completas e um pouco mais, muito devagar no fim.",
            zh="輪盤轉滿三圈再多一點，最後轉得很慢。",
        ),
        cites=(cite("4.3"),),
    ),
    Sighting(
        words("The wheel makes five whole turns.", pt="A roda dá cinco voltas completas.", zh="輪盤轉滿五圈。"),
        cites=(cite("4.3"),),
    ),
)
