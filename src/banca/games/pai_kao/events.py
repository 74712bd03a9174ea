"""What happens at a Pai Kao table and at no other. The names and fields of events are those of every journal since 1.0: they stay."""

from collections.abc import Iterator
from typing import ClassVar

from banca.live.banked import account
from banca.live.event import BREAKAGE, COMMISSION, STAKES, Correction, Event, Transfer, kept, wallet
from banca.rules import _


class DealDeclared(Event, frozen=True, kw_only=True):
    """The banker has declared with which stack, as they lie after the cuts, the deal begins: the first or the last."""

    says = _("the banker declares that the deal begins with stack {stack}")
    stack: int
    cites: tuple[str, ...]


class StacksCut(Event, frozen=True, kw_only=True):
    """A gate has cut; `lifted` stacks went from the beginning to the end."""

    says = _("gate {gate}, {player}, cuts; stacks moved: {lifted}")
    gate: int
    player: str
    lifted: int
    cite: str


class DiceShaken(Event, frozen=True, kw_only=True):
    """The four dice count; `first` is the gate dealt first."""

    says = _("the dice show {dice}; gate {first} is dealt first")
    dice: tuple[int, ...]
    first: int
    cites: tuple[str, ...]

    @property
    def shows(self) -> str:
        """The dice."""
        return "-".join(map(str, self.dice))


class TilesDealt(Event, frozen=True, kw_only=True):
    """Four tiles before every gate, and who looks at which; another's are empty as others receive it."""

    says = _("the tiles are dealt from gate {first} on: {tiles}; they are set by {setters}")
    number: int
    """The round."""
    first: int
    tiles: dict[int, tuple[str, ...]]
    setters: dict[int, str]
    cites: tuple[str, ...]


class DiceCorrected(Event, frozen=True, kw_only=True):
    """The dice were entered wrongly; from now on `dice` count, and `first` is the gate dealt first. R-live-2."""

    says = _(
        "the entry of the dice is corrected: {before} becomes {dice}; gate {first} is dealt first; reason: {reason}"
    )
    before: tuple[int, ...]
    dice: tuple[int, ...]
    first: int
    reason: str
    cites: tuple[str, ...]

    @property
    def shows(self) -> str:
        """The dice."""
        return "-".join(map(str, self.dice))

    @property
    def correction(self) -> Correction:
        """Four dice for four."""
        return Correction("-".join(map(str, self.before)), self.shows, self.reason)


class TilesCorrected(Event, frozen=True, kw_only=True):
    """Tiles were entered wrongly; of the gates concerned, what was entered, what lies there, and whose setting is undone. R-live-2."""

    says = _(
        "the entry of the tiles is corrected: {before} becomes {tiles}; to be set again: {undone}; reason: {reason}"
    )
    number: int
    """The round."""
    first: int
    before: dict[int, tuple[str, ...]]
    tiles: dict[int, tuple[str, ...]]
    undone: tuple[int, ...] = ()
    reason: str
    cites: tuple[str, ...]

    @property
    def correction(self) -> Correction:
        """Gate by gate."""
        before, after = (
            "; ".join(f"{gate}: {' '.join(faces)}" for gate, faces in tiles.items())
            for tiles in (self.before, self.tiles)
        )
        return Correction(before, after, self.reason)


class TilesExposed(Event, frozen=True, kw_only=True):
    """So many tiles of a gate were seen by accident in the deal."""

    says = _("tiles of gate {gate} exposed: {exposed}")
    gate: int
    exposed: int
    cite: str


class GatePutOut(Event, frozen=True, kw_only=True):
    """A gate takes no part in the round."""

    says = _("gate {gate} takes no part in this round")
    gate: int
    cite: str


class DealVoided(Event, frozen=True, kw_only=True):
    """The deal is void and is made again; stakes and principals stay where they are."""

    says = _("the deal is void and is made again")
    phase: str
    cite: str

    @property
    def leads_to(self) -> str:
        """Where the deal is made again."""
        return self.phase


class TilesSet(Event, frozen=True, kw_only=True):
    """The tiles of a gate are set as two pairs; `setting` is empty as others receive it."""

    says = _("{who} sets the tiles of gate {gate}: {setting}")
    number: int
    gate: int
    who: str
    setting: str
    cites: tuple[str, ...]


class SetterAway(Event, frozen=True, kw_only=True):
    """Somebody did not set the tiles of a gate in time: they were set by the house way, and the seat is to be free. R-pk-11."""

    says = _(
        "{player} has not set the tiles of gate {gate} in time: they are set by the house way, and the seat will be free"
    )
    player: str
    gate: int
    cite: str


