"""The journal: one entry per command that was carried out, chained by digest, written as JSON and read back as it was."""

from hashlib import sha256
from typing import TYPE_CHECKING, Annotated, Union

import msgspec
from msgspec import Meta, Struct

from banca.games.pai_kao.live import event as pai_kao
from banca.house.register.conduct import REGISTER
from banca.house.register.event import Recorded, RegisterEvent
from banca.live import event as happened
from banca.live.command import Command
from banca.live.event import Event

GENESIS = "0" * 64
"""What the first entry of a table is chained to."""

CommandId = Annotated[str, Meta(min_length=1, max_length=64, pattern=r"^[\x21-\x7e]+$(?!\n)")]
"""Made by whoever gives the command: sent twice, applied once."""


def _kinds() -> tuple[type[Event], ...]:
    """Every kind of event there is at a table."""
    found = [kind for module in (happened, pai_kao) for kind in vars(module).values() if isinstance(kind, type)]
    return tuple(dict.fromkeys(kind for kind in found if issubclass(kind, Event) and kind is not Event))


if TYPE_CHECKING:
    AnyEvent = Event
    Fact = Event
else:
    AnyEvent = Union[_kinds()]  # noqa: UP007 - made of what there is
    Fact = AnyEvent | RegisterEvent


class Entry(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One command at one table and all that came of it: it is in the journal whole, or not at all."""

    table: str
    seq: int
    at: str
    """When, by the clock of the house, in UTC."""
    by: str
    role: str
    id: str
    command: Command
    events: tuple[AnyEvent, ...]
    second: str = ""
    """Who agreed, where it took two."""


class RegisterEntry(Entry, frozen=True, kw_only=True, omit_defaults=True):
    """One of the register: its commands carry what they put down."""

    command: Recorded
    events: tuple[Fact, ...]


KINDS: dict[str, type[Entry]] = {REGISTER: RegisterEntry}
"""Journals with entries of their own kind."""

_write = msgspec.json.Encoder()
_read = msgspec.json.Decoder(Entry)
_read_register = msgspec.json.Decoder(RegisterEntry)
_of_register = msgspec.json.encode({"table": REGISTER})[:-1]
"""How an entry of the register begins."""


def write(entry: Entry) -> bytes:
    """The entry as it stands in the journal."""
    return _write.encode(entry)


def read(body: bytes) -> Entry:
    """The entry as it was; raises msgspec's errors where it is none."""
    return (_read_register if body.startswith(_of_register) else _read).decode(body)


def digest(before: str, body: bytes) -> str:
    """An entry's place in the chain: it holds the digest of the entry before."""
    return sha256(before.encode() + b"\n" + body).hexdigest()
