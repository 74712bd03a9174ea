"""The rules of roulette: the cylinder, the bets and their prizes, and when a throw is null. roulette 1; reconstructed: L-2 to L-5."""

from collections.abc import Iterable, Mapping
from enum import StrEnum
from fractions import Fraction
from typing import assert_never

from banca.rules import (
    EVEN,
    LOSE,
    Bet,
    ChosenOptions,
    Citation,
    Decided,
    Fact,
    Layout,
    Lose,
    NullReason,
    Odds,
    Option,
    OtherReading,
    Push,
    Refusal,
    Rulebook,
    Rules,
    Space,
    State,
    Stay,
    Step,
    Text,
    Verdict,
    Win,
    _,
    citing,
    closed_after_null,
)
from banca.rules.refusal import CANNOT_TAKE_DOWN, IMPOSSIBLE_OUTCOME

cite = citing("roulette")

# The device. Article 1, L-2.

PLATE_ON = Option(
    name="plate_on",
    values=("pivot", "ball_bearing"),
    default="pivot",
    cite=cite("1.1"),
    says=_("The plate turns on"),
    says_value={"pivot": _("a pivot"), "ball_bearing": _("a ball bearing")},
)
PLATE = Option(
    name="plate",
    values=("smooth", "ridged"),
    default="smooth",
    cite=cite("1.2"),
    says=_("The plate is"),
    says_value={"smooth": _("smooth"), "ridged": _("ridged")},
)

ALIKE = cite("R-roulette-2")
NUMBERS = range(37)
"""Of the 37 compartments. roulette 1.2, 1.3."""
RED = frozenset({1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36})
BLACK = frozenset(NUMBERS) - RED - {0}
# fmt: off
ORDER = (
    0, 32, 15, 19, 4, 21, 2, 25, 17, 34, 6, 27, 13, 36, 11, 30, 8, 23, 10,
    5, 24, 16, 33, 1, 20, 14, 31, 9, 22, 18, 29, 7, 28, 12, 35, 3, 26,
)
# fmt: on
"""Round the cylinder: red and black in turn from the zero on. roulette 1.4, R-roulette-2."""
CYLINDER = Space.uniform(NUMBERS, ALIKE)
"""Every compartment is equally likely. R-roulette-2."""
NULLS = {
    "unsettled": NullReason(_("the ball did not come to rest"), (cite("L-2"),)),
    "object": NullReason(_("an object fell on the plate"), (cite("L-2"),)),
}
"""Why the ball is thrown again. roulette L-2."""


def parse(text: str) -> int:
    """Read `17`."""
    if text not in map(str, NUMBERS):
        raise Refusal(IMPOSSIBLE_OUTCOME, cite("1.3"), asked=text, allowed=_("0 to 36"))
    return int(text)


def facts(number: int) -> Mapping[str, Fact]:
    """Return the number, its colour (the zero's is green), and its place on the cylinder, from 0 at the zero."""
    colour = "red" if number in RED else "black" if number in BLACK else "green"
    return {"number": number, "colour": colour, "place": ORDER.index(number)}


# How bets are decided. L-4, L-5.


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
IN_PRISON = _("in prison")
BETS = cite("L-4")
"""The clause that has the bets and their prizes."""


class EvenMoneyClass(StrEnum):
    """What an even-money bet tells apart."""

    ZERO = "zero"
    HIT = "hit"
    MISS = "miss"


def covers(prize: Win) -> Step:
    """A bet on numbers: one of them wins, any other loses. roulette L-4."""

    def step(_: State, is_hit: bool) -> Verdict:  # noqa: FBT001 - what the bet sees
        return prize if is_hit else LOSE

    return step


def even_money(prize: Win, on_zero: Verdict) -> Step:
    """Red, even and the like: zero belongs to neither side. roulette L-4, L-5."""

    def step(_: State, seen: EvenMoneyClass) -> Verdict:
        if seen == EvenMoneyClass.ZERO:
            return on_zero
        return prize if seen == EvenMoneyClass.HIT else LOSE

    return step


