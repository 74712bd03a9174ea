"""How a number is called at roulette: with its colour, its parity and its half. roulette 1.4, 1.5, L-4."""

from banca.games.roulette.bets import EVEN_MONEY_BETS
from banca.rulebook import Phrase, RoundWords, Rules, State, words

BALL_THROW = RoundWords(
    one=words("throw", pt="golpe", zh="局"),
    many=words("throws", pt="golpes", zh="局"),
    number=words("Throws", pt="Golpes", zh="局數"),
    in_one=words("in one throw", pt="num só golpe", zh="一局"),
    several=words("several throws", pt="vários golpes", zh="多局"),
)
"""What is counted at roulette. roulette 2.1."""
ZERO = words("0, zero", pt="0, zero", zh="0，零")
NUMBER = words("{number}, {chances}", pt="{number}, {chances}", zh="{number}，{chances}")
CHANCES = {
    "red": words("red", pt="encarnado", zh="紅"),
    "black": words("black", pt="preto", zh="黑"),
    "even": words("even", pt="par", zh="雙"),
    "odd": words("odd", pt="ímpar", zh="單"),
    "low": words("low", pt="menor", zh="小"),
    "high": words("high", pt="maior", zh="大"),
}


def called(rules: Rules, number: int, table: State) -> Phrase:  # noqa: ARG001 - the shape of Rulebook.called
    """The number, and the even-money bets that it wins."""
    if not number:
        return Phrase(ZERO)
    chances = [CHANCES[key] for key, (_, members) in EVEN_MONEY_BETS.items() if number in members]
    return Phrase(NUMBER, {"number": number, "chances": chances})
