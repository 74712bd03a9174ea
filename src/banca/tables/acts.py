"""The order of acts at a table, as rows: who may do what in which phase, what it takes, what comes next, by which clause."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from enum import Enum, auto
from functools import cache
from types import MappingProxyType
from typing import Any, Generic, TypeVar, cast

import msgspec
from msgspec.structs import fields, replace

from banca.record import FrozenStruct
from banca.rules import _, refusal
from banca.rules.bet import Space
from banca.rules.refusal import Defect, Refusal
from banca.rules.rulebook import ChosenOptions
from banca.rules.text import Citation, citing
from banca.tables.chance import Chance
from banca.tables.commands import (
    TABLE_COMMANDS,
    Actor,
    Command,
    CorrectResult,
    FieldKind,
    PlaceBet,
    Role,
    WithdrawBet,
    command_name,
    describe_act,
    describe_field,
    field_kind,
    union_of,
)
from banca.tables.events import DRAW_EVENTS, TABLE_EVENTS, ActPerformed, Event
from banca.tables.state import Funds

UNKNOWN_ACT = refusal("unknown_act", _("there is no act {asked}; possible: {allowed}"))
NOT_YOUR_ACT = refusal("not_your_act", _("{asked} is reserved for: {allowed}"))
OUT_OF_PHASE = refusal("out_of_phase", _("{asked} is not possible in phase {phase}; possible: {allowed}"))
NOT_YOUR_TURN = refusal("not_your_turn", _("it is not the turn of {asked}; it is the turn of {allowed}"))
NOTHING_CHANGES = refusal("nothing_changes", _("{asked} would change nothing"))
FIELD_MISSING = refusal("field_missing", _("{asked} needs {missing}"))
BAD_REQUEST = refusal("bad_request", _("cannot read the request: {asked}"))
DRAWN_COUNTS = refusal("drawn_counts", _("{asked}: this table draws its results, and every result drawn counts"))
THROW_COUNTS = refusal("throw_counts", _("this result counts"))
ALREADY_SEATED = refusal("already_seated", _("{asked} already has a seat at this table"))
AMOUNT_NOT_POSITIVE = refusal("amount_not_positive", _("the amount {asked} is not valid; it must be above 0"))
NOT_ENOUGH_MONEY = refusal("not_enough_money", _("{asked} is more than the balance of the wallet: {allowed}"))
PLAYER_LIMIT = refusal("player_limit", _("a total of {asked} is above this table's limit for one player: {allowed}"))
BANK_TOO_SMALL = refusal(
    "bank_too_small", _("the house might have to pay {asked}, but the table's bank covers only {allowed}")
)
NO_SUCH_BET = refusal("no_such_bet", _("{asked} cannot be taken back; on the table: {allowed}"))
BETS_STAND = refusal(
    "bets_stand", _("{asked} still has {allowed} on the table; bets must be decided or taken back before leaving")
)
ROUND_UNDER_WAY = refusal(
    "round_under_way", _("{asked} must wait: a round is in progress ({phase}), or bets are still undecided")
)
ROUND_STANDS = refusal(
    "round_stands", _("part of this round is already known: it must be played to the end, and nothing is returned")
)
TABLE_CLOSED = refusal("table_closed", _("this table is closed"))


C_co = TypeVar("C_co", bound=Command, covariant=True)

cite = citing("rulebook")

INTERRUPTED = cite("R-live-1")
"""What becomes of a round that is broken off: before information what was staked may go back, after it only the rules give money."""


MISTYPED = cite("R-live-2")
"""What was entered wrongly of what lies on an observed table is corrected until the round is paid; the journal keeps both."""


class ActKind(Enum):
    """What an act is to the bets and to the device."""

    GO_ON = auto()
    """Nothing: the round moves on."""
    HIDE = auto()
    """The result comes to be, hidden, before the bets."""
    PLACE = auto()
    TAKE_DOWN = auto()
    OFFER = auto()
    """The croupier lays out a bet on a player's request."""
    CONFIRM = auto()
    DECLINE = auto()
    SHOW = auto()
    """A first part of the result lies there."""
    CALL = auto()
    """The result counts."""
    NULL = auto()
    """It does not, and is repeated."""
    CORRECT = auto()
    """What was entered of the result is not what lies there, and is entered anew."""
    PAY = auto()


