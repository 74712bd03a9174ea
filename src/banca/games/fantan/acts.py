"""The acts at a table of fantan: its phases, and the command that asks for each act."""

from typing import ClassVar

from banca.live.command import Command, Word
from banca.rulebook import words

PAID = words("paid", pt="pago", zh="已派彩")
BETS_OPEN = words("bets open", pt="apostas abertas", zh="可投注")
BETS_CLOSED = words("bets closed", pt="apostas fechadas", zh="停止投注")
COUNTED = words("counted", pt="contado", zh="已數")


class Cover(Command, frozen=True, kw_only=True):
    """The heap is covered."""

    says: ClassVar[str] = words("Put the cover on", pt="Colocar a tampa", zh="上蓋")


class CloseBets(Command, frozen=True, kw_only=True):
    """No bet is taken any more."""

    says: ClassVar[str] = words("Close the bets", pt="Fechar as apostas", zh="截止投注")


class Count(Command, frozen=True, kw_only=True):
    """The cover is lifted and the buttons are counted."""

    says: ClassVar[str] = words("Count the buttons", pt="Contar os botões", zh="數鈕子")
    sees: ClassVar[tuple[str, ...]] = ("outcome",)
    outcome: Word | None = None
