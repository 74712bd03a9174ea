"""The conduct of a craps table: who throws, which bets may be placed or taken down when. Articles 2, 4 and 5."""

from collections.abc import Sequence
from enum import StrEnum
from fractions import Fraction

from banca.games.craps.bets import DONT_ODDS, PASS_PRIZE
from banca.games.craps.device import DICE_OFFERED, THROWN, Pair, total
from banca.games.craps.steps import FIRST_THROW, line
from banca.rulebook import (
    Act,
    Bet,
    Chosen,
    Citation,
    Code,
    Defect,
    Layout,
    Limits,
    NotNow,
    Option,
    Refusal,
    State,
    Stay,
    Table,
    citing,
    format_patacas,
)

cite = citing("craps")


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
)
NO_CEILING = "none"
ADDITIONAL_MULTIPLE: Option[int | str] = Option(
    name="additional_multiple", values=(*range(1, 101), NO_CEILING), default=3, cite=cite("R-craps-9")
)

LIMITS = Limits(multiple_cite=cite("5.6"))

ACTS = (
    Act(name="offer_dice", phase="between throws", then="dice offered", cite=cite("2.2")),
    Act(name="throw", phase="dice offered", then="thrown", cite=cite("2.4")),
    Act(name="declare_null", phase="thrown", then="dice offered", cite=cite("3.2.1")),
    Act(name="call_result", phase="thrown", then="called", cite=cite("3.1")),
    Act(name="settle", phase="called", then="between throws", cite=cite("5.5")),
)
"""A null throw goes back to the same shooter with the bets as they lie; a called one is settled before bets change again."""


_pass_line = line(PASS_PRIZE)


def next_point(point: State, pair: Pair) -> State:
    """The table's point after a throw, or FIRST_THROW: the state of a Pass Line bet that is always there. R-craps-13."""
    verdict = _pass_line(point, total(pair))
    return verdict.state if isinstance(verdict, Stay) else FIRST_THROW


def phases(point: State) -> tuple[str, ...]:
    """How a player names this moment: the come-out, or a point, any or this one."""
    return ("come_out",) if point == FIRST_THROW else ("point", f"point {point}")


TABLE = Table(start=FIRST_THROW, after=next_point, phases=phases)


LAY_BETS = ("dont_pass_odds", "dont_come_odds")


def additional_unit(bet: Bet) -> Fraction:
    """An additional bet is measured by its stake; a lay bet by its prize. R-craps-9."""
    return 1 / DONT_ODDS[int(bet.selection)].odds.ratio if bet.id in LAY_BETS else Fraction(1)


def check_placing(chosen: Chosen, bet: Bet, stake: int, layout: Layout) -> None:
    """Refuse a bet that may not be placed now. Bets of 5.3 and 5.4 may be placed between any two throws. craps 5.5."""
    point = layout.table
    if bet.id in ("pass_line", "dont_pass") and point != FIRST_THROW:
        raise NotNow(Code.POINT_STANDS, cite("R-craps-7"), bet=bet.key, point=point)
    if bet.id in ("come", "dont_come") and point == FIRST_THROW:
        raise NotNow(Code.NO_POINT, bet.cite, bet=bet.key, by=cite("R-craps-13"))
    if bet.added_to:
        check_additional(chosen, bet, stake, layout)


def check_additional(chosen: Chosen, bet: Bet, stake: int, layout: Layout) -> None:
    """An additional bet needs its flat bet standing on the same number, and keeps under the ceiling. craps 5.2.2, 5.2.4-6, R-craps-9."""
    flat_stakes = [
        standing.stake
        for standing in layout.standing
        if standing.bet.id == bet.added_to and standing.state == bet.start
    ]
    if not flat_stakes:
        raise NotNow(Code.NO_FLAT_BET, bet.cite, bet=bet.key, flat=bet.added_to, number=bet.start)
    multiple = chosen[ADDITIONAL_MULTIPLE]
    if not isinstance(multiple, int):
        return
    ceiling = int(multiple * sum(flat_stakes) * additional_unit(bet))
    placed = sum(standing.stake for standing in layout.standing if standing.bet.key == bet.key)
    if placed + stake > ceiling:
        raise Refusal(
            Code.ADDITIONAL_TOO_LARGE,
            cite("R-craps-9"),
            bet=bet.key,
            asked=format_patacas(placed + stake),
            allowed=format_patacas(ceiling),
        )


def check_taking_down(bet: Bet, state: State, layout: Layout) -> None:
    """Refuse to take down a Pass or Come bet whose number stands (R-craps-8), or any bet from under its additional bet."""
    if bet.id in ("pass_line", "come") and state != bet.start:
        raise Refusal(Code.CANNOT_TAKE_DOWN, cite("R-craps-8"), bet=bet.key, number=state)
    for standing in layout.standing:
        if standing.bet.added_to == bet.id and standing.bet.start == state:
            raise Refusal(Code.ADDITIONAL_STANDS, standing.bet.cite, bet=bet.key, additional=standing.bet.key)


def check_dice(chosen: Chosen, *, offered: int, picked: int) -> None:
    """The stickman offers the house's dice and the shooter picks two of them. craps 1.1.1, 2.2."""
    if offered != chosen[DICE_OFFERED]:
        raise Refusal(Code.WRONG_DICE, cite("1.1.1"), asked=offered, allowed=chosen[DICE_OFFERED])
    if picked != THROWN:
        raise Refusal(Code.WRONG_DICE, cite("2.2"), asked=picked, allowed=THROWN)


def check_shooter(*, staked: int, minimum: int) -> None:
    """Only a player with at least the minimum staked may throw. craps 2.1."""
    if staked < minimum:
        raise Refusal(Code.NOT_THE_SHOOTER, cite("2.1"), asked=format_patacas(staked), allowed=format_patacas(minimum))


def why_shooter_changes(chosen: Chosen, point: State, pair: Pair, *, still_betting: bool) -> Citation | None:
    """The clause by which the dice pass on after this throw; None where they do not. craps 4.1, 4.2, R-craps-4."""
    if not still_betting:
        return cite("4.1")
    rule = chosen[SHOOTER_CHANGE]
    came_out = point == FIRST_THROW
    seven_out = not came_out and total(pair) == 7
    come_out_loss = came_out and total(pair) in (2, 3, 12)
    if (seven_out and rule != ShooterChange.COME_OUT_LOSS) or (come_out_loss and rule != ShooterChange.SEVEN_OUT):
        return cite("4.2")
    return None


def next_shooter(seats: Sequence[str], current: str | None, waiving: frozenset[str]) -> tuple[str, Citation] | None:
    """Who throws next, and by which clause; None where everyone waives.

    Seats stand in order from the stickman's left. The first throws first, then the dice go on to the left, passing
    over players who waive. craps 2.3, R-craps-4b.
    """
    if current is not None and current not in seats:
        raise Defect(f"the shooter {current!r} has no seat")  # noqa: EM102, TRY003 - the caller keeps the order of seats
    start, clause = (0, cite("2.3")) if current is None else (seats.index(current) + 1, cite("R-craps-4b"))
    order = [*seats[start:], *seats[:start]]
    return next(((seat, clause) for seat in order if seat not in waiving), None)
