"""The acts at a table of roulette: its phases, and the command that asks for each act."""

from typing import ClassVar

from banca.live.command import Command, Word
from banca.rulebook import words

BETS_OPEN = words("bets open", pt="apostas abertas", zh="可投注")
BALL_THROWN = words("ball thrown", pt="bola lançada", zh="已打珠")
BETS_CLOSED = words("bets closed", pt="apostas encerradas", zh="已截止投注")
NULL = words("null", pt="golpe nulo", zh="打珠無效")
DECIDED = words("decided", pt="resultado conhecido", zh="已有結果")


class ThrowBall(Command, frozen=True, kw_only=True):
    """The croupier throws the ball."""

    says: ClassVar[str] = words("Throw the ball", pt="Lançar a bola", zh="打珠")


class DeclareNull(Command, frozen=True, kw_only=True):
    """Something fell on the plate, or the ball did not come to rest: the throw does not count."""

    says: ClassVar[str] = words("Declare the throw null", pt="Declarar o golpe nulo", zh="宣佈打珠無效")
    reason: Word | None = None
    """Without it, that the ball did not come to rest."""


class ReadNumber(Command, frozen=True, kw_only=True):
    """The croupier reads the number."""

    says: ClassVar[str] = words("Read the number", pt="Ler o número", zh="讀出號碼")
    sees: ClassVar[tuple[str, ...]] = ("outcome",)
    outcome: Word | None = None
