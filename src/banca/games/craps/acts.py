"""The acts at a table of craps: its phases, and the command that asks for each act."""

from collections.abc import Mapping
from typing import Annotated, ClassVar

from msgspec import Meta

from banca.live.command import Command, Number, Word
from banca.rulebook import words

BETWEEN_THROWS = words("between throws", pt="entre lançamentos", zh="兩擲之間")
OFFERED = words("dice offered", pt="dados apresentados", zh="已遞骰")
DICE_THROWN = words("thrown", pt="dados lançados", zh="已擲骰")
DICE_OUT = words("dice out", pt="dados fora da mesa", zh="骰子離檯")
CALLED = words("called", pt="resultado anunciado", zh="已宣佈結果")


class OfferDice(Command, frozen=True, kw_only=True):
    """The stickman offers the dice to the shooter."""

    says: ClassVar[str] = words("Offer the dice", pt="Apresentar os dados", zh="遞骰")
    labels: ClassVar[Mapping[str, str]] = {
        "offered": words("number of dice offered", pt="n.º de dados apresentados", zh="遞出的骰子數目")
    }
    offered: Number | None = None


class WaiveDice(Command, frozen=True, kw_only=True):
    """A player does not want to throw."""

    says: ClassVar[str] = words("Waive the throw", pt="Prescindir do lançamento", zh="棄權")


class TakeDice(Command, frozen=True, kw_only=True):
    """A player wants to throw again after all."""

    says: ClassVar[str] = words("Throw again after all", pt="Voltar a aceitar o lançamento", zh="取消棄權")


class TakeBackDice(Command, frozen=True, kw_only=True):
    """Dice that were offered and are not thrown."""

    says: ClassVar[str] = words("Take the dice back", pt="Recolher os dados", zh="收回骰子")


class Throw(Command, frozen=True, kw_only=True):
    """The shooter throws."""

    says: ClassVar[str] = words("Throw", pt="Lançar os dados", zh="擲骰")
    labels: ClassVar[Mapping[str, str]] = {
        "picked": words("number of dice picked", pt="n.º de dados escolhidos", zh="選用的骰子數目")
    }
    picked: Number | None = None


class DeclareNull(Command, frozen=True, kw_only=True):
    """The throw does not count."""

    says: ClassVar[str] = words("Declare the throw null", pt="Declarar nulo o lançamento", zh="宣告投擲無效")
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

    says: ClassVar[str] = words("Inspect the dice", pt="Verificar os dados", zh="檢驗骰子")
    labels: ClassVar[Mapping[str, str]] = {
        "passed": words("requirements that the dice meet", pt="requisitos que os dados cumprem", zh="檢驗合格的要件")
    }
    passed: Annotated[tuple[Word, ...], Meta(max_length=20)]


class CallResult(Command, frozen=True, kw_only=True):
    """The stickman calls what the dice show; dice that do not lie flat by their most exposed face."""

    says: ClassVar[str] = words("Call the result", pt="Anunciar o resultado", zh="宣佈結果")
    labels: ClassVar[Mapping[str, str]] = {
        "cocked": words("number of dice not flat", pt="n.º de dados não assentes", zh="未平放的骰子數目")
    }
    sees: ClassVar[tuple[str, ...]] = ("outcome",)
    may_see: ClassVar[tuple[str, ...]] = ("cocked",)
    outcome: Word | None = None
    cocked: Number | None = None


class Settle(Command, frozen=True, kw_only=True):
    """Every bet is decided and paid."""

    says: ClassVar[str] = words("Settle and pay", pt="Liquidar e pagar", zh="結算及派彩")
