"""What happens at a Pai Kao table and at no other: the bank goes round, tiles are dealt, set and turned, stakes are settled."""

from collections.abc import Iterator
from typing import ClassVar

from banca.games.pai_kao.live.state import account
from banca.live.event import BREAKAGE, COMMISSION, STAKES, Event, Transfer, kept, wallet
from banca.rulebook import words


class GateTaken(Event, frozen=True, kw_only=True):
    """A player sits at a gate."""

    says: ClassVar[str] = words(
        "{player} sits at gate {gate}", pt="{player} senta-se à porta {gate}", zh="{player} 坐第 {gate} 門"
    )
    player: str
    gate: int


class BankTaken(Event, frozen=True, kw_only=True):
    """A gate takes a bank that was free."""

    says: ClassVar[str] = words(
        "gate {gate}, {player}, takes the bank",
        pt="a porta {gate}, {player}, toma a banca",
        zh="第 {gate} 門 {player} 做莊",
    )
    gate: int
    player: str
    cite: str


class BankPassed(Event, frozen=True, kw_only=True):
    """A gate refuses the bank, or gives it on after its rounds, to another gate."""

    says: ClassVar[str] = words(
        "gate {gate} passes the bank on to gate {to}",
        pt="a porta {gate} passa a banca à porta {to}",
        zh="第 {gate} 門交莊予第 {to} 門",
    )
    gate: int
    to: int
    refused: bool
    by: str
    cite: str


class BankFreed(Event, frozen=True, kw_only=True):
    """A gate refuses the bank, or gives it on after its rounds, and nobody has it now."""

    says: ClassVar[str] = words(
        "gate {gate} passes the bank on, and it is free now",
        pt="a porta {gate} passa a banca, que fica livre",
        zh="第 {gate} 門交莊，現無人做莊",
    )
    gate: int
    refused: bool
    by: str
    cite: str


class BankingAgreed(Event, frozen=True, kw_only=True):
    """A gate agrees that the banker banks one round more than two."""

    says: ClassVar[str] = words(
        "gate {gate}, {player}, agrees to one more round",
        pt="a porta {gate}, {player}, concorda com mais uma ronda",
        zh="第 {gate} 門 {player} 同意再做一局",
    )
    gate: int
    player: str
    cite: str


class PrincipalPutDown(Event, frozen=True, kw_only=True):
    """The banker's principal lies on the table."""

    says: ClassVar[str] = words(
        "{player} banks at gate {gate} with a principal of {principal}",
        pt="{player} tem a banca na porta {gate} com um capital de {principal}",
        zh="{player} 在第 {gate} 門做莊，博彩本金 {principal}",
    )
    gate: int
    player: str
    principal: int

    def transfers(self) -> Iterator[Transfer]:
        """Out of the banker's wallet."""
        yield Transfer(wallet(self.player), STAKES, self.principal)


