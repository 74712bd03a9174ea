"""How a throw is called at a craps table: the total, how it came up, and what becomes of the point. craps 5.2, R-craps-13."""

from collections.abc import Mapping

from banca.games.craps.device import Pair, total
from banca.games.craps.steps import FIRST_THROW, POINTS
from banca.rules import Rules, State, Text, _

EASY_OR_HARD = (4, 6, 8, 10)
"""Totals that come up as a pair or otherwise. craps 5.4.1."""
HARD = _("{total}, hard way")
EASY = _("{total}, easy way")
PLAIN = _("{total}")
POINT_SET = _("{thrown}; the point is {total}")
POINT_MADE = _("{thrown}: the point is made")
POINT_STAYS = _("{thrown}; the point stays {point}")
SEVEN_OUT = _("7: seven out")
WINS = _("{total}: Pass Line wins, Don't Pass loses")
LOSES = _("{total}: Pass Line loses, Don't Pass wins")
TIES = _("{total}: Pass Line loses, Don't Pass ties")
ON_FIRST_THROW = {2: LOSES, 3: LOSES, 7: WINS, 11: WINS, 12: TIES}
"""What decides the line on the first throw. craps 5.2.1, 5.2.3."""


def thrown(pair: Pair) -> Text:
    """The total; of an even one that may be a pair, how it came up."""
    number = total(pair)
    if number not in EASY_OR_HARD:
        return PLAIN.fill(total=number)
    return (HARD if pair[0] == pair[1] else EASY).fill(total=number)


def called(rules: Rules, pair: Pair, point: State) -> Text:  # the shape of Rulebook.called
    """The throw, and what it does to the line."""
    number = total(pair)
    about: Mapping[str, object] = {"thrown": thrown(pair), "total": number, "point": point}
    if point == FIRST_THROW:
        text = POINT_SET if number in POINTS else ON_FIRST_THROW[number]
    elif number == 7:
        text = SEVEN_OUT
    else:
        text = POINT_MADE if number == point else POINT_STAYS
    return text.fill(**about)
