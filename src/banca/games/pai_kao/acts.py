"""The acts at a Pai Kao table: its phases, and the command that asks for each act."""

from collections.abc import Mapping
from typing import Annotated, ClassVar

from msgspec import Meta

from banca.live import command
from banca.live.command import Avos, Command, Number, Word
from banca.rulebook import words

SETTLED = words("settled", pt="liquidado", zh="已結算")
STACKED = words("stacked", pt="empilhado", zh="已疊牌")
BANK_OPEN = words("bank open", pt="banca aberta", zh="已開莊")
SHAKEN = words("shaken", pt="agitado", zh="已搖骰")
DEALT = words("dealt", pt="distribuído", zh="已派牌")
DEAL_VOID = words("deal void", pt="distribuição nula", zh="派牌作廢")
BANKER_TURNED = words("banker turned", pt="banqueiro virado", zh="莊家已開牌")
TURNED = words("turned", pt="virado", zh="已開牌")

GateNumber = Annotated[int, Meta(ge=1, le=8)]
Die = Annotated[int, Meta(ge=1, le=6)]
GATE = {"gate": words("gate", pt="porta", zh="門")}
DICE = {
    "dice": words("dice", pt="dados", zh="骰子"),
    "cocked": words("dice not lying flat", pt="dados que não pousaram direitos", zh="未平放的骰子數目"),
}


class Sit(command.Sit, frozen=True, kw_only=True):
    """Take a seat, at a gate or without one."""

    says: ClassVar[str] = words("Take a seat", pt="Sentar-se", zh="入座")
    labels: ClassVar[Mapping[str, str]] = GATE
    gate: GateNumber | None = None


class SeatPractice(command.SeatPractice, frozen=True, kw_only=True):
    """Let the program play a gate, by a policy."""

    says: ClassVar[str] = words(
        "Let the program play a seat", pt="Pôr o programa a jogar num lugar", zh="由程式代玩一個座位"
    )
    labels: ClassVar[Mapping[str, str]] = GATE
    gate: GateNumber


class MixAndStack(Command, frozen=True, kw_only=True):
    """The tiles are mixed and stacked."""

    says: ClassVar[str] = words("Mix and stack the tiles", pt="Misturar e empilhar as pedras", zh="洗牌及疊牌")


class ReplaceSet(Command, frozen=True, kw_only=True):
    """Another set of tiles is taken."""

    says: ClassVar[str] = words("Replace the set of tiles", pt="Trocar o conjunto de pedras", zh="更換牌具")


class TakeBank(Command, frozen=True, kw_only=True):
    """A gate takes a bank that is free."""

    says: ClassVar[str] = words("Take the bank", pt="Tomar a banca", zh="做莊")


class PassBank(Command, frozen=True, kw_only=True):
    """A gate refuses the bank, or gives it on."""

    says: ClassVar[str] = words("Pass the bank on", pt="Passar a banca", zh="交莊")


class Agree(Command, frozen=True, kw_only=True):
    """A gate agrees to one more round of the same banker."""

    says: ClassVar[str] = words(
        "Agree to one more round of this banker",
        pt="Concordar com mais uma ronda deste banqueiro",
        zh="同意此莊家再做一局",
    )


class Cut(Command, frozen=True, kw_only=True):
    """A gate cuts the stacks; `picked` of them go from the beginning to the end."""

    says: ClassVar[str] = words("Cut the stacks", pt="Cortar os montes", zh="拮牌")
    labels: ClassVar[Mapping[str, str]] = {
        "one_hand": words("with one hand", pt="com uma só mão", zh="單手"),
        "picked": words("picked", pt="escolhidos", zh="選用的骰子"),
    }
    one_hand: bool
    picked: Number | None = None


class PutDownPrincipal(Command, frozen=True, kw_only=True):
    """The banker puts down the principal."""

    says: ClassVar[str] = words("Put down the principal", pt="Pôr o capital na mesa", zh="放下博彩本金")
    stake: Avos


class CoBank(Command, frozen=True, kw_only=True):
    """A principal is put beside the banker's."""

    says: ClassVar[str] = words("Bank along", pt="Co-bancar", zh="幫莊")
    stake: Avos


class StakeOnGate(Command, frozen=True, kw_only=True, tag="stake"):
    """A stake on a gate."""

    says: ClassVar[str] = words("Stake on a gate", pt="Apostar numa porta", zh="下注於門")
    labels: ClassVar[Mapping[str, str]] = GATE
    gate: GateNumber
    stake: Avos


