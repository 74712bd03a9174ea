"""The conduct of a craps table: who throws, which bets may be placed or taken down when. Articles 2, 4 and 5."""

from collections.abc import Sequence
from enum import StrEnum
from fractions import Fraction
from functools import lru_cache

from banca.games.craps.acts import (
    BETWEEN_THROWS,
    CALLED,
    DICE_OUT,
    DICE_THROWN,
    OFFERED,
    CallResult,
    DeclareNull,
    DeclareOffBoard,
    InspectDice,
    OfferDice,
    Settle,
    TakeBackDice,
    TakeDice,
    Throw,
    WaiveDice,
)
from banca.games.craps.bets import PASS_PRIZE
from banca.games.craps.device import (
    DICE_OFFERED,
    INSPECTION,
    THROWN,
    NullThrow,
    Pair,
    check_inspected,
    null_throw,
    parse,
    total,
)
from banca.games.craps.refusals import (
    NO_SHOOTER,
    WRONG_DICE,
)
from banca.games.craps.steps import FIRST_THROW, POINTS, line
from banca.games.craps.table import DicePassed, DiceTaken, DiceWaived, ShooterNamed
from banca.live.act import EITHER, PLAYER, Act, Does, Situation, bets_open
from banca.live.command import Command
from banca.live.event import Event
from banca.live.refusals import NOT_YOUR_TURN, NOTHING_CHANGES, THROW_COUNTS
from banca.rules import (
    Bet,
    Chosen,
    Citation,
    Defect,
    Layout,
    Limits,
    NotNow,
    Option,
    Refusal,
    State,
    Stay,
    Table,
    Win,
    Withdrawal,
    _,
    citing,
    format_patacas,
)
from banca.rules.refusal import CANNOT_TAKE_DOWN, UNKNOWN_CLAUSE, UNKNOWN_NULL

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


def check_placing(chosen: Chosen, bet: Bet, stake: int, layout: Layout) -> None:
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


def check_additional(chosen: Chosen, bet: Bet, stake: int, layout: Layout) -> None:
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


UNTIL_NUMBERED = _("between throws, until it has a number; after that it stays until it is decided")
BETWEEN = _("between throws")


def withdrawal(bet: Bet) -> Withdrawal:
    """When a bet may be taken down: a Pass or Come bet only while it has no number. R-craps-8."""
    return Withdrawal(when=UNTIL_NUMBERED if bet.id in STAYING else BETWEEN, cite=cite("R-craps-8"))


AT_MOST_TWO = _("at most two")


def check_dice(chosen: Chosen, *, offered: int, picked: int) -> None:
    """The stickman offers the house's dice and the shooter picks two of them. craps 1.1.1, 2.2."""
    if offered != chosen[DICE_OFFERED]:
        raise Refusal(WRONG_DICE, cite("1.1.1"), asked=offered, allowed=chosen[DICE_OFFERED])
    if picked != THROWN:
        raise Refusal(WRONG_DICE, cite("2.2"), asked=picked, allowed=THROWN)


def check_shooter(*, staked: int, minimum: int) -> None:
    """Only a player whose bets come to at least the minimum may throw. craps 2.1, R-craps-22."""
    if staked < minimum:
        raise Refusal(
            "not_the_shooter",
            _("only a player whose bets total at least {allowed} may throw ({by}); this player has bet {asked}"),
            cite("2.1"),
            asked=format_patacas(staked),
            allowed=format_patacas(minimum),
            by=cite("R-craps-22"),
        )


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
        raise Defect(f"the shooter {current!r} has no seat")  # the caller keeps the order of seats
    start, clause = (0, cite("2.3")) if current is None else (seats.index(current) + 1, cite("R-craps-4b"))
    order = [*seats[start:], *seats[:start]]
    return next(((seat, clause) for seat in order if seat not in waiving), None)


def check_offered(asked: Situation[OfferDice]) -> None:
    """The stickman offers the house's dice. craps 1.1.1."""
    if asked.command.offered is not None:
        check_dice(asked.chosen, offered=asked.command.offered, picked=THROWN)


def throwers(asked: Situation[Command]) -> set[str]:
    """Who may be offered the dice: players with the minimum staked who do not waive them; where all of these waive and a bet stands on a number, any of them. craps 2.1, 2.3, R-live-1."""
    staked = {seat for seat in asked.table.seats if asked.table.staked(seat) >= asked.minimum}
    return staked - asked.table.waiving or (staked if asked.table.stands_on_number else set())


def name_shooter(asked: Situation[OfferDice]) -> tuple[Event, ...]:
    """Whom the dice are offered to: the shooter as long as the dice do not pass, else the next with the minimum staked. craps 2.1, 2.3, 4.1."""
    may_throw = throwers(asked)
    if asked.table.shooter in may_throw and not asked.table.dice_pass:
        return ()
    found = next_shooter(asked.table.seats, asked.table.shooter or None, frozenset(asked.table.seats) - may_throw)
    if found is None:
        most = max((asked.table.staked(seat) for seat in asked.table.seats), default=0)
        check_shooter(staked=most, minimum=asked.minimum)
        raise Refusal(NO_SHOOTER, cite("2.3"))
    shooter, clause = found
    stopped_betting = asked.table.shooter and not asked.table.dice_pass and shooter != asked.table.shooter
    return (ShooterNamed(player=shooter, cite=str(cite("4.1") if stopped_betting else clause)),)


