"""The register: the house's own journal of people, what they may do, and who did what that belongs to no table; and the engine of both offices.

It is kept like a table at which nobody plays: facts are commands, events follow from them, and the audit decides them again.
"""

from collections.abc import Iterable
from hashlib import sha256
from typing import Any, Union

from msgspec import Struct, field, structs

from banca.house.cage import CAGE, CAGE_CODEC, CashOut, decide_payment
from banca.house.refusals import NOT_THE_SECOND, NOTHING_ASKED, TOO_MANY_WISHES
from banca.rules import Defect, Refusal, Text, _
from banca.tables.acts import NOT_YOUR_ACT, UNKNOWN_ACT, CommandCodec
from banca.tables.chance import Chance
from banca.tables.commands import Actor, Close, Command, ReturnBank, Role, VoidRound
from banca.tables.engine import TableEngine, check_role
from banca.tables.events import Event, TableOpened
from banca.tables.state import Funds, TableState

KEY_LETTERS = 16
"""How many digits of a key's digest name it."""


def digest_of_secret(text: str) -> str:
    """Return what the register says of something that the store keeps and nobody should read: enough to see that it is still the same."""
    return sha256(text.encode()).hexdigest()[:KEY_LETTERS]


class Safeguards(Struct, frozen=True, kw_only=True):
    """What a house asks of its own people."""

    two_persons: bool = True
    """Whether two must agree to changes of staff, large payments out of the house, and voids after information is out."""
    cash_out: int = 10_000_000
    """The most in avos that one person pays out at the cage alone within a day."""
    second_factor: bool = False
    """Whether staff come in by a code as well as a password."""


class Member(Struct, frozen=True):
    """Somebody of the staff."""

    name: str
    role: Role
    is_out: bool = False


class FailedLogIns(Struct, frozen=True):
    """Log-ins that failed: whose name was given, where they came from, and how many."""

    name: str
    """Empty where nobody has that name: what was typed there may be a password."""
    address: str
    count: int


class RegisterBegun(Event):
    """The register begins: the staff and the keys as the store has them, and how many authorisations are older than the register."""

    says = _("the register begins; staff: {staff}")
    staff: tuple[Member, ...] = ()
    keys: tuple[str, ...] = ()
    authorisations: int = 0


class SafeguardsSet(Event):
    """What the house asks of its people from now on."""

    says = _("safeguards from now on: {safeguards}")
    safeguards: Safeguards


class KeyLost(Event):
    """The key of what is hidden in the store was lost, and the house goes on with another."""

    says = _("the key of the hidden data was lost; the house now uses another")


class LogKeySet(Event):
    """Who signs the log of the house from now on, the newest key first: at its first start, and whenever that changes."""

    says = _("the transparency log is signed from now on with {keys}")
    keys: tuple[str, ...]
    """Public keys as they are handed on (C2SP signed-note)."""
    is_after_loss: bool = False
    """Whether the key before was lost, so that nothing is signed with both."""


class LogHeadMissing(Event):
    """The log was signed before, and at a start its signer found nothing of what it signed last: it believed the store."""

    says = _(
        "the signer of the transparency log found no record of its earlier signatures; it continues from the {entries} entries of the database"
    )
    entries: int


class PersonAdded(Event):
    """Somebody is let in; `kept` is, here and below, the digest of what the store keeps to know them by."""

    says = _("{name} is added: {role}")
    name: str
    role: Role
    kept: str = ""


class PersonShutOut(Event):
    """Somebody is let in no more; all their keys end."""

    says = _("the access of {name} is suspended")
    name: str


class PasswordReset(Event):
    """Somebody gets a one-time password and is let in again; their keys and their second factor end."""

    says = _("{name} gets a one-time password; their keys and second factor end")
    name: str
    kept: str = ""


class PasswordChanged(Event):
    """Somebody has a password of their own choice; their keys end."""

    says = _("{name} has changed their password")
    name: str
    kept: str = ""


class FactorSet(Event):
    """Somebody comes in by a code as well from now on."""

    says = _("{name} has a second factor")
    name: str
    kept: str = ""


class KeyIssued(Event):
    """Somebody holds a key: a session where it has no label, else a token."""

    says = _("{name} has a token “{label}”: key {key}, valid until {until}")
    name: str
    key: str
    label: str = ""
    until: str
    minted_by: str = ""
    """The token that made it, and that it ends with."""
    address: str = ""


