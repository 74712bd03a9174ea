"""What the processes of one house tell each other. A message may be lost: the store has the last word in everything."""

from collections.abc import Iterable, Iterator
from typing import Self, TypeVar

import msgspec
from msgspec import Struct

MOST_BYTES = 7900
"""Of one notice; PostgreSQL takes less than 8,000."""


class ChangeNotice(Struct, frozen=True, kw_only=True, tag="written"):
    """A transaction has written: tables with the sequence they came to, and accounts whose balance changed."""

    tables: dict[str, int] = {}
    accounts: tuple[str, ...] = ()

    def halves(self) -> tuple[Self, Self]:
        """The same in two messages."""
        tables, accounts = _halved(self.tables.items()), _halved(self.accounts)
        first, second = (
            type(self)(tables=dict(some), accounts=tuple(names)) for some, names in zip(tables, accounts, strict=True)
        )
        return first, second


class LimitCounted(Struct, frozen=True, kw_only=True, tag="counted"):
    """How often people have asked for what a limit counts, since this process last said so."""

    limit: str
    each: dict[str, int]

    def halves(self) -> tuple[Self, Self]:
        """The same in two messages."""
        first, second = (type(self)(limit=self.limit, each=dict(some)) for some in _halved(self.each.items()))
        return first, second


class PasswordTried(Struct, frozen=True, kw_only=True, tag="tried"):
    """A password was tried, or was right; by what that is counted, and the limit for it."""

    counted: tuple[tuple[str, str], ...]
    is_right: bool = False


class PresenceNotice(Struct, frozen=True, kw_only=True, tag="present"):
    """Who has been seen not long ago."""

    names: tuple[str, ...]

    def halves(self) -> tuple[Self, Self]:
        """The same in two messages."""
        first, second = (type(self)(names=tuple(some)) for some in _halved(self.names))
        return first, second


class ReadyNotice(Struct, frozen=True, kw_only=True, tag="ready"):
    """A player is ready for what comes next at a table, or wants its clock; None where nothing is said of it."""

    table: str
    player: str
    ready: bool | None = None
    auto: bool | None = None


class WorkSuperseded(Struct, frozen=True, kw_only=True, tag="superseded"):
    """Somebody has asked anew for a kind of work: what of theirs still waits elsewhere need not be done."""

    work: str
    owner: str


class RunCancelled(Struct, frozen=True, kw_only=True, tag="run_cancelled"):
    """A simulation is to stop."""

    id: str


Message = ChangeNotice | LimitCounted | PasswordTried | PresenceNotice | ReadyNotice | WorkSuperseded | RunCancelled
T = TypeVar("T")
_decoder = msgspec.json.Decoder(tuple[str, Message])


def notices(origin: str, message: Message) -> Iterator[str]:
    """A message as it is sent, in as many notices as it takes."""
    written = msgspec.json.encode((origin, message))
    if len(written) <= MOST_BYTES:
        yield written.decode()
    elif isinstance(message, ChangeNotice | LimitCounted | PresenceNotice):
        for half in message.halves():
            yield from notices(origin, half)


def read_notice(text: str) -> tuple[str, Message] | None:
    """Who sent a notice, and what it says; nothing where another version of the program says something else."""
    try:
        return _decoder.decode(text)
    except msgspec.MsgspecError:
        return None


def _halved(many: Iterable[T]) -> tuple[list[T], list[T]]:
    some = list(many)
    middle = (len(some) + 1) // 2
    return some[:middle], some[middle:]
