"""The acts at a table of football poker: its phases, and the command that asks for each act."""

from typing import ClassVar

from banca.live.command import Command, Word
from banca.rules import _

BETS_OPEN = _("bets open")
TWO_CARDS_DEALT = _("two cards")
DECIDED = _("decided")


class DealTwoCards(Command, frozen=True, kw_only=True):
    """The first two cards of the hand."""

    says: ClassVar[str] = _("Deal two cards")
    sees: ClassVar[tuple[str, ...]] = ("outcome",)
    outcome: Word | None = None


class DealThirdCard(Command, frozen=True, kw_only=True):
    """A third card, where the first two make 0 or 9."""

    says: ClassVar[str] = _("Deal the third card")
    sees: ClassVar[tuple[str, ...]] = ("outcome",)
    outcome: Word | None = None


class Stand(Command, frozen=True, kw_only=True):
    """The hand is decided on two cards."""

    says: ClassVar[str] = _("Deal no third card")
