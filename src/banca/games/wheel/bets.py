"""The seven bets of the wheel. Articles 3 and 6."""

from collections.abc import Iterable

from banca.games.wheel.device import SECTIONS, WHEEL
from banca.games.wheel.steps import symbol
from banca.rules import EVEN, Bet, Chosen, Odds, Rules, Win, _, citing

cite = citing("wheel")

PRIZES = {
    1: Win(EVEN, cite("6.1")),
    2: Win(Odds(3), cite("6.2")),
    3: Win(Odds(5), cite("6.3")),
    4: Win(Odds(11), cite("6.4")),
    5: Win(Odds(23), cite("6.5")),
    6: Win(Odds(45), cite("6.6")),
    7: Win(Odds(45), cite("6.6")),
}


WINS = _(
    "Bets are placed on the rectangle of the symbol. It wins if the pointer shows a section with that symbol; otherwise it "
    "loses (article 5)."
)


def bets(_chosen: Chosen) -> Iterable[Bet]:
    """One rectangle on the board per symbol; a player may bet on one or more. wheel 3.1, 3.2, R-wheel-2."""
    for number, prize in PRIZES.items():
        yield Bet(
            id="symbol",
            name=_("Symbol {}"),
            selection=str(number),
            cite=cite("3.1"),
            reads=(cite("R-wheel-2"),) if SECTIONS[number][0] > 1 else (),
            space=WHEEL,
            decided_by=cite("5"),
            step=symbol(number, prize),
            wins=WINS,
        )


def outcome_names(rules: Rules) -> dict[str, tuple[str | Bet, ...]]:
    """A symbol by the name of its bet."""
    shown = (rules.rulebook.show(outcome) for outcome, _ in rules.space)
    return {written: (rules.bets[written.replace(" ", ":")],) for written in shown}
