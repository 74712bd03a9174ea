"""What every live table has between two commands, whatever is played."""

from typing import ClassVar

from msgspec import Struct


class Window(Struct, frozen=True, kw_only=True):
    """One draw that is still to come: the house's commitment to its seed, and what players have pledged and revealed."""

    number: int = 0
    """Draws are counted over the life of the table; 0 where nothing is drawn from a committed seed."""
    commitment: str = ""
    pledges: dict[str, str] = {}
    nonces: dict[str, str] = {}
    is_closed: bool = False
    """Whether bets and pledges are closed, so that numbers are revealed."""

    @property
    def must_close(self) -> bool:
        """Whether somebody has pledged a number who could not reveal it yet."""
        return bool(self.pledges) and not self.is_closed

    @property
    def revealed(self) -> tuple[tuple[str, str], ...]:
        """Players and their numbers, in order of the names."""
        return tuple(sorted(self.nonces.items()))

    @property
    def withheld(self) -> tuple[str, ...]:
        """Players who have pledged and not revealed."""
        return tuple(sorted(self.pledges.keys() - self.nonces.keys()))


class TableState(Struct, frozen=True, kw_only=True):
    """The part of a table's state that the house knows; each game adds its own."""

    hides: ClassVar[tuple[str, ...]] = ()
    """Fields that not everybody may see."""
    written_order: ClassVar[tuple[str, ...]] = ()
    """Fields in the order in which snapshots have them, where that is not the order of the class."""

    phase: str
    round: int = 1
    seats: tuple[str, ...] = ()
    """Players in order."""
    practice: dict[str, str] = {}
    """Seats that the program plays, and how."""
    commitment: str = ""
    """The digest of a result that exists and is hidden."""
    is_closed: bool = False
    window: Window = Window()
    """Of the next draw."""


class Funds(Struct, frozen=True, kw_only=True):
    """What the wallet of the player concerned and the table's bank hold, in avos."""

    wallet: int = 0
    bank: int = 0