class KeyEnded(Event):
    """A key is good no more, nor are those it made."""

    says = _("key {key} of {name} ends")
    name: str
    key: str
    made: tuple[str, ...] = ()
    """Those that it made, and they in turn."""

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys that this ends."""
        return self.key, *self.made


class LogInsFailed(Event):
    """Log-ins that failed since the last such entry."""

    says = _("failed log-ins: {tried}; others: {others}")
    tried: tuple[FailedLogIns, ...]
    others: int = 0
    """Beyond those named."""


class AuthorisationRecorded(Event):
    """What was asked of the regulator, or granted."""

    says = _(
        "authorisation of {game} {option}={value}: requested on {asked}, planned for {planned}, reference {reference}"
    )
    game: str
    option: str
    value: str
    asked: str
    planned: str
    reference: str


class HiddenSeen(Event):
    """An inspector has looked at what the players of a round may not see."""

    says = _("the hidden tiles of table {table}, round {round}, are viewed")
    table: str
    round: int


class ApprovalRequested(Event, tag="second_asked"):
    """Somebody wants to do what takes two."""

    says = _("request {number} is waiting for a second person: {by} wants to {wanted}")
    table: str
    id: str
    command: "CashOut | VoidRound | ReturnBank | Close | Record"
    round: int
    """The table's, where the command is about one round."""
    until: str = ""
    """When it lapses."""
    half: str = ""
    """Of a one-time password: what the first person was shown, sealed."""
    number: int = 0
    by: str = ""
    role: Role = Role.SUPERVISOR


class ApprovalGiven(Event, tag="second_given"):
    """A second person agrees: it is done; and, where that sets a one-time password, whose it is."""

    says = _("a second person agrees to request {number}")
    number: int
    name: str = ""
    kept: str = ""


class ApprovalDenied(Event, tag="second_dropped"):
    """The second person did not agree: what was asked for is not done."""

    says = _("request {number} is not carried out")
    number: int


RegisterEvent = Union[  # noqa: UP007 - msgspec reads it when the classes below are complete
    RegisterBegun,
    SafeguardsSet,
    KeyLost,
    LogKeySet,
    LogHeadMissing,
    PersonAdded,
    PersonShutOut,
    PasswordReset,
    PasswordChanged,
    FactorSet,
    KeyIssued,
    KeyEnded,
    LogInsFailed,
    AuthorisationRecorded,
    HiddenSeen,
    ApprovalRequested,
    ApprovalGiven,
    ApprovalDenied,
]

SECOND_PERSON_ROLES = (Role.SUPERVISOR, Role.INSPECTOR)
"""Who may be the second person."""
SUPERVISORS, INSPECTORS, PROGRAM_ALONE = (Role.SUPERVISOR,), (Role.INSPECTOR,), ()
ONESELF = None
"""In place of roles, for what each person puts down of themselves."""
ACTS: dict[type[Event], tuple[str, Text, tuple[Role, ...] | None]] = {
    RegisterBegun: ("begin_register", _("Begin the register"), PROGRAM_ALONE),
    SafeguardsSet: ("set_safeguards", _("Set the safeguards"), PROGRAM_ALONE),
    KeyLost: ("replace_key", _("Replace the key"), PROGRAM_ALONE),
    LogKeySet: ("set_log_key", _("Set the log's key"), PROGRAM_ALONE),
    LogHeadMissing: ("continue_log", _("Continue the log"), PROGRAM_ALONE),
    PersonAdded: ("add_person", _("Add a person"), SUPERVISORS),
    PersonShutOut: ("shut_out", _("Suspend access"), SUPERVISORS),
    PasswordReset: ("reset_password", _("Reset the password"), SUPERVISORS),
    PasswordChanged: ("change_password", _("Change the password"), ONESELF),
    FactorSet: ("set_factor", _("Set a second factor"), ONESELF),
    KeyIssued: ("issue_key", _("Log in or create a token"), ONESELF),
    KeyEnded: ("end_key", _("End a session or token"), ONESELF),
    LogInsFailed: ("count_failures", _("Count failed log-ins"), PROGRAM_ALONE),
    AuthorisationRecorded: ("record_authorisation", _("Record an authorisation"), SUPERVISORS),
    HiddenSeen: ("look_at_hidden", _("Look at hidden tiles"), INSPECTORS),
    ApprovalRequested: ("ask_second", _("Ask for a second person"), SUPERVISORS),
    ApprovalGiven: ("give_second", _("Agree as second person"), SECOND_PERSON_ROLES),
    ApprovalDenied: ("drop_second", _("Decline or withdraw"), SECOND_PERSON_ROLES),
}
"""What somebody does who puts such a fact down, for programs and in words, and who may."""


class Record(Command):
    """A command at the register: the fact that it puts down."""

    fact: RegisterEvent

    @property
    def do(self) -> str:
        """What somebody does who puts this down."""
        return ACTS[type(self.fact)][0]


REGISTER = "register"
OUTSIDE_TABLES = (CAGE, REGISTER)
"""Journals of the house at which nobody plays."""
HOUSE = "house"
"""The name under which the program itself puts something down."""
PROGRAM = ("automatic", HOUSE)
"""Names that the program itself acts under: nobody else's commands may be taken for its own, and it needs nobody beside it."""
MOST_ASKED = 50
"""Wishes of one person that may wait."""
STAFF = tuple(role for role in Role if role is not Role.PLAYER)


class Office(TableState):
    """The state of the cage or the register: no seats, no rounds. That of the cage never changes."""

    phase: str = "open"


