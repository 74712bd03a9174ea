"""What a croupier may see of a throw of craps, for who learns to judge it. Article 3."""

from banca.games.craps.device import NULLS, NullThrow
from banca.rulebook import Sighting, citing, words

cite = citing("craps")

SIGHTINGS = (
    Sighting(
        words(
            "One die jumps over the wall and falls to the floor; the other shows {face}.",
            pt="Um dado salta por cima da parede e cai ao chão; o outro mostra {face}.",
            zh="一顆骰子越過盤壁跌在地上；另一顆為 {face}。",
        ),
        NULLS[NullThrow.OFF_BOARD],
    ),
    Sighting(
        words(
            "Both dice end in the croupier's chip rack, outside the board.",
            pt="Ambos os dados acabam no porta-fichas do croupier, fora do tabuleiro.",
            zh="兩顆骰子皆停在莊荷的籌碼架上，已離開檯證。",
        ),
        NULLS[NullThrow.OFF_BOARD],
    ),
    Sighting(
        words(
            "Both dice roll, but stop before the middle of the table and touch no wall.",
            pt="Ambos os dados rolam, mas param antes do meio da mesa e não tocam em nenhuma parede.",
            zh="兩顆骰子均有滾動，但在桌子中央之前停下，並無觸及盤壁。",
        ),
        NULLS[NullThrow.SHORT],
    ),
    Sighting(
        words(
            "The dice stop before the middle of the table, but one of them has hit a side wall.",
            pt="Os dados param antes do meio da mesa, mas um deles bateu numa parede lateral.",
            zh="骰子在桌子中央之前停下，但其中一顆曾撞到側面盤壁。",
        ),
        cites=(cite("3.2.2"),),
    ),
    Sighting(
        words(
            "The dice slide over the table and past its middle without ever turning over.",
            pt="Os dados deslizam pela mesa e passam o meio sem nunca virarem.",
            zh="骰子在檯上滑行並越過中央，但從未翻滾。",
        ),
        NULLS[NullThrow.NO_ROLL],
    ),
    Sighting(
        words(
            "After a good throw one die leans on a pile of chips; of its faces, {face} lies uppermost.",
            pt="Depois de um bom lançamento um dado fica encostado a uma pilha de fichas; a face mais exposta é {face}.",
            zh="正常投擲後，一顆骰子斜靠在籌碼堆上；最朝上的一面為 {face}。",
        ),
        cites=(cite("3.1"),),
    ),
    Sighting(
        words(
            "Both dice roll past the middle, touch no wall, and lie flat.",
            pt="Ambos os dados rolam para além do meio, não tocam em nenhuma parede e ficam assentes.",
            zh="兩顆骰子滾過桌子中央，沒有觸及盤壁，並平放停定。",
        ),
        cites=(cite("2.4"), cite("2.5"), cite("3.2.2")),
    ),
)
