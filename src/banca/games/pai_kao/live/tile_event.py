"""What happens to the tiles and the dice of a Pai Kao table: cut, shaken, dealt, set, turned."""

from typing import ClassVar

from banca.live.event import Correction, Event
from banca.rules import _


class DealDeclared(Event, frozen=True, kw_only=True):
    """The banker has declared with which stack, as they lie after the cuts, the deal begins: the first or the last."""

    says: ClassVar[str] = _("the banker declares that the deal begins with stack {stack}")
    stack: int
    cites: tuple[str, ...]


class StacksCut(Event, frozen=True, kw_only=True):
    """A gate has cut; `lifted` stacks went from the beginning to the end."""

    says: ClassVar[str] = _("gate {gate}, {player}, cuts; stacks moved: {lifted}")
    gate: int
    player: str
    lifted: int
    cite: str


class DiceShaken(Event, frozen=True, kw_only=True):
    """The four dice count; `first` is the gate dealt first."""

    says: ClassVar[str] = _("the dice show {dice}; gate {first} is dealt first")
    dice: tuple[int, ...]
    first: int
    cites: tuple[str, ...]

    @property
    def shows(self) -> str:
        """The dice."""
        return "-".join(map(str, self.dice))


class TilesDealt(Event, frozen=True, kw_only=True):
    """Four tiles before every gate, and who looks at which; another's are empty as others receive it."""

    says: ClassVar[str] = _("the tiles are dealt from gate {first} on: {tiles}; they are set by {setters}")
    number: int
    """The round."""
    first: int
    tiles: dict[int, tuple[str, ...]]
    setters: dict[int, str]
    cites: tuple[str, ...]


class DiceCorrected(Event, frozen=True, kw_only=True):
    """The dice were entered wrongly; from now on `dice` count, and `first` is the gate dealt first. R-live-2."""

    says: ClassVar[str] = _(
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

    says: ClassVar[str] = _(
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
        return Correction(_hands(self.before), _hands(self.tiles), self.reason)


def _hands(tiles: dict[int, tuple[str, ...]]) -> str:
    return "; ".join(f"{gate}: {' '.join(faces)}" for gate, faces in tiles.items())


class TilesExposed(Event, frozen=True, kw_only=True):
    """So many tiles of a gate were seen by accident in the deal."""

    says: ClassVar[str] = _("tiles of gate {gate} exposed: {exposed}")
    gate: int
    exposed: int
    cite: str


class GatePutOut(Event, frozen=True, kw_only=True):
    """A gate takes no part in the round."""

    says: ClassVar[str] = _("gate {gate} takes no part in this round")
    gate: int
    cite: str


class DealVoided(Event, frozen=True, kw_only=True):
    """The deal is void and is made again; stakes and principals stay where they are."""

    says: ClassVar[str] = _("the deal is void and is made again")
    phase: str
    cite: str

    @property
    def leads_to(self) -> str:
        """Where the deal is made again."""
        return self.phase


class TilesSet(Event, frozen=True, kw_only=True):
    """The tiles of a gate are set as two pairs; `setting` is empty as others receive it."""

    says: ClassVar[str] = _("{who} sets the tiles of gate {gate}: {setting}")
    number: int
    gate: int
    who: str
    setting: str
    cites: tuple[str, ...]


class SetterAway(Event, frozen=True, kw_only=True):
    """Somebody did not set the tiles of a gate in time: they were set by the house way, and the seat is to be free. R-pk-11."""

    says: ClassVar[str] = _(
        "{player} has not set the tiles of gate {gate} in time: they are set by the house way, and the seat will be free"
    )
    player: str
    gate: int
    cite: str


class BankerTurned(Event, frozen=True, kw_only=True):
    """The banker's tiles are turned."""

    says: ClassVar[str] = _("the banker's tiles are turned: gate {gate}, {setting}")
    gate: int
    setting: str


class GatesTurned(Event, frozen=True, kw_only=True):
    """All tiles are turned: each gate's four, and the pairs of those that were set."""

    says: ClassVar[str] = _("all tiles are turned: {settings}")
    tiles: dict[int, tuple[str, ...]]
    settings: dict[int, str]
