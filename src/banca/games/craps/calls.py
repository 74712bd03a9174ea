"""How a throw is called at a craps table: the total, how it came up, and what becomes of the point. craps 5.2, R-craps-13."""

from collections.abc import Mapping

from banca.games.craps.device import Pair, total
from banca.games.craps.steps import FIRST_THROW, POINTS
from banca.rulebook import Phrase, RoundWords, Rules, State, words

THROW = RoundWords(
    one=words("throw", pt="lançamento", zh="擲"),
    many=words("throws", pt="lançamentos", zh="擲"),
    number=words("Throws", pt="Lançamentos", zh="擲骰次數"),
    in_one=words("in one throw", pt="num só lançamento", zh="一擲"),
    several=words("several throws", pt="vários lançamentos", zh="多次擲骰"),
)
"""What is counted at a craps table. craps 2.2, 5.3."""
EASY_OR_HARD = (4, 6, 8, 10)
"""Totals that come up as a pair or otherwise. craps 5.4.1."""
HARD = words("{total}, hard way", pt="{total}, dados iguais", zh="{total} 點，兩骰相同")
EASY = words("{total}, easy way", pt="{total}, dados diferentes", zh="{total} 點，兩骰不同")
PLAIN = words("{total}", pt="{total}", zh="{total} 點")
POINT_SET = words(
    "{thrown}; the point is {total}", pt="{thrown}; o número ponto é {total}", zh="{thrown}；博彩者點數為 {total}"
)
POINT_MADE = words("{thrown}: the point is made", pt="{thrown}: saiu o número ponto", zh="{thrown}：博彩者點數開出")
POINT_STAYS = words(
    "{thrown}; the point stays {point}",
    pt="{thrown}; o número ponto continua {point}",
    zh="{thrown}；博彩者點數仍為 {point}",
)
SEVEN_OUT = words("7: seven out", pt="7: sete antes do número ponto", zh="7 點：先於博彩者點數開出")
WINS = words(
    "{total}: Pass Line wins, Don't Pass loses",
    pt="{total}: ganha Pass Line, perde Don't Pass",
    zh="{total} 點：派司拉贏，東派司輸",
)
LOSES = words(
    "{total}: Pass Line loses, Don't Pass wins",
    pt="{total}: perde Pass Line, ganha Don't Pass",
    zh="{total} 點：派司拉輸，東派司贏",
)
TIES = words(
    "{total}: Pass Line loses, Don't Pass ties",
    pt="{total}: perde Pass Line, empata Don't Pass",
    zh="{total} 點：派司拉輸，東派司和",
)
ON_FIRST_THROW = {2: LOSES, 3: LOSES, 7: WINS, 11: WINS, 12: TIES}
"""What decides the line on the first throw. craps 5.2.1, 5.2.3."""


def thrown(pair: Pair) -> Phrase:
    """The total; of an even one that may be a pair, how it came up."""
    number = total(pair)
    if number not in EASY_OR_HARD:
        return Phrase(PLAIN, {"total": number})
    return Phrase(HARD if pair[0] == pair[1] else EASY, {"total": number})


def called(rules: Rules, pair: Pair, point: State) -> Phrase:  # noqa: ARG001 - the shape of Rulebook.called
    """The throw, and what it does to the line."""
    number = total(pair)
    about: Mapping[str, object] = {"thrown": thrown(pair), "total": number, "point": point}
    if point == FIRST_THROW:
        text = POINT_SET if number in POINTS else ON_FIRST_THROW[number]
    elif number == 7:
        text = SEVEN_OUT
    else:
        text = POINT_MADE if number == point else POINT_STAYS
    return Phrase(text, about)
