"""What a Pai Kao table knows between two commands, and what happens at it and at no other table."""

from collections.abc import Sequence

from msgspec import field

from banca.games.pai_kao.bank import CompensationClaimed, casino_has_last_word, choose_setters
from banca.games.pai_kao.hands import Faces, Setting
from banca.games.pai_kao.procedure import FIRST_FORM, LAST_STACK, betting_order, first_gate_dealt
from banca.games.pai_kao.tiles import HAND
from banca.rules import Citation, _
from banca.tables.banked import BANK_EVENTS, CASINO, BankedState, GateEvent
from banca.tables.events import Correction, Event
from banca.tables.state import TableState


class PaiKaoState(BankedState):
    """Everything the table knows, hidden tiles too: `PaiKaoEngine.view` shows of it what somebody may see."""

    # As version 1.0 wrote them, when those of any bank among players stood among the game's own.
    written_order = (
        *TableState.__struct_fields__,
        "procedure",
        *("gates", "banker", "rounds_banked", "last_banker", "refusing", "agreeing", "bet_before"),
        *("banked_before", "principal_before", "won_before", "bank", "dealt_from", "stakes", "sent_back"),
        *("cuts", "lifted", "dice", "tiles", "setters", "settings", "exposed", "away", "out", "turned"),
    )

    procedure: int = FIRST_FORM
    """The form of the procedure that the table opened by."""
    dealt_from: int = 0
    """The stack with which the deal begins, as the banker has declared; 0 where nothing is."""
    cuts: tuple[int, ...] = ()
    """Gates that have cut."""
    lifted: int = 0
    """Stacks that the cuts have moved from the beginning to the end."""
    dice: tuple[int, ...] = ()
    """The four dice, while they count."""
    tiles: dict[int, Faces] = field(default_factory=dict)
    setters: dict[int, str] = field(default_factory=dict)
    """Who looks at and sets the tiles of each gate that carries stakes, and the banker's."""
    settings: dict[int, Setting] = field(default_factory=dict)
    exposed: dict[int, int] = field(default_factory=dict)
    turned: frozenset[int] = frozenset()

    @property
    def is_first_form(self) -> bool:
        """Whether the table opened by the first form of the procedure, and goes on by it."""
        return self.procedure == FIRST_FORM

    @property
    def last_word(self) -> tuple[bool, Citation]:
        """Whether the casino has the last word on the banker's tiles, and by which clause. pai_kao 3.4, R-pk-2."""
        banker, casino = self.principal_of(self.banker_name), self.principal_of(CASINO)
        return casino_has_last_word(banker_principal=banker, casino_principal=casino)

    @property
    def casino_decides(self) -> bool:
        """Whether it is the casino's: its principal is the larger."""
        return self.last_word[0]

    @property
    def casino_may_object(self) -> bool:
        """Whether the casino may set otherwise what the banker has set; by the first form it set the tiles outright. pai_kao 3.4."""
        return self.casino_decides and not self.is_first_form

    def deal_order(self) -> list[int]:
        """Return all gates from the one that the dice name, right to left. pai_kao 1.3."""
        first, _by_reading = first_gate_dealt(self.banker, self.dice)
        return [first, *betting_order(first)]

    def to_be_set(self) -> list[int]:
        """Gates whose tiles must be set and are not, in betting order, the banker's last. pai_kao 8.1."""
        order = [*betting_order(self.banker), self.banker]
        return [gate for gate in order if gate in self.setters and gate not in self.out and gate not in self.settings]

    @property
    def others_agree(self) -> bool:
        """Whether every other gate that somebody holds agrees to one more round; without any, nobody does. pai_kao 4.1, R-pk-13."""
        others = self.gates.keys() - {self.banker}
        return self.agreeing >= others and (bool(others) or self.is_first_form)

    def choose_setters(self) -> dict[int, str]:
        """Return who sets each gate that carries stakes, and the banker's. pai_kao 3.3, 3.4, 7.1, 7.5, R-pk-5."""
        others = {gate: who for gate, who in self.gates.items() if gate != self.banker}
        holders = {} if self.is_first_form else others
        order = betting_order(self.banker)
        chosen = choose_setters(self.stakes, order, holders=holders, co_bankers=self.co_bankers)
        sets_outright = self.is_first_form and self.casino_decides
        return {**chosen, self.banker: CASINO if sets_outright else self.banker_name}


def as_dealt(stacked: Sequence[str], *, lifted: int, dealt_from: int) -> tuple[str, ...]:
    """Return tiles as they are dealt: `lifted` stacks go from the beginning to the end, then the stacks are taken from one end. R-pk-14.

    >>> "".join(as_dealt("aaaabbbbccccdddd", lifted=1, dealt_from=8))
    'aaaaddddccccbbbb'
    """
    stacks = _stacks(stacked)
    stacks = stacks[lifted:] + stacks[:lifted]
    return _tiles(stacks[::-1] if dealt_from == LAST_STACK else stacks)


