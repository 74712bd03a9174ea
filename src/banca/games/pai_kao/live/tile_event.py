"""What happens to the tiles and the dice of a Pai Kao table: cut, shaken, dealt, set, turned."""

from typing import ClassVar

from banca.live.event import Event
from banca.rulebook import words


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
