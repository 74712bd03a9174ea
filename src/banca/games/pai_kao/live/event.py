"""What happens at a Pai Kao table and at no other: the bank goes round, tiles are dealt, set and turned, stakes are settled."""

from collections.abc import Iterator

from banca.games.pai_kao.live.state import account
from banca.live.event import BREAKAGE, COMMISSION, STAKES, Event, Transfer, kept, wallet


class GateTaken(Event, frozen=True, kw_only=True):
    """A player sits at a gate."""

    player: str
    gate: int


class BankTaken(Event, frozen=True, kw_only=True):
    """A gate takes a bank that was free."""

    gate: int
    player: str
    cite: str


class BankPassed(Event, frozen=True, kw_only=True):
    """A gate refuses the bank, or gives it on after its rounds; `to` is 0 where the bank is free now."""

    gate: int
    to: int
    refused: bool
    by: str
    cite: str


class BankingAgreed(Event, frozen=True, kw_only=True):
    """A gate agrees that the banker banks one round more than two."""

    gate: int
    player: str
    cite: str


class PrincipalPutDown(Event, frozen=True, kw_only=True):
    """The banker's principal lies on the table."""

    gate: int
    player: str
    principal: int

    def transfers(self) -> Iterator[Transfer]:
        """Out of the banker's wallet."""
        yield Transfer(wallet(self.player), STAKES, self.principal)


class CoBanked(Event, frozen=True, kw_only=True):
    """A player of another gate, or the casino, puts a principal beside the banker's."""

    who: str
    principal: int
    cite: str

    def transfers(self) -> Iterator[Transfer]:
        """Out of the player's wallet or the house's bank."""
        yield Transfer(account(self.who), STAKES, self.principal)


class StakePlaced(Event, frozen=True, kw_only=True):
    """A stake lies on a gate."""

    player: str
    gate: int
    stake: int

    def transfers(self) -> Iterator[Transfer]:
        """The stake is put down."""
        yield Transfer(wallet(self.player), STAKES, self.stake)


class StakeWithdrawn(Event, frozen=True, kw_only=True):
    """All that a player had on a gate is taken back before the shake."""

    player: str
    gate: int
    stake: int

    def transfers(self) -> Iterator[Transfer]:
        """The stake is taken back."""
        yield Transfer(STAKES, wallet(self.player), self.stake)


class StacksCut(Event, frozen=True, kw_only=True):
    """A gate has cut; `lifted` stacks went from the beginning to the end."""

    gate: int
    player: str
    lifted: int
    cite: str


class DiceShaken(Event, frozen=True, kw_only=True):
    """The four dice lie flat; `first` is the gate dealt first."""

    dice: tuple[int, ...]
    first: int
    cites: tuple[str, ...]


class TilesDealt(Event, frozen=True, kw_only=True):
    """Four tiles before every gate, and who looks at which; another's are empty as others receive it."""

    number: int
    """The round."""
    first: int
    tiles: dict[int, tuple[str, ...]]
    setters: dict[int, str]
    cites: tuple[str, ...]


class TilesExposed(Event, frozen=True, kw_only=True):
    """So many tiles of a gate were seen by accident in the deal."""

    gate: int
    exposed: int
    cite: str


class GatePutOut(Event, frozen=True, kw_only=True):
    """A gate takes no part in the round."""

    gate: int
    cite: str


class DealVoided(Event, frozen=True, kw_only=True):
    """The deal does not count and is made again; stakes and principals stay where they are."""

    phase: str
    cite: str


class StakeReturned(Event, frozen=True, kw_only=True):
    """A stake goes back: its gate is out, or the round is void."""

    player: str
    gate: int
    stake: int

    def transfers(self) -> Iterator[Transfer]:
        """Back to the wallet."""
        yield Transfer(STAKES, wallet(self.player), self.stake)


class PrincipalReturned(Event, frozen=True, kw_only=True):
    """A principal goes back: the round is void."""

    who: str
    principal: int

    def transfers(self) -> Iterator[Transfer]:
        """Back to the wallet or the house's bank."""
        yield Transfer(STAKES, account(self.who), self.principal)


class TilesSet(Event, frozen=True, kw_only=True):
    """The tiles of a gate lie as two pairs; `setting` is empty as others receive it."""

    number: int
    gate: int
    who: str
    setting: str
    cites: tuple[str, ...]


class SetterAway(Event, frozen=True, kw_only=True):
    """Somebody did not set the tiles of a gate in time: they were set by the house way, and the seat is to be free. R-pk-11."""

    player: str
    gate: int
    cite: str


class BankerTurned(Event, frozen=True, kw_only=True):
    """The banker's tiles lie open."""

    gate: int
    setting: str


class GatesTurned(Event, frozen=True, kw_only=True):
    """All tiles lie open: each gate's four, and the pairs of those that were set."""

    tiles: dict[int, tuple[str, ...]]
    settings: dict[int, str]


class StakeSettled(Event, frozen=True, kw_only=True):
    """A stake has won, tied or lost; the bank covered so much of it. Commission and breakage are exact."""

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
