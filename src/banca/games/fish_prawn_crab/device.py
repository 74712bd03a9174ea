"""The material of Fish-Prawn-Crab: three dice of figures, colours and numbers, shaken under a cover. Articles 1 and 3."""

from collections.abc import Mapping
from enum import StrEnum
from itertools import product
from typing import Any

from banca.rulebook import Fact, Given, NullReason, Option, Refusal, Space, citing, words
from banca.rulebook.refusals import IMPOSSIBLE_OUTCOME

cite = citing("fish_prawn_crab")


class Colour(StrEnum):
    """The colour of a face."""

    RED = "red"
    GREEN = "green"
    BLUE = "blue"


class Figure(StrEnum):
    """The figure on a face, in the order of their numbers."""

    FISH = "fish"
    PRAWN = "prawn"
    GOURD = "gourd"
    COIN = "coin"
    CRAB = "crab"
    ROOSTER = "rooster"

    @property
    def number(self) -> int:
        """1 for Fish to 6 for Rooster; opposite faces sum to seven. fish_prawn_crab 1.1, 1.2."""
        return FACES[self][0]

    @property
    def colour(self) -> Colour:
        """Opposite faces share it. fish_prawn_crab 1.1, 1.2."""
        return FACES[self][1]


FACES_CITE = cite("1.1")
FACES = {
    Figure.FISH: (1, Colour.RED),
    Figure.PRAWN: (2, Colour.GREEN),
    Figure.GOURD: (3, Colour.BLUE),
    Figure.COIN: (4, Colour.BLUE),
    Figure.CRAB: (5, Colour.GREEN),
    Figure.ROOSTER: (6, Colour.RED),
}

NAMES: dict[str, Given] = {
    Figure.FISH: words("Fish", pt="Peixe", zh="魚"),
    Figure.PRAWN: words("Prawn", pt="Camarão", zh="蝦"),
    Figure.GOURD: words("Gourd", pt="Cabaço", zh="葫蘆"),
    Figure.COIN: words("Coin", pt="Moeda", zh="金錢"),
    Figure.CRAB: words("Crab", pt="Caranguejo", zh="蟹"),
    Figure.ROOSTER: words("Rooster", pt="Galo", zh="雞"),
    Colour.RED: words("red", pt="vermelha", zh="紅"),
    Colour.GREEN: words("green", pt="verde", zh="綠"),
    Colour.BLUE: words("blue", pt="azul", zh="藍"),
}

Triple = tuple[Figure, Figure, Figure]

DICE = Space.uniform(product(Figure, repeat=3), cite("1.2"))
"""Balanced dice: all 216 triples alike. fish_prawn_crab 1.2."""

FORM = words("fish-crab-crab", pt="peixe-caranguejo-caranguejo", zh="魚-蟹-蟹")
THREE_DICE = words(
    "three dice, e.g. fish-crab-crab",
    pt="três dados, p. ex. peixe-caranguejo-caranguejo",
    zh="三粒骰子，例如魚-蟹-蟹",
)
EACH_FIGURE = [
    Given({language: f"{figure.number} {name.lower()}" for language, name in NAMES[figure].told.items()})
    for figure in Figure
]

BY_WORD = {figure.value: figure for figure in Figure} | {str(figure.number): figure for figure in Figure}


def parse(text: str) -> Triple:
    """Read `fish-crab-crab` or `1-5-5`.

    >>> show(parse("1-5-5"))
    'fish-crab-crab'
    """
    written = text.split("-")
    unknown = [word for word in written if word not in BY_WORD]
    if unknown:
        raise Refusal(IMPOSSIBLE_OUTCOME, FACES_CITE, asked=text, allowed=EACH_FIGURE)
    if len(written) != 3:
        raise Refusal(IMPOSSIBLE_OUTCOME, FACES_CITE, asked=text, allowed=THREE_DICE)
    first, second, third = (BY_WORD[word] for word in written)
    return first, second, third


def show(triple: Triple) -> str:
    """Write a triple by its figures."""
    return "-".join(triple)


def total(triple: Triple) -> int:
    """The sum of the three numbers."""
    return sum(figure.number for figure in triple)


