"""The acts at a table of the wheel: its phases, and the command that asks for each act."""

from collections.abc import Mapping
from typing import ClassVar

from banca.live.command import Avos, Command, Name, Number, Word
from banca.rulebook import words

BETS_OPEN = words("bets open", pt="apostas abertas", zh="可投注")
BETS_CLOSED = words("bets closed", pt="apostas encerradas", zh="已截止投注")
TURNING = words("turning", pt="roda a girar", zh="轉動中")
DECIDED = words("decided", pt="secção determinada", zh="已有結果")
LABELS = {"turns": words("whole turns", pt="voltas completas", zh="整圈數目")}


class PlaceFor(Command, frozen=True, kw_only=True):
    """The croupier places a bet for a player on request; it counts once the player has confirmed it."""

    says: ClassVar[str] = words("Place a bet for a player", pt="Colocar uma aposta por um jogador", zh="代閒家下注")
    player: Name
    bet: Word
    stake: Avos


class ConfirmBet(Command, frozen=True, kw_only=True):
    """The player has checked the bet that the croupier placed, and takes it."""

    says: ClassVar[str] = words("Confirm the bet", pt="Confirmar a aposta", zh="確認投注")
    bet: Word
    stake: Avos


class DeclineBet(Command, frozen=True, kw_only=True):
    """The player has seen it, and does not take it."""

    says: ClassVar[str] = words("Decline the bet", pt="Recusar a aposta", zh="拒絕投注")
    bet: Word


class Turn(Command, frozen=True, kw_only=True):
    """The croupier turns the wheel."""

    says: ClassVar[str] = words("Turn the wheel", pt="Girar a roda", zh="轉輪")


class CallInvalid(Command, frozen=True, kw_only=True):
    """The spin does not count."""

    says: ClassVar[str] = words("Call the spin invalid", pt="Anunciar rotação inválida", zh="宣佈此局無效")
    labels: ClassVar[Mapping[str, str]] = LABELS
    turns: Number


class ReadPointer(Command, frozen=True, kw_only=True):
    """The croupier reads what the pointer shows."""

    says: ClassVar[str] = words("Read the pointer", pt="Ler o indicador", zh="讀指示器")
    labels: ClassVar[Mapping[str, str]] = LABELS
    sees: ClassVar[tuple[str, ...]] = ("outcome",)
    outcome: Word | None = None
    turns: Number
