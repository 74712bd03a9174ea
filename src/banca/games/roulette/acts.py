"""The acts at a table of roulette: its phases, and the command that asks for each act."""

from typing import ClassVar

from banca.live.command import Command, Word
from banca.rulebook import words

BETS_OPEN = words("bets open", pt="apostas abertas", zh="可投注")
BALL_THROWN = words("ball thrown", pt="bola lançada", zh="已投球")
BETS_CLOSED = words("bets closed", pt="apostas fechadas", zh="停止投注")
NULL = words("null", pt="nulo", zh="無效")
DECIDED = words("decided", pt="decidido", zh="已有結果")


class ThrowBall(Command, frozen=True, kw_only=True):
    """The croupier throws the ball."""

    says: ClassVar[str] = words("Throw the ball", pt="Lançar a bola", zh="投球")


class DeclareNull(Command, frozen=True, kw_only=True):
    """The ball did not settle: the throw does not count."""

    says: ClassVar[str] = words("Declare it null", pt="Declarar a jogada nula", zh="宣告無效")


class ReadNumber(Command, frozen=True, kw_only=True):
    """The croupier reads the number."""

    says: ClassVar[str] = words("Read the number", pt="Ler o número", zh="讀出號碼")
    sees: ClassVar[tuple[str, ...]] = ("outcome",)
    outcome: Word | None = None
