"""What people at a live table ask for: who they are, and one type of command for each act.

A command is written flat, with the act under `do`: `{"do": "place_bet", "bet": "field", "stake": 1000}`. Each game adds the commands of
its own acts; those here are common to all tables, or to all tables of chance.
"""

import re
from collections.abc import Mapping
from enum import StrEnum
from functools import cache
from typing import Annotated, Any, ClassVar, Union, get_args

from msgspec import Meta, Struct
from msgspec.inspect import BoolType, IntType, VarTupleType, type_info
from msgspec.structs import FieldInfo, fields

from banca.record import FrozenStruct
from banca.rules import PLAYER, _, _p

MOST_AVOS = 2**53
"""The largest amount in a command; every program that reads JSON still tells all whole amounts below it apart."""

Name = Annotated[str, Meta(min_length=1, max_length=40, pattern=r"^[\w][\w .@:-]*$(?!\n)")]
Word = Annotated[str, Meta(max_length=80)]
Reason = Annotated[str, Meta(min_length=1, max_length=80, pattern=r"\S")]
Number = Annotated[int, Meta(ge=0, le=1000)]
Avos = Annotated[int, Meta(ge=0, le=MOST_AVOS)]
Digest = Annotated[str, Meta(min_length=64, max_length=64, pattern="^[0-9a-f]*$")]
"""Thirty-two bytes in hexadecimal."""


class Role(StrEnum):
    """The role of a user, which decides what they may do in the house."""

    PLAYER = "player"
    CROUPIER = "croupier"
    SUPERVISOR = "supervisor"
    INSPECTOR = "inspector"


ROLES = {
    Role.PLAYER: PLAYER,
    Role.CROUPIER: _("croupier"),
    Role.SUPERVISOR: _("supervisor"),
    Role.INSPECTOR: _("inspector"),
}
"""What people call them."""


class Actor(Struct, frozen=True):
    """Whoever gives a command."""

    name: str
    role: Role


THE_HOUSE = Actor("house", Role.SUPERVISOR)
"""Who acts where the program does something for the house."""
AUTOMATIC = Actor("automatic", Role.CROUPIER)
"""The croupier of a table that the program conducts."""


def snake_case(name: str) -> str:
    """Return a class's name as it is written: `PlaceBet` is `place_bet`."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


class Command(FrozenStruct, tag_field="do", tag=snake_case, omit_defaults=True, forbid_unknown_fields=True):
    """One thing to be done at a table. Its class says which act it asks for, its fields what that act takes."""

    says: ClassVar[str] = ""
    """The act, as a button says it."""
    labels: ClassVar[Mapping[str, str]] = {}
    """What its fields are called, beyond `LABELS`."""
    sees: ClassVar[tuple[str, ...]] = ()
    """Fields that say what lies on the table: the croupier fills them in, unless the program draws."""
    may_see: ClassVar[tuple[str, ...]] = ()
    """Fields that the croupier fills in only where there is something to say, such as dice that lie cocked."""

    @property
    def do(self) -> str:
        """The name of the act."""
        return command_name(type(self))

    @property
    def concerns(self) -> str:
        """The player whom it concerns, where that is not who gives it."""
        player: str | None = getattr(self, "player", None)
        return player or ""

    def given(self) -> dict[str, Any]:
        """The fields that carry something."""
        values = ((name, getattr(self, name)) for name in self.__struct_fields__)
        return {name: value for name, value in values if value is not None}


LABELS: dict[str, str] = {
    "bet": _("bet"),
    "on": _("now on"),
    "stake": _("amount, patacas"),
    "player": PLAYER,
    "outcome": _("result"),
    "reason": _("reason"),
    "policy": _("strategy"),
}
"""What fields are called that many commands have."""


def command_name(kind: type[Command]) -> str:
    """Return the name of the act that a command of this kind asks for."""
    return str(kind.__struct_config__.tag)


@cache
def describe_act(kind: type[Command], name: str = "") -> str:
    """Return an act as a refusal names it: as its button says it, with its name in commands behind.

    A command of which one class stands for many acts (facts put down in the register) brings its `name`.

    >>> describe_act(Sit)
    '“Take a seat” (sit)'
    """
    name = name or command_name(kind)
    return _("“{says}” ({name})").fill(says=kind.says, name=name) if kind.says else name


def describe_field(kind: type[Command], name: str) -> str:
    """Return a field as a refusal names it: by its label, with its name in commands behind.

    >>> describe_field(WithdrawBet, "bet")
    'bet'
    >>> describe_field(PlaceBet, "stake")
    'amount, patacas (stake)'
    """
    label = {**LABELS, **kind.labels}.get(name, name)
    return label if label == name else _("{label} ({name})").fill(label=label, name=name)


def fields_to_fill(kind: type[Command], *, is_drawn: bool) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the fields that must be filled in, and those that may be.

    Where the program draws it says itself what lies on the table, so that nobody is asked for that.
    """
    seen = (*kind.sees, *kind.may_see)
    must = tuple(field.name for field in fields(kind) if field.required and field.name not in seen)
    may = tuple(field.name for field in fields(kind) if not field.required and field.name not in seen)
    return (must, may) if is_drawn else ((*kind.sees, *must), (*kind.may_see, *may))


