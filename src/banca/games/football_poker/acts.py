"""The acts at a table of football poker: its phases, and the command that asks for each act."""

from typing import ClassVar

from banca.live.command import Command, Word
from banca.rulebook import words

BETS_OPEN = words("bets open", pt="apostas abertas", zh="可投注")
TWO_CARDS_DEALT = words("two cards", pt="duas cartas distribuídas", zh="已派兩張牌")
DECIDED = words("decided", pt="resultado conhecido", zh="已有結果")


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
    """The hand is decided on two cards."""

    says: ClassVar[str] = words("Deal no third card", pt="Não distribuir terceira carta", zh="不補牌")
