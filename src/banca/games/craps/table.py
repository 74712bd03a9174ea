"""A table of craps: who throws, what counts, and the order of acts. Articles 2 to 4."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any

from msgspec import Meta, structs

from banca.games.craps.rules import (
    DICE_OFFERED,
    FIRST_THROW,
    INSPECTION,
    SHOOTER_CHANGE,
    THROWN,
    NullThrow,
    Pair,
    ShooterChange,
    check_inspected,
    null_throw,
    parse,
    total,
)
from banca.rules import (
    ChosenOptions,
    Citation,
    Defect,
    Refusal,
    State,
    _,
    citing,
    format_patacas,
    refusal,
)
from banca.rules.refusal import UNKNOWN_CLAUSE, UNKNOWN_NULL
from banca.tables.acts import (
    EITHER,
    NOT_YOUR_TURN,
    NOTHING_CHANGES,
    PLAYER,
    THROW_COUNTS,
    Act,
    ActKind,
    Situation,
    bets_open,
    out_of_phase,
)
from banca.tables.chance_engine import ChanceEngine
from banca.tables.commands import Actor, Command, EnterOutcome, Number, PlaceBet, WithdrawBet, Word
from banca.tables.events import CHANCE_EVENTS, Event
from banca.tables.state import ChanceState

BETWEEN_THROWS = _("between throws")
OFFERED = _("dice offered")
DICE_THROWN = _("thrown")
DICE_OUT = _("dice out")
CALLED = _("called")


class OfferDice(Command):
    """The stickman offers the dice to the shooter."""

    says = _("Offer the dice")
    labels = {"offered": _("number of dice offered")}
    offered: Number | None = None


class WaiveDice(Command):
    """A player does not want to throw."""

    says = _("Waive the throw")


class TakeDice(Command):
    """A player wants to throw again after all."""

    says = _("Withdraw the waiver")


class TakeBackDice(Command):
    """Dice that were offered and are not thrown."""

    says = _("Take the dice back")


class Throw(Command):
    """The shooter throws."""

    says = _("Throw")
    labels = {"picked": _("number of dice picked")}
    picked: Number | None = None


class DeclareNull(Command):
    """The throw does not count."""

    says = _("Declare the throw null")
    labels = {"hit_wall": _("the dice hit the wall")}
    reason: Word
    hit_wall: bool | None = None


class DeclareOffBoard(Command):
    """A die left the board: the throw does not count."""

    says = _("A die left the board")


class InspectDice(Command):
    """Dice that left the table have been checked, point by point."""

    says = _("Inspect the dice")
    labels = {"passed": _("requirements that the dice meet")}
    passed: Annotated[tuple[Word, ...], Meta(max_length=20)]


class CallResult(EnterOutcome):
    """The stickman calls what the dice show; dice that do not lie flat by their most exposed face."""

    says = _("Call the result")
    labels = {"cocked": _("number of dice not flat")}
    may_see = ("cocked",)
    cocked: Number | None = None


class Settle(Command):
    """Every bet is decided and paid."""

    says = _("Settle and pay")


WRONG_DICE = refusal("wrong_dice", _("{asked} dice; it must be {allowed}"))
NO_SHOOTER = refusal("no_shooter", _("every player who may throw has waived the throw"))

cite = citing("craps")


class CrapsState(ChanceState):
    """A table of chance, and its shooter. Seats stand in order from the stickman's left."""

    shooter: str = ""
    """Who throws, or threw last."""
    dice_pass: bool = True
    """The next offer of the dice goes to another shooter."""
    waiving: frozenset[str] = frozenset()
    """Players who do not want to throw."""


class ShooterNamed(Event):
    """The dice are offered to this player."""

    says = _("{player} is the shooter")
    player: str
    cite: str


class DicePassed(Event):
    """The shooter changes with the next offer of the dice."""

    says = _("the dice pass on")
    cite: str


class DiceWaived(Event):
    """A player does not want to throw."""

    says = _("{player} waives the throw")
    player: str


class DiceTaken(Event):
    """A player wants to throw again after all."""

    says = _("{player} withdraws the waiver")
    player: str


EVENTS = (*CHANCE_EVENTS, ShooterNamed, DicePassed, DiceWaived, DiceTaken)


