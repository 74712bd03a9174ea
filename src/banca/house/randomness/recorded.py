"""The results that tables recorded: out of their journals, for the same tests as the source's."""

from collections.abc import Collection, Iterable, Iterator
from typing import TYPE_CHECKING, Any

from banca.house.audit import entries
from banca.house.commands import conduct_of
from banca.house.journal import Entry, told
from banca.house.randomness.series import Series, pooled
from banca.rules import Refusal
from banca.tables.chance import ChanceSource
from banca.tables.engine import TableEngine
from banca.tables.events import Event, TableOpened

if TYPE_CHECKING:
    from banca.house.store import Store
from banca.files import CANNOT_READ


def recorded(store: "Store", games: Collection[str], *, is_observed: bool = False) -> list[Series]:
    """What was drawn at the tables of these games, or seen by their croupiers: of all tables together, then of each.

    Only tables whose results come up with the same weights are put together, and never drawn ones with observed ones.
    """
    chances = {ChanceSource.OBSERVED, ChanceSource.DRAWN} if is_observed else {ChanceSource.DRAWN}
    alike: dict[tuple[str, str, object], list[Series]] = {}
    for table, (game, _) in store.tables().items():
        if game not in games:
            continue
        try:
            read = _read(table, entries(store, table), chances)
        except Refusal:
            raise
        except Exception as fault:  # whatever a forged journal breaks
            raise Refusal(CANNOT_READ, asked=table, because=told(fault)) from None
        if read:
            chance, series = read
            alike.setdefault((game, chance, series.devices), []).append(series)
    return [one for found in alike.values() for one in ([pooled(found), *found] if len(found) > 1 else found)]


def _read(table: str, journal: Iterator[Entry], chances: Collection[str]) -> tuple[str, Series] | None:
    """A table's chance and its results; none where that is not asked for."""
    first = next(journal, None)
    opened = first.events[0] if first and first.events else None
    if not isinstance(opened, TableOpened) or opened.chance not in chances:
        return None
    conduct = conduct_of(opened)
    series = Series(opened.game, conduct.devices, (table,))
    series.take(_results(conduct, (event for entry in journal for event in entry.events)))
    return opened.chance, series


def _results(conduct: TableEngine[Any], events: Iterable[Event]) -> Iterator[str]:
    """What the devices of a table showed, one result after another; where an entry was corrected, what lay there in truth."""
    state, last = conduct.start, ""
    for event in events:
        if shown := conduct.read_result(event, state):
            if last and event.correction is None:
                yield last
            last = shown
        state = conduct.evolve(state, event)
    if last:
        yield last
