"""The acts at a table of the wheel: its phases, and the command that asks for each act."""

from collections.abc import Mapping
from typing import ClassVar

from banca.live.command import Avos, Command, Name, Number, Word
from banca.rules import _

BETS_OPEN = _("bets open")
BETS_CLOSED = _("bets closed")
TURNING = _("turning")
DECIDED = _("decided")
LABELS = {"turns": _("whole turns")}


class PlaceFor(Command, frozen=True, kw_only=True):
    """The croupier places a bet for a player on request; it counts once the player has confirmed it."""

    says: ClassVar[str] = _("Place a bet for a player")
    player: Name
    bet: Word
    stake: Avos


class ConfirmBet(Command, frozen=True, kw_only=True):
    """The player has checked the bet that the croupier placed, and takes it."""

    says: ClassVar[str] = _("Confirm the bet")
    bet: Word
    stake: Avos


class DeclineBet(Command, frozen=True, kw_only=True):
    """The player has seen it, and does not take it."""

    says: ClassVar[str] = _("Decline the bet")
    bet: Word


class Turn(Command, frozen=True, kw_only=True):
    """The croupier turns the wheel."""

    says: ClassVar[str] = _("Turn the wheel")


class CallInvalid(Command, frozen=True, kw_only=True):
    """The spin does not count."""

    says: ClassVar[str] = _("Call the spin invalid")
    labels: ClassVar[Mapping[str, str]] = LABELS
    turns: Number


class ReadPointer(Command, frozen=True, kw_only=True):
    """The croupier reads what the pointer shows."""

    says: ClassVar[str] = _("Read the pointer")
    labels: ClassVar[Mapping[str, str]] = LABELS
    sees: ClassVar[tuple[str, ...]] = ("outcome",)
    outcome: Word | None = None
    turns: Number
