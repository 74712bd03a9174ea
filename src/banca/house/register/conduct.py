"""The register as a table at which nobody plays: who may put what down, and what follows for the staff."""

from typing import Any

from msgspec import field, structs

from banca.house.cage import CAGE, Office, OfficeConduct
from banca.house.refusals import NOT_THE_SECOND, NOTHING_ASKED, TOO_MANY_WISHES
from banca.house.register.event import (
    ACTS,
    AuthorisationRecorded,
    FactorSet,
    HiddenSeen,
    KeyEnded,
    KeyIssued,
    KeyLost,
    LogHeadMissing,
    LogInsFailed,
    LogKeySet,
    Member,
    PasswordChanged,
    PasswordReset,
    PersonAdded,
    PersonShutOut,
    Record,
    RegisterBegun,
    RegisterEvent,
    Safeguards,
    SafeguardsSet,
    SecondAsked,
    SecondDropped,
    SecondGiven,
)
from banca.rules import Refusal, _
from banca.tables.acts import NOT_YOUR_ACT, UNKNOWN_ACT, CommandCodec
from banca.tables.chance import Chance
from banca.tables.commands import Actor, Command, Role
from banca.tables.engine import check_role
from banca.tables.events import Event, TableOpened
from banca.tables.state import Funds

REGISTER = "register"
OUTSIDE_TABLES = (CAGE, REGISTER)
"""Journals of the house at which nobody plays."""
HOUSE = "house"
"""The name under which the program itself puts something down."""
PROGRAM = ("automatic", HOUSE)
"""Names that the program itself acts under: nobody else's commands may be taken for its own, and it needs nobody beside it."""
MOST_ASKED = 50
"""Wishes of one person that may wait."""
SECONDS = (Role.SUPERVISOR, Role.INSPECTOR)
"""Who may be the second person."""


class RegisterState(Office, frozen=True, kw_only=True):
    """The staff, who is shut out, what the house asks of its people, and what waits for a second person."""

    safeguards: Safeguards = Safeguards()
    staff: dict[str, Role] = field(default_factory=dict)
    out: frozenset[str] = frozenset()
    """Everybody who is shut out, players too."""
    asked: dict[int, SecondAsked] = field(default_factory=dict)
    asks: int = 0
    """How often a second person has been asked for."""
    log_keys: tuple[str, ...] = ()
    """Who signs the log."""

    def seconds(self, but: str) -> list[str]:
        """Those of the staff who could be the second person beside somebody."""
        return [name for name, role in self.staff.items() if role in SECONDS and name != but and name not in self.out]

    def find_asked(self, number: int) -> SecondAsked:
        """What waits under a number."""
        if number not in self.asked:
            raise Refusal(NOTHING_ASKED, asked=number, allowed=list(self.asked))
        return self.asked[number]


REGISTER_FORMS = CommandCodec((Record,), (TableOpened, *ACTS))


class RegisterConduct(OfficeConduct[RegisterState]):
    """Facts are put down as they come, by whom they are due from."""

    def __init__(self, opened: TableOpened) -> None:
        super().__init__(opened, REGISTER_FORMS)

    @property
    def start(self) -> RegisterState:
        """Nobody is in the house."""
        return RegisterState()

    def decide(
        self, state: RegisterState, command: Command, actor: Actor, funds: Funds, chance: Chance | None = None
    ) -> tuple[Event, ...]:
        """The fact that the command carries, where it is this person's to put down."""
        del funds, chance
        if not isinstance(command, Record):
            raise Refusal(UNKNOWN_ACT, asked=command.do, allowed=list(ACTS.values()))
        fact: RegisterEvent = command.fact
        _check_due(state, fact, command, actor)
        if isinstance(fact, SecondAsked):
            if sum(one.by == actor.name for one in state.asked.values()) >= MOST_ASKED:
                raise Refusal(TOO_MANY_WISHES, asked=MOST_ASKED)
            fact = structs.replace(fact, number=state.asks + 1, by=actor.name, role=actor.role)
        return (fact,)

    def evolve(self, state: RegisterState, event: Event) -> RegisterState:
        """What follows from a fact; most only stand there."""
        return structs.replace(state, **_changes(state, event))


def _changes(live: RegisterState, event: Event) -> dict[str, Any]:
    changes: dict[str, Any] = {}
    match event:
        case RegisterBegun():
            changes["staff"], changes["asked"] = {one.name: one.role for one in event.staff}, {}
            changes["out"] = frozenset(one.name for one in event.staff if one.is_out)
        case SafeguardsSet():
            changes["safeguards"] = event.safeguards
        case LogKeySet():
            changes["log_keys"] = event.keys
        case PersonAdded() if event.role is not Role.PLAYER:
            changes["staff"] = {**live.staff, event.name: event.role}
        case PersonShutOut():
            changes["out"] = live.out | {event.name}
        case PasswordReset():
            changes["out"] = live.out - {event.name}
        case SecondAsked():
            changes["asked"], changes["asks"] = {**live.asked, event.number: event}, event.number
        case SecondGiven() | SecondDropped():
            changes["asked"] = {number: one for number, one in live.asked.items() if number != event.number}
    return changes


def members(live: RegisterState) -> list[Member]:
    """The staff as the register has it."""
    return [Member(name, role, name in live.out) for name, role in live.staff.items()]


def _check_due(live: RegisterState, fact: RegisterEvent, command: Command, actor: Actor) -> None:
    """Refuse a fact that is another's to put down, or does not fit what stands there."""
    if actor.name == HOUSE:
        return
    match fact:
        case PersonAdded() | PersonShutOut() | PasswordReset() | AuthorisationRecorded() | SecondAsked():
            check_role(command, actor, Role.SUPERVISOR)
        case PasswordChanged() | FactorSet() | KeyIssued() | KeyEnded():
            _check_own(fact.name, command, actor)
        case HiddenSeen():
            check_role(command, actor, Role.INSPECTOR)
        case SecondGiven():
            check_role(command, actor, *SECONDS)
            if live.find_asked(fact.number).by == actor.name:
                raise Refusal(NOT_THE_SECOND, asked=actor.name, allowed=live.seconds(actor.name))
        case SecondDropped():
            check_role(command, actor, *SECONDS)
            live.find_asked(fact.number)
        case RegisterBegun() | SafeguardsSet() | KeyLost() | LogKeySet() | LogHeadMissing() | LogInsFailed():
            raise Refusal(NOT_YOUR_ACT, asked=command.do, allowed=[HOUSE])
    if isinstance(fact, PersonShutOut) and fact.name == actor.name:
        raise Refusal(
            "not_yourself", _("{asked} cannot suspend their own access; another supervisor can"), asked=fact.name
        )


def _check_own(name: str, command: Command, actor: Actor) -> None:
    if name != actor.name:
        raise Refusal(NOT_YOUR_ACT, asked=command.do, allowed=[name])
