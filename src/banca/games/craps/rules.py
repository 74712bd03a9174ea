"""The rules of craps: the dice, every bet with its clause and its prize, and when a bet may be placed or taken down. Articles 1, 3, 5 and 6."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from enum import StrEnum
from fractions import Fraction
from functools import lru_cache
from itertools import product

from banca.rules import (
    EVEN,
    LOSE,
    PUSH,
    Bet,
    ChosenOptions,
    Citation,
    Fact,
    Layout,
    Limits,
    NotNow,
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
    Table,
    Text,
    Verdict,
    Win,
    Withdrawal,
    _,
    _p,
    citing,
    format_patacas,
)
from banca.rules.refusal import BAD_OUTCOME, CANNOT_TAKE_DOWN, IMPOSSIBLE_OUTCOME

cite = citing("craps")

# The dice. Articles 1 to 3.

DICE_OFFERED = Option(
    name="dice_offered",
    values=(4, 5),
    default=5,
    cite=cite("1.1.1"),
    left_by=cite("R-craps-15"),
    says=_("Dice offered to the shooter"),
)

FACES = range(1, 7)
THROWN = 2
"""Dice in a throw, picked by the shooter from those offered. craps 2.2."""

Pair = tuple[int, int]

DICE = Space.uniform(product(FACES, repeat=THROWN), cite("1.2.4"))
"""Balanced dice: all 36 pairs alike."""


def total(pair: Pair) -> int:
    """The sum of the two upper faces."""
    return sum(pair)


def parse(text: str) -> Pair:
    """Read `3-4`. A die that does not lie flat is written as called: its most exposed upper face. craps 3.1.

    >>> parse("3-4")
    (3, 4)
    """
    faces = text.split("-")
    if not all(face.isascii() and face.isdigit() for face in faces):
        raise Refusal(BAD_OUTCOME, cite("2.2"), asked=text, form="3-4")
    if len(faces) != THROWN:
        raise Refusal(IMPOSSIBLE_OUTCOME, cite("2.2"), asked=text, allowed=_("two dice, e.g. 3-4"))
    if any(face not in map(str, FACES) for face in faces):
        raise Refusal(IMPOSSIBLE_OUTCOME, cite("1.1.1"), asked=text, allowed=_("faces 1 to 6"))
    first, second = (int(face) for face in faces)
    return first, second


def show(pair: Pair) -> str:
    """Write a pair as it is read."""
    return f"{pair[0]}-{pair[1]}"


FACT_WORDS = {
    "dice": _("the dice"),
    "low": _("lower die"),
    "high": _("higher die"),
    "total": _("total"),
    "is_pair": _("a pair"),
}
"""What the facts of an outcome are called."""
FACT_UNITS = {
    "low": _("lower die {number}"),
    "high": _("higher die {number}"),
}
"""How a number is written that is one die's and not the total."""


def facts(pair: Pair) -> Mapping[str, Fact]:
    """The two faces, the lower first, their sum, and whether they are alike: no bet can tell one die from the other."""
    low, high = sorted(pair)
    return {"dice": (low, high), "low": low, "high": high, "total": total(pair), "is_pair": low == high}


class NullThrow(StrEnum):
    """Why a throw does not count and is repeated by the same shooter."""

    OFF_BOARD = "off_board"
    SHORT = "short"
    NO_ROLL = "no_roll"


NULLS: dict[str, NullReason] = {
    NullThrow.OFF_BOARD: NullReason(_("a die left the board"), (cite("3.2.1"),)),
    NullThrow.SHORT: NullReason(
        _("the dice did not both pass the middle"),
        (cite("3.2.2"), cite("2.4")),
        (cite("R-craps-23"),),
    ),
    NullThrow.NO_ROLL: NullReason(
        _("the dice did not roll"),
        (cite("3.3"), cite("2.5")),
        (cite("R-craps-18"),),
    ),
}


