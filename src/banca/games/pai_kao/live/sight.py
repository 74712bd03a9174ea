"""Who may see which tiles: the one place that decides it."""

from msgspec import structs

from banca.games.pai_kao.hands import format_setting
from banca.games.pai_kao.live.event import TilesDealt, TilesSet
from banca.games.pai_kao.live.state import PaiKaoLive
from banca.live.event import Event


def may_see(live: PaiKaoLive, gate: int, viewer: str) -> bool:
    """Tiles that are turned are everybody's; before, a gate's are its setter's alone, and the banker's the banker's too. pai_kao 7.1, 7.4.

    The casino's croupier is the viewer `CASINO`, who sees the banker's tiles where the casino decides. pai_kao 3.4.
    """
    if gate in live.turned or viewer == live.setters.get(gate):
        return True
    return gate == live.banker and viewer == live.banker_name


def view(live: PaiKaoLive, viewer: str, *, sees_all: bool) -> dict[str, object]:
    """The tiles and settings that this person may see, by gate; and which gates are set."""
    seen = [gate for gate in sorted(live.tiles) if sees_all or may_see(live, gate, viewer)]
    return {
        "tiles": {gate: list(live.tiles[gate]) for gate in seen},
        "settings": {gate: format_setting(live.settings[gate]) for gate in seen if gate in live.settings},
        "set": sorted(live.settings),
    }


def hide(event: Event, live: PaiKaoLive, viewer: str, *, sees_all: bool) -> Event:
    """The event as this person may receive it, at a table that stands at `live`."""
    if sees_all:
        return event
    match event:
        case TilesDealt():
            seen = {gate for gate, who in event.setters.items() if who == viewer} | _now(live, event.number, viewer)
            return structs.replace(event, tiles={g: faces if g in seen else () for g, faces in event.tiles.items()})
        case TilesSet() if viewer != event.who and event.gate not in _now(live, event.number, viewer):
            return structs.replace(event, setting="")
        case _:
            return event


def _now(live: PaiKaoLive, number: int, viewer: str) -> set[int]:
    """The gates of this round that the viewer sees now; tiles of a round that is over are shown by its turning."""
    return {gate for gate in live.tiles if number == live.round and may_see(live, gate, viewer)}
