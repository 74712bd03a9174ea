"""The acts at a Cussec table: its phases, and the command that asks for each act."""

from collections.abc import Mapping
from typing import ClassVar

from banca.live.command import Command, Number, Word
from banca.rulebook import words

PAID = words("paid", pt="jogada paga", zh="已派彩")
COVERED = words("covered", pt="dados cobertos", zh="已蓋盅")
BETS_OPEN = words("bets open", pt="apostas abertas", zh="可投注")
BETS_CLOSED = words("bets closed", pt="apostas fechadas", zh="已截止投注")
REVEALED = words("revealed", pt="dados descobertos", zh="已揭盅")
NULL = words("null", pt="jogada nula", zh="無效")
COVERED_AGAIN = words("covered again", pt="dados cobertos de novo", zh="再蓋盅")
BETS_OPEN_AGAIN = words("bets open again", pt="apostas abertas de novo", zh="再可投注")
CALLED = words("called", pt="números anunciados", zh="已報點數")


class Cover(Command, frozen=True, kw_only=True):
    """The opaque cover is put over the cup."""

    says: ClassVar[str] = words("Cover the dice", pt="Colocar a redoma móvel", zh="蓋盅")


class Shake(Command, frozen=True, kw_only=True):
    """The dice are shaken under the cover."""

    says: ClassVar[str] = words("Shake the dice", pt="Agitar os dados", zh="搖骰")
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

    says: ClassVar[str] = words("Lift the cover", pt="Levantar a redoma móvel", zh="揭盅")


class DeclareNull(Command, frozen=True, kw_only=True):
    """The dice do not lie as they should: the round does not count."""

    says: ClassVar[str] = words("Declare the round null", pt="Declarar a jogada nula", zh="宣告該局無效")
    reason: Word


class CallResult(Command, frozen=True, kw_only=True):
    """The croupier calls what the dice show."""

    says: ClassVar[str] = words("Call the numbers", pt="Anunciar os números", zh="報點數")
    sees: ClassVar[tuple[str, ...]] = ("outcome",)
    outcome: Word | None = None


class Pay(Command, frozen=True, kw_only=True):
    """Lost stakes are taken, then every prize is paid."""

    says: ClassVar[str] = words("Take and pay", pt="Recolher e pagar", zh="收注派彩")
