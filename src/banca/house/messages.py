"""What the processes of one house tell each other. A message may be lost: the store has the last word in everything."""

from collections.abc import Iterator

import msgspec
from msgspec import structs

from banca.record import FrozenStruct

MOST_BYTES = 7900
"""Of one notice; PostgreSQL takes less than 8,000."""


class ChangeNotice(FrozenStruct, tag="written"):
    """A transaction has written: tables with the sequence they came to."""

    tables: dict[str, int]


class LimitCounted(FrozenStruct, tag="counted"):
    """How often people have asked for what a limit counts, since this process last said so."""

    limit: str
    each: dict[str, int]


class PasswordTried(FrozenStruct, tag="tried"):
    """A password was tried, or was right; by what that is counted, and the limit for it."""

    counted: tuple[tuple[str, str], ...]
    is_right: bool = False


class PresenceNotice(FrozenStruct, tag="present"):
    """Who has been seen not long ago."""

    names: tuple[str, ...]


class ReadyNotice(FrozenStruct, tag="ready"):
    """A player is ready for what comes next at a table, or wants its clock; None where nothing is said of it."""

    table: str
    player: str
    ready: bool | None = None
    auto: bool | None = None


class WorkSuperseded(FrozenStruct, tag="superseded"):
    """Somebody has asked anew for a kind of work: what of theirs still waits elsewhere need not be done."""

    work: str
    owner: str


class RunCancelled(FrozenStruct, tag="run_cancelled"):
    """A simulation is to stop."""

    id: str


Message = ChangeNotice | LimitCounted | PasswordTried | PresenceNotice | ReadyNotice | WorkSuperseded | RunCancelled
_decoder = msgspec.json.Decoder(tuple[str, Message])


def notices(origin: str, message: Message) -> Iterator[str]:
    """Yield a message as it is sent, in as many notices as it takes."""
    written = msgspec.json.encode((origin, message))
    if len(written) <= MOST_BYTES:
        yield written.decode()
    elif isinstance(message, ChangeNotice | LimitCounted | PresenceNotice):
        for part in (slice(None, None, 2), slice(1, None, 2)):  # every other item of each list in each half
            fields = {name: getattr(message, name) for name in message.__struct_fields__}
            half = {name: _part(value, part) for name, value in fields.items() if isinstance(value, dict | tuple)}
            yield from notices(origin, structs.replace(message, **half))


def _part(items: "dict[str, int] | tuple[str, ...]", part: slice) -> "dict[str, int] | tuple[str, ...]":
    return dict(list(items.items())[part]) if isinstance(items, dict) else items[part]


def read_notice(text: str) -> tuple[str, Message] | None:
    """Return who sent a notice, and what it says; None where another version of the program says something else."""
    try:
        return _decoder.decode(text)
    except msgspec.MsgspecError:
        return None