class BankerTurned(Event, frozen=True, kw_only=True):
    """The banker's tiles are turned."""

    says = _("the banker's tiles are turned: gate {gate}, {setting}")
    gate: int
    setting: str


class GatesTurned(Event, frozen=True, kw_only=True):
    """All tiles are turned: each gate's four, and the pairs of those that were set."""

    says = _("all tiles are turned: {settings}")
    tiles: dict[int, tuple[str, ...]]
    settings: dict[int, str]


class GateTaken(Event, frozen=True, kw_only=True):
    """A player sits at a gate."""

    says = _("{player} takes gate {gate}")
    player: str
    gate: int


# Those of one form have it from a class of no event: msgspec writes the fields of a base first, in this order.


class _OfGate(Event, frozen=True, kw_only=True):
    gate: int
    player: str
    cite: str


class BankTaken(_OfGate, frozen=True, kw_only=True):
    """A gate takes a bank that was free."""

    says = _("gate {gate}, {player}, takes the bank")


class BankingAgreed(_OfGate, frozen=True, kw_only=True):
    """A gate agrees that the banker banks one round more than two."""

    says = _("gate {gate}, {player}, agrees to one more round")


class BankPassed(Event, frozen=True, kw_only=True):
    """A gate refuses the bank, or passes it after its rounds, to another gate."""

    says = _("gate {gate} passes the bank to gate {to}")
    gate: int
    to: int
    refused: bool
    by: str
    cite: str


class BankFreed(Event, frozen=True, kw_only=True):
    """A gate refuses the bank, or passes it after its rounds, and nobody has it now."""

    says = _("gate {gate} passes the bank; there is no banker now")
    to: ClassVar[int] = 0
    gate: int
    refused: bool
    by: str
    cite: str


class PrincipalPutDown(Event, frozen=True, kw_only=True):
    """The banker has put down the principal."""

    says = _("{player} banks at gate {gate} with a principal of {principal}")
    gate: int
    player: str
    principal: int

    def transfers(self) -> Iterator[Transfer]:
        """Out of the banker's wallet."""
        yield Transfer(wallet(self.player), STAKES, self.principal)


class CoBanked(Event, frozen=True, kw_only=True):
    """A player of another gate, or the casino, adds a principal to the banker's."""

    says = _("{who} co-banks with a principal of {principal}")
    who: str
    principal: int
    cite: str

    def transfers(self) -> Iterator[Transfer]:
        """Out of the player's wallet or the house's bank."""
        yield Transfer(account(self.who), STAKES, self.principal)


class PrincipalReturned(Event, frozen=True, kw_only=True):
    """A principal is returned: the round is void."""

    says = _("the principal of {principal} is returned to {who}")
    gives_back = True
    who: str
    principal: int

    def transfers(self) -> Iterator[Transfer]:
        """Back to the wallet or the house's bank."""
        yield Transfer(STAKES, account(self.who), self.principal)


class _OfStake(Event, frozen=True, kw_only=True):
    player: str
    gate: int
    stake: int

    def transfers(self) -> Iterator[Transfer]:
        """Onto the table, or back to the wallet."""
        own = wallet(self.player)
        yield Transfer(STAKES, own, self.stake) if self.gives_back else Transfer(own, STAKES, self.stake)


class StakePlaced(_OfStake, frozen=True, kw_only=True):
    """A stake is placed on a gate."""

    says = _("{player} bets {stake} on gate {gate}")


class StakeWithdrawn(_OfStake, frozen=True, kw_only=True):
    """All that a player had on a gate is withdrawn before the shake."""

    says = _("{player} withdraws {stake} from gate {gate}")
    gives_back = True


class StakeReturned(_OfStake, frozen=True, kw_only=True):
    """A stake is returned: its gate is out, or the round is void."""

    says = _("{stake} on gate {gate} is returned to {player}")
    gives_back = True
    cite: str = ""
    """The reading, where its gate is out."""


class StakeSettled(Event, frozen=True, kw_only=True):
    """What a player has on a gate has won, tied or lost; the bank covered so much of it. Commission and breakage are exact."""

    says = _("{player} on gate {gate}, {stake} (the bank covers {covered}): {result}; received {received}")
    has_arithmetic = True
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

    says = _("{who}, in the bank with a principal of {principal}: result {gross}, received {received}")
    has_arithmetic = True
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

    says = _("the casino keeps commission {commission} and breakage {breakage}")
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

    says = _(
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