def null_throw(*, left_board: bool, passed_middle: bool, hit_wall: bool, rolled: bool) -> NullThrow | None:
    """Judge what the croupier saw; None where the throw counts. `passed_middle`: both dice did. craps 2.4, 2.5, 3.2, 3.3, R-craps-18, R-craps-23."""
    if left_board:
        return NullThrow.OFF_BOARD
    if not rolled:
        return NullThrow.NO_ROLL
    if not passed_middle and not hit_wall:
        return NullThrow.SHORT
    return None


PIPS = _("pips clear and of equal diameter")
INSPECTION = {
    _("edges of equal length"): cite("1.2.1"),
    _("opposite faces sum to seven"): cite("1.2.2"),
    PIPS: cite("1.2.3"),
    _("equal weight, perfectly balanced"): cite("1.2.4"),
}
"""What a croupier checks on dice that left the table before they are used again. craps 3.4."""


def check_inspected(passed: frozenset[str]) -> None:
    """Refuse dice back into play until every point of the inspection has passed. craps 3.4."""
    missing = [point for point in INSPECTION if point not in passed]
    if missing:
        clauses = [INSPECTION[point].clause for point in missing]
        raise Refusal(
            "dice_not_inspected",
            _("the dice left the table and must be checked first; still to be checked: {missing} (craps {clauses})"),
            cite("3.4"),
            missing=missing,
            clauses=clauses,
        )


# How bets move. Articles 5.2 to 5.4. A line bet stands on FIRST_THROW until a number becomes its point, then on that number.

FIRST_THROW = _("first throw")
"""For Pass and Don't Pass, the come-out."""
ITS_FIRST_THROW = _p("come", "first throw")
"""The same state of Come and Don't Come, as 5.2.5 names it in Chinese."""
POINTS = (4, 5, 6, 8, 9, 10)

Point = int | str


def line(prize: Win) -> Step:
    """Pass Line and Come: 7 or 11 wins the first throw, 2, 3 or 12 loses it; then the point before a seven. craps 5.2.1, 5.2.5."""

    def step(point: Point, thrown: int) -> Verdict:
        if point == FIRST_THROW:
            if thrown in (7, 11):
                return prize
            return LOSE if thrown in (2, 3, 12) else Stay(thrown)
        if thrown == point:
            return prize
        return LOSE if thrown == 7 else Stay(point)

    return step


def dont(prize: Win) -> Step:
    """Don't Pass and Don't Come: 2 or 3 wins the first throw, 7 or 11 loses it, 12 ties; then a seven before the point. craps 5.2.3, 5.2.6."""

    def step(point: Point, thrown: int) -> Verdict:
        if point == FIRST_THROW:
            if thrown in (2, 3):
                return prize
            if thrown == 12:
                return PUSH
            return LOSE if thrown in (7, 11) else Stay(thrown)
        if thrown == 7:
            return prize
        return LOSE if thrown == point else Stay(point)

    return step


def number_before_seven(number: int, prize: Win) -> Step:
    """The number wins, a seven loses, any other total decides nothing. craps 5.2.2, 5.4.2."""

    def step(state: Point, thrown: int) -> Verdict:
        if thrown == number:
            return prize
        return LOSE if thrown == 7 else Stay(state)

    return step


def seven_before_number(number: int, prize: Win) -> Step:
    """A seven wins, the number loses, any other total decides nothing. craps 5.2.4."""

    def step(state: Point, thrown: int) -> Verdict:
        if thrown == 7:
            return prize
        return LOSE if thrown == number else Stay(state)

    return step


def one_throw(verdicts: Mapping[int, Verdict]) -> Step:
    """The next throw decides: a total with a verdict has it, any other loses. craps 5.3."""

    def step(_: Point, thrown: int) -> Verdict:
        return verdicts.get(thrown, LOSE)

    return step


def hard_way(number: int, prize: Win) -> Step:
    """The number as a pair wins; a seven, or the number any other way, loses. craps 5.4.1."""

    def step(state: Point, pair: Pair) -> Verdict:
        if total(pair) == number:
            return prize if pair[0] == pair[1] else LOSE
        return LOSE if total(pair) == 7 else Stay(state)

    return step


# The bets. Articles 5 and 6.