def check_throws(asked: Situation[Throw]) -> None:
    """The shooter throws two of the dice; the croupier may only say that it was done. craps 2.2, 2.4."""
    check_dice(
        asked.chosen,
        offered=asked.chosen[DICE_OFFERED],
        picked=THROWN if asked.command.picked is None else asked.command.picked,
    )
    if asked.table.dice_pass:  # the shooter has left with the dice offered
        raise Refusal(
            "dice_not_offered", _("the shooter has left; take the dice back and offer them again"), cite("2.2")
        )
    if asked.who in asked.table.seats and asked.who != asked.table.shooter:
        raise Refusal(NOT_YOUR_TURN, cite("2.2"), asked=asked.who, allowed=asked.table.shooter)
    check_shooter(staked=asked.table.staked(asked.table.shooter), minimum=asked.minimum)
    if asked.table.shooter not in throwers(asked):
        raise Refusal(NO_SHOOTER, cite("2.3"))


def check_null(asked: Situation[DeclareNull]) -> None:
    """A throw is null for its reason alone: dice that touched a wall count though they fell short. craps 3.2.2, 3.3."""
    reason = asked.command.reason
    judged = null_throw(
        left_board=False,
        passed_middle=reason != NullThrow.SHORT,
        hit_wall=bool(asked.command.hit_wall),
        rolled=reason != NullThrow.NO_ROLL,
    )
    if reason == NullThrow.SHORT and judged is None:
        raise Refusal(THROW_COUNTS, cite("3.2.2"))
    if reason not in (NullThrow.SHORT, NullThrow.NO_ROLL):
        raise Refusal(UNKNOWN_NULL, cite("3.2.2"), asked=reason, allowed=[NullThrow.SHORT, NullThrow.NO_ROLL])


def check_dice_pass(asked: Situation[InspectDice]) -> None:
    """Dice that left the table come back only when every point has been checked, each named by its clause. craps 3.4."""
    passed, points = asked.command.passed, [clause.clause for clause in INSPECTION.values()]
    if unknown := [one for one in passed if one not in points]:
        raise Refusal(UNKNOWN_CLAUSE, cite("3.4"), game="craps", asked=unknown[0], allowed=points)
    check_inspected(frozenset(point for point, clause in INSPECTION.items() if clause.clause in passed))


def check_cocked(asked: Situation[CallResult]) -> None:
    """At most both dice can lie askew. craps 3.1."""
    if (asked.command.cocked or 0) > THROWN:
        raise Refusal(WRONG_DICE, cite("3.1"), asked=asked.command.cocked, allowed=AT_MOST_TWO)


def pass_dice(asked: Situation[Settle]) -> tuple[Event, ...]:
    """The dice pass on where this throw lost the bets. craps 4.2, R-craps-4."""
    clause = why_shooter_changes(asked.chosen, asked.table.table, parse(asked.table.shown), still_betting=True)
    return (DicePassed(cite=str(clause)),) if clause else ()


def check_waives(asked: Situation[WaiveDice | TakeDice]) -> None:
    """Refuse to waive the dice twice, or to take them again without having waived them. craps 2.3."""
    if isinstance(asked.command, WaiveDice) == (asked.who in asked.table.waiving):
        raise Refusal(NOTHING_CHANGES, cite("2.3"), asked=asked.command.do)


def waive(asked: Situation[WaiveDice | TakeDice]) -> tuple[Event, ...]:
    """A player does not want to throw, or does again. craps 2.3."""
    return (DiceWaived(player=asked.who) if isinstance(asked.command, WaiveDice) else DiceTaken(player=asked.who),)


BETS_OPEN = (BETWEEN_THROWS, OFFERED, DICE_OUT)
"""Between throws: until the dice leave the hand, and while dice that left the table are inspected. craps 5.5, R-craps-16."""

ACTS = (
    Act(
        takes=OfferDice,
        phase=BETWEEN_THROWS,
        then=OFFERED,
        cite=cite("2.2"),
        check=check_offered,
        brings=name_shooter,
    ),
    *bets_open(BETS_OPEN, cite("5.5"), cite("R-craps-8")),
    *(
        Act(takes=kind, phase=phase, then=phase, cite=cite("2.3"), by=PLAYER, check=check_waives, brings=waive)
        for phase in BETS_OPEN
        for kind in (WaiveDice, TakeDice)
    ),
    Act(takes=TakeBackDice, phase=OFFERED, then=BETWEEN_THROWS, cite=cite("2.3"), is_last_resort=True),
    Act(takes=Throw, phase=OFFERED, then=DICE_THROWN, cite=cite("2.4"), by=EITHER, check=check_throws, stirs=True),
    Act(
        takes=DeclareNull,
        phase=DICE_THROWN,
        then=OFFERED,
        cite=cite("3.2.2"),
        does=Does.NULL,
        check=check_null,
    ),
    Act(takes=DeclareOffBoard, phase=DICE_THROWN, then=DICE_OUT, cite=cite("3.2.1"), does=Does.NULL),
    Act(
        takes=InspectDice,
        phase=DICE_OUT,
        then=OFFERED,
        cite=cite("3.4"),
        check=check_dice_pass,
        choices={"passed": [(clause.clause, point) for point, clause in INSPECTION.items()]},
    ),
    Act(takes=CallResult, phase=DICE_THROWN, then=CALLED, cite=cite("3.1"), does=Does.CALL, check=check_cocked),
    Act(takes=Settle, phase=CALLED, then=BETWEEN_THROWS, cite=cite("5.5"), does=Does.PAY, brings=pass_dice),
)
"""A null throw goes back to the same shooter with the bets as they lie; a called one is settled before bets change again."""
