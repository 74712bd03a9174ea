"""The acts at a Pai Kao table: its phases, and the command that asks for each act."""

from collections.abc import Mapping
from typing import Annotated, ClassVar

from msgspec import Meta

from banca.live import command
from banca.live.command import Avos, Command, Number, Reason, Word
from banca.rulebook import words

SETTLED = words("settled", pt="jogada liquidada", zh="已結算")
STACKED = words("stacked", pt="pedras empilhadas", zh="已疊牌")
BANK_OPEN = words("bank open", pt="banca aberta", zh="已開莊")
SHAKEN = words("shaken", pt="dados agitados", zh="已搖骰")
DEALT = words("dealt", pt="pedras distribuídas", zh="已派牌")
DEAL_VOID = words("deal void", pt="distribuição nula", zh="派牌無效")
STACKED_AGAIN = words("stacked again", pt="pedras empilhadas de novo", zh="已重新疊牌")
BANKER_TURNED = words("banker turned", pt="pedras do banqueiro viradas", zh="莊家已開牌")
TURNED = words("turned", pt="todas as pedras viradas", zh="全部已開牌")

GateNumber = Annotated[int, Meta(ge=1, le=8)]
Die = Annotated[int, Meta(ge=1, le=6)]
GATE = {"gate": words("gate", pt="lugar", zh="門")}
DICE = {
    "dice": words("dice", pt="dados", zh="骰子"),
    "cocked": words("number of cocked dice", pt="número de dados inclinados", zh="翹骰數目"),
}


class Sit(command.Sit, frozen=True, kw_only=True):
    """Take a seat, at a gate or without one."""

    says: ClassVar[str] = words("Take a seat", pt="Sentar-se", zh="入座")
    labels: ClassVar[Mapping[str, str]] = GATE
    gate: GateNumber | None = None


class SeatPractice(command.SeatPractice, frozen=True, kw_only=True):
    """Let the program play a gate, by a policy."""

    says: ClassVar[str] = words(
        "Let the program play a gate", pt="Pôr o programa a jogar num lugar", zh="由程式代一門博彩"
    )
    labels: ClassVar[Mapping[str, str]] = GATE
    gate: GateNumber


class MixAndStack(Command, frozen=True, kw_only=True):
    """The tiles are mixed and stacked."""

    says: ClassVar[str] = words("Mix and stack the tiles", pt="Baralhar e empilhar as pedras", zh="洗牌及疊牌")


class ReplaceSet(Command, frozen=True, kw_only=True):
    """Another set of tiles is taken."""

    says: ClassVar[str] = words("Replace the set of tiles", pt="Substituir o baralho de pedras", zh="更換一副牌")


class TakeBank(Command, frozen=True, kw_only=True):
    """A gate takes a bank that is free."""

    says: ClassVar[str] = words("Take the bank", pt="Tomar a banca", zh="做莊")


class PassBank(Command, frozen=True, kw_only=True):
    """A gate refuses the bank, or passes it."""

    says: ClassVar[str] = words("Pass the bank", pt="Passar a banca", zh="過莊")


class Agree(Command, frozen=True, kw_only=True):
    """A gate agrees to one more round of the same banker."""

    says: ClassVar[str] = words(
        "Agree to one more round of this banker",
        pt="Concordar com mais uma jogada deste banqueiro",
        zh="同意此莊家再做一局",
    )


class Cut(Command, frozen=True, kw_only=True):
    """A gate cuts the stacks; `picked` of them go from the beginning to the end."""

    says: ClassVar[str] = words("Cut the stacks", pt="Mudar a ordem das pedras", zh="拮牌")
    labels: ClassVar[Mapping[str, str]] = {
        "one_hand": words("with one hand", pt="com uma só mão", zh="單手"),
        "picked": words("number of stacks to move", pt="número de montes a mudar", zh="移動棟數"),
    }
    one_hand: bool
    picked: Number | None = None


class PutDownPrincipal(Command, frozen=True, kw_only=True):
    """The banker puts down the principal and declares how the tiles are dealt; with the first stack where nothing else is said."""

    says: ClassVar[str] = words("Put down the principal", pt="Pôr o capital na mesa", zh="放下博彩本金")
    labels: ClassVar[Mapping[str, str]] = {
        "dealt_from": words("the deal begins", pt="a distribuição começa", zh="派牌方式")
    }
    stake: Avos
    dealt_from: Number | None = None


class CoBank(Command, frozen=True, kw_only=True):
    """A principal is added to the banker's."""

    says: ClassVar[str] = words("Co-bank", pt="Participar na banca", zh="幫莊")
    stake: Avos


class StakeOnGate(Command, frozen=True, kw_only=True, tag="stake"):
    """A stake on a gate."""

    says: ClassVar[str] = words("Bet on a gate", pt="Apostar num lugar", zh="在一門投注")
    labels: ClassVar[Mapping[str, str]] = GATE
    gate: GateNumber
    stake: Avos


class WithdrawStake(Command, frozen=True, kw_only=True):
    """All that one has on a gate is taken back."""

    says: ClassVar[str] = words("Withdraw the stake", pt="Retirar a aposta", zh="收回注碼")
    labels: ClassVar[Mapping[str, str]] = GATE
    gate: GateNumber