FIELD_12 = Option(
    name="field_12",
    values=(2, 3),
    default=2,
    cite=cite("6.12"),
    says=_("Field pays on 12"),
    says_value={"2": _("2 to 1"), "3": _("3 to 1")},
)
SEVEN_TIES = "tie"
BIG_SMALL_7 = Option(
    name="big_small_7",
    values=("lose", SEVEN_TIES),
    default="lose",
    cite=cite("R-craps-20"),
    says=_("Big 8-12 and Small 2-6 on a 7"),
    says_value={
        "lose": _("both lose"),
        SEVEN_TIES: _("both tie"),
    },
)


def by_number(prizes: Mapping[tuple[int, ...], Odds], clause: Citation) -> dict[int, Win]:
    """Prizes written per group of numbers, one entry per number."""
    return {number: Win(odds, clause) for numbers, odds in prizes.items() for number in numbers}


PASS_PRIZE = Win(EVEN, cite("6.1"))
PASS_ODDS = by_number({(4, 10): Odds(2), (5, 9): Odds(3, 2), (6, 8): Odds(6, 5)}, cite("6.2"))
DONT_PRIZE = Win(EVEN, cite("6.3"))
DONT_ODDS = by_number({(4, 10): Odds(1, 2), (5, 9): Odds(2, 3), (6, 8): Odds(5, 6)}, cite("6.4"))
BIG = by_number({(8, 9, 10, 11, 12): EVEN}, cite("6.13"))
SMALL = by_number({(2, 3, 4, 5, 6): EVEN}, cite("6.13"))
HARD_WAYS = by_number({(6, 8): Odds(9), (4, 10): Odds(7)}, cite("6.14"))
BIG_NUMBERS = by_number({(6, 8): Odds(7, 6), (5, 9): Odds(7, 5), (4, 10): Odds(9, 5)}, cite("6.15"))
BIG_NUMBER_CLAUSES = {
    **dict.fromkeys((6, 8), cite("5.4.2")),
    **dict.fromkeys((5, 9), cite("5.4.3")),
    **dict.fromkeys((4, 10), cite("5.4.4")),
}


DONT_COME_ADDITIONAL = _("May be placed once the Don't Come bet has its number. It wins and loses with Don't Come.")
"""Their clauses describe the flat bets as well."""


def field(chosen: ChosenOptions) -> dict[int, Win]:
    """The Field's prizes; twelve pays 2 or 3 to 1 by the concessionaire's choice. craps 5.3.8, 6.12."""
    return by_number({(3, 4, 9, 10, 11): EVEN, (2,): Odds(2), (12,): Odds(chosen[FIELD_12])}, cite("6.12"))


def big_or_small(prizes: dict[int, Win], chosen: ChosenOptions) -> dict[int, Verdict]:
    """The totals of Big or of Small; of 7 the text says nothing, and the house may be told that it ties. craps 5.3.9, R-craps-20."""
    return {**prizes, 7: Push(cite("R-craps-20"))} if chosen[BIG_SMALL_7] == SEVEN_TIES else {**prizes}


def big_or_small_wins(first: int, last: int, chosen: ChosenOptions) -> str:
    """The part of 5.3.9 that is Big's or Small's, and what becomes of the other totals."""
    if chosen[BIG_SMALL_7] == SEVEN_TIES:
        return _("Wins if the next throw is {first} to {last}; 7 is a tie; any other total loses.").fill(
            first=first, last=last
        )
    return _("Wins if the next throw is {first} to {last}; any other total loses, 7 too.").fill(first=first, last=last)


def bets(chosen: ChosenOptions) -> tuple[Bet, ...]:
    """Line bets (5.2), one-throw bets (5.3), multi-throw bets (5.4), as 5.1 divides them. craps 5.1."""
    return (*line_bets(), *one_throw_bets(chosen), *multi_throw_bets())