def even_money_en_prison(prize: Win, held: Stay, released: Decided, lost: Decided) -> Step:
    """Zero holds the stake; the next number that is not zero gives it back or takes it. roulette L-5, R-roulette-1."""
    free = even_money(prize, on_zero=held)

    def step(state: State, seen: EvenMoneyClass) -> Verdict:
        if state != IN_PRISON:
            return free(state, seen)
        if seen == EvenMoneyClass.ZERO:
            return held
        return released if seen == EvenMoneyClass.HIT else lost

    return step


def even_money_step(zero: Zero) -> Step:
    """The step by the house's choice of what zero does. roulette L-5."""
    prize = Win(EVEN, BETS)
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


# The bets. L-4, L-5.

COLUMNS = (1, 2, 3)
ROWS = range(12)


def splits() -> Iterable[tuple[int, ...]]:
    """Two numbers next to each other on the layout; zero is next to 1, 2 and 3."""
    yield from ((0, number) for number in COLUMNS)
    for number in NUMBERS[1:]:
        if number % 3:
            yield number, number + 1
        if number + 3 in NUMBERS:
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


def by_numbers(chances: Iterable[tuple[int, ...]]) -> dict[str, frozenset[int]]:
    """Selections that are named by their numbers."""
    return {"-".join(map(str, numbers)): frozenset(numbers) for numbers in chances}


SEVERAL = _("Wins on any of its numbers; loses on the others.")
NUMBER_BETS: tuple[tuple[str, str, int, str, dict[str, frozenset[int]]], ...] = (
    (
        "straight",
        _("Straight up {}"),
        35,
        _("Wins on its number; loses on any other."),
        by_numbers((number,) for number in NUMBERS),
    ),
    ("split", _("Split {}"), 17, SEVERAL, by_numbers(splits())),
    ("street", _("Street {}"), 11, SEVERAL, by_numbers(streets())),
    ("corner", _("Corner {}"), 8, SEVERAL, by_numbers(corners())),
    ("six_line", _("Six line {}"), 5, SEVERAL, by_numbers(six_lines())),
    (
        "dozen",
        _("Dozen {}"),
        2,
        _("Wins on any number of the dozen; loses on the others and on zero."),
        {str(n): frozenset(NUMBERS[12 * n - 11 : 12 * n + 1]) for n in (1, 2, 3)},
    ),
    (
        "column",
        _("Column {}"),
        2,
        _("Wins on any number of the column; loses on the others and on zero."),
        {str(n): frozenset(NUMBERS[n::3]) for n in COLUMNS},
    ),
)
"""Id, name, prize to one, when it wins, and the numbers of each selection."""
EVEN_MONEY_BETS = {
    "red": (_("Red"), RED),
    "black": (_("Black"), BLACK),
    "even": (_("Even"), frozenset(NUMBERS[2::2])),
    "odd": (_("Odd"), frozenset(NUMBERS[1::2])),
    "low": (_("Low 1-18"), frozenset(NUMBERS[1:19])),
    "high": (_("High 19-36"), frozenset(NUMBERS[19:])),
}
COLOURED = ("red", "black")
EVEN_MONEY_WINS = {
    Zero.LOSE: _("Wins on any of its 18 numbers; loses on the others and on zero."),
    Zero.HALF_BACK: _("Wins on any of its 18 numbers; loses on the others. On zero, half the stake is returned."),
    Zero.EN_PRISON: _("Wins on any of its 18 numbers; loses on the others. On zero, the stake is held (en prison)."),
}
"""When a bet wins, in words: its clause has the prizes too. roulette L-4, L-5."""


