"""How a hand is called at football poker: the cards, their points, and which bets these decide. football_poker 9.4, 10.2, A-2 to A-4."""

from banca.games.football_poker.bets import POST, ROWS
from banca.games.football_poker.device import Hand, is_post, points
from banca.rulebook import Phrase, Rules, State, words

HAND = words(
    "{cards}: total {points}, {named}", pt="{cards}: total {points}, {named}", zh="{cards}：{points} 點，{named}"
)


def called(rules: Rules, hand: Hand, table: State) -> Phrase:  # noqa: ARG001 - the shape of Rulebook.called
    """The points, with the range and parity that they are in; on three cards 0 or 9 is Post."""
    made = points(hand)
    named = [POST] if is_post(hand) else [name for _, name, _, wins, *_ in ROWS if made in wins]
    return Phrase(HAND, {"cards": list(hand), "points": made, "named": named})
