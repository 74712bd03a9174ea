"""What happens at a Pai Kao table and at no other: gates are taken, the bank goes round, stakes are settled. Tiles have a file of their own."""

from collections.abc import Iterator
from typing import ClassVar

from banca.games.pai_kao.live.state import account
from banca.games.pai_kao.live.tile_event import (
    BankerTurned,
    DealDeclared,
    DealVoided,
    DiceCorrected,
    DiceShaken,
    GatePutOut,
    GatesTurned,
    SetterAway,
    StacksCut,
    TilesCorrected,
    TilesDealt,
    TilesExposed,
    TilesSet,
)
from banca.live.event import BREAKAGE, COMMISSION, STAKES, Event, Transfer, kept, wallet
from banca.rulebook import words


class GateTaken(Event, frozen=True, kw_only=True):
    """A player sits at a gate."""

    says: ClassVar[str] = words(
        "{player} takes gate {gate}", pt="{player} ocupa o lugar {gate}", zh="{player} 坐第 {gate} 門"
    )
    player: str
    gate: int


class BankTaken(Event, frozen=True, kw_only=True):
    """A gate takes a bank that was free."""

    says: ClassVar[str] = words(
        "gate {gate}, {player}, takes the bank",
        pt="{player}, no lugar {gate}, toma a banca",
        zh="第 {gate} 門 {player} 做莊",
    )
    gate: int
    player: str
    cite: str


class BankPassed(Event, frozen=True, kw_only=True):
    """A gate refuses the bank, or passes it after its rounds, to another gate."""

    says: ClassVar[str] = words(
        "gate {gate} passes the bank to gate {to}",
        pt="o lugar {gate} passa a banca ao lugar {to}",
        zh="第 {gate} 門過莊予第 {to} 門",
    )
    gate: int
    to: int
    refused: bool
    by: str
    cite: str


class BankFreed(Event, frozen=True, kw_only=True):
    """A gate refuses the bank, or passes it after its rounds, and nobody has it now."""

    says: ClassVar[str] = words(
        "gate {gate} passes the bank; there is no banker now",
        pt="o lugar {gate} passa a banca; agora não há banqueiro",
        zh="第 {gate} 門過莊，現時無人做莊",
    )
    gate: int
    refused: bool
    by: str
    cite: str


class BankingAgreed(Event, frozen=True, kw_only=True):
    """A gate agrees that the banker banks one round more than two."""

    says: ClassVar[str] = words(
        "gate {gate}, {player}, agrees to one more round",
        pt="{player}, no lugar {gate}, concorda com mais uma jogada",
        zh="第 {gate} 門 {player} 同意莊家再做一局",
    )
    gate: int
    player: str
    cite: str


class PrincipalPutDown(Event, frozen=True, kw_only=True):
    """The banker has put down the principal."""

    says: ClassVar[str] = words(
        "{player} banks at gate {gate} with a principal of {principal}",
        pt="{player} tem a banca no lugar {gate} com um capital de {principal}",
        zh="{player} 在第 {gate} 門做莊，博彩本金 {principal}",
    )
    gate: int
    player: str
    principal: int

    def transfers(self) -> Iterator[Transfer]:
        """Out of the banker's wallet."""
        yield Transfer(wallet(self.player), STAKES, self.principal)


class CoBanked(Event, frozen=True, kw_only=True):
    """A player of another gate, or the casino, adds a principal to the banker's."""

    says: ClassVar[str] = words(
        "{who} co-banks with a principal of {principal}",
        pt="{who} participa na banca com um capital de {principal}",
        zh="{who} 幫莊，博彩本金 {principal}",
    )
    who: str
    principal: int
    cite: str

    def transfers(self) -> Iterator[Transfer]:
        """Out of the player's wallet or the house's bank."""
        yield Transfer(account(self.who), STAKES, self.principal)


class StakePlaced(Event, frozen=True, kw_only=True):
    """A stake is placed on a gate."""

    says: ClassVar[str] = words(
        "{player} bets {stake} on gate {gate}",
        pt="{player} aposta {stake} no lugar {gate}",
        zh="{player} 在第 {gate} 門投注 {stake}",
    )
    player: str
    gate: int
    stake: int

    def transfers(self) -> Iterator[Transfer]:
        """The stake is put down."""
        yield Transfer(wallet(self.player), STAKES, self.stake)


class StakeWithdrawn(Event, frozen=True, kw_only=True):
    """All that a player had on a gate is withdrawn before the shake."""

    says: ClassVar[str] = words(
        "{player} withdraws {stake} from gate {gate}",
        pt="{player} retira {stake} do lugar {gate}",
        zh="{player} 由第 {gate} 門收回 {stake}",
    )
    gives_back: ClassVar[bool] = True
    player: str
    gate: int
    stake: int

    def transfers(self) -> Iterator[Transfer]:
        """The stake is taken back."""
        yield Transfer(STAKES, wallet(self.player), self.stake)


