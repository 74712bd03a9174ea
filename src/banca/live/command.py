"""What people at a live table ask for: who they are, and one flat command for everything that can be done."""

from enum import StrEnum
from operator import attrgetter
from typing import Annotated

from msgspec import Meta, Struct

MOST_AVOS = 2**53
"""The largest amount in a command; every program that reads JSON still tells all whole amounts below it apart."""

Name = Annotated[str, Meta(min_length=1, max_length=40, pattern=r"^[\w][\w .@:-]*$(?!\n)")]
Word = Annotated[str, Meta(max_length=80)]
Number = Annotated[int, Meta(ge=0, le=1000)]
Avos = Annotated[int, Meta(ge=0, le=MOST_AVOS)]
Die = Annotated[int, Meta(ge=1, le=6)]


class Role(StrEnum):
    """What somebody may do in the house."""

    PLAYER = "player"
    CROUPIER = "croupier"
    SUPERVISOR = "supervisor"
    INSPECTOR = "inspector"


class Actor(Struct, frozen=True):
    """Whoever gives a command."""

    name: str
    role: Role


class Command(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """One thing to be done at a table. `do` names the act; the other fields are what that act takes, and no more."""

    do: Word
    bet: Word | None = None
    """A bet by its id and selection: `hard_way:6`."""
    on: Word | None = None
    """The number or state a standing bet has moved to, where it is not where it was placed."""
    stake: Avos | None = None
    """In avos."""
    player: Name | None = None
    """For whom, where somebody else acts."""
    outcome: Word | None = None
    """What the croupier sees, as `banca settle` writes it."""
    reason: Word | None = None
    """Why a throw does not count."""
    hit_wall: bool | None = None
    cocked: Number | None = None
    """How many dice do not lie flat and are called by their most exposed face."""
    offered: Number | None = None
    picked: Number | None = None
    passed: Annotated[tuple[Word, ...], Meta(max_length=20)] | None = None
    """The points of the inspection that the dice have passed."""
    latched: bool | None = None
    presses: Number | None = None
    started: bool | None = None
    turns: Number | None = None
    gate: Annotated[int, Meta(ge=1, le=8)] | None = None
    dice: Annotated[tuple[Die, ...], Meta(max_length=8)] | None = None
    setting: Word | None = None
    """Pai Kao: the front pair and the rear pair, `6-6 1-3 / 5-5 4-5`."""
    tiles: Annotated[tuple[Word, ...], Meta(max_length=32)] | None = None
    exposed: Number | None = None
    one_hand: bool | None = None
    policy: Word | None = None
    """Of a practice seat: how the program plays it."""

    def gives(self, takes: tuple[str, ...]) -> bool:
        """Whether it carries just these fields."""
        if _values(self).count(None) != len(FIELDS) - len(takes):
            return False
        return all(getattr(self, name) is not None for name in takes)

    def given(self) -> set[str]:
        """The fields that carry something."""
        return {name for name, value in zip(FIELDS, _values(self), strict=True) if value is not None}


FIELDS = tuple(name for name in Command.__struct_fields__ if name != "do")
_values = attrgetter(*FIELDS)
