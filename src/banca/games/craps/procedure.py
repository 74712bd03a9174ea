"""The conduct of a craps table: who throws, which bets may be placed or taken down when. Articles 2, 4 and 5."""

from collections.abc import Iterable, Sequence
from enum import StrEnum
from typing import Any

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


def point_after(outcomes: Iterable[Any]) -> State:
    """The table's point, or FIRST_THROW: the state of a Pass Line bet that is always there. R-craps-13."""
    step = line(PASS_PRIZE)
    state: State = FIRST_THROW
    for pair in outcomes:
        verdict = step(state, total(pair))
        state = verdict.state if isinstance(verdict, Stay) else FIRST_THROW
    return state


FLAT_BET = {
    "pass_odds": ("pass_line", cite("5.2.2")),
    "dont_pass_odds": ("dont_pass", cite("5.2.4")),
    "come_odds": ("come", cite("5.2.5")),
    "dont_come_odds": ("dont_come", cite("5.2.6")),
}
"""The bet that each additional bet is added to, and by which clause."""

LAY_BETS = ("dont_pass_odds", "dont_come_odds")


def check_placing(chosen: Chosen, bet: Bet, stake: int, layout: Layout) -> None:
    """Refuse a bet that may not be placed now. Bets of 5.3 and 5.4 may be placed between any two throws. craps 5.5."""
    point = point_after(layout.counted)
    if bet.id in ("pass_line", "dont_pass") and point != FIRST_THROW:
        raise NotNow(Code.POINT_STANDS, cite("R-craps-7"), bet=bet.key, point=point)
    if bet.id in ("come", "dont_come") and point == FIRST_THROW:
        raise NotNow(Code.NO_POINT, bet.cite, bet=bet.key, by=cite("R-craps-13"))
    if bet.id in FLAT_BET:
        check_additional(chosen, bet, stake, layout)


def check_additional(chosen: Chosen, bet: Bet, stake: int, layout: Layout) -> None:
    """An additional bet needs its flat bet standing on the same number, and keeps under the ceiling. craps 5.2.2, 5.2.4-6, R-craps-9."""
    flat_id, clause = FLAT_BET[bet.id]
    flat_stakes = [
        standing.stake for standing in layout.standing if standing.bet.id == flat_id and standing.state == bet.start
    ]
    if not flat_stakes:
        raise NotNow(Code.NO_FLAT_BET, clause, bet=bet.key, flat=flat_id, number=bet.start)
    multiple = chosen[ADDITIONAL_MULTIPLE]
    if not isinstance(multiple, int):
        return
    ceiling = multiple * sum(flat_stakes)
    if bet.id in LAY_BETS:  # the prize, not the stake, is held to the multiple
        ceiling = int(ceiling / DONT_ODDS[int(bet.selection)].odds.ratio)
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
        flat_id, clause = FLAT_BET.get(standing.bet.id, (None, None))
        if flat_id == bet.id and standing.bet.start == state:
            raise Refusal(Code.ADDITIONAL_STANDS, clause, bet=bet.key, additional=standing.bet.key)


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
