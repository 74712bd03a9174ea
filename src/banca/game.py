"""What a game is to the house and to every face: one value, which its folder exports as `GAME`."""

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache, cached_property
from importlib import import_module
from importlib.util import find_spec
from types import MappingProxyType, ModuleType
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from banca.rules import Limits, NullReason, Option, Refusal, Rulebook, Rules, Text, _, given_text, refusal
from banca.rules.text import LANGUAGES

if TYPE_CHECKING:
    from banca.tables.acts import Act, CommandCodec
    from banca.tables.commands import Command
    from banca.tables.engine import TableEngine
    from banca.tables.events import Event, TableOpened

GAME_FAULTY = refusal("game_faulty", _("the package of the game {asked} is faulty and was skipped: {because}"))

T = TypeVar("T")
ID = re.compile(r"[a-z][a-z0-9]*(_[a-z0-9]+)*")


class Game:
    """One game: its law, its acts, and how its table is conducted.

    The law is read with the folder. Everything else stands in files of the folder, each under its usual name, that are read when they
    are needed: `table` when a table is conducted, others (a felt, exercises, an environment, pages) by faces: see `part`.

    Args:
        id: As people type it: in lower-case letters, with `_` between words.
        package: The folder, as Python imports it: its `clauses.toml`, `strategies` and further files are found there.
        rulebook: Of a game of chance: its device, and the bets against the house. None where players play against each other.
        own_options: The choices that its rules leave to the house, where it has no rulebook to name them.
        own_nulls: Why a throw of its device may be null, likewise.
        procedure: The form of its procedure by which new tables open; an earlier one is kept for tables that opened by it.
        acts: The order of acts at the table. A game that does not give them has a file `table`, which exports `ACTS` and, where the
            defaults do not do, `CONDUCTED_BY`, `COMMANDS` and `EVENTS`: to print odds, none of the live table is imported then.
        conducted_by: How its table is conducted; by default as it follows from rows of bets and acts.
        commands: Commands of its own that ask for no act, or carry more than those of every table by the same name.
        events: What may happen at its table beyond what happens at every table.
    """

    def __init__(
        self,
        *,
        id: str,  # noqa: A002 - the word of games' folders, and of version 1.0
        package: str,
        rulebook: Rulebook | None = None,
        own_options: tuple[Option[Any], ...] = (),
        own_nulls: Mapping[str, NullReason] = MappingProxyType({}),
        procedure: int = 1,
        acts: "tuple[Act, ...] | None" = None,
        conducted_by: "type[TableEngine[Any]] | None" = None,
        commands: "tuple[type[Command], ...] | None" = None,
        events: "tuple[type[Event], ...] | None" = None,
    ) -> None:
        self.id, self.package, self.rulebook, self.procedure = id, package, rulebook, procedure
        self.own_options, self.own_nulls = own_options, own_nulls
        self._given: dict[str, Any] = {
            "ACTS": acts,
            "CONDUCTED_BY": conducted_by,
            "COMMANDS": commands,
            "EVENTS": events,
        }

    def _of_table(self, name: str, default: T) -> T:
        # A game gives all four or none: where it gives acts, the file `table` is never looked for.
        given: T | None = self._given[name]
        if given is None and self._given["ACTS"] is None:
            given = getattr(self.part("table"), name, None)
        return default if given is None else given

    @cached_property
    def acts(self) -> "tuple[Act, ...]":
        """The order of acts at the table; wherever a result against the house is paid, its entry can be corrected before. R-live-2."""
        from banca.tables.acts import with_corrections  # for a live table alone, as below

        acts: tuple[Act, ...] = self._of_table("ACTS", ())
        return with_corrections(acts) if self.rulebook else acts

    @cached_property
    def conducted_by(self) -> "type[TableEngine[Any]]":
        """How its table is conducted."""
        from banca.tables.chance_engine import ChanceEngine

        return self._of_table("CONDUCTED_BY", ChanceEngine)

    @cached_property
    def commands(self) -> "tuple[type[Command], ...]":
        """Commands of its own that ask for no act, or carry more than those of every table by the same name."""
        return self._of_table("COMMANDS", ())

    @cached_property
    def events(self) -> "tuple[type[Event], ...]":
        """What may happen at its table beyond what happens at every table."""
        from banca.tables.events import CHANCE_EVENTS

        return self._of_table("EVENTS", CHANCE_EVENTS)

    @property
    def options(self) -> tuple[Option[Any], ...]:
        """The choices that its rules leave to the house."""
        return self.rulebook.options if self.rulebook else self.own_options

    @property
    def nulls(self) -> Mapping[str, NullReason]:
        """Why a throw may be null, by how it is written behind `null:`."""
        return self.rulebook.nulls if self.rulebook else self.own_nulls

    @property
    def limits(self) -> Limits:
        """What its rules say of stakes."""
        return self.rulebook.limits if self.rulebook else Limits()

    @cached_property
    def codec(self) -> "CommandCodec":
        """How its commands and events are written."""
        from banca.tables.acts import make_codec

        return make_codec(self.acts, self.commands, self.events)

    @cached_property
    def phases(self) -> dict[str, str]:
        """The phases of its table, each with its words."""
        from banca.tables.acts import phases_of

        return phases_of(self.acts)

    def conduct(self, opened: "TableOpened", rules: Rules | None = None) -> "TableEngine[Any]":
        """The conduct of a table that opened so; of a game of chance under these rules."""
        from banca.tables.chance_engine import ChanceEngine

        kind = self.conducted_by
        # A proposal, or an option, makes rules of its own for one table; other engines take none.
        if rules is not None and issubclass(kind, ChanceEngine):
            return kind(opened, self.acts, self.codec, rules)
        return kind(opened, self.acts, self.codec)

    def part(self, name: str, *exports: str) -> ModuleType | None:
        """A file of the folder beside its law, such as `felt`; None where the game has none.

        Refused where it is faulty, or has not all of what it must export.
        """
        with self.faults_in(name):
            module = _part(self, name)
            for export in exports if module else ():
                getattr(module, export)
            return module

    def sound_part(self, name: str) -> ModuleType | None:
        """Such a file; None also where it is faulty, for who can do without it."""
        try:
            return self.part(name)
        except Refusal:
            return None

    @contextmanager
    def faults_in(self, name: str) -> Iterator[None]:
        """While a file of the folder is at work: what fails in it is refused by its name, in one line, and is no fault of Banca's."""
        try:
            yield
        except Refusal:
            raise
        except Exception as fault:  # a package of others' may fail in any way
            raise game_fault(self.id, fault, name, self.package) from fault

    def has(self, name: str) -> bool:
        """Whether the folder has such a file; it is not read."""
        return _has(self, name)