CROUPIER = (Role.CROUPIER,)
PLAYER = (Role.PLAYER,)
EITHER = (Role.PLAYER, Role.CROUPIER)


class Situation(FrozenStruct, Generic[C_co]):
    """An act that somebody would do at a table that stands so: what a row's own functions see."""

    engine: Any
    """How the table is played, with its options and limits."""
    act: "Act"
    table: Any
    """The table's state: each game has its own."""
    command: C_co
    actor: Actor
    funds: Funds = Funds()
    chance: Chance | None = None

    @property
    def who(self) -> str:
        """Who gives the command."""
        return self.actor.name

    @property
    def is_house(self) -> bool:
        """Whether the croupier or a supervisor gives it."""
        return self.actor.role is not Role.PLAYER

    @property
    def chosen(self) -> ChosenOptions:
        """The house's options."""
        return cast(ChosenOptions, self.engine.rules.chosen)

    @property
    def minimum(self) -> int:
        """The minimum stake."""
        return int(self.engine.limits.minimum)

    def drawn(self) -> Chance:
        """Return what chance gave."""
        if self.chance is None:
            raise Defect("a drawn table was asked for a result and given none")
        return self.chance

    def performed(self, unrecorded: Collection[str] = ()) -> ActPerformed:
        """Return the act as it goes into the journal, with what the command carries but for these fields."""
        saw = {name: value for name, value in sorted(self.command.given().items()) if name not in unrecorded}
        return ActPerformed(act=self.act.name, phase=str(self.act.then), by=self.who, saw=saw, cite=str(self.act.cite))


Check = Callable[[Situation[Any]], None]


class Act(FrozenStruct):
    """One act of the croupier or a player: allowed only in `phase`, it leads to phase `then`."""

    takes: type[Command]
    """The command that asks for it; its name is the act's."""
    phase: str
    """In words: what the phase is called in three languages."""
    then: str
    cite: Citation
    by: tuple[Role, ...] = CROUPIER
    """Whose act it is; a supervisor may do whatever a croupier may."""
    does: ActKind = ActKind.GO_ON
    check: Check | None = None
    """Refuses what more than the phase forbids."""
    brings: Callable[[Situation[Any]], Iterable[Event]] | None = None
    """What else happens with it, or all that happens where the engine has no way of its own with it; it may refuse."""
    reads: Callable[[Situation[Any]], str] | None = None
    """The result it calls, where that is not simply the outcome given with it."""
    draws: Callable[[Space, Any], Sequence[tuple[str, int]]] | None = None
    """Of a drawn table's whole space, what can come up now, with its weights."""
    usual: Mapping[str, Any] = {}
    """What is so unless the croupier says otherwise; of a device that the program drives, the program says it."""
    asks: Callable[[ChosenOptions], tuple[str, ...]] | None = None
    """Those of its fields that the house's options leave to be asked for; all where there is none."""
    choices: Mapping[str, Sequence[tuple[str, str]]] = {}
    """What a field is chosen from: each value with its words."""
    is_automatic: bool = True
    """Whether a round needs it, so that a table which the program conducts comes to it by itself."""
    is_last_resort: bool = False
    """Whether the program does it only where nothing else can be done."""
    stirs: bool = False
    """Whether it sets the device going: dice fly, a ball runs, a disc turns, until the result is called."""
    is_observed: bool = False
    """Whether it answers to what only a table can show at which nobody draws."""

    @property
    def name(self) -> str:
        """How commands and journals call it."""
        return command_name(self.takes)

    @property
    def title(self) -> str:
        """How a refusal names it."""
        return describe_act(self.takes)

    @property
    def example(self) -> dict[str, Any]:
        """Fields with which it could be done: what is usual, and of every choice the first, or all where several are chosen."""
        lists = {field.name for field in fields(self.takes) if field_kind(field) is FieldKind.LIST}
        choices = {name: tuple(value for value, _ in rows) for name, rows in self.choices.items()}
        chosen = {name: values if name in lists else values[0] for name, values in choices.items()}
        return {**chosen, **self.usual}

    def is_for(self, role: Role) -> bool:
        """Return whether somebody in this role may do it."""
        return role in self.by or (role is Role.SUPERVISOR and Role.CROUPIER in self.by)


