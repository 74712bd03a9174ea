"""Every bet of roulette. Reconstructed: roulette L-4, L-5."""

from collections.abc import Callable, Iterable
from enum import StrEnum
from fractions import Fraction
from typing import assert_never

from banca.games.roulette.device import ALIKE_CITE, BLACK, COLOURS_CITE, CYLINDER, NO_COLOUR_CITE, RED
from banca.games.roulette.steps import IN_PRISON, EvenMoneyClass, covers, even_money, even_money_en_prison
from banca.rules import EVEN, Bet, Chosen, Citation, Lose, Odds, Option, Push, Rules, Stay, Step, Win, _, citing

cite = citing("roulette")


class Zero(StrEnum):
    """What zero does to the even-money bets."""

    LOSE = "lose"
    HALF_BACK = "half_back"
    EN_PRISON = "en_prison"


ZERO = Option(
    name="zero",
    values=tuple(Zero),
    default=Zero.LOSE,
    cite=cite("L-5"),
    says=_("On zero, bets on red, black, even, odd, 1-18 and 19-36"),
    says_value={
        Zero.LOSE: _("lose"),
        Zero.HALF_BACK: _("lose half the stake"),
        Zero.EN_PRISON: _("are held (en prison)"),
    },
)

BETS_CITE = cite("L-4")
COLUMNS = (1, 2, 3)
ROWS = range(12)


def splits() -> Iterable[tuple[int, ...]]:
    """Two numbers next to each other on the layout; zero is next to 1, 2 and 3."""
    yield from ((0, number) for number in COLUMNS)
    for number in range(1, 37):
        if number % 3:
            yield number, number + 1
        if number <= 33:
            yield number, number + 3


def streets() -> Iterable[tuple[int, ...]]:
    """Three numbers across the cloth, and the trios with zero."""
    yield from ((0, 1, 2), (0, 2, 3))
    yield from (tuple(range(3 * row + 1, 3 * row + 4)) for row in ROWS)


def corners() -> Iterable[tuple[int, ...]]:
    """Four numbers round a corner, and the first four."""
    yield 0, 1, 2, 3
    yield from ((n, n + 1, n + 3, n + 4) for n in range(1, 33) if n % 3)


def six_lines() -> Iterable[tuple[int, ...]]:
    """Two streets side by side."""
    yield from (tuple(range(3 * row + 1, 3 * row + 7)) for row in ROWS[:-1])


ONE_NUMBER = _("Wins on its number; loses on any other.")
SEVERAL_NUMBERS = _("Wins on any of its numbers; loses on the others.")
GROUP_WINS = {
    "dozen": _("Wins on any number of the dozen; loses on the others and on zero."),
    "column": _("Wins on any number of the column; loses on the others and on zero."),
}
EVEN_MONEY_WINS = {
    Zero.LOSE: _("Wins on any of its 18 numbers; loses on the others and on zero."),
    Zero.HALF_BACK: _("Wins on any of its 18 numbers; loses on the others. On zero, half the stake is returned."),
    Zero.EN_PRISON: _("Wins on any of its 18 numbers; loses on the others. On zero, the stake is held (en prison)."),
}
"""When a bet wins; its clause also has the prizes. roulette L-4, L-5."""

NUMBER_BETS = (
    ("straight", _("Straight up {}"), Odds(35), [(number,) for number in range(37)]),
    ("split", _("Split {}"), Odds(17), list(splits())),
    ("street", _("Street {}"), Odds(11), list(streets())),
    ("corner", _("Corner {}"), Odds(8), list(corners())),
    ("six_line", _("Six line {}"), Odds(5), list(six_lines())),
)
GROUP_BETS = (
    (
        "dozen",
        _("Dozen {}"),
        Odds(2),
        {n: frozenset(range(12 * n - 11, 12 * n + 1)) for n in (1, 2, 3)},
    ),
    (
        "column",
        _("Column {}"),
        Odds(2),
        {n: frozenset(range(n, 37, 3)) for n in COLUMNS},
    ),
)
EVEN_MONEY_BETS = {
    "red": (_("Red"), RED),
    "black": (_("Black"), BLACK),
    "even": (_("Even"), frozenset(range(2, 37, 2))),
    "odd": (_("Odd"), frozenset(range(1, 37, 2))),
    "low": (_("Low 1-18"), frozenset(range(1, 19))),
    "high": (_("High 19-36"), frozenset(range(19, 37))),
}
COLOURED = ("red", "black")


