"""Who may see which tiles: the one place that decides it."""

from msgspec import structs

from banca.games.pai_kao.hands import format_setting
from banca.games.pai_kao.live.state import CASINO, PaiKaoState
from banca.games.pai_kao.live.tile_event import TilesCorrected, TilesDealt, TilesSet
from banca.live.event import Event


def may_see(table: PaiKaoState, gate: int, viewer: str) -> bool:
    """Everybody sees tiles that are turned; before, only its setter sees a gate's, and the banker the banker's. pai_kao 7.1, 7.4.

    The casino's croupier is the viewer `CASINO`, who sees the banker's tiles where the casino has the last word. pai_kao 3.4.
    """
    if gate in table.turned or viewer == table.setters.get(gate):
        return True
    if gate != table.banker:
        return False
    return viewer == table.banker_name or (viewer == CASINO and table.casino_decides)


def view(table: PaiKaoState, viewer: str, *, sees_all: bool) -> dict[str, object]:
    """The tiles and settings that this person may see, by gate; and which gates are set."""
    seen = [gate for gate in sorted(table.tiles) if sees_all or may_see(table, gate, viewer)]
    return {
        "tiles": {gate: list(table.tiles[gate]) for gate in seen},
        "settings": {gate: format_setting(table.settings[gate]) for gate in seen if gate in table.settings},
        "set": sorted(table.settings),
    }


def hide(event: Event, table: PaiKaoState, viewer: str, *, sees_all: bool) -> Event:
    """The event as this person may receive it, at a table in the state `table`."""
    if sees_all:
        return event
    match event:
        case TilesDealt():
            seen = {gate for gate, who in event.setters.items() if who == viewer} | _now(table, event.number, viewer)
            return structs.replace(event, tiles={g: faces if g in seen else () for g, faces in event.tiles.items()})
        case TilesCorrected():
            seen = _now(table, event.number, viewer)
            before, tiles = (
                {gate: faces if gate in seen else () for gate, faces in one.items()}
                for one in (event.before, event.tiles)
            )
            return structs.replace(event, before=before, tiles=tiles)
        case TilesSet() if viewer != event.who and event.gate not in _now(table, event.number, viewer):
            return structs.replace(event, setting="")
        case _:
            return event


def _now(table: PaiKaoState, number: int, viewer: str) -> set[int]:
    """The gates of this round that the viewer sees now; tiles of a round that is over are shown by its turning."""
    return {gate for gate in table.tiles if number == table.round and may_see(table, gate, viewer)}
