"""How the commands and events of one game are written, so that a journal and a request are read with the game's own types."""

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

import msgspec
from msgspec.structs import fields

from banca.live import command as commands
from banca.live import draw_event
from banca.live import event as events
from banca.live.act import Act, commands_of
from banca.live.command import Command, act_named, field_named, name_of, union_of
from banca.live.event import Event
from banca.live.refusals import BAD_REQUEST, FIELD_MISSING, UNKNOWN_ACT
from banca.rules import _
from banca.rules.refusal import Refusal
from banca.rules.text import Citation


class Forms:
    """The commands that a table of one game takes, and the events that may happen there."""

    def __init__(
        self,
        kinds: Sequence[type[Command]],
        happen: Sequence[type[Event]],
        cites: Mapping[str, Citation] = MappingProxyType({}),
    ) -> None:
        self._cites = cites
        """The clause of each act, for what is refused."""
        self.kinds = {name_of(kind): kind for kind in kinds}
        """By name; of two, the game's own."""
        self.command: Any = union_of(tuple(self.kinds.values()))
        self.event: Any = union_of(tuple(happen))
        self.events = tuple(dict.fromkeys(happen))
        self.decode: Callable[[bytes], Command] = msgspec.json.Decoder(self.command).decode
        """A command out of JSON; raises msgspec's errors where it is none."""

    def kind(self, do: object) -> type[Command]:
        """The kind of command that asks for an act."""
        found = self.kinds.get(do) if isinstance(do, str) else None
        if found is None:
            raise Refusal(UNKNOWN_ACT, asked=do, allowed=list(self.kinds))
        return found

    def read(self, given: Mapping[str, Any]) -> Command:
        """A command out of its fields; refused with what it lacks, what it does not take, or what cannot be read."""
        kind = self.kind(given.get("do"))
        cite = self._cites.get(given["do"])
        every = {field.name: field for field in fields(kind)}
        missing = [name for name, field in every.items() if field.required and given.get(name) is None]
        if missing:
            asked, fields_missing = act_named(kind, given["do"]), [field_named(kind, name) for name in missing]
            raise Refusal(FIELD_MISSING, cite, asked=asked, missing=fields_missing)
        if beside := sorted(name for name, value in given.items() if name not in every and name != "do"):
            raise Refusal(
                "field_not_taken",
                _("{asked} does not accept {beside}; it accepts {allowed}"),
                cite,
                asked=act_named(kind, given["do"]),
                beside=beside,
                allowed=list(every),
            )
        try:
            return msgspec.convert(given, kind)
        except msgspec.ValidationError as fault:
            raise Refusal(BAD_REQUEST, asked=str(fault)) from None


def forms_of(acts: Sequence[Act], kinds: Sequence[type[Command]], happen: Sequence[type[Event]]) -> Forms:
    """The forms of a game with these acts, and commands and events of its own beyond those of every table."""
    cites = {act.name: act.cite for act in reversed(acts)}
    return Forms(
        (*commands.EVERYWHERE, *commands_of(acts), *kinds), (*events.EVERYWHERE, *draw_event.EVERYWHERE, *happen), cites
    )