class CrapsEngine(ChanceEngine[CrapsState]):
    """As every table of chance, with its shooter."""

    STATE = CrapsState
    LASTING = (*ChanceEngine.LASTING, "shooter", "dice_pass", "waiving")
    NOTES = {
        "point": _("point {number}"),
        "shooter": _("shooter: {player}"),
    }

    def check_in_time(self, state: CrapsState, command: Command) -> None:
        """Refuse to place a bet or take one down from the throw until it is paid or declared null. R-craps-16."""
        if isinstance(command, PlaceBet | WithdrawBet) and state.phase in (DICE_THROWN, CALLED):
            act = next(act for act in self.acts if act.name == command.do)
            raise out_of_phase(self.acts, state.phase, act, cite("R-craps-16"))

    def evolve(self, state: CrapsState, event: Event) -> CrapsState:
        match event:
            case ShooterNamed():
                return structs.replace(state, shooter=event.player, dice_pass=False)
            case DicePassed():
                return structs.replace(state, dice_pass=True)
            case DiceWaived():
                return structs.replace(state, waiving=state.waiving | {event.player})
            case DiceTaken():
                return structs.replace(state, waiving=state.waiving - {event.player})
            case _:
                return super().evolve(state, event)

    def after_leaving(self, state: CrapsState, player: str) -> CrapsState:
        """Return the table after somebody has left, with the dice where the order of shooters needs them."""
        # Where the shooter leaves, the seat before counts as the last shooter: the next offer then goes to the seat behind the one given up.
        seat, is_shooter = state.seats.index(player), player == state.shooter
        after = super().after_leaving(state, player)
        before = after.seats[seat - 1] if after.seats else ""
        return structs.replace(
            after,
            waiving=state.waiving - {player},
            shooter=before if is_shooter else state.shooter,
            dice_pass=state.dice_pass or is_shooter,
        )

    def view(self, state: CrapsState, viewer: Actor) -> Mapping[str, Any]:
        """Who throws is everybody's to see."""
        return {**super().view(state, viewer), "shooter": state.shooter, "waiving": sorted(state.waiving)}

    def notes(self, state: CrapsState) -> Sequence[Mapping[str, str]]:
        """The point, where there is one, and who throws."""
        point = [{"note": "point", "number": str(state.table)}] if state.table != FIRST_THROW else []
        return [*point, {"note": "shooter", "player": state.shooter}] if state.shooter else point


AT_MOST_TWO = _("at most two")


def check_dice(chosen: ChosenOptions, *, offered: int, picked: int) -> None:
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


def why_shooter_changes(chosen: ChosenOptions, point: State, pair: Pair, *, still_betting: bool) -> Citation | None:
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


def check_offered(situation: Situation[OfferDice]) -> None:
    """The stickman offers the house's dice. craps 1.1.1."""
    if situation.command.offered is not None:
        check_dice(situation.chosen, offered=situation.command.offered, picked=THROWN)


def throwers(situation: Situation[Command]) -> set[str]:
    """Who may be offered the dice: players with the minimum staked who do not waive them; where all of these waive and a bet stands on a number, any of them. craps 2.1, 2.3, R-live-1."""
    staked = {seat for seat in situation.table.seats if situation.table.money_of(seat) >= situation.minimum}
    return staked - situation.table.waiving or (staked if situation.table.stands_on_number else set())


def name_shooter(situation: Situation[OfferDice]) -> tuple[Event, ...]:
    """Whom the dice are offered to: the shooter as long as the dice do not pass, else the next with the minimum staked. craps 2.1, 2.3, 4.1."""
    may_throw = throwers(situation)
    if situation.table.shooter in may_throw and not situation.table.dice_pass:
        return ()
    following = next_shooter(
        situation.table.seats, situation.table.shooter or None, frozenset(situation.table.seats) - may_throw
    )
    if following is None:
        most = max((situation.table.money_of(seat) for seat in situation.table.seats), default=0)
        check_shooter(staked=most, minimum=situation.minimum)
        raise Refusal(NO_SHOOTER, cite("2.3"))
    shooter, clause = following
    stopped_betting = situation.table.shooter and not situation.table.dice_pass and shooter != situation.table.shooter
    return (ShooterNamed(player=shooter, cite=str(cite("4.1") if stopped_betting else clause)),)


def check_throws(situation: Situation[Throw]) -> None:
    """The shooter throws two of the dice; the croupier may only say that it was done. craps 2.2, 2.4."""
    check_dice(
        situation.chosen,
        offered=situation.chosen[DICE_OFFERED],
        picked=THROWN if situation.command.picked is None else situation.command.picked,
    )
    if situation.table.dice_pass:  # the shooter has left with the dice offered
        raise Refusal(
            "dice_not_offered", _("the shooter has left; take the dice back and offer them again"), cite("2.2")
        )
    if situation.who in situation.table.seats and situation.who != situation.table.shooter:
        raise Refusal(NOT_YOUR_TURN, cite("2.2"), asked=situation.who, allowed=situation.table.shooter)
    check_shooter(staked=situation.table.money_of(situation.table.shooter), minimum=situation.minimum)
    if situation.table.shooter not in throwers(situation):
        raise Refusal(NO_SHOOTER, cite("2.3"))