def bets(chosen: ChosenOptions) -> Iterable[Bet]:
    """Bets on numbers, on dozens and columns, and the even-money bets."""
    for bet_id, name, prize, wins, selections in NUMBER_BETS:
        for selection, numbers in selections.items():
            yield Bet(
                id=bet_id,
                name=name,
                selection=selection,
                cite=BETS,
                reads=(ALIKE,),
                space=CYLINDER,
                sees=numbers.__contains__,
                step=covers(Win(Odds(prize), BETS)),
                wins=wins,
            )
    zero = chosen[ZERO]
    step = even_money_step(zero)
    reads = (ZERO.cite, cite("R-roulette-1")) if zero == Zero.EN_PRISON else (ZERO.cite,)
    for bet_id in EVEN_MONEY_BETS:
        colours = (cite("1.4"), cite("1.5")) if bet_id in COLOURED else ()
        yield even_money_bet(bet_id, step, (*colours, *reads, ALIKE), EVEN_MONEY_WINS[zero])


def even_money_bet(bet_id: str, step: Step, reads: tuple[Citation, ...], wins: str = "") -> Bet:
    """A bet on one half of the numbers; `reads` is what says how zero treats it."""
    name, numbers = EVEN_MONEY_BETS[bet_id]

    def sees(number: int) -> EvenMoneyClass:
        if number == 0:
            return EvenMoneyClass.ZERO
        return EvenMoneyClass.HIT if number in numbers else EvenMoneyClass.MISS

    return Bet(id=bet_id, name=name, cite=BETS, reads=reads, space=CYLINDER, sees=sees, step=step, wins=wins)


def other_readings(_: ChosenOptions) -> Iterable[OtherReading]:
    """Under `zero=en_prison`, on red: a second zero holds the stake, or takes it."""
    held = even_money_step(Zero.EN_PRISON)

    def second_zero_takes_it(state: State, seen: EvenMoneyClass) -> Verdict:
        return Lose(ZERO.cite) if (state, seen) == (IN_PRISON, EvenMoneyClass.ZERO) else held(state, seen)

    reads = (cite("R-roulette-1"),)
    other = even_money_bet("red", second_zero_takes_it, reads)
    yield OtherReading(cite("R-roulette-1"), even_money_bet("red", held, reads), other)


def canonical(_: str, selection: str) -> str:
    """Numbers may be named in any order: `split:2-1`."""
    return "-".join(sorted(selection.split("-"), key=lambda number: (len(number), number)))


def check_taking_down(bet: Bet, state: State, layout: Layout) -> None:  # the shape of Rulebook.check_taking_down
    """Keep a stake that zero holds in prison until a number frees or takes it. roulette L-5."""
    if state == IN_PRISON:
        raise Refusal(CANNOT_TAKE_DOWN, cite("L-5"), bet=bet.key, number=state)


# How a number is called and named. 1.4, 1.5, L-4.

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
        return _("0, zero")
    chances = [CHANCES[bet] for bet, (_name, numbers) in EVEN_MONEY_BETS.items() if number in numbers]
    return _("{number}, {chances}").fill(number=number, chances=chances)


def outcome_names(rules: Rules) -> dict[str, tuple[str | Bet, ...]]:
    """A number with its colour."""
    return {str(n): (str(n), rules.bets["red" if n in RED else "black"]) for n in NUMBERS if n}


RULEBOOK = Rulebook(
    game="roulette",
    options=(ZERO, PLATE_ON, PLATE),
    bets=bets,
    outcome_names=outcome_names,
    bets_cite=BETS,
    parse=parse,
    show=str,
    facts=facts,
    fact_words={"number": _("number"), "colour": _("colour"), "place": _("place on the cylinder")},
    called=called,
    outcome_form="17",
    nulls=NULLS,
    canonical=canonical,
    # After a null throw the ball is thrown again and the bets stay as they are: "no more bets" was called. roulette L-3.
    check_placing=closed_after_null(cite("L-3")),
    check_taking_down=check_taking_down,
    other_readings=other_readings,
)