def bets_open(phases: Sequence[str], placing: Citation, taking: Citation, check: Check | None = None) -> list[Act]:
    """Return the rows by which players place bets and take them back in these phases."""
    rows = []
    for phase in phases:
        rows += [
            Act(takes=PlaceBet, phase=phase, then=phase, cite=placing, by=PLAYER, does=ActKind.PLACE, check=check),
            Act(takes=WithdrawBet, phase=phase, then=phase, cite=taking, by=PLAYER, does=ActKind.TAKE_DOWN),
        ]
    return rows


def with_corrections(acts: Sequence[Act]) -> tuple[Act, ...]:
    """Return the acts with a correction of the result wherever one is paid, and of a first part wherever one lies there. R-live-2."""
    correction = Act(
        takes=CorrectResult,
        phase="",
        then="",
        cite=MISTYPED,
        does=ActKind.CORRECT,
        is_automatic=False,
        is_observed=True,
    )
    rows = list(acts)
    for act in acts:
        if act.does is ActKind.PAY:
            rows.append(replace(correction, phase=act.phase, then=act.phase))
        elif act.does is ActKind.SHOW:
            # A first part is corrected before the next act, by the same reading and the same check as it was shown by.
            row = replace(correction, phase=act.then, then=act.then, check=act.check, reads=act.reads, draws=act.draws)
            rows.append(row)
    return tuple(rows)


def acts_in_phase(acts: Sequence[Act], phase: str, role: Role) -> list[Act]:
    """Return the acts of a role that belong in a phase."""
    return [act for act in acts if act.phase == phase and act.is_for(role)]


def check_entered(act: Act, command: Command) -> None:
    """Refuse a command of an observed table that does not say what lies there."""
    missing = [name for name in act.takes.sees if getattr(command, name) is None]
    # Dice that lie cocked, say, stand for the result that is not entered.
    if missing and not any(getattr(command, name) for name in act.takes.may_see):
        missing = [describe_field(act.takes, name) for name in missing]
        raise Refusal(FIELD_MISSING, act.cite, asked=act.title, missing=missing)


def find_act(acts: Sequence[Act], phase: str, name: str) -> Act:
    """Return the row for act `name` in `phase`; refused with the act's clause where it does not belong."""
    rows = [act for act in acts if act.name == name]
    if not rows:
        raise Refusal(UNKNOWN_ACT, asked=name, allowed=list(dict.fromkeys(act.name for act in acts)))
    act = next((act for act in rows if act.phase == phase), None)
    if act is None:
        raise out_of_phase(acts, phase, rows[0], rows[0].cite)
    return act


def out_of_phase(acts: Sequence[Act], phase: str, act: Act, cite: Citation) -> Refusal:
    """Return the refusal of an act that does not belong in a phase, with the acts that do."""
    allowed = list(dict.fromkeys(row.title for row in acts if row.phase == phase))
    return Refusal(OUT_OF_PHASE, cite, asked=act.title, phase=phases_of(acts).get(phase, phase), allowed=allowed)


def phases_of(acts: Sequence[Act]) -> dict[str, str]:
    """Return the phases of a table in the order of its acts, each with its words."""
    return {str(phase): phase for act in acts for phase in (act.phase, act.then)}