def check_null(situation: Situation[DeclareNull]) -> None:
    """A throw is null for its reason alone: dice that touched a wall count though they fell short. craps 3.2.2, 3.3."""
    reason = situation.command.reason
    judged = null_throw(
        left_board=False,
        passed_middle=reason != NullThrow.SHORT,
        hit_wall=bool(situation.command.hit_wall),
        rolled=reason != NullThrow.NO_ROLL,
    )
    if reason == NullThrow.SHORT and judged is None:
        raise Refusal(THROW_COUNTS, cite("3.2.2"))
    if reason not in (NullThrow.SHORT, NullThrow.NO_ROLL):
        raise Refusal(UNKNOWN_NULL, cite("3.2.2"), asked=reason, allowed=[NullThrow.SHORT, NullThrow.NO_ROLL])


def check_dice_pass(situation: Situation[InspectDice]) -> None:
    """Dice that left the table come back only when every point has been checked, each named by its clause. craps 3.4."""
    passed, points = situation.command.passed, [clause.clause for clause in INSPECTION.values()]
    if unknown := [clause for clause in passed if clause not in points]:
        raise Refusal(UNKNOWN_CLAUSE, cite("3.4"), game="craps", asked=unknown[0], allowed=points)
    check_inspected(frozenset(point for point, clause in INSPECTION.items() if clause.clause in passed))


def check_cocked(situation: Situation[CallResult]) -> None:
    """At most both dice can lie askew. craps 3.1."""
    if (situation.command.cocked or 0) > THROWN:
        raise Refusal(WRONG_DICE, cite("3.1"), asked=situation.command.cocked, allowed=AT_MOST_TWO)


def pass_dice(situation: Situation[Settle]) -> tuple[Event, ...]:
    """The dice pass on where this throw lost the bets. craps 4.2, R-craps-4."""
    clause = why_shooter_changes(
        situation.chosen, situation.table.table, parse(situation.table.shown), still_betting=True
    )
    return (DicePassed(cite=str(clause)),) if clause else ()


def check_waives(situation: Situation[WaiveDice | TakeDice]) -> None:
    """Refuse to waive the dice twice, or to take them again without having waived them. craps 2.3."""
    if isinstance(situation.command, WaiveDice) == (situation.who in situation.table.waiving):
        raise Refusal(NOTHING_CHANGES, cite("2.3"), asked=situation.command.do)


def waive(situation: Situation[WaiveDice | TakeDice]) -> tuple[Event, ...]:
    """A player does not want to throw, or does again. craps 2.3."""
    return (
        DiceWaived(player=situation.who)
        if isinstance(situation.command, WaiveDice)
        else DiceTaken(player=situation.who),
    )


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
    # Where nobody throws: the shooter left, or has too little on the table by now.
    Act(takes=TakeBackDice, phase=OFFERED, then=BETWEEN_THROWS, cite=cite("2.3"), is_last_resort=True),
    Act(takes=Throw, phase=OFFERED, then=DICE_THROWN, cite=cite("2.4"), by=EITHER, check=check_throws, stirs=True),
    Act(
        takes=DeclareNull,
        phase=DICE_THROWN,
        then=OFFERED,
        cite=cite("3.2.2"),
        does=ActKind.NULL,
        check=check_null,
    ),
    Act(takes=DeclareOffBoard, phase=DICE_THROWN, then=DICE_OUT, cite=cite("3.2.1"), does=ActKind.NULL),
    Act(
        takes=InspectDice,
        phase=DICE_OUT,
        then=OFFERED,
        cite=cite("3.4"),
        check=check_dice_pass,
        choices={"passed": [(clause.clause, point) for point, clause in INSPECTION.items()]},
    ),
    Act(takes=CallResult, phase=DICE_THROWN, then=CALLED, cite=cite("3.1"), does=ActKind.CALL, check=check_cocked),
    Act(takes=Settle, phase=CALLED, then=BETWEEN_THROWS, cite=cite("5.5"), does=ActKind.PAY, brings=pass_dice),
)
"""A null throw goes back to the same shooter with the bets as they lie; a called one is settled before bets change again."""
CONDUCTED_BY = CrapsEngine