def bets(chosen: Chosen) -> Iterable[Bet]:
    """Bets on numbers, on dozens and columns, and the even-money bets."""
    for bet_id, name, odds, chances in NUMBER_BETS:
        for numbers in chances:
            yield numbers_bet(
                bet_id,
                name,
                "-".join(map(str, numbers)),
                Win(odds, BETS_CITE),
                frozenset(numbers),
                SEVERAL_NUMBERS if len(numbers) > 1 else ONE_NUMBER,
            )
    for bet_id, name, odds, groups in GROUP_BETS:
        for group, members in groups.items():
            yield numbers_bet(bet_id, name, str(group), Win(odds, BETS_CITE), members, GROUP_WINS[bet_id])
    step = even_money_step(chosen[ZERO])
    reads = (ZERO.cite, cite("R-roulette-1")) if chosen[ZERO] == Zero.EN_PRISON else (ZERO.cite,)
    for bet_id in EVEN_MONEY_BETS:
        colours = (COLOURS_CITE, NO_COLOUR_CITE) if bet_id in COLOURED else ()
        yield even_money_bet(bet_id, step, (*colours, *reads, ALIKE_CITE), EVEN_MONEY_WINS[chosen[ZERO]])


def numbers_bet(bet_id: str, name: str, selection: str, prize: Win, members: frozenset[int], wins: str) -> Bet:
    """A bet that any of its numbers wins."""
    return Bet(
        id=bet_id,
        name=name,
        selection=selection,
        cite=BETS_CITE,
        reads=(ALIKE_CITE,),
        space=CYLINDER,
        sees=members.__contains__,
        step=covers(prize),
        wins=wins,
    )


def even_money_bet(bet_id: str, step: Step, reads: tuple[Citation, ...], wins: str = "") -> Bet:
    """A bet on one half of the numbers; `reads` is what says how zero treats it."""
    name, members = EVEN_MONEY_BETS[bet_id]
    return Bet(
        id=bet_id,
        name=name,
        cite=BETS_CITE,
        reads=reads,
        space=CYLINDER,
        sees=even_money_seen(members),
        step=step,
        wins=wins,
    )


def even_money_seen(members: frozenset[int]) -> Callable[[int], EvenMoneyClass]:
    """Zero, a number of the bet's, or another."""

    def seen(number: int) -> EvenMoneyClass:
        if number == 0:
            return EvenMoneyClass.ZERO
        return EvenMoneyClass.HIT if number in members else EvenMoneyClass.MISS

    return seen


def even_money_step(zero: Zero) -> Step:
    """The step by the house's choice of what zero does. roulette L-5."""
    prize = Win(EVEN, BETS_CITE)
    match zero:
        case Zero.LOSE:
            return even_money(prize, on_zero=Lose(ZERO.cite))
        case Zero.HALF_BACK:
            return even_money(prize, on_zero=Lose(ZERO.cite, share=Fraction(1, 2)))
        case Zero.EN_PRISON:
            held = Stay(IN_PRISON, ZERO.cite)
            return even_money_en_prison(prize, held, released=Push(ZERO.cite), lost=Lose(ZERO.cite))
        case _:
            assert_never(zero)


def canonical(_: str, selection: str) -> str:
    """Numbers may be named in any order: `split:2-1`."""
    return "-".join(sorted(selection.split("-"), key=lambda number: (len(number), number)))


def outcome_names(rules: Rules) -> dict[str, tuple[str | Bet, ...]]:
    """A number with its colour."""
    colours = [rules.bets[key] for key in COLOURED]
    return {
        (written := rules.rulebook.show(outcome)): (written, colour)
        for outcome, _ in rules.space
        for colour in colours
        if isinstance(colour.verdict(colour.start, outcome), Win)
    }
