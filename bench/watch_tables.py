"""Many tables watched at once, compiled: the very steps of `banca_watch.device`, over results that are drawn by weights."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, TypeVar, cast

import numpy as np
from numba import njit
from numba.extending import register_jitable

from banca.house.commands import TableTerms, engine_of, open_terms
from banca.tables.chance import ChanceSource
from banca.tables.chance_engine import ChanceEngine
from banca_watch.device import add_day, e_value_of, plan_bets, resolve
from banca_watch.e_values import AT_ONCE, share, spent_share
from banca_watch.features import Feature, features_of

for piece in (spent_share, share):
    register_jitable(piece)
F = TypeVar("F", bound=Callable[..., Any])


def compiled(function: F) -> F:
    """A piece, compiled anew in every run: what it calls may have changed."""
    return cast("F", njit(nogil=True)(function))


_resolve, _e_value_of, _add_day = compiled(resolve), compiled(e_value_of), compiled(add_day)
_spent_share = compiled(spent_share)

Array = np.ndarray[Any, np.dtype[Any]]


class Device(NamedTuple):
    """A device as it is drawn from, and as its features read it."""

    results: list[str]
    weights: list[int]
    shown: list[str]
    """The results as the rules write them."""
    features: Sequence[Feature]
    places: Array
    """By the result before (the last row where there is none), the result and the feature: context and class."""


def device(game: str) -> Device:
    """A game's device under its usual options; where sections are called by number, it is those that come up."""
    engine = cast(
        "ChanceEngine[Any]", engine_of(open_terms(TableTerms(id="t", game=game, chance=ChanceSource.OBSERVED)))
    )
    (features,) = features_of(engine)
    called = next((one for one in features if one.values.is_of_written), None)
    if called is None:
        results, weights = map(list, zip(*engine.whole.results, strict=True))
        shown = results
    else:
        results = [f"section {number + 1}" for number in range(len(called.law[0]))]
        weights = [1] * len(results)
        shown = [engine.rules.rulebook.show(engine.parse_outcome(result)) for result in results]
    places = np.full((len(results) + 1, len(results), len(features), 2), -1, np.int16)
    for number, feature in enumerate(features):
        read = results if feature.values.is_of_written else shown
        for before, was in enumerate([*read, ""]):
            for place, result in enumerate(read):
                places[before, place, number] = feature.reads(was, result) or (0, -1)
    return Device(results, weights, shown, features, places)


def alias_table(weights: Sequence[float]) -> tuple[Array, Array]:
    """Walker's: for each place the chance to stay, and where it goes otherwise."""
    count, total = len(weights), sum(weights)
    scaled = [weight * count / total for weight in weights]
    stays, goes = np.ones(count), np.arange(count)
    small = [place for place, one in enumerate(scaled) if one < 1]
    large = [place for place, one in enumerate(scaled) if one >= 1]
    while small and large:
        low, high = small.pop(), large.pop()
        stays[low], goes[low] = scaled[low], high
        scaled[high] -= 1 - scaled[low]
        (small if scaled[high] < 1 else large).append(high)
    return stays, goes


def seeded(seed: int) -> Array:
    """Where a table's chance begins: far from that of every other seed."""
    return np.array([seed * 0xD1342543DE82EF95 % 2**64], np.uint64)


@compiled
def uniform(state: Any) -> Any:  # compiled
    """Splitmix64: 53 bits as a number from 0 to 1."""
    state[0] += np.uint64(0x9E3779B97F4A7C15)
    one = state[0]
    one = (one ^ (one >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    one = (one ^ (one >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return ((one ^ (one >> np.uint64(31))) >> np.uint64(11)) * (1.0 / 9007199254740992.0)


@compiled
def _run(
    bets: Any, held: Any, tilted: float, drawn: Any, state: Any, found: Any, rounds: int, day: int, stop: float
) -> float:  # compiled
    """One table: the highest that its evidence ever was until it reached `stop`; `found` is told when it did."""
    stays, goes, places = drawn
    before = count = len(stays)
    peak: float = 0.0
    idle = tilted * (1 - AT_ONCE)
    for number in range(rounds):
        if number and number % day == 0:
            for feature in range(len(bets)):
                _add_day(held[feature], number // day)
            idle = tilted * (1 - AT_ONCE) * (1 - _spent_share(number // day))
        at = uniform(state) * count
        place = int(at)
        if at - place >= stays[place]:
            place = goes[place]
        capital = idle
        for feature in range(len(bets)):
            context, result = places[before, place, feature]
            if result >= 0:
                _resolve(bets[feature], held[feature], context, result)
            capital += _e_value_of(bets[feature], held[feature])
        before = place
        if capital > peak:
            peak = capital
            if peak >= stop:
                found[0] = number + 1
                return peak
    return peak


def watch_tables(
    watched: Device, weights: Sequence[float], seeds: Sequence[int], rounds: int, day: int, stop: float
) -> list[tuple[float, int]]:
    """So many tables as there are seeds, whose results come up by these weights, each watched over so many rounds.

    Of each: the highest that its evidence ever was until it reached `stop`, and the round in which it did, 0 for never.
    """
    plan = plan_bets(watched.features)
    tilted = sum(bets.tilt_share * held.capital.size for bets, held in zip(plan.bets, plan.begin(), strict=True))
    drawn = (*alias_table(weights), watched.places)
    watched_so_far = []
    for seed in seeds:
        found, state = np.zeros(1, np.int64), seeded(seed)
        peak = _run(plan.bets, plan.begin(), tilted, drawn, state, found, rounds, day, stop)
        watched_so_far.append((float(peak), int(found[0])))
    return watched_so_far


def drawn(stays: Array, goes: Array, seed: int, rounds: int) -> list[int]:
    """The places that a table with this seed draws."""
    state, places = seeded(seed), []
    for _ in range(rounds):
        at = uniform(state) * len(stays)
        place = int(at)
        places.append(place if at - place < stays[place] else int(goes[place]))
    return places
