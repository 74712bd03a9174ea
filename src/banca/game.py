"""What a game is to the house and to every face: one value, which its folder exports as `GAME`."""

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache, cached_property
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import Any

from banca.live.act import Act, phases_of
from banca.live.bet_event import OF_CHANCE
from banca.live.chance_conduct import ChanceConduct
from banca.live.command import Command
from banca.live.conduct import Conduct
from banca.live.corrections import with_corrections
from banca.live.event import Event, Opened
from banca.live.forms import Forms, forms_of
from banca.rules import Limits, NullReason, Option, Refusal, Rulebook, Rules, _, refusal

GAME_FAULTY = refusal("game_faulty", _("the package of the game {asked} is faulty and was skipped: {because}"))

ID = re.compile(r"[a-z][a-z0-9]*(_[a-z0-9]+)*")


@dataclass(frozen=True, kw_only=True, eq=False)
class Game:
    """One game: its law, its acts, and how its table is conducted.

    The law is read with the folder. What faces need beyond it (a felt, exercises, an environment, pages) stands in files of the
    folder that are read when a face asks for them, each under its usual name: see `part`.
    """

    id: str
    """As people type it: in lower-case letters, with `_` between words."""
    package: str
    """The folder, as Python imports it: its `clauses.toml`, `strategies` and further files are found there."""
    acts: tuple[Act, ...]
    """The order of acts at the table."""
    rulebook: Rulebook | None = None
    """Of a game of chance: its device, and the bets against the house. None where players play against each other."""
    conducted_by: type[Conduct[Any]] = ChanceConduct
    """How its table is conducted; by default as it follows from rows of bets and acts."""
    commands: tuple[type[Command], ...] = ()
    """Commands of its own that ask for no act, or carry more than those of every table by the same name."""
    own_options: tuple[Option[Any], ...] = ()
    """The choices that its rules leave to the house, where it has no rulebook to name them."""
    own_nulls: Mapping[str, NullReason] = field(default_factory=dict)
    """Why a throw of its device may be null, likewise."""
    events: tuple[type[Event], ...] = OF_CHANCE
    """What may happen at its table beyond what happens at every table."""
    procedure: int = 1
    """The form of its procedure by which new tables open; an earlier one is kept for tables that opened by it."""

    def __post_init__(self) -> None:
        """Wherever a result against the house is paid, its entry can be corrected before. R-live-2."""
        if self.rulebook is not None:
            object.__setattr__(self, "acts", with_corrections(self.acts))

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
    def forms(self) -> Forms:
        """How its commands and events are written."""
        return forms_of(self.acts, self.commands, self.events)

    @cached_property
    def phases(self) -> dict[str, str]:
        """The phases of its table, each with its words."""
        return phases_of(self.acts)

    def conduct(self, opened: Opened, rules: Rules | None = None) -> Conduct[Any]:
        """The conduct of a table that opened so; of a game of chance under these rules."""
        if rules is not None and issubclass(self.conducted_by, ChanceConduct):
            return self.conducted_by(opened, self.acts, self.forms, rules)
        return self.conducted_by(opened, self.acts, self.forms)

    def part(self, name: str, *exports: str) -> ModuleType | None:
        """A file of the folder beside its law, such as `felt`; None where the game has none.

        Refused where it is faulty, or has not all of what it must export.
        """
        with self.blamed(name):
            found = _part(self, name)
            for one in exports if found else ():
                getattr(found, one)
            return found

    def sound_part(self, name: str) -> ModuleType | None:
        """Such a file; None also where it is faulty, for who can do without it."""
        try:
            return self.part(name)
        except Refusal:
            return None

    @contextmanager
    def blamed(self, name: str) -> Iterator[None]:
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
    said, place = f"{type(fault).__name__}: {fault}", line_in(package, fault) or file
    return Refusal(GAME_FAULTY, asked=game, because=" ".join((f"{place}: {said}" if place else said).split()))


def line_in(package: str, fault: Exception) -> str:
    """The line of a package's own that was at work last when something failed, as `bets, line 12`; empty where none was."""
    found, trace = "", fault.__traceback__
    while trace is not None:
        module = str(trace.tb_frame.f_globals.get("__name__"))
        if package and f"{module}.".startswith(f"{package}."):
            file = module.removeprefix(package).lstrip(".").replace(".", "/") or "__init__"
            found = f"{file}, line {trace.tb_lineno}"
        trace = trace.tb_next
    return found


def __getattr__(name: str) -> Any:  # the shape that Python asks for
    """`check_game` was here in version 1.0.0; it reads files now, which nothing here may."""
    if name == "check_game":
        return import_module("banca.check").check_game
    because = f"module {__name__!r} has no attribute {name!r}"
    raise AttributeError(because)
