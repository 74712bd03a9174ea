"""How a hand is called at football poker: the cards, their points, and which bets these decide. football_poker 9.4, 10.2, A-2 to A-4."""

from banca.games.football_poker.bets import POST, ROWS
from banca.games.football_poker.device import Hand, is_post, points
from banca.rules import Rules, State, Text, _

POINTS = _("{number} points")
"""The number that the bets on ranges and on odd or even look at. football_poker 9.4."""
FACT_UNITS = {
    "points": POINTS,
    "first_points": _("{number} points on the first two cards"),
    "count": _("{number} cards"),
}
"""The points of a hand, those of its first two cards, and how many cards it has. football_poker 9.4, 10.1."""
HAND = _("{cards}: total {points}, {named}")


def called(rules: Rules, hand: Hand, table: State) -> Text:  # the shape of Rulebook.called
    """The points, with the range and parity that they are in; on three cards 0 or 9 is Post."""
    made = points(hand)
    named = [POST] if is_post(hand) else [name for _, name, _, wins, *_ in ROWS if made in wins]
    return HAND.fill(cards=list(hand), points=made, named=named)
