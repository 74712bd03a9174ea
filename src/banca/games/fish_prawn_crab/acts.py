"""The acts at a table of Fish-Prawn-Crab: its phases, and the command that asks for each act."""

from collections.abc import Mapping
from typing import ClassVar

from banca.live.command import Command, Number, Word
from banca.rulebook import words

PAID = words("paid", pt="prémios pagos", zh="已派彩")
COVERED = words("covered", pt="redoma coberta", zh="已上蓋")
BETS_OPEN = words("bets open", pt="apostas abertas", zh="可投注")
BETS_CLOSED = words("bets closed", pt="apostas encerradas", zh="已截止投注")
REVEALED = words("revealed", pt="dados descobertos", zh="已揭蓋")
NULL = words("null", pt="jogada nula", zh="該局無效")
COVERED_AGAIN = words("covered again", pt="redoma coberta de novo", zh="已再上蓋")
BETS_OPEN_AGAIN = words("bets open again", pt="apostas abertas de novo", zh="再可投注")
CALLED = words("called", pt="resultado anunciado", zh="已宣佈結果")


class Cover(Command, frozen=True, kw_only=True):
    """The cover is put on and latched."""

    says: ClassVar[str] = words("Put the cover on", pt="Colocar a redoma móvel", zh="上蓋")
    labels: ClassVar[Mapping[str, str]] = {
        "latched": words("the cover is latched", pt="a redoma móvel está presa pelos fechos", zh="盅蓋已扣牢")
    }
    latched: bool


class Shake(Command, frozen=True, kw_only=True):
    """The dice are shaken under the cover."""

    says: ClassVar[str] = words("Shake", pt="Agitar os dados", zh="搖骰")
    labels: ClassVar[Mapping[str, str]] = {
        "presses": words(
            "number of times the lever was pressed", pt="vezes que se carregou na alavanca", zh="按把手的次數"
        ),
        "started": words("the shaker was started", pt="o mecanismo electrónico foi accionado", zh="已啟動搖骰裝置"),
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

    says: ClassVar[str] = words("Lift the cover", pt="Levantar a redoma móvel", zh="揭蓋")


class DeclareNull(Command, frozen=True, kw_only=True):
    """The dice are stacked or lean: the round does not count."""

    says: ClassVar[str] = words("Declare the round null", pt="Declarar nula a jogada", zh="宣佈該局無效")
    reason: Word


class CallResult(Command, frozen=True, kw_only=True):
    """The croupier calls what the dice show."""

    says: ClassVar[str] = words("Call the result", pt="Anunciar o resultado", zh="宣佈結果")
    sees: ClassVar[tuple[str, ...]] = ("outcome",)
    outcome: Word | None = None