@cache
def _has(game: Game, name: str) -> bool:
    return find_spec(f"{game.package}.{name}") is not None


@cache
def _part(game: Game, name: str) -> ModuleType | None:
    return import_module(f"{game.package}.{name}") if _has(game, name) else None


def game_fault(game: str, fault: Exception, file: str = "", package: str = "") -> Refusal:
    """What fails in a package of others', in one line: where, by its own line of the package if that is known, and why."""
    reason, line = f"{type(fault).__name__}: {fault}", line_in(package, fault) or file
    return Refusal(GAME_FAULTY, asked=game, because=" ".join((f"{line}: {reason}" if line else reason).split()))


def line_in(package: str, fault: Exception) -> str:
    """The line of a package's own that was at work last when something failed, as `bets, line 12`; empty where none was."""
    line, trace = "", fault.__traceback__
    while trace is not None:
        module = str(trace.tb_frame.f_globals.get("__name__"))
        if package and f"{module}.".startswith(f"{package}."):
            file = module.removeprefix(package).lstrip(".").replace(".", "/") or "__init__"
            line = f"{file}, line {trace.tb_lineno}"
        trace = trace.tb_next
    return line


def read_data(game: Game, name: str, kind: type[T]) -> T | None:
    """Return what `NAME.toml` in a game's folder says; None where the game has no such file.

    A text stands there as a table with `en`, `pt` and `zh`.

    Args:
        game: Whose folder it is.
        name: Of the file, without `.toml`.
        kind: What the file says, as a `Struct` that forbids unknown fields.

    Raises:
        Refusal: The file cannot be read, or an entry of it is unknown, missing or of another kind.
    """
    from importlib.resources import (
        files,  # whose temporary files and archives take longer to import than the rules of a game
    )

    with game.faults_in(f"{name}.toml"):
        file = files(game.package).joinpath(f"{name}.toml")
        return _convert(msgspec.toml.decode(file.read_bytes()), kind) if file.is_file() else None


def _convert(entries: dict[str, Any], kind: type[T]) -> T:
    try:
        return msgspec.convert(entries, kind, dec_hook=_read_text)
    except msgspec.ValidationError as fault:
        raise ValueError(_with_key(entries, kind, str(fault))) from None


def _with_key(entries: dict[str, Any], kind: type, fault: str) -> str:
    """Return what msgspec says is wrong with the key of the row for its `[...]`: the first row that is as wrong alone."""
    tables = ((name, table) for name, table in entries.items() if isinstance(table, dict))
    for name, key, row in ((name, key, row) for name, table in tables for key, row in table.items()):
        try:
            msgspec.convert({name: {key: row}}, kind, dec_hook=_read_text)
        except msgspec.ValidationError as alone:
            if str(alone) == fault:
                return fault.replace("[...]", f".{key}", 1)
    return fault


def _read_text(_kind: type, entry: object) -> Text:
    """Read a text; it is the one kind of value in these files that msgspec does not know."""
    if isinstance(entry, dict) and set(entry) == {*LANGUAGES} and all(isinstance(text, str) for text in entry.values()):
        return given_text(entry)
    because = f"Expected a text in {', '.join(LANGUAGES)}"
    raise ValueError(because)


def __getattr__(name: str) -> Any:  # the shape that Python asks for
    """`check_game` was here in version 1.0.0; it reads files now, which nothing here may."""
    if name == "check_game":
        return import_module("banca.check").check_game
    because = f"module {__name__!r} has no attribute {name!r}"
    raise AttributeError(because)
