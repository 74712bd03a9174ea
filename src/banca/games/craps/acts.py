"""The acts at a table of craps: its phases, and the command that asks for each act."""

from collections.abc import Mapping
from typing import Annotated, ClassVar

from msgspec import Meta

from banca.live.command import Command, Number, Word
from banca.rulebook import words

BETWEEN_THROWS = words("between throws", pt="entre lançamentos", zh="兩擲之間")
OFFERED = words("dice offered", pt="dados oferecidos", zh="已遞骰")
DICE_THROWN = words("thrown", pt="lançado", zh="已擲")
DICE_OUT = words("dice out", pt="dados fora da mesa", zh="骰子離檯")
CALLED = words("called", pt="anunciado", zh="已宣佈")


class OfferDice(Command, frozen=True, kw_only=True):
    """The stickman offers the dice to the shooter."""

    says: ClassVar[str] = words("Offer the dice", pt="Oferecer os dados", zh="遞骰")
    labels: ClassVar[Mapping[str, str]] = {"offered": words("dice offered", pt="dados oferecidos", zh="已遞骰")}
    offered: Number | None = None


class WaiveDice(Command, frozen=True, kw_only=True):
    """A player does not want to throw."""

    says: ClassVar[str] = words("Waive the dice", pt="Prescindir dos dados", zh="放棄擲骰")


class TakeDice(Command, frozen=True, kw_only=True):
    """A player wants to throw again after all."""

    says: ClassVar[str] = words("Take the dice again", pt="Voltar a aceitar os dados", zh="重新接受擲骰")


class TakeBackDice(Command, frozen=True, kw_only=True):
    """Dice that were offered and are not thrown."""

    says: ClassVar[str] = words("Take the dice back", pt="Recolher os dados", zh="收回骰子")


class Throw(Command, frozen=True, kw_only=True):
    """The shooter throws."""

    says: ClassVar[str] = words("Throw", pt="Lançar os dados", zh="擲骰")
    labels: ClassVar[Mapping[str, str]] = {"picked": words("picked", pt="escolhidos", zh="選用的骰子")}
    picked: Number | None = None


class DeclareNull(Command, frozen=True, kw_only=True):
    """The throw does not count."""

    says: ClassVar[str] = words("Declare it null", pt="Declarar a jogada nula", zh="宣告無效")
    labels: ClassVar[Mapping[str, str]] = {
        "hit_wall": words("the dice hit the wall", pt="os dados bateram na parede", zh="骰子碰到盤壁")
    }
    reason: Word
    hit_wall: bool | None = None


class DeclareOffBoard(Command, frozen=True, kw_only=True):
    """A die left the board: the throw does not count."""

    says: ClassVar[str] = words("A die left the board", pt="Um dado saiu do tabuleiro", zh="骰子跌出檯證")


class InspectDice(Command, frozen=True, kw_only=True):
    """Dice that left the table have been checked, point by point."""

    says: ClassVar[str] = words("Inspect the dice", pt="Conferir os dados", zh="檢查骰子")
    labels: ClassVar[Mapping[str, str]] = {
        "passed": words(
            "points of the inspection that passed", pt="pontos da verificação em ordem", zh="檢查合格的項目"
        )
    }
    passed: Annotated[tuple[Word, ...], Meta(max_length=20)]


class CallResult(Command, frozen=True, kw_only=True):
    """The stickman calls what the dice show; dice that do not lie flat by their most exposed face."""

    says: ClassVar[str] = words("Call the result", pt="Anunciar o resultado", zh="宣佈結果")
    labels: ClassVar[Mapping[str, str]] = {
        "cocked": words("dice not lying flat", pt="dados que não pousaram direitos", zh="未平放的骰子數目")
    }
    sees: ClassVar[tuple[str, ...]] = ("outcome",)
    may_see: ClassVar[tuple[str, ...]] = ("cocked",)
    outcome: Word | None = None
    cocked: Number | None = None


class Settle(Command, frozen=True, kw_only=True):
    """Every bet is decided and paid."""

    says: ClassVar[str] = words("Settle and pay", pt="Liquidar e pagar", zh="結算及派彩")
