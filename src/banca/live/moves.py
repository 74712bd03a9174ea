"""What somebody may do now, and what the program does by itself."""

from collections.abc import Sequence
from enum import IntEnum
from typing import Any, NamedTuple

from msgspec import Struct

from banca.live.command import Command


class CanDo(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """An act that somebody may do now, with what it takes and the clause."""

    do: str
    takes: tuple[str, ...] = ()
    also: tuple[str, ...] = ()
    """What it may take beyond that."""
    cite: str = ""
    moves: bool = False
    """Whether it takes the table to another phase."""
    choices: dict[str, tuple[Any, ...]] = {}
    """The values that a field may have now, where somebody has to choose one: a bet, a gate, a reason."""
    usual: dict[str, Any] = {}
    """What is so unless somebody says otherwise."""


class Patience(IntEnum):
    """How long the program has waited for persons at a table."""

    NONE = 0
    """Not at all: it does what ends nothing for anybody."""
    SHORT = 1
    """One act's time."""
    LONG = 2
    """Time enough to put down a stake."""
    OVER = 3
    """So long that the table goes on without whoever is away."""


class Move(NamedTuple):
    """What a seat that the program plays does next: one of these commands, each with its weight."""

    player: str
    commands: Sequence[tuple[Command, int]]
    patience: Patience = Patience.NONE
    """How long persons are waited for before it."""
