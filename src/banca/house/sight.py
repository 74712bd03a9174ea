"""What somebody may see of a table: the one place that decides it."""

from typing import Any

from msgspec import Struct, structs, to_builtins

from banca.games.pai_kao.live import PaiKaoConduct
from banca.games.pai_kao.live.state import CASINO, PaiKaoLive
from banca.house.journal import AnyEvent, Entry
from banca.house.request import LiveTable
from banca.live.act import Does
from banca.live.command import Actor, Role
from banca.live.common import HOUSE_ACTS, ChanceSource
from banca.live.conduct import Conduct
from banca.live.state import Live

SEEN = ("outcome", "dice", "tiles", "cocked")
"""Fields by which the croupier of an observed table says what lies there."""
OBSERVED = ("expose", "call_invalid")
"""Acts that answer to what only an observed table can show."""
HIDDEN = ("tiles", "settings")
"""Of a Pai Kao table: what only some may see."""


class Seen(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """An entry of the journal as somebody may see it."""

    table: str
    seq: int
    at: str
    by: str
    events: tuple[AnyEvent, ...]


class CanDo(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """An act that belongs in the table's phase, with what it takes and the clause."""

    do: str
    takes: tuple[str, ...] = ()
    also: tuple[str, ...] = ()
    cite: str = ""
    moves: bool = False
    """Whether it takes the table to another phase."""


class View(Struct, frozen=True, kw_only=True):
    """A table as somebody sees it."""

    table: str
    game: str
    title: str
    seq: int
    phase: str
    round: int
    instrument: str
    options: dict[str, str]
    minimum: int
    maximum: int
    chip: int
    player_maximum: int
    chance: str
    conduct: str
    is_closed: bool
    seats: tuple[str, ...]
    practice: dict[str, str]
    can: tuple[CanDo, ...]
    open_bets: tuple[str, ...] = ()
    """The bets that a player who looks may place now."""
    state: dict[str, Any]
    """What the game has of its own: bets, point and shooter; or gates, bank, dice and tiles."""


def is_public(table: LiveTable) -> bool:
    """Whether everybody sees the same."""
    return not isinstance(table.conduct, PaiKaoConduct)


def seen(entry: Entry, table: LiveTable, viewer: Actor | None = None) -> Seen:
    """An entry as this person may see it while the table stands as it does; without a viewer, as everybody may."""
    events = entry.events
    if isinstance(table.conduct, PaiKaoConduct):
        who, sees_all = _as_viewer(viewer) if viewer else ("", False)
        events = tuple(table.conduct.hide(event, table.state, who, sees_all=sees_all) for event in events)
    return Seen(table=entry.table, seq=entry.seq, at=entry.at, by=entry.by, events=events)


def view(table: LiveTable, viewer: Actor) -> View:
    """The table as this person may see it."""
    opened, state = table.opened, table.state
    return View(
        table=table.id,
        game=opened.game,
        title=opened.title,
        seq=table.seq,
        phase=state.phase,
        round=state.round,
        instrument=opened.instrument,
        options=opened.options,
        minimum=opened.minimum,
        maximum=opened.maximum,
        chip=opened.chip,
        player_maximum=opened.player_maximum,
        chance=opened.chance,
        conduct=opened.conduct,
        is_closed=state.is_closed,
        seats=state.seats,
        practice=state.practice,
        can=_can(table, viewer),
        open_bets=_open_bets(table, viewer),
        state=_own_state(table, viewer),
    )


def _can(table: LiveTable, viewer: Actor) -> tuple[CanDo, ...]:
    """What belongs in the phase: for a player without a seat, to sit down."""
    if table.state.is_closed:
        return ()
    if viewer.role is Role.PLAYER and viewer.name not in table.state.seats:
        return (CanDo(do="sit", also=("gate",) if isinstance(table.state, PaiKaoLive) else ()),)
    is_drawn = table.opened.chance == ChanceSource.DRAWN
    by_device = SEEN if is_drawn else ()
    can = [
        CanDo(
            do=act.name,
            takes=_but(act.takes, by_device),
            also=_but(act.also, by_device),
            cite=str(act.cite),
            moves=act.then != act.phase,
        )
        for act in table.conduct.acts_now(table.state, viewer.role)
        if not (is_drawn and (act.does is Does.NULL or act.name in OBSERVED))
    ]
    if viewer.role is Role.PLAYER:
        return *can, CanDo(do="leave")
    also = (CanDo(do=do, takes=takes) for do, (roles, takes) in HOUSE_ACTS.items() if viewer.role in roles)
    return *can, *also


def _open_bets(table: LiveTable, viewer: Actor) -> tuple[str, ...]:
    if viewer.role is not Role.PLAYER or not isinstance(table.conduct, Conduct):
        return ()
    return tuple(table.conduct.open_bets(table.state, viewer.name))


def _but(fields: tuple[str, ...], by_device: tuple[str, ...]) -> tuple[str, ...]:
    """The fields that somebody fills in; what the device says, nobody does."""
    return tuple(name for name in fields if name not in by_device)


def _own_state(table: LiveTable, viewer: Actor) -> dict[str, Any]:
    state = table.state
    if isinstance(state, Live):
        return {
            "table": None if state.table is None else str(state.table),
            "bets": [
                {"player": player, "bet": bet, "on": on, "stake": stake}
                for player, own in state.bets.items()
                for (bet, on), stake in own.items()
            ],
            "offers": [{"player": player, "bet": bet, "stake": stake} for (player, bet), stake in state.offers.items()],
            "shown": state.shown,
            "results": state.results,
            "commitment": state.commitment,
            "shooter": state.shooter,
            "waiving": sorted(state.waiving),
        }
    if isinstance(state, PaiKaoLive) and isinstance(table.conduct, PaiKaoConduct):
        who, sees_all = _as_viewer(viewer)
        common = View.__struct_fields__
        plain = {name: one for name, one in structs.asdict(state).items() if name not in (*HIDDEN, *common)}
        shown: dict[str, Any] = to_builtins(plain, str_keys=True)
        shown.update(to_builtins(table.conduct.view(state, who, sees_all=sees_all), str_keys=True))
        return shown
    return {}


def _as_viewer(viewer: Actor) -> tuple[str, bool]:
    """The name that sight goes by, and whether it sees everything: an inspector does, a croupier sees as the casino."""
    casino = viewer.role in (Role.CROUPIER, Role.SUPERVISOR)
    return CASINO if casino else viewer.name, viewer.role is Role.INSPECTOR
