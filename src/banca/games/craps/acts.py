"""The acts at a table of craps: its phases, and the command that asks for each act."""

from collections.abc import Mapping
from typing import Annotated, ClassVar

from msgspec import Meta

from banca.live.command import Command, Number, Word
from banca.rules import _

BETWEEN_THROWS = _("between throws")
OFFERED = _("dice offered")
DICE_THROWN = _("thrown")
DICE_OUT = _("dice out")
CALLED = _("called")


class OfferDice(Command, frozen=True, kw_only=True):
    """The stickman offers the dice to the shooter."""

    says: ClassVar[str] = _("Offer the dice")
    labels: ClassVar[Mapping[str, str]] = {"offered": _("number of dice offered")}
    offered: Number | None = None


class WaiveDice(Command, frozen=True, kw_only=True):
    """A player does not want to throw."""

    says: ClassVar[str] = _("Waive the throw")


class TakeDice(Command, frozen=True, kw_only=True):
    """A player wants to throw again after all."""

    says: ClassVar[str] = _("Withdraw the waiver")


class TakeBackDice(Command, frozen=True, kw_only=True):
    """Dice that were offered and are not thrown."""

    says: ClassVar[str] = _("Take the dice back")


class Throw(Command, frozen=True, kw_only=True):
    """The shooter throws."""

    says: ClassVar[str] = _("Throw")
    labels: ClassVar[Mapping[str, str]] = {"picked": _("number of dice picked")}
    picked: Number | None = None


class DeclareNull(Command, frozen=True, kw_only=True):
    """The throw does not count."""

    says: ClassVar[str] = _("Declare the throw null")
    labels: ClassVar[Mapping[str, str]] = {"hit_wall": _("the dice hit the wall")}
    reason: Word
    hit_wall: bool | None = None


class DeclareOffBoard(Command, frozen=True, kw_only=True):
    """A die left the board: the throw does not count."""

    says: ClassVar[str] = _("A die left the board")


class InspectDice(Command, frozen=True, kw_only=True):
    """Dice that left the table have been checked, point by point."""

    says: ClassVar[str] = _("Inspect the dice")
    labels: ClassVar[Mapping[str, str]] = {"passed": _("requirements that the dice meet")}
    passed: Annotated[tuple[Word, ...], Meta(max_length=20)]


class CallResult(Command, frozen=True, kw_only=True):
    """The stickman calls what the dice show; dice that do not lie flat by their most exposed face."""

    says: ClassVar[str] = _("Call the result")
    labels: ClassVar[Mapping[str, str]] = {"cocked": _("number of dice not flat")}
    sees: ClassVar[tuple[str, ...]] = ("outcome",)
    may_see: ClassVar[tuple[str, ...]] = ("cocked",)
    outcome: Word | None = None
    cocked: Number | None = None


class Settle(Command, frozen=True, kw_only=True):
    """Every bet is decided and paid."""

    says: ClassVar[str] = _("Settle and pay")