class FieldKind(StrEnum):
    """How a field is filled in."""

    TEXT = "text"
    MONEY = "money"
    NUMBER = "number"
    YES_NO = "yes_no"
    LIST = "list"


def field_kind(field: FieldInfo) -> FieldKind:
    """Return how a field of a command is filled in, by its type."""
    kind = next((part for part in get_args(field.type) if part is not type(None)), field.type)
    # Money is an annotated integer like any other; only the alias tells it apart, and `get_args` strips that where None may stand.
    if Avos in (field.type, kind):
        return FieldKind.MONEY
    match type_info(kind):
        case BoolType():
            return FieldKind.YES_NO
        case IntType():
            return FieldKind.NUMBER
        case VarTupleType():
            return FieldKind.LIST
        case _:
            return FieldKind.TEXT


class OpenTable(Command):
    """Open a table, with the terms that come beside the command."""


class Sit(Command):
    """Take a seat."""

    says = _("Take a seat")


class Leave(Command):
    """Give one's seat up."""

    says = _("Leave the table")


class Unseat(Command):
    """Take a player's seat away."""

    says = _("Ask a player to leave")
    player: Name


class SeatPractice(Command):
    """Let the program play a seat, by a policy of the game's."""

    says = _("Let the program play a seat")
    player: Name
    policy: Word


class VoidRound(Command):
    """End a round that cannot be played to its end."""

    says = _("Void the round")
    reason: Word


class Pledge(Command):
    """Pledge a number for the next draw by its SHA-256 digest, before the bets close; the page does it by itself. R-live-3."""

    says = _("Pledge a number for the draw")
    labels = {"pledge": _("digest of the number")}
    pledge: Digest


class Reveal(Command):
    """Reveal the number that was pledged, after the bets have closed and before the draw. R-live-3."""

    says = _("Reveal the pledged number")
    labels = {"nonce": _p("pledged", "number")}
    nonce: Digest


class FundBank(Command):
    """Put money of the house into the table's bank."""

    says = _("Add money to the bank")
    stake: Avos


class ReturnBank(Command):
    """Take money out of the table's bank."""

    says = _("Withdraw money from the bank")
    stake: Avos


class Close(Command):
    """Close the table."""

    says = _("Close the table")


class PlaceBet(Command):
    """Put a stake on a bet, given by its id and selection: `hard_way:6`."""

    says = _("Place a bet")
    bet: Word
    stake: Avos


class WithdrawBet(Command):
    """Take a stake back: all of it where no amount is given; `on` is the number or state that the bet has moved to, where it has."""

    says = _("Take a bet back")
    bet: Word
    on: Word | None = None
    stake: Avos | None = None


class CallNoMoreBets(Command):
    """No bet is taken any more."""

    says = _("Call: no more bets")


class EnterOutcome(Command):
    """What the croupier reads off the device; games derive their own commands from it, each with what its button says."""

    sees = ("outcome",)
    outcome: Word | None = None


class CorrectResult(EnterOutcome):
    """What was entered is not what lies on the table: it is entered anew, with the reason, until the round is paid."""

    says = _("Correct the entered result")
    labels = {"outcome": _("actual result on the table")}
    reason: Reason


class Pay(Command):
    """Every bet is decided and paid."""

    says = _("Pay")


IN_ANY_PHASE: dict[type[Command], tuple[Role, ...]] = {
    Sit: (Role.PLAYER,),
    Leave: (Role.PLAYER,),
    Unseat: (Role.CROUPIER, Role.SUPERVISOR),
    SeatPractice: (Role.SUPERVISOR,),
    VoidRound: (Role.SUPERVISOR,),
    Pledge: (Role.PLAYER,),
    Reveal: (Role.PLAYER,),
    FundBank: (Role.SUPERVISOR,),
    ReturnBank: (Role.SUPERVISOR,),
    Close: (Role.SUPERVISOR,),
}
"""Who may do what in whatever phase. A practice seat brings play money, so it is a supervisor's."""
TABLE_COMMANDS: tuple[type[Command], ...] = tuple(IN_ANY_PHASE)
"""Commands that every table takes once it is open."""


def union_of(kinds: tuple[type[Struct], ...]) -> Any:  # a type made of what there is
    """Return one type out of several, told apart by their tags."""
    return Union[tuple(dict.fromkeys(kinds))]  # noqa: UP007 - `|` cannot join a list that is known only now
