"""The order of acts at a table, as rows: who may do what in which phase, what it takes, what comes next, by which clause."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from typing import Any

from msgspec import Struct

from banca.live.command import Command, Role
from banca.live.event import Event
from banca.rulebook.citation import Citation, citing
from banca.rulebook.options import Chosen
from banca.rulebook.refusal import Code, Defect, Refusal
from banca.rulebook.space import Space

cite = citing("rulebook")

INTERRUPTED = cite("R-live-1")
"""What becomes of a round that is broken off: before information what was staked may go back, after it only the rules give money."""


class Does(Enum):
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
    PAY = auto()


CROUPIER = (Role.CROUPIER,)
PLAYER = (Role.PLAYER,)
EITHER = (Role.PLAYER, Role.CROUPIER)


class Asked(Struct, frozen=True):
    """What a row's own functions see: the house's options, the table, the command, who gives it, and the minimum stake."""

    chosen: Chosen
    live: Any
    command: Command
    who: str
    minimum: int


Check = Callable[[Asked], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Act:
    """One act of the croupier or a player: allowed only in `phase`, it leads to phase `then`."""

    name: str
    phase: str
    then: str
    cite: Citation
    by: tuple[Role, ...] = CROUPIER
    """Whose act it is; a supervisor may do whatever a croupier may."""
    does: Does = Does.GO_ON
    takes: tuple[str, ...] = ()
    """The fields of the command that it needs."""
    also: tuple[str, ...] = ()
    """Further fields that it may carry."""
    check: Check | None = None
    """Refuses what more than the phase forbids."""
    brings: Callable[[Asked], Sequence[Event]] | None = None
    """What else happens with it."""
    reads: Callable[[Asked], str] | None = None
    """The result it calls, where that is not simply the outcome given with it."""
    draws: Callable[[Space, Any], Sequence[tuple[str, int]]] | None = None
    """Of a drawn table's whole space, what can come up now, with its weights."""

    def is_for(self, role: Role) -> bool:
        """Whether somebody in this role may do it."""
        return role in self.by or (role is Role.SUPERVISOR and Role.CROUPIER in self.by)


def bets_open(phases: Sequence[str], placing: Citation, taking: Citation, check: Check | None = None) -> list[Act]:
    """In these phases players place bets and take them back."""
    rows = []
    for phase in phases:
        rows += [
            Act(
                name="place_bet",
                phase=phase,
                then=phase,
                cite=placing,
                by=PLAYER,
                does=Does.PLACE,
                takes=("bet", "stake"),
                check=check,
            ),
            Act(
                name="withdraw_bet",
                phase=phase,
                then=phase,
                cite=taking,
                by=PLAYER,
                does=Does.TAKE_DOWN,
                takes=("bet",),
                also=("on", "stake"),
            ),
        ]
    return rows


def acts_of(acts: Sequence[Act], phase: str, role: Role) -> list[Act]:
    """The acts of a role that belong in a phase."""
    return [act for act in acts if act.phase == phase and act.is_for(role)]


def find_act(acts: Sequence[Act], phase: str, name: str) -> Act:
    """The row for act `name` in `phase`; refused with the act's clause where it does not belong."""
    for act in acts:
        if act.name == name and act.phase == phase:
            return act
    allowed = list(dict.fromkeys(act.name for act in acts if act.phase == phase))
    cite = next((act.cite for act in acts if act.name == name), None)
    if cite is None:
        raise Refusal(Code.UNKNOWN_ACT, asked=name, allowed=list(dict.fromkeys(act.name for act in acts)))
    raise Refusal(Code.OUT_OF_PHASE, cite, asked=name, phase=phase, allowed=allowed)


def next_phase(acts: Sequence[Act], phase: str, name: str) -> str:
    """The phase after act `name`."""
    if all(act.name != name for act in acts):
        raise Defect(f"there is no act {name!r}")  # noqa: EM102, TRY003 - a fault of the program, not of a person
    return find_act(acts, phase, name).then


def check_may(act: Act, command: Command, role: Role) -> None:
    """Refuse an act of somebody else's, without what it takes, or with what it does not."""
    if not act.is_for(role):
        raise Refusal(Code.NOT_YOUR_ACT, act.cite, asked=act.name, allowed=list(act.by))
    check_fields(command, act.takes, act.also, act.cite)


def check_fields(
    command: Command, takes: tuple[str, ...] = (), also: tuple[str, ...] = (), cite: Citation | None = None
) -> None:
    """Refuse a command without what it takes, or with what it does not."""
    if command.gives(takes):
        return
    given = command.given()
    if missing := [name for name in takes if name not in given]:
        raise Refusal(Code.FIELD_MISSING, cite, asked=command.do, missing=missing)
    if beside := sorted(given.difference(takes, also)):
        raise Refusal(Code.FIELD_NOT_TAKEN, cite, asked=command.do, beside=beside, allowed=[*takes, *also])