class CoBanked(Event, frozen=True, kw_only=True):
    """A player of another gate, or the casino, puts a principal beside the banker's."""

    says: ClassVar[str] = words(
        "{who} banks along with a principal of {principal}",
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
    """A stake lies on a gate."""

    says: ClassVar[str] = words(
        "{player} stakes {stake} on gate {gate}",
        pt="{player} aposta {stake} na porta {gate}",
        zh="{player} 在第 {gate} 門下注 {stake}",
    )
    player: str
    gate: int
    stake: int

    def transfers(self) -> Iterator[Transfer]:
        """The stake is put down."""
        yield Transfer(wallet(self.player), STAKES, self.stake)


class StakeWithdrawn(Event, frozen=True, kw_only=True):
    """All that a player had on a gate is taken back before the shake."""

    says: ClassVar[str] = words(
        "{player} takes back {stake} from gate {gate}",
        pt="{player} retira {stake} da porta {gate}",
        zh="{player} 由第 {gate} 門收回 {stake}",
    )
    gives_back: ClassVar[bool] = True
    player: str
    gate: int
    stake: int

    def transfers(self) -> Iterator[Transfer]:
        """The stake is taken back."""
        yield Transfer(STAKES, wallet(self.player), self.stake)


class StacksCut(Event, frozen=True, kw_only=True):
    """A gate has cut; `lifted` stacks went from the beginning to the end."""

    says: ClassVar[str] = words(
        "gate {gate}, {player}, cuts; stacks moved: {lifted}",
        pt="a porta {gate}, {player}, corta; pilhas mudadas: {lifted}",
        zh="第 {gate} 門 {player} 拮牌；移動疊數：{lifted}",
    )
    gate: int
    player: str
    lifted: int
    cite: str


class DiceShaken(Event, frozen=True, kw_only=True):
    """The four dice lie flat; `first` is the gate dealt first."""

    says: ClassVar[str] = words(
        "the dice show {dice}; gate {first} is dealt first",
        pt="os dados mostram {dice}; a porta {first} é a primeira a receber",
        zh="骰子為 {dice}；第 {first} 門最先派牌",
    )
    dice: tuple[int, ...]
    first: int
    cites: tuple[str, ...]

    @property
    def shows(self) -> str:
        """The dice."""
        return "-".join(map(str, self.dice))


class TilesDealt(Event, frozen=True, kw_only=True):
    """Four tiles before every gate, and who looks at which; another's are empty as others receive it."""

    says: ClassVar[str] = words(
        "the tiles are dealt from gate {first} on: {tiles}; they are set by {setters}",
        pt="as pedras distribuem-se a partir da porta {first}: {tiles}; compõem-nas {setters}",
        zh="由第 {first} 門起派牌：{tiles}；組合者 {setters}",
    )
    number: int
    """The round."""
    first: int
    tiles: dict[int, tuple[str, ...]]
    setters: dict[int, str]
    cites: tuple[str, ...]


class TilesExposed(Event, frozen=True, kw_only=True):
    """So many tiles of a gate were seen by accident in the deal."""

    says: ClassVar[str] = words(
        "tiles of gate {gate} exposed: {exposed}",
        pt="pedras expostas da porta {gate}: {exposed}",
        zh="第 {gate} 門誤露牌數：{exposed}",
    )
    gate: int
    exposed: int
    cite: str


class GatePutOut(Event, frozen=True, kw_only=True):
    """A gate takes no part in the round."""

    says: ClassVar[str] = words(
        "gate {gate} takes no part in this round", pt="a porta {gate} não entra nesta ronda", zh="第 {gate} 門退出本局"
    )
    gate: int
    cite: str


class DealVoided(Event, frozen=True, kw_only=True):
    """The deal does not count and is made again; stakes and principals stay where they are."""

    says: ClassVar[str] = words(
        "the deal does not count and is made again", pt="a distribuição não conta e repete-se", zh="派牌不計，須再派"
    )
    phase: str
    cite: str

    @property
    def leads_to(self) -> str:
        """Where the deal is made again."""
        return self.phase


class StakeReturned(Event, frozen=True, kw_only=True):
    """A stake goes back: its gate is out, or the round is void."""

    says: ClassVar[str] = words(
        "{stake} go back to {player} from gate {gate}",
        pt="{stake} voltam da porta {gate} para {player}",
        zh="第 {gate} 門的 {stake} 退回 {player}",
    )
    gives_back: ClassVar[bool] = True
    player: str
    gate: int
    stake: int

    def transfers(self) -> Iterator[Transfer]:
        """Back to the wallet."""
        yield Transfer(STAKES, wallet(self.player), self.stake)


class PrincipalReturned(Event, frozen=True, kw_only=True):
    """A principal goes back: the round is void."""

    says: ClassVar[str] = words(
        "the principal of {principal} goes back to {who}",
        pt="o capital de {principal} volta para {who}",
        zh="博彩本金 {principal} 退回 {who}",
    )
    gives_back: ClassVar[bool] = True
    who: str
    principal: int

    def transfers(self) -> Iterator[Transfer]:
        """Back to the wallet or the house's bank."""
        yield Transfer(STAKES, account(self.who), self.principal)


class TilesSet(Event, frozen=True, kw_only=True):
    """The tiles of a gate lie as two pairs; `setting` is empty as others receive it."""

    says: ClassVar[str] = words(
        "{who} sets gate {gate}: {setting}",
        pt="{who} compõe a porta {gate}: {setting}",
        zh="{who} 組合第 {gate} 門：{setting}",
    )
    number: int
    gate: int
    who: str
    setting: str
    cites: tuple[str, ...]


class SetterAway(Event, frozen=True, kw_only=True):
    """Somebody did not set the tiles of a gate in time: they were set by the house way, and the seat is to be free. R-pk-11."""

    says: ClassVar[str] = words(
        "{player} has not set gate {gate} in time: it is set by the house way, and the seat will be free",
        pt="{player} não combinou a tempo a porta {gate}: combina-se à maneira da casa, e o lugar ficará livre",
        zh="{player} 逾時未組第 {gate} 門的牌：由賭場代組，其後座位騰空",
    )
    player: str
    gate: int
    cite: str


class BankerTurned(Event, frozen=True, kw_only=True):
    """The banker's tiles lie open."""

    says: ClassVar[str] = words(
        "the banker's tiles lie open: gate {gate}, {setting}",
        pt="as pedras do banqueiro estão à vista: porta {gate}, {setting}",
        zh="莊家牌已翻開：第 {gate} 門，{setting}",
    )
    gate: int
    setting: str


class GatesTurned(Event, frozen=True, kw_only=True):
    """All tiles lie open: each gate's four, and the pairs of those that were set."""

    says: ClassVar[str] = words(
        "all tiles lie open: {settings}", pt="todas as pedras estão à vista: {settings}", zh="全部牌已翻開：{settings}"
    )
    tiles: dict[int, tuple[str, ...]]
    settings: dict[int, str]


class StakeSettled(Event, frozen=True, kw_only=True):
    """A stake has won, tied or lost; the bank covered so much of it. Commission and breakage are exact."""

    says: ClassVar[str] = words(
        "{player} on gate {gate}, {stake}, of which the bank covers {covered}: {result}; received {received}",
        pt="{player} na porta {gate}, {stake}, de que a banca cobre {covered}: {result}; recebido {received}",
        zh="{player} 在第 {gate} 門，{stake}，其中莊方承擔 {covered}：{result}；收取 {received}",
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
    """What one of those who bank won or lost, and takes from the table."""

    says: ClassVar[str] = words(
        "{who} banked with {principal}: result {gross}, received {received}",
        pt="{who} teve a banca com {principal}: resultado {gross}, recebido {received}",
        zh="{who} 以 {principal} 做莊：損益 {gross}，收取 {received}",
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
        zh="娛樂場收取抽水 {commission} 及零數 {breakage}",
    )
    commission: str
    breakage: str
    cites: tuple[str, ...]

    def transfers(self) -> Iterator[Transfer]:
        """The last that lies on the table."""
        commission, breakage = kept(self.commission, self.breakage)
        yield Transfer(STAKES, COMMISSION, commission)
        yield Transfer(STAKES, BREAKAGE, breakage)


class CompensationClaimed(Event, frozen=True, kw_only=True):
    """What a gate's setter owes another bettor of it; shown, and left to them."""

    says: ClassVar[str] = words(
        "gate {gate}: {owed_by} owes {owed_to} {amount}, as {better} would have done better; no money is moved for it",
        pt="porta {gate}: {owed_by} deve {amount} a {owed_to}, pois {better} teria dado melhor resultado; esta reclamação não move dinheiro",
        zh="第 {gate} 門：{owed_by} 欠 {owed_to} {amount}，因 {better} 的結果會較好；此索償不涉及任何款項轉移",
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
    CoBanked,
    StakePlaced,
    StakeWithdrawn,
    StacksCut,
    DiceShaken,
    TilesDealt,
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
"""Beside the events that every table has."""
