"""How a hand is called at football poker: the cards, their points, and which bets these decide. football_poker 9.4, 10.2, A-2 to A-4."""

from banca.games.football_poker.bets import POST, ROWS
from banca.games.football_poker.device import Hand, is_post, points
from banca.rulebook import Phrase, RoundWords, Rules, State, words

HAND_COUNTED = RoundWords(
    one=words("hand", pt="mão", zh="局"),
    many=words("hands", pt="mãos", zh="局"),
    number=words("Hands", pt="Mãos", zh="局數"),
    in_one=words("in one hand", pt="numa só mão", zh="一局"),
    several=words("several hands", pt="várias mãos", zh="多局"),
)
"""What is counted at football poker. football_poker 10.1."""
POINTS = words("{number} points", pt="{number} pontos", zh="{number}點")
"""The number that the bets on ranges and on odd or even look at. football_poker 9.4."""
FACT_UNITS = {
    "points": POINTS,
    "first_points": words(
        "{number} points on the first two cards",
        pt="{number} pontos nas duas primeiras cartas",
        zh="首兩張 {number} 點",
    ),
    "count": words("{number} cards", pt="{number} cartas", zh="{number} 張牌"),
}
"""The points of a hand, those of its first two cards, and how many cards it has. football_poker 9.4, 10.1."""
HAND = words(
    "{cards}: total {points}, {named}", pt="{cards}: total {points}, {named}", zh="{cards}：{points} 點，{named}"
)


def called(rules: Rules, hand: Hand, table: State) -> Phrase:  # noqa: ARG001 - the shape of Rulebook.called
    """The points, with the range and parity that they are in; on three cards 0 or 9 is Post."""
    made = points(hand)
    named = [POST] if is_post(hand) else [name for _, name, _, wins, *_ in ROWS if made in wins]
    return Phrase(HAND, {"cards": list(hand), "points": made, "named": named})
