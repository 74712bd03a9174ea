"""What happens at a Pai Kao table and at no other. The names and fields of events are those of every journal since 1.0: they stay."""

from banca.rules import _
from banca.tables.banked import (
    BankFreed,
    BankingAgreed,
    BankPassed,
    BankSettled,
    BankTaken,
    CoBanked,
    CommissionTaken,
    GateTaken,
    PrincipalPutDown,
    PrincipalReturned,
    StakePlaced,
    StakeReturned,
    StakeSettled,
    StakeWithdrawn,
)
from banca.tables.events import Correction, Event


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
