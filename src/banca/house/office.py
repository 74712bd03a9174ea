"""Journals of the house at which nobody plays: the cage and the register are conducted like tables, without seats or rounds."""

from collections.abc import Iterable
from typing import NoReturn, TypeVar

from banca.live.act import Act
from banca.live.command import Actor, Command
from banca.live.conduct import Conduct
from banca.live.event import Event, Opened
from banca.live.forms import Forms
from banca.live.results import Chance
from banca.live.table import Funds, TableState
from banca.rules import Defect


class Office(TableState, frozen=True, kw_only=True):
    """What stands where nobody plays: no seats, no rounds."""

    phase: str = "open"


S = TypeVar("S", bound=Office)


class OfficeConduct(Conduct[S]):
    """Commands are decided one by one; nothing belongs in a phase."""

    def __init__(self, opened: Opened, forms: Forms) -> None:
        super().__init__(opened, (), forms)

    def happens(
        self, state: S, act: Act, command: Command, actor: Actor, funds: Funds, chance: Chance | None
    ) -> Iterable[Event]:
        """An office has no acts of a croupier."""
        _never(state, act, command, actor, funds, chance)

    def void(self, state: S, reason: str, chance: Chance | None) -> Iterable[Event]:
        """An office has no rounds to void."""
        _never(state, reason, chance)


def _never(*_: object) -> NoReturn:
    raise Defect("nobody plays here")
