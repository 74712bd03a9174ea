"""The acts at a Cussec table: its phases, and the command that asks for each act."""

from collections.abc import Mapping
from typing import ClassVar

from banca.rules import _
from banca.tables.commands import Command, EnterOutcome, Number, Word

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
    """The opaque cover is put over the cup."""

    says = _("Cover the dice")


class Shake(Command, frozen=True, kw_only=True):
    """The dice are shaken under the cover."""

    says = _("Shake the dice")
    labels: ClassVar[Mapping[str, str]] = {
        "presses": _("presses of the lever"),
        "started": _("the shaker was started"),
    }
    presses: Number | None = None
    started: bool | None = None


class RingBell(Command, frozen=True, kw_only=True):
    """The bell: no bet is taken any more."""

    says = _("Ring the bell: no more bets")


class LiftCover(Command, frozen=True, kw_only=True):
    """The dice are shown."""

    says = _("Lift the cover")


class DeclareNull(Command, frozen=True, kw_only=True):
    """The dice do not lie as they should: the round does not count."""

    says = _("Declare the round null")
    reason: Word


class CallResult(EnterOutcome, frozen=True, kw_only=True):
    """The croupier calls what the dice show."""

    says = _("Call the numbers")


class Pay(Command, frozen=True, kw_only=True):
    """Lost stakes are taken, then every prize is paid."""

    says = _("Take and pay")
