"""The acts at a table of Fish-Prawn-Crab: its phases, and the command that asks for each act."""

from collections.abc import Mapping
from typing import ClassVar

from banca.live.command import Command, Number, Word
from banca.rules import _

PAID = _("paid")
COVERED = _("covered")
BETS_OPEN = _("bets open")
BETS_CLOSED = _("bets closed")
REVEALED = _("revealed")
NULL = _("null")
COVERED_AGAIN = _("covered again")
BETS_OPEN_AGAIN = _("bets open again")
CALLED = _("called")


class Cover(Command, frozen=True, kw_only=True):
    """The cover is put on and latched."""

    says: ClassVar[str] = _("Put the cover on")
    labels: ClassVar[Mapping[str, str]] = {"latched": _("the cover is latched")}
    latched: bool


class Shake(Command, frozen=True, kw_only=True):
    """The dice are shaken under the cover."""

    says: ClassVar[str] = _("Shake")
    labels: ClassVar[Mapping[str, str]] = {
        "presses": _("number of times the lever was pressed"),
        "started": _("the shaker was started"),
    }
    presses: Number | None = None
    started: bool | None = None


class RingBell(Command, frozen=True, kw_only=True):
    """The bell: no bet is taken any more."""

    says: ClassVar[str] = _("Ring the bell: no more bets")


class LiftCover(Command, frozen=True, kw_only=True):
    """The dice are shown."""

    says: ClassVar[str] = _("Lift the cover")


class DeclareNull(Command, frozen=True, kw_only=True):
    """The dice are stacked or lean: the round does not count."""

    says: ClassVar[str] = _("Declare the round null")
    reason: Word


class CallResult(Command, frozen=True, kw_only=True):
    """The croupier calls what the dice show."""

    says: ClassVar[str] = _("Call the result")
    sees: ClassVar[tuple[str, ...]] = ("outcome",)
    outcome: Word | None = None
