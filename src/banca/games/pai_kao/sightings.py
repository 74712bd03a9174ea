"""What a croupier may see when the dice of Pai Kao are shaken, for who learns to judge it. Article 1."""

from banca.games.pai_kao.procedure import COCKED, FELL_OUT, NULL_SHAKES, ON_ANOTHER
from banca.rulebook import Sighting, citing, words

cite = citing("pai_kao")

SIGHTINGS = (
    Sighting(
        words(
            "The cup is opened: a die leans on the wall of the cup.",
            pt="Abre-se o recipiente: um dado está inclinado contra a parede.",
            zh="開盅後，一粒骰子斜靠盅壁。",
        ),
        NULL_SHAKES[COCKED],
    ),
    Sighting(
        words(
            "The cup is opened: one die lies on top of another, both flat.",
            pt="Abre-se o recipiente: um dado está em cima de outro, ambos assentes.",
            zh="開盅後，一粒骰子平疊在另一粒上。",
        ),
        NULL_SHAKES[ON_ANOTHER],
    ),
    Sighting(
        words(
            "While the banker shakes, a die falls out of the cup onto the table.",
            pt="Enquanto o banqueiro agita, um dado sai do recipiente e cai na mesa.",
            zh="莊家搖骰時，一粒骰子從骰盅跌在桌上。",
        ),
        NULL_SHAKES[FELL_OUT],
    ),
    Sighting(
        words(
            "The cup is opened: all dice lie flat, two of them touching.",
            pt="Abre-se o recipiente: todos os dados estão assentes, dois deles a tocarem-se.",
            zh="開盅後，所有骰子均平放，其中兩粒相貼。",
        ),
        cites=(cite("1.5"),),
    ),
    Sighting(
        words(
            "The cup is opened: all dice lie flat and show the same face.",
            pt="Abre-se o recipiente: todos os dados estão assentes e mostram a mesma face.",
            zh="開盅後，所有骰子均平放，並開出同一面。",
        ),
        cites=(cite("1.5"),),
    ),
)
