"""What lies on the layout between two throws: the bets standing, and what the table remembers."""

from dataclasses import dataclass
from typing import NamedTuple

from banca.rules.bet import Bet
from banca.rules.verdict import State


@dataclass(frozen=True, slots=True, eq=False)
class Standing:
    """A bet in play: its stake in avos and the state it stands in."""

    bet: Bet
    stake: int
    state: State


class Layout(NamedTuple):
    """The table as the next bet finds it; `standing` may be left out if the bet is not added to another."""

    standing: tuple[Standing, ...] = ()
    table: State = None
    """What the table remembers between rounds, such as a point."""
    after_null: bool = False
    """The last throw was null and is about to be repeated."""
