"""The journal: one entry for each command that was carried out, chained by digest, as JSON.

A journal is read with the types of its own game, which its first entry names. Every entry says in which version of its form it is
written: any other than today's is refused.
"""

from functools import cache
from hashlib import sha256
from typing import Annotated, Any, Generic, TypeVar

import msgspec
from msgspec import Meta, Struct

from banca.games import find
from banca.house.cage import CAGE, CAGE_CODEC
from banca.house.register import REGISTER, REGISTER_CODEC
from banca.rules import Refusal, _
from banca.tables.acts import CommandCodec
from banca.tables.commands import Command, OpenTable
from banca.tables.events import OPENING_DRAW_EVENTS, BankFunded, Event, TableOpened

GENESIS = "0" * 64
"""What the first entry of a table is chained to."""
FORM = 4
"""The version of the form in which entries are written; 1.0.0 wrote it, and the three before were never in a version."""
FIRST_ENTRY = ""
"""In place of a game, where the entry that names it is still to be read."""

CommandId = Annotated[str, Meta(min_length=1, max_length=64, pattern=r"^[\x21-\x7e]+$(?!\n)")]
"""Chosen by the client: a command that is sent twice is applied once."""

C = TypeVar("C")
E = TypeVar("E")


class _Entry(Struct, Generic[C, E], frozen=True, kw_only=True, omit_defaults=True):
    """One command at one table and all that came of it: in the journal whole, or not at all."""

    v: Annotated[int, Meta(ge=FORM, le=FORM)]
    table: str
    seq: int
    at: str
    """When, by the clock of the house, in UTC."""
    by: str
    role: str
    id: str
    command: C
    events: tuple[E, ...]
    second: str = ""
    """The second person, where it took two."""
    state: str = ""
    """The digest of the table's state after it, where a snapshot was taken."""
    salt: str = ""
    """Random where not everybody may read the entry: its digest is public, and must not be guessed from what could be in it."""


Entry = _Entry[Command, Event]

OPENING = CommandCodec((OpenTable,), (TableOpened, BankFunded, *OPENING_DRAW_EVENTS))
"""What a table begins with, whatever is played there."""

_encode = msgspec.json.Encoder().encode


def write(entry: Entry) -> bytes:
    """Write an entry as the journal has it."""
    return _encode(entry)


def forms_of(game: str) -> CommandCodec:
    """Return how the commands and events of a game, the cage or the register are written."""
    offices = {FIRST_ENTRY: OPENING, CAGE: CAGE_CODEC, REGISTER: REGISTER_CODEC}
    return offices.get(game) or find(game).codec


@cache
def _decoder(game: str) -> msgspec.json.Decoder[Any]:
    forms = forms_of(game)
    kind: Any = _Entry[forms.command, forms.event]  # type: ignore[name-defined]  # types made of what there is
    return msgspec.json.Decoder(kind)


def read(body: bytes, game: str, seq: int) -> Entry:
    """Read an entry of a game's table by its number; raises msgspec's errors if it is none."""
    entry: Entry = _decoder(game if seq > 1 else FIRST_ENTRY).decode(body)
    return entry


def read_first(body: bytes) -> Entry:
    """Read a table's first entry, which names its game."""
    return read(body, FIRST_ENTRY, 1)


def game_of(entry: Entry) -> str:
    """Return the game that a table's first entry names."""
    first = entry.events[0] if entry.events else None
    return first.game if isinstance(first, TableOpened) else FIRST_ENTRY


def opened_in(body: bytes) -> TableOpened:
    """Return what a table was opened with, by its first entry."""
    opened = read_first(body).events[0]
    if not isinstance(opened, TableOpened):
        raise TypeError(opened)
    return opened


def describe_fault(fault: Exception) -> object:
    """Say in a few words why an entry cannot be read or decided."""
    if isinstance(fault, Refusal):
        return fault.message
    if isinstance(fault, KeyError):
        return _("it names something that does not exist")
    return str(fault).partition("\n")[0] or type(fault).__name__


def digest(before: str, body: bytes) -> str:
    """Return the digest of an entry, which covers that of the entry before."""
    return sha256(before.encode() + b"\n" + body).hexdigest()
