"""What every live table has between two commands, whatever is played."""

from typing import ClassVar

from msgspec import Struct


class TableState(Struct, frozen=True, kw_only=True):
    """The part of a table's state that the house knows; each game adds its own."""

    hides: ClassVar[tuple[str, ...]] = ()
    """Fields that not everybody may see."""

    phase: str
    round: int = 1
    seats: tuple[str, ...] = ()
    """Players in order."""
    practice: dict[str, str] = {}
    """Seats that the program plays, and how."""
    commitment: str = ""
    """The digest of a result that exists and is hidden."""
    is_closed: bool = False


class Funds(Struct, frozen=True, kw_only=True):
    """What the wallet of the player concerned and the table's bank hold, in avos."""

    wallet: int = 0
    bank: int = 0