def line_bets() -> Iterable[Bet]:
    """Pass, Don't Pass, Come, Don't Come and their additional bets. craps 5.2."""
    ending = cite("R-craps-5")
    never_off = cite("R-craps-10")
    flat = (
        ("pass_line", _("Pass Line"), cite("5.2.1"), line(PASS_PRIZE), ()),
        ("dont_pass", _("Don't Pass"), cite("5.2.3"), dont(DONT_PRIZE), (ending,)),
        ("come", _("Come"), cite("5.2.5"), line(PASS_PRIZE), (never_off,)),
        (
            "dont_come",
            _("Don't Come"),
            cite("5.2.6"),
            dont(DONT_PRIZE),
            (ending, never_off),
        ),
    )
    for bet_id, name, clause, step, reads in flat:
        start = ITS_FIRST_THROW if bet_id in ("come", "dont_come") else FIRST_THROW
        yield Bet(id=bet_id, name=name, cite=clause, reads=reads, space=DICE, sees=total, start=start, step=step)
    before, after = number_before_seven, seven_before_number
    additional = (
        (
            "pass_odds",
            "pass_line",
            _("Pass Line additional bet {}"),
            cite("5.2.2"),
            (),
            before,
            PASS_ODDS,
            "",
        ),
        (
            "dont_pass_odds",
            "dont_pass",
            _("Don't Pass additional bet {}"),
            cite("5.2.4"),
            (ending,),
            after,
            DONT_ODDS,
            "",
        ),
        (
            "come_odds",
            "come",
            _("Come additional bet {}"),
            cite("5.2.5"),
            (never_off,),
            before,
            PASS_ODDS,
            _("May be placed once the Come bet has its number. It wins and loses with Come."),
        ),
        (
            "dont_come_odds",
            "dont_come",
            _("Don't Come additional bet {}"),
            cite("5.2.6"),
            (ending, never_off),
            after,
            DONT_ODDS,
            DONT_COME_ADDITIONAL,
        ),
    )
    for bet_id, added_to, name, clause, reads, step_for, prizes, wins in additional:
        for number in POINTS:
            yield Bet(
                id=bet_id,
                name=name,
                selection=str(number),
                cite=clause,
                reads=reads,
                space=DICE,
                sees=total,
                start=number,
                step=step_for(number, prizes[number]),
                wins=wins,
                added_to=added_to,
            )


def one_throw_bets(chosen: ChosenOptions) -> Iterable[Bet]:
    """Bets that the next throw decides. craps 5.3."""
    rows = (
        ("any_craps", _("Any Craps"), cite("5.3.1"), by_number({(2, 3, 12): Odds(7)}, cite("6.5"))),
        (
            "any_seven",
            _("Any 7/Big Red/Big 7"),
            cite("5.3.2"),
            by_number({(7,): Odds(4)}, cite("6.6")),
        ),
        ("eleven", _("Eleven/11"), cite("5.3.3"), by_number({(11,): Odds(15)}, cite("6.7"))),
        ("ace_deuce", _("Ace/deuce/3"), cite("5.3.4"), by_number({(3,): Odds(15)}, cite("6.8"))),
        ("aces", _("Aces/2"), cite("5.3.5"), by_number({(2,): Odds(30)}, cite("6.9"))),
        ("boxcars", _("Boxcars/12"), cite("5.3.6"), by_number({(12,): Odds(30)}, cite("6.10"))),
        ("horn", _("Horn"), cite("5.3.7"), by_number({(2, 12): Odds(27, 4), (3, 11): Odds(3)}, cite("6.11"))),
        ("field", _("Field"), cite("5.3.8"), field(chosen)),
        ("big", _("Big 8-12"), cite("5.3.9"), big_or_small(BIG, chosen)),
        ("small", _("Small 2-6"), cite("5.3.9"), big_or_small(SMALL, chosen)),
    )
    one_stake, on_seven = (cite("R-craps-12"),), (cite("R-craps-20"),)
    reads = {"horn": one_stake, "big": on_seven, "small": on_seven}
    wins = {"big": big_or_small_wins(8, 12, chosen), "small": big_or_small_wins(2, 6, chosen)}
    for bet_id, name, clause, verdicts in rows:
        yield Bet(
            id=bet_id,
            name=name,
            cite=clause,
            reads=reads.get(bet_id, ()),
            space=DICE,
            sees=total,
            step=one_throw(verdicts),
            wins=wins.get(bet_id, ""),
        )


