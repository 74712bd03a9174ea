"""The results that tables recorded: out of their journals, for the same tests as the source's."""

from collections.abc import Collection, Iterable, Iterator
from typing import TYPE_CHECKING

from banca.games import find
from banca.games.pai_kao.live.event import DiceShaken, TilesDealt
from banca.games.pai_kao.procedure import DICE
from banca.games.pai_kao.tiles import TILES
from banca.house.audit import entries
from banca.house.audit.replay import order_dealt, told
from banca.house.journal import Entry
from banca.house.opening import conduct_of, rules_at
from banca.house.randomness.orders import Order, told_apart
from banca.house.randomness.series import FACES, Series, pooled, weights_of
from banca.live.common import ChanceSource
from banca.live.event import Event, Opened, ResultCalled
from banca.rulebook import Code, Refusal

if TYPE_CHECKING:
    from banca.house.store import Store

PIPS = frozenset(range(1, FACES + 1))


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
        except Exception as fault:  # noqa: BLE001 - whatever a forged journal breaks
            raise Refusal(Code.CANNOT_READ, asked=table, because=told(fault)) from None
        if read:
            chance, series = read
            alike.setdefault((game, chance, series.weights), []).append(series)
    return [one for found in alike.values() for one in ([pooled(found), *found] if len(found) > 1 else found)]


def _read(table: str, journal: Iterator[Entry], chances: Collection[str]) -> tuple[str, Series] | None:
    """A table's chance and its results; none where that is not asked for."""
    first = next(journal, None)
    opened = first.events[0] if first and first.events else None
    if not isinstance(opened, Opened) or opened.chance not in chances:
        return None
    events = (event for entry in journal for event in entry.events)
    if not find(opened.game).rulebook:
        return opened.chance, _pai_kao(table, opened, events)
    rules = rules_at(opened)
    places = {rules.rulebook.show(outcome): place for place, (outcome, _) in enumerate(rules.space)}
    called = (event.outcome for event in events if isinstance(event, ResultCalled) and event.whole)
    outcomes = [places[outcome] for outcome in called if outcome in places]
    return opened.chance, Series(game=opened.game, weights=weights_of(rules.space), tables=(table,), outcomes=outcomes)


def _pai_kao(table: str, opened: Opened, events: Iterable[Event]) -> Series:
    series = Series(game=opened.game, tables=(table,))

    def orders() -> Iterator[Order]:
        """As the tiles lay before the cut, while the dice are written down on the way."""
        conduct = conduct_of(opened)
        state, number = conduct.start, 0
        for event in events:
            if isinstance(event, DiceShaken) and len(event.dice) == DICE and set(event.dice) <= PIPS:
                series.dice.append(event.dice)
            if isinstance(event, TilesDealt):
                faces = order_dealt(state, event).split(" ")
                if sorted(faces) == sorted(TILES):
                    number += 1
                    yield told_apart(faces, table, number)
            state = conduct.evolve(state, event)

    series.orders.take(orders())
    return series
