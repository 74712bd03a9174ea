"""The acts at a table of fantan: its phases, and the command that asks for each act."""

from typing import ClassVar

from banca.live.command import Command, Word
from banca.rulebook import words

PAID = words("paid", pt="prémios pagos", zh="已派彩")
BETS_OPEN = words("bets open", pt="apostas abertas", zh="可投注")
BETS_CLOSED = words("bets closed", pt="apostas encerradas", zh="已截止投注")
COUNTED = words("counted", pt="botões contados", zh="已點數")


class Cover(Command, frozen=True, kw_only=True):
    """The heap is covered."""

    says: ClassVar[str] = words("Cover the heap", pt="Cobrir o monte", zh="蓋上鈕子")


class CloseBets(Command, frozen=True, kw_only=True):
    """No more bets are taken."""

    says: ClassVar[str] = words("Close the bets", pt="Encerrar as apostas", zh="截止投注")


class Count(Command, frozen=True, kw_only=True):
    """The cover is lifted and the buttons are counted."""

    says: ClassVar[str] = words("Count the buttons", pt="Contar os botões", zh="點數鈕子")
    sees: ClassVar[tuple[str, ...]] = ("outcome",)
    outcome: Word | None = None