def hard_way_wins(number: int) -> str:
    """One number's part of 5.4.1, which names all four."""
    face = number // 2
    return _("{face}-{face} wins; 7 loses, and so does {number} made with two different faces.").fill(
        face=face, number=number
    )


def big_number_wins(number: int) -> str:
    """One number's part of 5.4.2 to 5.4.4, each of which names two."""
    return _(
        "Wins if {number} comes before 7 and loses if 7 comes first; any other total is a tie and decides nothing."
    ).fill(number=number)


def multi_throw_bets() -> Iterable[Bet]:
    """Hard Ways, and one chosen number before a seven. craps 5.4."""
    for number in (4, 6, 8, 10):
        yield Bet(
            id="hard_way",
            name=_("Hard Way {}"),
            selection=str(number),
            cite=cite("5.4.1"),
            reads=(cite("R-craps-21"),),
            space=DICE,
            step=hard_way(number, HARD_WAYS[number]),
            wins=hard_way_wins(number),
        )
    for number in POINTS:
        yield Bet(
            id="big_number",
            name=_("Big {}"),
            family=_("Big 4, 5, 6, 8, 9 or 10"),
            selection=str(number),
            cite=BIG_NUMBER_CLAUSES[number],
            reads=(cite("R-craps-6"), cite("R-craps-11")),
            space=DICE,
            sees=total,
            step=number_before_seven(number, BIG_NUMBERS[number]),
            wins=big_number_wins(number),
        )


# Other readings, as bets that can be analysed.


def dont_ending_as_pass() -> Step:
    """The Chinese 5.2.3 to the letter: Don't Pass on the first throw, then the point wins and a seven loses."""
    first, then = dont(DONT_PRIZE), line(DONT_PRIZE)

    def step(point: Point, thrown: int) -> Verdict:
        return (first if point == FIRST_THROW else then)(point, thrown)

    return step


def either_before_seven(first: int, second: int) -> Step:
    """5.4.2 read as one bet on both numbers: whichever comes wins."""

    def step(state: Point, thrown: int) -> Verdict:
        if thrown in (first, second):
            return BIG_NUMBERS[first]
        return LOSE if thrown == 7 else Stay(state)

    return step


def decided_by_one_throw(number: int) -> Step:
    """5.4.2 with its "tie" to the letter: any other total hands the stake back."""

    def step(_: Point, thrown: int) -> Verdict:
        if thrown == number:
            return BIG_NUMBERS[number]
        return LOSE if thrown == 7 else PUSH

    return step


def hard_way_in_one_throw(number: int, other: Verdict) -> Step:
    """5.4.1 as a bet of one throw: a total that it does not mention ends it in this way."""
    over_throws = hard_way(number, HARD_WAYS[number])

    def step(state: Point, pair: Pair) -> Verdict:
        verdict = over_throws(state, pair)
        return other if isinstance(verdict, Stay) else verdict

    return step


def other_readings(chosen: ChosenOptions) -> Iterable[OtherReading]:
    """Both readings, side by side; of R-craps-20 under either value of its option."""
    by_key = {bet.key: bet for bet in bets(chosen)}
    dont_pass = by_key["dont_pass"]
    yield OtherReading(cite("R-craps-5"), dont_pass, replace(dont_pass, step=dont_ending_as_pass()))
    for number in (4, 5, 6):
        lay = by_key[f"dont_pass_odds:{number}"]
        as_pass = number_before_seven(number, DONT_ODDS[number])
        yield OtherReading(cite("R-craps-5"), lay, replace(lay, step=as_pass))
    for first, second in ((6, 8), (5, 9), (4, 10)):
        big = by_key[f"big_number:{first}"]
        yield OtherReading(cite("R-craps-6"), big, replace(big, step=either_before_seven(first, second)))
        yield OtherReading(cite("R-craps-11"), big, replace(big, step=decided_by_one_throw(first)))
    for bet_id, prizes in (("big", BIG), ("small", SMALL)):
        loses = replace(by_key[bet_id], step=one_throw(prizes))
        yield OtherReading(cite("R-craps-20"), loses, replace(loses, step=one_throw({**prizes, 7: PUSH})))
    for number in (4, 6):
        hard = by_key[f"hard_way:{number}"]
        for other in (PUSH, LOSE):
            yield OtherReading(cite("R-craps-21"), hard, replace(hard, step=hard_way_in_one_throw(number, other)))


