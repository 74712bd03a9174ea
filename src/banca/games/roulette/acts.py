"""The acts at a table of roulette: its phases, and the command that asks for each act."""

from typing import ClassVar

from banca.live.command import Command, Word
from banca.rules import _

BETS_OPEN = _("bets open")
BALL_THROWN = _("ball thrown")
BETS_CLOSED = _("bets closed")
NULL = _("null")
DECIDED = _("decided")


class ThrowBall(Command, frozen=True, kw_only=True):
    """The croupier throws the ball."""

    says: ClassVar[str] = _("Throw the ball")


class DeclareNull(Command, frozen=True, kw_only=True):
    """Something fell on the plate, or the ball did not come to rest: the throw does not count."""

    says: ClassVar[str] = _("Declare the throw null")
    reason: Word | None = None
    """Without it, that the ball did not come to rest."""


class ReadNumber(Command, frozen=True, kw_only=True):
    """The croupier reads the number."""

    says: ClassVar[str] = _("Read the number")
    sees: ClassVar[tuple[str, ...]] = ("outcome",)
    outcome: Word | None = None