class RegisterState(Office):
    """The staff, who is shut out, what the house asks of its people, and what waits for a second person."""

    safeguards: Safeguards = Safeguards()
    staff: dict[str, Role] = field(default_factory=dict)
    out: frozenset[str] = frozenset()
    """Everybody who is shut out, players too."""
    asked: dict[int, ApprovalRequested] = field(default_factory=dict)
    asks: int = 0
    """How often a second person has been asked for."""
    log_keys: tuple[str, ...] = ()
    """Who signs the log."""

    def second_persons(self, without: str) -> list[str]:
        """Those of the staff who could be the second person beside somebody."""
        return [
            name
            for name, role in self.staff.items()
            if role in SECOND_PERSON_ROLES and name != without and name not in self.out
        ]

    def newest_request(self, by: str, table: str, id: str) -> "ApprovalRequested | None":  # noqa: A002 - as requests have it
        """What a person last asked for at a table under an id, as long as it waits."""
        own = [request for request in self.asked.values() if (request.by, request.table, request.id) == (by, table, id)]
        return own[-1] if own else None

    def find_request(self, number: int) -> ApprovalRequested:
        """What waits under a number."""
        if number not in self.asked:
            raise Refusal(NOTHING_ASKED, asked=number, allowed=list(self.asked))
        return self.asked[number]


REGISTER_CODEC = CommandCodec((Record,), (TableOpened, *ACTS))


class OfficeEngine(TableEngine[Any]):
    """The cage or the register, as a table at which nobody plays: each command is decided for itself."""

    def __init__(self, opened: TableOpened) -> None:
        super().__init__(opened, (), CAGE_CODEC if opened.game == CAGE else REGISTER_CODEC)

    @property
    def start(self) -> Office:
        """The state of an office in which nothing has been done."""
        return Office() if self.opened.game == CAGE else RegisterState()

    def decide(
        self, state: Any, command: Command, actor: Actor, funds: Funds, chance: Chance | None = None
    ) -> tuple[Event, ...]:
        """Decide a payment, or put down a fact that is this person's to put down."""
        del chance
        if self.opened.game == CAGE:
            return (decide_payment(command, actor, funds.wallet),)
        return (_decide_record(state, command, actor),)

    def evolve(self, state: Any, event: Event) -> Any:
        """Return what follows from a fact; most only stand there."""
        return structs.replace(state, **_changes(state, event)) if isinstance(state, RegisterState) else state

    def void(self, state: Any, reason: str, chance: Chance | None) -> Iterable[Event]:
        """Fail: an office has no rounds."""
        raise Defect("nobody plays here")


def _decide_record(state: RegisterState, command: Command, actor: Actor) -> RegisterEvent:
    if not isinstance(command, Record):
        raise Refusal(UNKNOWN_ACT, asked=command.do, allowed=[name for name, *_rest in ACTS.values()])
    fact: RegisterEvent = command.fact
    # Facts come from the house's own code, which has checked them; here again, so that the audit finds one that was forged.
    _check_may_record(state, fact, command, actor)
    if isinstance(fact, ApprovalRequested):
        if sum(request.by == actor.name for request in state.asked.values()) >= MOST_ASKED:
            raise Refusal(TOO_MANY_WISHES, asked=MOST_ASKED)
        fact = structs.replace(fact, number=state.asks + 1, by=actor.name, role=actor.role)
    return fact


def _changes(live: RegisterState, event: Event) -> dict[str, Any]:
    changes: dict[str, Any] = {}
    match event:
        case RegisterBegun():
            # What waited was asked in the store that was exported; nobody can agree to it here.
            changes["staff"], changes["asked"] = {member.name: member.role for member in event.staff}, {}
            changes["out"] = frozenset(member.name for member in event.staff if member.is_out)
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
        case ApprovalRequested():
            changes["asked"], changes["asks"] = {**live.asked, event.number: event}, event.number
        case ApprovalGiven() | ApprovalDenied():
            changes["asked"] = {number: request for number, request in live.asked.items() if number != event.number}
    return changes


def members(live: RegisterState) -> list[Member]:
    """The staff as the register has it."""
    return [Member(name, role, name in live.out) for name, role in live.staff.items()]


def _check_may_record(live: RegisterState, fact: RegisterEvent, command: Command, actor: Actor) -> None:
    """Refuse a fact that is another's to put down, or does not fit what stands there."""
    if actor.name == HOUSE:
        return
    _name, _says, roles = ACTS[type(fact)]
    about = getattr(fact, "name", "")  # often another than the one who puts it down

    if roles:
        check_role(command, actor, *roles)
    elif roles is not ONESELF or about != actor.name:
        raise Refusal(NOT_YOUR_ACT, asked=command.do, allowed=[HOUSE if roles is not ONESELF else about])
    if isinstance(fact, ApprovalGiven | ApprovalDenied):
        request = live.find_request(fact.number)
        if isinstance(fact, ApprovalGiven) and request.by == actor.name:
            raise Refusal(NOT_THE_SECOND, asked=actor.name, allowed=live.second_persons(actor.name))
    if isinstance(fact, PersonShutOut) and about == actor.name:
        raise Refusal("not_yourself", _("{asked} cannot suspend their own access; another supervisor can"), asked=about)