# How a throw is called.

EASY_OR_HARD = (4, 6, 8, 10)
"""Totals that come up as a pair or otherwise. craps 5.4.1."""
EASY = _("{total}, easy way")
PLAIN = _("{total}")
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
    return (_("{total}, hard way") if pair[0] == pair[1] else EASY).fill(total=number)


def called(rules: Rules, pair: Pair, point: State) -> Text:  # the shape of Rulebook.called
    """The throw, and what it does to the line."""
    number = total(pair)
    about: Mapping[str, object] = {"thrown": thrown(pair), "total": number, "point": point}
    if point == FIRST_THROW:
        text = _("{thrown}; the point is {total}") if number in POINTS else ON_FIRST_THROW[number]
    elif number == 7:
        text = SEVEN_OUT
    else:
        text = _("{thrown}: the point is made") if number == point else _("{thrown}; the point stays {point}")
    return text.fill(**about)


# What the house chooses, and when a bet may be placed or taken down. Articles 4 and 5.


class ShooterChange(StrEnum):
    """After which losing total the dice pass on. R-craps-4."""

    SEVEN_OUT = "seven_out"
    COME_OUT_LOSS = "come_out_loss"
    EITHER = "either"


SHOOTER_CHANGE = Option(
    name="shooter_change",
    values=tuple(ShooterChange),
    default=ShooterChange.SEVEN_OUT,
    cite=cite("R-craps-4"),
    says=_("The dice pass on"),
    says_value={
        ShooterChange.SEVEN_OUT: _("after a seven that ends a point"),
        ShooterChange.COME_OUT_LOSS: _("after a loss on the first throw"),
        ShooterChange.EITHER: _("after a seven that ends a point, or a loss on the first throw"),
    },
)


NO_CEILING = "none"


ADDITIONAL_MULTIPLE: Option[int | str] = Option(
    name="additional_multiple",
    values=(*range(1, 101), NO_CEILING),
    default=3,
    cite=cite("R-craps-9"),
    says=_("Highest additional bet, times the flat bet"),
    says_value={NO_CEILING: _("no ceiling")},
)


LIMITS = Limits(multiple_cite=cite("5.6"), minimums_cite=cite("R-craps-17"))


_pass_line = line(PASS_PRIZE)


def next_point(point: State, pair: Pair) -> State:
    """The table's point after a throw, or FIRST_THROW: the state of a Pass Line bet that is always there. R-craps-13."""
    verdict = _pass_line(point, total(pair))
    return verdict.state if isinstance(verdict, Stay) else FIRST_THROW


def phases(point: State) -> tuple[str, ...]:
    """How a player names this moment: the come-out, or a point, any or this one."""
    return ("come_out",) if point == FIRST_THROW else ("point", f"point {point}")


PHASE_WORDS = {
    "come_out": _("before a come-out throw"),
    "point": _("while there is a point"),
    **{f"point {number}": _("while the point is {number}").fill(number=number) for number in POINTS},
}


TABLE = Table(start=FIRST_THROW, after=next_point, phases=phases, phase_words=PHASE_WORDS)


LAY_BETS = ("dont_pass_odds", "dont_come_odds")


MOST_UNITS = 1000
"""Bets whose measure is kept in memory."""


@lru_cache(MOST_UNITS)
def additional_unit(bet: Bet) -> Fraction:
    """An additional bet is measured by its stake; a lay bet by the highest prize that it can win as it is paid now. R-craps-9."""
    if bet.id not in LAY_BETS:
        return Fraction(1)
    verdicts = (bet.verdict(bet.start, outcome) for outcome, _ in bet.space)
    return 1 / max(verdict.odds.ratio for verdict in verdicts if isinstance(verdict, Win))


