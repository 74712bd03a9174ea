"""What a croupier may see when the cover is lifted, for who learns to judge it. Article 3."""

from banca.games.fish_prawn_crab.device import NULLS, NullRound
from banca.rulebook import Sighting, citing, words

cite = citing("fish_prawn_crab")

SIGHTINGS = (
    Sighting(
        words(
            "The cover is lifted: one die lies on top of another.",
            pt="Levanta-se a redoma móvel: um dado está em cima de outro.",
            zh="揭盅蓋後，一粒骰子疊在另一粒上。",
        ),
        NULLS[NullRound.STACKED],
    ),
    Sighting(
        words(
            "The cover is lifted: one die stands on its edge, leaning on the dome.",
            pt="Levanta-se a redoma móvel: um dado está de aresta, encostado à redoma.",
            zh="揭盅蓋後，一粒骰子以邊立起，斜靠在玻璃罩上。",
        ),
        NULLS[NullRound.LEANING],
    ),
    Sighting(
        words(
            "The cover is lifted: a die leans on another and shows {face} on its upper side.",
            pt="Levanta-se a redoma móvel: um dado está encostado a outro e mostra {face} para cima.",
            zh="揭盅蓋後，一粒骰子斜靠另一粒，朝上的一面為 {face}。",
        ),
        NULLS[NullRound.LEANING],
    ),
    Sighting(
        words(
            "The cover is lifted: the three dice lie flat, two of them side by side and touching.",
            pt="Levanta-se a redoma móvel: os três dados estão assentes, dois deles lado a lado a tocarem-se.",
            zh="揭盅蓋後，三粒骰子平放，其中兩粒並排相貼。",
        ),
        cites=(cite("3.2"), cite("3.3")),
    ),
    Sighting(
        words(
            "The cover is lifted: all three dice lie flat against the edge of the dome.",
            pt="Levanta-se a redoma móvel: os três dados estão assentes junto ao bordo da redoma.",
            zh="揭盅蓋後，三粒骰子均平放在玻璃罩邊。",
        ),
        cites=(cite("3.2"), cite("3.3")),
    ),
)