class Shake(Command, frozen=True, kw_only=True):
    """The banker shakes the four dice."""

    says: ClassVar[str] = words("Shake the dice", pt="Agitar os dados", zh="搖骰")
    labels: ClassVar[Mapping[str, str]] = DICE
    sees: ClassVar[tuple[str, ...]] = ("dice",)
    may_see: ClassVar[tuple[str, ...]] = ("cocked",)
    dice: Annotated[tuple[Die, ...], Meta(max_length=8)] | None = None
    cocked: Number | None = None


class NullShake(Command, frozen=True, kw_only=True):
    """A die is cocked or has left the cup, or dice are stacked: the shake does not count."""

    says: ClassVar[str] = words("Declare the shake null", pt="Declarar nula a agitação dos dados", zh="宣佈搖骰無效")
    reason: Word


class ShakeAgain(Command, frozen=True, kw_only=True):
    """The banker shakes again."""

    says: ClassVar[str] = words("Shake the dice again", pt="Agitar de novo os dados", zh="重新搖骰")
    labels: ClassVar[Mapping[str, str]] = DICE
    sees: ClassVar[tuple[str, ...]] = ("dice",)
    may_see: ClassVar[tuple[str, ...]] = ("cocked",)
    dice: Annotated[tuple[Die, ...], Meta(max_length=8)] | None = None
    cocked: Number | None = None


class Deal(Command, frozen=True, kw_only=True):
    """The tiles are dealt, in the order of the stacks; entered for every gate, or for those that play and the banker's."""

    says: ClassVar[str] = words("Deal the tiles", pt="Distribuir as pedras", zh="派牌")
    labels: ClassVar[Mapping[str, str]] = {"tiles": words("tiles", pt="pedras", zh="牌")}
    sees: ClassVar[tuple[str, ...]] = ("tiles",)
    tiles: Annotated[tuple[Word, ...], Meta(max_length=32)] | None = None


class CorrectDice(Command, frozen=True, kw_only=True):
    """The dice were entered wrongly: they are entered anew, with the reason, until the deal. R-live-2."""

    says: ClassVar[str] = words("Correct the dice", pt="Corrigir os dados registados", zh="更正骰子輸入")
    labels: ClassVar[Mapping[str, str]] = DICE
    sees: ClassVar[tuple[str, ...]] = ("dice",)
    dice: Annotated[tuple[Die, ...], Meta(max_length=8)] | None = None
    reason: Reason


class CorrectTiles(Command, frozen=True, kw_only=True):
    """The tiles were entered wrongly: they are entered anew, with the reason, until the round is settled. R-live-2.

    Once the banker has turned, `settings` says how the gates with other tiles lie set: `3: 6-6 1-3 / 5-5 4-5`.
    """

    says: ClassVar[str] = words("Correct the tiles", pt="Corrigir as pedras registadas", zh="更正牌的輸入")
    labels: ClassVar[Mapping[str, str]] = {
        "tiles": words("tiles", pt="pedras", zh="牌"),
        "settings": words("settings as they lie", pt="combinações tal como estão na mesa", zh="檯面實際組合"),
    }
    sees: ClassVar[tuple[str, ...]] = ("tiles",)
    tiles: Annotated[tuple[Word, ...], Meta(max_length=32)] | None = None
    settings: Annotated[tuple[Word, ...], Meta(max_length=8)] | None = None
    reason: Reason


class Expose(Command, frozen=True, kw_only=True):
    """Tiles of a gate were seen by accident."""

    says: ClassVar[str] = words("Record exposed tiles", pt="Registar pedras expostas", zh="記錄誤露的牌")
    labels: ClassVar[Mapping[str, str]] = {
        **GATE,
        "exposed": words("number of tiles exposed", pt="número de pedras expostas", zh="誤露隻數"),
    }
    gate: GateNumber
    exposed: Number


class DealAgain(Command, frozen=True, kw_only=True):
    """The tiles of a void deal are mixed and stacked for the new one."""

    says: ClassVar[str] = words(
        "Mix and stack again for a new deal",
        pt="Baralhar e empilhar de novo, para nova distribuição",
        zh="重新洗牌及疊牌，以便再派",
    )


class SetTiles(Command, frozen=True, kw_only=True):
    """The tiles of a gate are laid as two pairs, front and rear: `6-6 1-3 / 5-5 4-5`."""

    says: ClassVar[str] = words("Set the tiles", pt="Combinar as pedras", zh="組牌")
    labels: ClassVar[Mapping[str, str]] = {**GATE, "setting": words("setting", pt="combinação", zh="組合")}
    gate: GateNumber
    setting: Word


class SetForAbsent(Command, frozen=True, kw_only=True):
    """Tiles that nobody has set in time are set by the house way. R-pk-11."""

    says: ClassVar[str] = words(
        "Set the tiles of an absent player", pt="Combinar as pedras de um jogador ausente", zh="代離座者組牌"
    )
    labels: ClassVar[Mapping[str, str]] = GATE
    gate: GateNumber


class TurnBanker(Command, frozen=True, kw_only=True):
    """The banker's tiles are turned."""

    says: ClassVar[str] = words("Turn the banker's tiles", pt="Virar as pedras do banqueiro", zh="翻開莊家牌")


class TurnGates(Command, frozen=True, kw_only=True):
    """The croupier turns what the gates have set."""

    says: ClassVar[str] = words("Turn the gates' tiles", pt="Virar as pedras dos lugares", zh="翻開各門的牌")


class Settle(Command, frozen=True, kw_only=True):
    """Everybody takes what is theirs."""

    says: ClassVar[str] = words("Settle and pay", pt="Liquidar e pagar", zh="結算及派彩")