def as_stacked(dealt: Sequence[str], *, lifted: int, dealt_from: int) -> tuple[str, ...]:
    """Return how they lay before the cuts.

    >>> "".join(as_stacked("aaaaddddccccbbbb", lifted=1, dealt_from=8))
    'aaaabbbbccccdddd'
    """
    stacks = _stacks(dealt)
    stacks = stacks[::-1] if dealt_from == LAST_STACK else stacks
    # The other way round: what the cuts moved to the end goes back to the beginning.
    end = len(stacks) - lifted
    return _tiles(stacks[end:] + stacks[:end])


def _stacks(tiles: Sequence[str]) -> list[Sequence[str]]:
    return [tiles[start : start + HAND] for start in range(0, len(tiles), HAND)]


def _tiles(stacks: list[Sequence[str]]) -> tuple[str, ...]:
    return tuple(tile for stack in stacks for tile in stack)


class DealDeclared(Event):
    """The banker has declared with which stack, as they lie after the cuts, the deal begins: the first or the last."""

    says = _("the banker declares that the deal begins with stack {stack}")
    stack: int
    cites: tuple[str, ...]


class StacksCut(GateEvent):
    """A gate has cut; `lifted` stacks went from the beginning to the end."""

    says = _("gate {gate}, {player}, cuts; stacks moved: {lifted}")
    lifted: int
    cite: str


class DiceShaken(Event):
    """The four dice count; `first` is the gate dealt first."""

    says = _("the dice show {dice}; gate {first} is dealt first")
    dice: tuple[int, ...]
    first: int
    cites: tuple[str, ...]

    @property
    def shows(self) -> str:
        """The dice."""
        return "-".join(map(str, self.dice))


class _OfDeal(Event):
    number: int
    """The round."""
    first: int


class TilesDealt(_OfDeal):
    """Four tiles before every gate, and who looks at which; another's are empty as others receive it."""

    says = _("the tiles are dealt from gate {first} on: {tiles}; they are set by {setters}")
    tiles: dict[int, tuple[str, ...]]
    setters: dict[int, str]
    cites: tuple[str, ...]


class DiceCorrected(Event):
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


class TilesCorrected(_OfDeal):
    """Tiles were entered wrongly; of the gates concerned, what was entered, what lies there, and whose setting is undone. R-live-2."""

    says = _(
        "the entry of the tiles is corrected: {before} becomes {tiles}; to be set again: {undone}; reason: {reason}"
    )
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


class TilesExposed(Event):
    """So many tiles of a gate were seen by accident in the deal."""

    says = _("tiles of gate {gate} exposed: {exposed}")
    gate: int
    exposed: int
    cite: str


class GatePutOut(Event):
    """A gate takes no part in the round."""

    says = _("gate {gate} takes no part in this round")
    gate: int
    cite: str


class DealVoided(Event):
    """The deal is void and is made again; stakes and principals stay where they are."""

    says = _("the deal is void and is made again")
    phase: str
    cite: str

    @property
    def leads_to(self) -> str:
        """Where the deal is made again."""
        return self.phase


class TilesSet(Event):
    """The tiles of a gate are set as two pairs; `setting` is empty as others receive it."""

    says = _("{who} sets the tiles of gate {gate}: {setting}")
    number: int
    gate: int
    who: str
    setting: str
    cites: tuple[str, ...]


class SetterAway(Event):
    """Somebody did not set the tiles of a gate in time: they were set by the house way, and the seat is to be free. R-pk-11."""

    says = _(
        "{player} has not set the tiles of gate {gate} in time: they are set by the house way, and the seat will be free"
    )
    player: str
    gate: int
    cite: str


class BankerTurned(Event):
    """The banker's tiles are turned."""

    says = _("the banker's tiles are turned: gate {gate}, {setting}")
    gate: int
    setting: str


class GatesTurned(Event):
    """All tiles are turned: each gate's four, and the pairs of those that were set."""

    says = _("all tiles are turned: {settings}")
    tiles: dict[int, tuple[str, ...]]
    settings: dict[int, str]


EVENTS = (
    *BANK_EVENTS,
    DealDeclared,
    StacksCut,
    DiceShaken,
    DiceCorrected,
    TilesDealt,
    TilesCorrected,
    TilesExposed,
    GatePutOut,
    DealVoided,
    TilesSet,
    SetterAway,
    BankerTurned,
    GatesTurned,
    CompensationClaimed,
)
"""In addition to the events that every table has."""
