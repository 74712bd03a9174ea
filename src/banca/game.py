"""What a game is to the house and to every face: one value, which its folder exports as `GAME`."""

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import Any

from banca.live.act import Act
from banca.live.conduct import Conduct
from banca.live.event import Opened
from banca.rulebook import Limits, Option, Rulebook, Rules


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Game:
    """One game: its law, its acts, and how its table is conducted.

    The law is read with the folder. What faces need beyond it (a felt, exercises, an environment, pages) stands in files of the
    folder that are read when a face asks for them, each under its usual name: see `part`.
    """

    id: str
    """As people type it: `fish_prawn_crab`."""
    package: str
    """The folder, as Python imports it: its `clauses.toml`, `strategies` and further files are found there."""
    acts: tuple[Act, ...]
    """The order of acts at the table."""
    rulebook: Rulebook | None = None
    """Of a game of chance: its device, and the bets against the house. None where players play against each other."""
    conducted: Callable[[Opened], Any] | None = None
    """How its table is conducted, where that does not follow from rows of bets and acts."""

    @property
    def options(self) -> tuple[Option[Any], ...]:
        """The choices that its rules leave to the house."""
        return self.rulebook.options if self.rulebook else ()

    @property
    def limits(self) -> Limits:
        """What its rules say of stakes."""
        return self.rulebook.limits if self.rulebook else Limits()

    def conduct(self, opened: Opened, rules: Rules | None = None) -> Any:  # noqa: ANN401 - each game has its own state
        """The conduct of a table that opened so; of a game of chance under these rules."""
        if self.conducted is not None:
            return self.conducted(opened)
        if rules is None:
            raise TypeError(self.id)
        return Conduct(rules, self.acts, opened)

    def part(self, name: str) -> ModuleType | None:
        """A file of the folder beside its law, such as `felt`; None where the game has none."""
        return import_module(f"{self.package}.{name}") if self.has(name) else None

    def has(self, name: str) -> bool:
        """Whether the folder has such a file; it is not read."""
        return find_spec(f"{self.package}.{name}") is not None
