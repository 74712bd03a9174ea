"""What happens to the tiles and the dice of a Pai Kao table: cut, shaken, dealt, set, turned."""

from typing import ClassVar

from banca.live.event import Correction, Event
from banca.rulebook import words


class DealDeclared(Event, frozen=True, kw_only=True):
    """The banker has declared with which stack, as they lie after the cuts, the deal begins: the first or the last."""

    says: ClassVar[str] = words(
        "the banker declares that the deal begins with stack {stack}",
        pt="o banqueiro declara que a distribuição começa pelo monte {stack}",
        zh="莊家聲明由第 {stack} 棟起派牌",
    )
    stack: int
    cites: tuple[str, ...]


class StacksCut(Event, frozen=True, kw_only=True):
    """A gate has cut; `lifted` stacks went from the beginning to the end."""

    says: ClassVar[str] = words(
        "gate {gate}, {player}, cuts; stacks moved: {lifted}",
        pt="{player}, no lugar {gate}, muda a ordem das pedras; montes mudados: {lifted}",
        zh="第 {gate} 門 {player} 拮牌；移動棟數：{lifted}",
    )
    gate: int
    player: str
    lifted: int
    cite: str


class DiceShaken(Event, frozen=True, kw_only=True):
    """The four dice count; `first` is the gate dealt first."""

    says: ClassVar[str] = words(
        "the dice show {dice}; gate {first} is dealt first",
        pt="os dados mostram {dice}; o lugar {first} é o primeiro a receber",
        zh="骰子為 {dice}；首先向第 {first} 門派牌",
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
        pt="as pedras são distribuídas a partir do lugar {first}: {tiles}; combinam-nas {setters}",
        zh="由第 {first} 門起派牌：{tiles}；組牌者 {setters}",
    )
    number: int
    """The round."""
    first: int
    tiles: dict[int, tuple[str, ...]]
    setters: dict[int, str]
    cites: tuple[str, ...]


class DiceCorrected(Event, frozen=True, kw_only=True):
    """The dice were entered wrongly; from now on `dice` count, and `first` is the gate dealt first. R-live-2."""

    says: ClassVar[str] = words(
        "the entry of the dice is corrected: {before} becomes {dice}; gate {first} is dealt first; reason: {reason}",
        pt="o registo dos dados é corrigido: {before} passa a {dice}; o lugar {first} é o primeiro a receber; motivo: {reason}",
        zh="更正骰子輸入：{before} 改為 {dice}；首先向第 {first} 門派牌；原因：{reason}",
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

    says: ClassVar[str] = words(
        "the entry of the tiles is corrected: {before} becomes {tiles}; to be set again: {undone}; reason: {reason}",
        pt="o registo das pedras é corrigido: {before} passa a {tiles}; a combinar de novo: {undone}; motivo: {reason}",
        zh="更正牌的輸入：{before} 改為 {tiles}；須重新組牌：{undone}；原因：{reason}",
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

    says: ClassVar[str] = words(
        "tiles of gate {gate} exposed: {exposed}",
        pt="pedras expostas do lugar {gate}: {exposed}",
        zh="第 {gate} 門誤露隻數：{exposed}",
    )
    gate: int
    exposed: int
    cite: str


class GatePutOut(Event, frozen=True, kw_only=True):
    """A gate takes no part in the round."""

    says: ClassVar[str] = words(
        "gate {gate} takes no part in this round",
        pt="o lugar {gate} não participa nesta jogada",
        zh="第 {gate} 門不得參與本局",
    )
    gate: int
    cite: str


class DealVoided(Event, frozen=True, kw_only=True):
    """The deal is void and is made again; stakes and principals stay where they are."""

    says: ClassVar[str] = words(
        "the deal is void and is made again", pt="a distribuição é nula e repete-se", zh="派牌無效，須再派"
    )
    phase: str
    cite: str

    @property
    def leads_to(self) -> str:
        """Where the deal is made again."""
        return self.phase


class TilesSet(Event, frozen=True, kw_only=True):
    """The tiles of a gate are set as two pairs; `setting` is empty as others receive it."""

    says: ClassVar[str] = words(
        "{who} sets the tiles of gate {gate}: {setting}",
        pt="{who} combina as pedras do lugar {gate}: {setting}",
        zh="第 {gate} 門由 {who} 組牌：{setting}",
    )
    number: int
    gate: int
    who: str
    setting: str
    cites: tuple[str, ...]


class SetterAway(Event, frozen=True, kw_only=True):
    """Somebody did not set the tiles of a gate in time: they were set by the house way, and the seat is to be free. R-pk-11."""

    says: ClassVar[str] = words(
        "{player} has not set the tiles of gate {gate} in time: they are set by the house way, and the seat will be free",
        pt="{player} não combinou a tempo as pedras do lugar {gate}: combinam-se à maneira da casa, e o assento ficará livre",
        zh="{player} 逾時未組第 {gate} 門的牌：按博彩場所的方式代組，其後座位騰空",
    )
    player: str
    gate: int
    cite: str


class BankerTurned(Event, frozen=True, kw_only=True):
    """The banker's tiles are turned."""

    says: ClassVar[str] = words(
        "the banker's tiles are turned: gate {gate}, {setting}",
        pt="as pedras do banqueiro foram viradas: lugar {gate}, {setting}",
        zh="莊家牌已翻開：第 {gate} 門，{setting}",
    )
    gate: int
    setting: str


class GatesTurned(Event, frozen=True, kw_only=True):
    """All tiles are turned: each gate's four, and the pairs of those that were set."""

    says: ClassVar[str] = words(
        "all tiles are turned: {settings}",
        pt="todas as pedras foram viradas: {settings}",
        zh="全部牌已翻開：{settings}",
    )
    tiles: dict[int, tuple[str, ...]]
    settings: dict[int, str]
