"""The acts at a table of football poker: its phases, and the command that asks for each act."""

from typing import ClassVar

from banca.live.command import Command, Word
from banca.rulebook import words

BETS_OPEN = words("bets open", pt="apostas abertas", zh="可投注")
TWO_CARDS_DEALT = words("two cards", pt="duas cartas", zh="兩張牌")
DECIDED = words("decided", pt="decidido", zh="已有結果")


class DealTwoCards(Command, frozen=True, kw_only=True):
    """The first two cards of the hand."""

    says: ClassVar[str] = words("Deal two cards", pt="Distribuir duas cartas", zh="派兩張牌")
    sees: ClassVar[tuple[str, ...]] = ("outcome",)
    outcome: Word | None = None


class DealThirdCard(Command, frozen=True, kw_only=True):
    """A third card, where the first two make 0 or 9."""

    says: ClassVar[str] = words("Deal the third card", pt="Distribuir a terceira carta", zh="補派第三張牌")
    sees: ClassVar[tuple[str, ...]] = ("outcome",)
    outcome: Word | None = None


class Stand(Command, frozen=True, kw_only=True):
    """The hand stays as it is."""

    says: ClassVar[str] = words("Stand on two cards", pt="Ficar com duas cartas", zh="不補牌")
