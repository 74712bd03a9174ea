"""What lies on the layout between two throws: the bets standing, and the throws so far."""

from collections.abc import Iterator
from dataclasses import dataclass

from banca.rulebook.bet import Bet
from banca.rulebook.space import Outcome
from banca.rulebook.throws import Counted, Throw
from banca.rulebook.verdict import State


@dataclass(frozen=True, slots=True, eq=False)
class Standing:
    """A bet in play: its stake in avos and the state it stands in."""

    bet: Bet
    stake: int
    state: State


@dataclass(frozen=True, slots=True, eq=False)
class Layout:
    """The table as the next bet finds it."""

    standing: tuple[Standing, ...] = ()
    throws: tuple[Throw, ...] = ()

    @property
    def counted(self) -> Iterator[Outcome]:
        """The outcomes so far that count."""
        return (throw.outcome for throw in self.throws if isinstance(throw, Counted))
