"""The acts at a table of Fish-Prawn-Crab: its phases, and the command that asks for each act."""

from collections.abc import Mapping
from typing import ClassVar

from banca.live.command import Command, Number, Word
from banca.rulebook import words

PAID = words("paid", pt="pago", zh="已派彩")
COVERED = words("covered", pt="coberto", zh="已蓋")
BETS_OPEN = words("bets open", pt="apostas abertas", zh="可投注")
BETS_CLOSED = words("bets closed", pt="apostas fechadas", zh="停止投注")
REVEALED = words("revealed", pt="descoberto", zh="已揭盅")
NULL = words("null", pt="nulo", zh="無效")
COVERED_AGAIN = words("covered again", pt="coberto de novo", zh="再蓋")
BETS_OPEN_AGAIN = words("bets open again", pt="apostas abertas de novo", zh="再可投注")
CALLED = words("called", pt="anunciado", zh="已宣佈")


class Cover(Command, frozen=True, kw_only=True):
    """The cover is put on and latched."""

    says: ClassVar[str] = words("Put the cover on", pt="Colocar a tampa", zh="上蓋")
    labels: ClassVar[Mapping[str, str]] = {
        "latched": words("the cover is latched", pt="a tampa está trancada", zh="盅蓋已扣牢")
    }
    latched: bool


class Shake(Command, frozen=True, kw_only=True):
    """The dice are shaken under the cover."""

    says: ClassVar[str] = words("Shake", pt="Agitar os dados", zh="搖骰")
    labels: ClassVar[Mapping[str, str]] = {
        "presses": words("presses of the lever", pt="pressões da alavanca", zh="按把手的次數"),
        "started": words("the shaker was started", pt="o agitador foi ligado", zh="已開動搖骰器"),
    }
    presses: Number | None = None
    started: bool | None = None


class RingBell(Command, frozen=True, kw_only=True):
    """The bell: no bet is taken any more."""

    says: ClassVar[str] = words(
        "Ring the bell: no more bets", pt="Tocar a campainha: não há mais apostas", zh="響鐘：截止投注"
    )


class LiftCover(Command, frozen=True, kw_only=True):
    """The dice are shown."""

    says: ClassVar[str] = words("Lift the cover", pt="Levantar a tampa", zh="揭蓋")


class DeclareNull(Command, frozen=True, kw_only=True):
    """The dice do not lie as they should: the round does not count."""

    says: ClassVar[str] = words("Declare it null", pt="Declarar a jogada nula", zh="宣告無效")
    reason: Word


class CallResult(Command, frozen=True, kw_only=True):
    """The croupier calls what the dice show."""

    says: ClassVar[str] = words("Call the result", pt="Anunciar o resultado", zh="宣佈結果")
    sees: ClassVar[tuple[str, ...]] = ("outcome",)
    outcome: Word | None = None