def check_placing(chosen: ChosenOptions, bet: Bet, stake: int, layout: Layout) -> None:
    """Refuse a bet that may not be placed now. Bets of 5.3 and 5.4 may be placed between any two throws. craps 5.5."""
    point = layout.table
    if bet.id in ("pass_line", "dont_pass") and point != FIRST_THROW:
        raise NotNow(
            "point_stands",
            _("{bet} cannot be placed while there is a point ({point}); place it before a come-out throw"),
            cite("R-craps-7"),
            bet=bet.key,
            point=point,
        )
    if bet.id in ("come", "dont_come") and point == FIRST_THROW:
        raise NotNow(
            "no_point",
            _("{bet} may be placed only while the table has a point ({by}); it has none now"),
            bet.cite,
            bet=bet.key,
            by=cite("R-craps-13"),
        )
    if bet.added_to:
        check_additional(chosen, bet, stake, layout)


def check_additional(chosen: ChosenOptions, bet: Bet, stake: int, layout: Layout) -> None:
    """An additional bet needs its flat bet standing on the same number, and keeps under the ceiling. craps 5.2.2, 5.2.4-6, R-craps-9."""
    flat_stakes = [
        standing.stake
        for standing in layout.standing
        if standing.bet.id == bet.added_to and standing.state == bet.start
    ]
    if not flat_stakes:
        raise NotNow(
            "no_flat_bet",
            _(
                "{bet} needs a {flat} bet on {number}, and there is none; an additional bet is placed once its flat bet has a number"
            ),
            bet.cite,
            bet=bet.key,
            flat=bet.added_to,
            number=bet.start,
        )
    multiple = chosen[ADDITIONAL_MULTIPLE]
    if not isinstance(multiple, int):
        return
    ceiling = int(multiple * sum(flat_stakes) * additional_unit(bet))
    placed = sum(standing.stake for standing in layout.standing if standing.bet.key == bet.key)
    if placed + stake > ceiling:
        raise Refusal(
            "additional_too_large",
            _("{bet} would come to {asked}; the most here is {allowed} (option additional_multiple)"),
            cite("R-craps-9"),
            bet=bet.key,
            asked=format_patacas(placed + stake),
            allowed=format_patacas(ceiling),
        )


STAYING = ("pass_line", "come")
"""Bets that stay once they have a number. R-craps-8."""


def check_taking_down(bet: Bet, state: State, layout: Layout) -> None:
    """Refuse to take down a Pass or Come bet whose number stands (R-craps-8), or any bet from under its additional bet."""
    if bet.id in STAYING and state != bet.start:
        raise Refusal(CANNOT_TAKE_DOWN, cite("R-craps-8"), bet=bet.key, number=state)
    for standing in layout.standing:
        if standing.bet.added_to == bet.id and standing.bet.start == state:
            raise Refusal(
                "additional_stands",
                _("{bet} has an additional bet, {additional}; take that down first"),
                standing.bet.cite,
                bet=bet.key,
                additional=standing.bet.key,
            )


BETWEEN = _("between throws")


def withdrawal(bet: Bet) -> Withdrawal:
    """When a bet may be taken down: a Pass or Come bet only while it has no number. R-craps-8."""
    return Withdrawal(
        when=_("between throws, until it has a number; after that it stays until it is decided")
        if bet.id in STAYING
        else BETWEEN,
        cite=cite("R-craps-8"),
    )


RULEBOOK = Rulebook(
    game="craps",
    options=(DICE_OFFERED, SHOOTER_CHANGE, FIELD_12, BIG_SMALL_7, ADDITIONAL_MULTIPLE),
    bets=bets,
    bets_cite=cite("5.1"),
    new_bets=(cite("7.1"), cite("7.2"), cite("R-craps-14"), cite("7.3"), cite("R-craps-19")),
    parse=parse,
    show=show,
    facts=facts,
    fact_words=FACT_WORDS,
    fact_units=FACT_UNITS,
    called=called,
    outcome_form="3-4",
    nulls=NULLS,
    check_placing=check_placing,
    check_taking_down=check_taking_down,
    withdrawal=withdrawal,
    additional_unit=additional_unit,
    table=TABLE,
    limits=LIMITS,
    other_readings=other_readings,
)
