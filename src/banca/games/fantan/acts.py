"""The acts at a table of fantan: its phases, and the command that asks for each act."""

from typing import ClassVar

from banca.live.command import Command, Word
from banca.rules import _

PAID = _("paid")
BETS_OPEN = _("bets open")
BETS_CLOSED = _("bets closed")
COUNTED = _("counted")


class Cover(Command, frozen=True, kw_only=True):
    """The heap is covered."""

    says: ClassVar[str] = _("Cover the heap")


class CloseBets(Command, frozen=True, kw_only=True):
    """No more bets are taken."""

    says: ClassVar[str] = _("Close the bets")


class Count(Command, frozen=True, kw_only=True):
    """The cover is lifted and the buttons are counted."""

    says: ClassVar[str] = _("Count the buttons")
    sees: ClassVar[tuple[str, ...]] = ("outcome",)
    outcome: Word | None = None
