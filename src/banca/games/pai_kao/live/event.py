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
from banca.rules import _


class GateTaken(Event, frozen=True, kw_only=True):
    """A player sits at a gate."""

    says: ClassVar[str] = _("{player} takes gate {gate}")
    player: str
    gate: int


class BankTaken(Event, frozen=True, kw_only=True):
    """A gate takes a bank that was free."""

    says: ClassVar[str] = _("gate {gate}, {player}, takes the bank")
    gate: int
    player: str
    cite: str


class BankPassed(Event, frozen=True, kw_only=True):
    """A gate refuses the bank, or passes it after its rounds, to another gate."""

    says: ClassVar[str] = _("gate {gate} passes the bank to gate {to}")
    gate: int
    to: int
    refused: bool
    by: str
    cite: str


class BankFreed(Event, frozen=True, kw_only=True):
    """A gate refuses the bank, or passes it after its rounds, and nobody has it now."""

    says: ClassVar[str] = _("gate {gate} passes the bank; there is no banker now")
    gate: int
    refused: bool
    by: str
    cite: str


class BankingAgreed(Event, frozen=True, kw_only=True):
    """A gate agrees that the banker banks one round more than two."""

    says: ClassVar[str] = _("gate {gate}, {player}, agrees to one more round")
    gate: int
    player: str
    cite: str


class PrincipalPutDown(Event, frozen=True, kw_only=True):
    """The banker has put down the principal."""

    says: ClassVar[str] = _("{player} banks at gate {gate} with a principal of {principal}")
    gate: int
    player: str
    principal: int

    def transfers(self) -> Iterator[Transfer]:
        """Out of the banker's wallet."""
        yield Transfer(wallet(self.player), STAKES, self.principal)


class CoBanked(Event, frozen=True, kw_only=True):
    """A player of another gate, or the casino, adds a principal to the banker's."""

    says: ClassVar[str] = _("{who} co-banks with a principal of {principal}")
    who: str
    principal: int
    cite: str

    def transfers(self) -> Iterator[Transfer]:
        """Out of the player's wallet or the house's bank."""
        yield Transfer(account(self.who), STAKES, self.principal)


class StakePlaced(Event, frozen=True, kw_only=True):
    """A stake is placed on a gate."""

    says: ClassVar[str] = _("{player} bets {stake} on gate {gate}")
    player: str
    gate: int
    stake: int

    def transfers(self) -> Iterator[Transfer]:
        """The stake is put down."""
        yield Transfer(wallet(self.player), STAKES, self.stake)


class StakeWithdrawn(Event, frozen=True, kw_only=True):
    """All that a player had on a gate is withdrawn before the shake."""

    says: ClassVar[str] = _("{player} withdraws {stake} from gate {gate}")
    gives_back: ClassVar[bool] = True
    player: str
    gate: int
    stake: int

    def transfers(self) -> Iterator[Transfer]:
        """The stake is taken back."""
        yield Transfer(STAKES, wallet(self.player), self.stake)


class StakeReturned(Event, frozen=True, kw_only=True):
    """A stake is returned: its gate is out, or the round is void."""

    says: ClassVar[str] = _("{stake} on gate {gate} is returned to {player}")
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

    says: ClassVar[str] = _("the principal of {principal} is returned to {who}")
    gives_back: ClassVar[bool] = True
    who: str
    principal: int

    def transfers(self) -> Iterator[Transfer]:
        """Back to the wallet or the house's bank."""
        yield Transfer(STAKES, account(self.who), self.principal)


class StakeSettled(Event, frozen=True, kw_only=True):
    """What a player has on a gate has won, tied or lost; the bank covered so much of it. Commission and breakage are exact."""

    says: ClassVar[str] = _(
        "{player} on gate {gate}, {stake} (the bank covers {covered}): {result}; received {received}"
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

    says: ClassVar[str] = _("{who}, in the bank with a principal of {principal}: result {gross}, received {received}")
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

    says: ClassVar[str] = _("the casino keeps commission {commission} and breakage {breakage}")
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

    says: ClassVar[str] = _(
        "gate {gate}: {owed_by} owes {owed_to} {amount}, as {better} would have done better; no money is moved for it"
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