def phases_in_motion(acts: Sequence[Act], first: Callable[[Act], bool]) -> list[str]:
    """Return the phases from the acts for which `first` holds until the result is called, is null or is taken back."""
    moving = {str(act.then) for act in acts if first(act)}
    onward = [act for act in acts if act.does is ActKind.GO_ON and not act.is_last_resort]
    while more := {str(act.then) for act in onward if str(act.phase) in moving} - moving:
        moving |= more
    return [phase for phase in phases_of(acts) if phase in moving]


def acts_towards_payment(acts: Sequence[Act]) -> dict[str, list[str]]:
    """Return by phase the acts that bring the round nearer to its payment; any other leads back, or aside."""
    far = {act.phase: 0 for act in acts if act.does is ActKind.PAY}
    while more := {act.phase: far[act.then] + 1 for act in acts if act.then in far and act.phase not in far}:
        far |= more
    nearer = [act for act in acts if act.does is ActKind.PAY or far.get(act.then, len(acts)) < far.get(act.phase, 0)]
    return {str(phase): list(dict.fromkeys(act.name for act in nearer if act.phase == phase)) for phase in far}


class CommandCodec:
    """Reads the commands that a table of one game takes, and the events that may happen there, with the game's own types."""

    def __init__(
        self,
        kinds: Sequence[type[Command]],
        happen: Sequence[type[Event]],
        cites: Mapping[str, Citation] = MappingProxyType({}),
    ) -> None:
        self._cites = cites
        """The clause of each act, for what is refused."""
        self.kinds = {command_name(kind): kind for kind in kinds}
        """By name; of two, the game's own."""
        self.command: Any = union_of(tuple(self.kinds.values()))
        self.event: Any = union_of(tuple(happen))
        self.events = tuple(dict.fromkeys(happen))
        self.decode: Callable[[bytes], Command] = msgspec.json.Decoder(self.command).decode
        """A command out of JSON; raises msgspec's errors where it is none."""

    def kind(self, do: object) -> type[Command]:
        """Return the kind of command that asks for an act."""
        if not isinstance(do, str) or do not in self.kinds:
            raise Refusal(UNKNOWN_ACT, asked=do, allowed=list(self.kinds))
        return self.kinds[do]

    def read(self, given: Mapping[str, Any]) -> Command:
        """Return a command out of its fields; refused with what it lacks, what it does not take, or what cannot be read."""
        do = given.get("do")
        kind = self.kind(do)
        # msgspec names one fault at a time, by the field's name alone: a person is told all of them, by the words of the page.
        title, cite = describe_act(kind), self._cites.get(str(do))
        known = _required(kind)
        if missing := [name for name, required in known.items() if required and given.get(name) is None]:
            raise Refusal(FIELD_MISSING, cite, asked=title, missing=[describe_field(kind, name) for name in missing])
        if unknown := sorted(given.keys() - known.keys() - {"do"}):
            raise Refusal(
                "field_not_taken",
                _("{asked} does not accept {beside}; it accepts {allowed}"),
                cite,
                asked=title,
                beside=unknown,
                allowed=list(known),
            )
        try:
            return msgspec.convert(given, kind)
        except msgspec.ValidationError as fault:
            raise Refusal(BAD_REQUEST, asked=str(fault)) from None


@cache  # msgspec looks at the class anew each time, which took a third of the way of a command before it is decided
def _required(kind: type[Command]) -> Mapping[str, bool]:
    """Return the fields of a command, and whether each is required."""
    return {field.name: field.required for field in fields(kind)}


def make_codec(acts: Sequence[Act], kinds: Sequence[type[Command]], happen: Sequence[type[Event]]) -> CommandCodec:
    """Return the codec of a game with these acts, and commands and events of its own beyond those of every table."""
    # Of an act in several rows the first gives the clause.
    cites = {act.name: act.cite for act in reversed(acts)}
    return CommandCodec(
        (*TABLE_COMMANDS, *(act.takes for act in acts), *kinds), (*TABLE_EVENTS, *DRAW_EVENTS, *happen), cites
    )
