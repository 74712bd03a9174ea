"""How a number is called at roulette: with its colour, its parity and its half. roulette 1.4, 1.5, L-4."""

from banca.games.roulette.bets import EVEN_MONEY_BETS
from banca.rules import Rules, State, Text, _

ZERO = _("0, zero")
NUMBER = _("{number}, {chances}")
CHANCES = {
    "red": _("red"),
    "black": _("black"),
    "even": _("even"),
    "odd": _("odd"),
    "low": _("low"),
    "high": _("high"),
}


def called(rules: Rules, number: int, table: State) -> Text:  # the shape of Rulebook.called
    """The number, and the even-money bets that it wins."""
    if not number:
        return ZERO
    chances = [CHANCES[key] for key, (_, members) in EVEN_MONEY_BETS.items() if number in members]
    return NUMBER.fill(number=number, chances=chances)