class StakeReturned(Event, frozen=True, kw_only=True):
    """A stake is returned: its gate is out, or the round is void."""

    says: ClassVar[str] = words(
        "{stake} on gate {gate} is returned to {player}",
        pt="a aposta de {stake} no lugar {gate} é devolvida a {player}",
        zh="第 {gate} 門的注碼 {stake} 退回 {player}",
    )
    gives_back: ClassVar[bool] = True
    player: str
    gate: int
    stake: int
    cite: str = ""
    """The reading, where its gate is out."""

    def transfers(self) -> Iterator[Transfer]:
        """Back to the wallet."""
        yield Transfer(STAKES, wallet(self.player), self.stake)


class PrincipalReturned(Event, frozen=True, kw_only=True):
    """A principal is returned: the round is void."""

    says: ClassVar[str] = words(
        "the principal of {principal} is returned to {who}",
        pt="o capital de {principal} é devolvido a {who}",
        zh="博彩本金 {principal} 退回 {who}",
    )
    gives_back: ClassVar[bool] = True
    who: str
    principal: int

    def transfers(self) -> Iterator[Transfer]:
        """Back to the wallet or the house's bank."""
        yield Transfer(STAKES, account(self.who), self.principal)


class StakeSettled(Event, frozen=True, kw_only=True):
    """A stake has won, tied or lost; the bank covered so much of it. Commission and breakage are exact."""

    says: ClassVar[str] = words(
        "{player} on gate {gate}, {stake}, of which the bank covers {covered}: {result}; received {received}",
        pt="{player} no lugar {gate}, {stake}, de que a banca cobre {covered}: {result}; recebe {received}",
        zh="{player} 在第 {gate} 門，注碼 {stake}，其中莊方承擔 {covered}：{result}；收取 {received}",
    )
    has_arithmetic: ClassVar[bool] = True
    gate: int
    player: str
    stake: int
    covered: int
    result: str
    received: int
    commission: str = "0"
    breakage: str = "0"
    cites: tuple[str, ...]

    def transfers(self) -> Iterator[Transfer]:
        """What the player takes from the table."""
        yield Transfer(STAKES, wallet(self.player), self.received)


class BankSettled(Event, frozen=True, kw_only=True):
    """What the banker or a co-banker won or lost, and receives."""

    says: ClassVar[str] = words(
        "{who}, in the bank with a principal of {principal}: result {gross}, received {received}",
        pt="{who}, na banca com um capital de {principal}: resultado {gross}, recebe {received}",
        zh="{who}，莊方博彩本金 {principal}：輸贏 {gross}，收取 {received}",
    )
    has_arithmetic: ClassVar[bool] = True
    who: str
    principal: int
    gross: int
    received: int
    commission: str = "0"
    breakage: str = "0"
    cites: tuple[str, ...]

    def transfers(self) -> Iterator[Transfer]:
        """What is left of the principal, and the winnings."""
        yield Transfer(STAKES, account(self.who), self.received)


class CommissionTaken(Event, frozen=True, kw_only=True):
    """All that the casino keeps of the round, exactly; commission is posted in whole avos, the rest as breakage."""

    says: ClassVar[str] = words(
        "the casino keeps commission {commission} and breakage {breakage}",
        pt="o casino fica com a comissão {commission} e a sobra {breakage}",
        zh="博彩場所收取抽水 {commission} 及零數 {breakage}",
    )
    commission: str
    breakage: str
    cites: tuple[str, ...]

    def transfers(self) -> Iterator[Transfer]:
        """The last money on the table."""
        commission, breakage = kept(self.commission, self.breakage)
        yield Transfer(STAKES, COMMISSION, commission)
        yield Transfer(STAKES, BREAKAGE, breakage)


class CompensationClaimed(Event, frozen=True, kw_only=True):
    """What a gate's setter owes another bettor of it; shown, and left to them."""

    says: ClassVar[str] = words(
        "gate {gate}: {owed_by} owes {owed_to} {amount}, as {better} would have done better; no money is moved for it",
        pt="lugar {gate}: {owed_by} deve {amount} a {owed_to}, pois {better} teria dado melhor resultado; esta reclamação não movimenta dinheiro",
        zh="第 {gate} 門：{owed_by} 須補償 {owed_to} {amount}，因 {better} 的結果會較好；此索償不涉及款項轉移",
    )
    gate: int
    owed_by: str
    owed_to: str
    amount: int
    better: str
    would: str
    cites: tuple[str, ...]


EVENTS = (
    GateTaken,
    BankTaken,
    BankPassed,
    BankFreed,
    BankingAgreed,
    PrincipalPutDown,
    DealDeclared,
    CoBanked,
    StakePlaced,
    StakeWithdrawn,
    StacksCut,
    DiceShaken,
    DiceCorrected,
    TilesDealt,
    TilesCorrected,
    TilesExposed,
    GatePutOut,
    DealVoided,
    StakeReturned,
    PrincipalReturned,
    TilesSet,
    SetterAway,
    BankerTurned,
    GatesTurned,
    StakeSettled,
    BankSettled,
    CommissionTaken,
    CompensationClaimed,
)
"""In addition to the events that every table has."""