def is_triple(triple: Triple) -> bool:
    """Three equal figures."""
    return len(set(triple)) == 1


FACT_WORDS = {
    "figures": words("figures", pt="figuras", zh="圖案"),
    "colours": words("colours", pt="cores", zh="顏色"),
    "numbers": words("numbers", pt="números", zh="點數"),
    "total": words("total", pt="total", zh="總點數"),
    "is_triple": words("a triple", pt="três figuras iguais", zh="圍骰"),
}
"""What the facts of an outcome are called."""


def facts(triple: Triple) -> Mapping[str, Fact]:
    """The figures, colours and numbers by number, the total, and whether the figures are alike: no bet can tell the dice apart."""
    by_number = sorted(triple, key=lambda figure: figure.number)
    return {
        "figures": tuple(str(figure) for figure in by_number),
        "colours": tuple(str(figure.colour) for figure in by_number),
        "numbers": tuple(figure.number for figure in by_number),
        "total": total(triple),
        "is_triple": is_triple(triple),
    }


class NullRound(StrEnum):
    """Why a round is null and repeated when the cover is lifted."""

    STACKED = "stacked"
    LEANING = "leaning"


NULLS: dict[str, NullReason] = {
    NullRound.STACKED: NullReason(words("dice stacked", pt="dados sobrepostos", zh="骰子疊起"), (cite("3.3"),)),
    NullRound.LEANING: NullReason(words("a die leaning", pt="dados inclinados", zh="骰子斜靠不平"), (cite("3.3"),)),
}


def null_round(*, stacked: bool, leaning: bool) -> NullRound | None:
    """Judge the dice as they lie under the dome; None where the round counts. fish_prawn_crab 3.3."""
    if stacked:
        return NullRound.STACKED
    return NullRound.LEANING if leaning else None


PRIOR: dict[str, Any] = {"authorised_by": cite("8"), "working_days": 3, "days_read": cite("R-fpc-3")}
"""The options of articles 1 and 2 are authorised before they are adopted. fish_prawn_crab 8, R-fpc-3."""

YES_OR_NO = {"no": words("no", pt="não", zh="否"), "yes": words("yes", pt="sim", zh="是")}

DRIVE = Option(
    name="drive",
    values=("lever", "electronic"),
    default="lever",
    cite=cite("1.3.1"),
    says=words("The cup is driven by", pt="Accionamento do copo", zh="骰盅的驅動方式"),
    says_value={
        "lever": words("a lever", pt="alavanca", zh="把手"),
        "electronic": words("an electronic drive", pt="dispositivo electrónico", zh="電子啟動裝置"),
    },
    **PRIOR,
)
BOARDS = Option(
    name="boards",
    values=("one", "several"),
    default="one",
    cite=cite("1.4"),
    says=words("Boards at the table", pt="Tabuleiros na mesa", zh="檯證數目"),
    says_value={"one": words("one", pt="um", zh="一張"), "several": words("several", pt="vários", zh="多張")},
    **PRIOR,
)
LIT_PANEL = Option(
    name="lit_panel",
    values=("no", "yes"),
    default="no",
    cite=cite("2.2"),
    says=words(
        "A panel lights up before bets open",
        pt="Acende-se um quadro antes do início das apostas",
        zh="投注開始前燈牌亮起",
    ),
    says_value=YES_OR_NO,
    untaken=("no",),
    **PRIOR,
)
CALLED_OPENING = Option(
    name="called_opening",
    values=("no", "yes"),
    default="no",
    cite=cite("2.3"),
    says=words(
        "The croupier calls that bets are open",
        pt="O croupier anuncia o início das apostas",
        zh="莊荷高聲宣佈下注開始",
    ),
    says_value=YES_OR_NO,
    untaken=("no",),
    **PRIOR,
)
LIT_RESULT = Option(
    name="lit_result",
    values=("no", "yes"),
    default="no",
    cite=cite("3.2"),
    left_by=cite("R-fpc-4"),
    says=words(
        "Winning combinations light up on the board",
        pt="Iluminam-se no tabuleiro as combinações premiadas",
        zh="以亮燈顯示中彩各瓣",
    ),
    says_value=YES_OR_NO,
)