class WithdrawStake(Command, frozen=True, kw_only=True):
    """All that one has on a gate is taken back."""

    says: ClassVar[str] = words("Take the stake back", pt="Retirar a aposta", zh="收回注碼")
    labels: ClassVar[Mapping[str, str]] = GATE
    gate: GateNumber


class Shake(Command, frozen=True, kw_only=True):
    """The banker shakes the four dice."""

    says: ClassVar[str] = words("Shake", pt="Agitar os dados", zh="搖骰")
    labels: ClassVar[Mapping[str, str]] = DICE
    sees: ClassVar[tuple[str, ...]] = ("dice",)
    may_see: ClassVar[tuple[str, ...]] = ("cocked",)
    dice: Annotated[tuple[Die, ...], Meta(max_length=8)] | None = None
    cocked: Number | None = None


class NullShake(Command, frozen=True, kw_only=True):
    """A die is cocked or has left the cup: the shake does not count."""

    says: ClassVar[str] = words("The shake is null", pt="Agitação nula", zh="搖骰無效")
    reason: Word


class ShakeAgain(Command, frozen=True, kw_only=True):
    """The banker shakes again."""

    says: ClassVar[str] = words("Shake again", pt="Agitar de novo", zh="再搖骰")
    labels: ClassVar[Mapping[str, str]] = DICE
    sees: ClassVar[tuple[str, ...]] = ("dice",)
    may_see: ClassVar[tuple[str, ...]] = ("cocked",)
    dice: Annotated[tuple[Die, ...], Meta(max_length=8)] | None = None
    cocked: Number | None = None


class Deal(Command, frozen=True, kw_only=True):
    """The tiles are dealt, in the order of the stacks."""

    says: ClassVar[str] = words("Deal the tiles", pt="Distribuir as pedras", zh="派牌")
    labels: ClassVar[Mapping[str, str]] = {"tiles": words("tiles", pt="pedras", zh="牌")}
    sees: ClassVar[tuple[str, ...]] = ("tiles",)
    tiles: Annotated[tuple[Word, ...], Meta(max_length=32)] | None = None


class Expose(Command, frozen=True, kw_only=True):
    """Tiles of a gate were seen by accident."""

    says: ClassVar[str] = words("Tiles were exposed", pt="Ficaram pedras expostas", zh="誤露牌")
    labels: ClassVar[Mapping[str, str]] = {
        **GATE,
        "exposed": words("tiles exposed", pt="pedras expostas", zh="誤露牌數"),
    }
    gate: GateNumber
    exposed: Number


class DealAgain(Command, frozen=True, kw_only=True):
    """A deal that does not count is made again."""

    says: ClassVar[str] = words("Deal again", pt="Distribuir de novo", zh="再派牌")


class SetTiles(Command, frozen=True, kw_only=True):
    """The tiles of a gate are laid as two pairs, front and rear: `6-6 1-3 / 5-5 4-5`."""

    says: ClassVar[str] = words("Set the tiles", pt="Compor as pedras", zh="組牌")
    labels: ClassVar[Mapping[str, str]] = {**GATE, "setting": words("setting", pt="composição", zh="組合")}
    gate: GateNumber
    setting: Word


class SetForAbsent(Command, frozen=True, kw_only=True):
    """Tiles that nobody has set in time are set by the house way."""

    says: ClassVar[str] = words(
        "Set the tiles of somebody who is away", pt="Combinar as pedras de quem está ausente", zh="代離座者組牌"
    )
    labels: ClassVar[Mapping[str, str]] = GATE
    gate: GateNumber


class TurnBanker(Command, frozen=True, kw_only=True):
    """The banker's tiles are turned."""

    says: ClassVar[str] = words("Turn the banker's tiles", pt="Virar as pedras do banqueiro", zh="翻開莊家牌")


class TurnGates(Command, frozen=True, kw_only=True):
    """The croupier turns what the gates have set."""

    says: ClassVar[str] = words("Turn the gates' tiles", pt="Virar as pedras das portas", zh="翻開各門的牌")


class Settle(Command, frozen=True, kw_only=True):
    """Everybody takes what is theirs."""

    says: ClassVar[str] = words("Settle and pay", pt="Liquidar e pagar", zh="結算及派彩")
