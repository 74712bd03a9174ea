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

from banca.rulebook.own_words import PLAYER
from banca.rulebook.spelling import filled
from banca.rulebook.wording import words

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
    """What somebody may do in the house."""

    PLAYER = "player"
    CROUPIER = "croupier"
    SUPERVISOR = "supervisor"
    INSPECTOR = "inspector"


ROLES = {
    Role.PLAYER: PLAYER,
    Role.CROUPIER: words("croupier", pt="croupier", zh="莊荷"),
    Role.SUPERVISOR: words("supervisor", pt="supervisor", zh="主管"),
    Role.INSPECTOR: words("inspector", pt="inspector", zh="督察"),
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
    """`PlaceBet` is written `place_bet`."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


class Command(
    Struct,
    frozen=True,
    kw_only=True,
    tag_field="do",
    tag=snake_case,
    omit_defaults=True,
    forbid_unknown_fields=True,
):
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
        return name_of(type(self))

    @property
    def concerns(self) -> str:
        """The player whom it concerns, where that is not who gives it."""
        player: str | None = getattr(self, "player", None)
        return player or ""

    def given(self) -> dict[str, Any]:
        """The fields that carry something."""
        found = ((name, getattr(self, name)) for name in self.__struct_fields__)
        return {name: value for name, value in found if value is not None}


LABELS: dict[str, str] = {
    "bet": words("bet", pt="aposta", zh="投注"),
    "on": words("now on", pt="actualmente em", zh="現於"),
    "stake": words("amount, patacas", pt="montante, patacas", zh="金額（澳門元）"),
    "player": PLAYER,
    "outcome": words("result", pt="resultado", zh="結果"),
    "reason": words("reason", pt="motivo", zh="原因"),
    "policy": words("strategy", pt="estratégia", zh="策略"),
}
"""What fields are called that many commands have."""
LABELLED = words("{label} ({name})", pt="{label} ({name})", zh="{label}（{name}）")
NAMED = words("“{says}” ({name})", pt="«{says}» ({name})", zh="「{says}」（{name}）")


def name_of(kind: type[Command]) -> str:
    """The act that a command of this kind asks for."""
    return str(kind.__struct_config__.tag)


@cache
def act_named(kind: type[Command], name: str) -> str:
    """An act as a refusal names it: as its button says it, with its name in commands behind.

    >>> act_named(Sit, "sit")
    '“Take a seat” (sit)'
    """
    return filled(NAMED, says=kind.says, name=name) if kind.says else name


def field_named(kind: type[Command], name: str) -> str:
    """A field as a refusal names it: by its label, with its name in commands behind.

    >>> field_named(WithdrawBet, "bet")
    'bet'
    >>> field_named(PlaceBet, "stake")
    'amount, patacas (stake)'
    """
    label = {**LABELS, **kind.labels}.get(name, name)
    return label if label == name else filled(LABELLED, label=label, name=name)


def takes(kind: type[Command], *, is_drawn: bool) -> tuple[str, ...]:
    """The fields that somebody must fill in."""
    seen = (*kind.sees, *kind.may_see)
    must = tuple(field.name for field in fields(kind) if field.required and field.name not in seen)
    return must if is_drawn else (*kind.sees, *must)


def may_take(kind: type[Command], *, is_drawn: bool) -> tuple[str, ...]:
    """The fields that somebody may fill in beyond those."""
    seen = (*kind.sees, *kind.may_see)
    may = tuple(field.name for field in fields(kind) if not field.required and field.name not in seen)
    return may if is_drawn else (*kind.may_see, *may)


class FieldKind(StrEnum):
    """How a field is filled in."""

    TEXT = "text"
    MONEY = "money"
    NUMBER = "number"
    YES_NO = "yes_no"
    LIST = "list"


def kind_of(field: FieldInfo) -> FieldKind:
    """How a field of a command is filled in, by its type."""
    wanted = next((one for one in get_args(field.type) if one is not type(None)), field.type)
    if Avos in (field.type, wanted):
        return FieldKind.MONEY
    match type_info(wanted):
        case BoolType():
            return FieldKind.YES_NO
        case IntType():
            return FieldKind.NUMBER
        case VarTupleType():
            return FieldKind.LIST
        case _:
            return FieldKind.TEXT


class OpenTable(Command, frozen=True, kw_only=True):
    """Open a table, with the terms that come beside the command."""


class Sit(Command, frozen=True, kw_only=True):
    """Take a seat."""

    says: ClassVar[str] = words("Take a seat", pt="Sentar-se", zh="入座")


class Leave(Command, frozen=True, kw_only=True):
    """Give one's seat up."""

    says: ClassVar[str] = words("Leave the table", pt="Sair da mesa", zh="離檯")


class Unseat(Command, frozen=True, kw_only=True):
    """Take a player's seat away."""

    says: ClassVar[str] = words("Ask a player to leave", pt="Pedir a um jogador que saia", zh="請博彩者離檯")
    player: Name


class SeatPractice(Command, frozen=True, kw_only=True):
    """Let the program play a seat, by a policy of the game's."""

    says: ClassVar[str] = words(
        "Let the program play a seat", pt="Pôr o programa a jogar num lugar", zh="由程式代為博彩"
    )
    player: Name
    policy: Word


class VoidRound(Command, frozen=True, kw_only=True):
    """End a round that cannot be played to its end."""

    says: ClassVar[str] = words("Void the round", pt="Anular a jogada", zh="將該局作廢")
    reason: Word


class Pledge(Command, frozen=True, kw_only=True):
    """Pledge a number for the next draw by its SHA-256 digest, before the bets close; the page does it by itself. R-live-3."""

    says: ClassVar[str] = words(
        "Pledge a number for the draw", pt="Comprometer um número para o sorteio", zh="承諾一個抽取用的隨機數"
    )
    labels: ClassVar[Mapping[str, str]] = {
        "pledge": words("digest of the number", pt="resumo do número", zh="隨機數的摘要")
    }
    pledge: Digest


class Reveal(Command, frozen=True, kw_only=True):
    """Reveal the number that was pledged, after the bets have closed and before the draw. R-live-3."""

    says: ClassVar[str] = words(
        "Reveal the pledged number", pt="Revelar o número comprometido", zh="揭示所承諾的隨機數"
    )
    labels: ClassVar[Mapping[str, str]] = {"nonce": words("number", pt="número", zh="隨機數")}
    nonce: Digest


class FundBank(Command, frozen=True, kw_only=True):
    """Put money of the house into the table's bank."""

    says: ClassVar[str] = words("Add money to the bank", pt="Reforçar a banca", zh="存入檯面資金")
    stake: Avos


class ReturnBank(Command, frozen=True, kw_only=True):
    """Take money out of the table's bank."""

    says: ClassVar[str] = words("Withdraw money from the bank", pt="Retirar dinheiro da banca", zh="提取檯面資金")
    stake: Avos


class Close(Command, frozen=True, kw_only=True):
    """Close the table."""

    says: ClassVar[str] = words("Close the table", pt="Fechar a mesa", zh="收檯")


class PlaceBet(Command, frozen=True, kw_only=True):
    """Put a stake on a bet, given by its id and selection: `hard_way:6`."""

    says: ClassVar[str] = words("Place a bet", pt="Colocar uma aposta", zh="下注")
    bet: Word
    stake: Avos


class WithdrawBet(Command, frozen=True, kw_only=True):
    """Take a stake back: all of it where no amount is given; `on` is the number or state that the bet has moved to, where it has."""

    says: ClassVar[str] = words("Take a bet back", pt="Retirar uma aposta", zh="收回投注")
    bet: Word
    on: Word | None = None
    stake: Avos | None = None


class CallNoMoreBets(Command, frozen=True, kw_only=True):
    """No bet is taken any more."""

    says: ClassVar[str] = words("Call: no more bets", pt="Anunciar: não há mais apostas", zh="宣佈截止投注")


class CorrectResult(Command, frozen=True, kw_only=True):
    """What was entered is not what lies on the table: it is entered anew, with the reason, until the round is paid."""

    says: ClassVar[str] = words("Correct the entry", pt="Corrigir o registo", zh="更正輸入")
    labels: ClassVar[Mapping[str, str]] = {
        "outcome": words("result as it lies there", pt="resultado tal como está na mesa", zh="檯面實際結果")
    }
    sees: ClassVar[tuple[str, ...]] = ("outcome",)
    outcome: Word | None = None
    reason: Reason


class Pay(Command, frozen=True, kw_only=True):
    """Every bet is decided and paid."""

    says: ClassVar[str] = words("Pay", pt="Pagar", zh="派彩")


EVERYWHERE: tuple[type[Command], ...] = (
    Sit,
    Leave,
    Unseat,
    SeatPractice,
    VoidRound,
    Pledge,
    Reveal,
    FundBank,
    ReturnBank,
    Close,
)
"""Commands that every table takes once it is open."""


def union_of(kinds: tuple[type[Struct], ...]) -> Any:  # noqa: ANN401 - a type made of what there is
    """One type out of several, told apart by their tags."""
    return Union[tuple(dict.fromkeys(kinds))]  # noqa: UP007
