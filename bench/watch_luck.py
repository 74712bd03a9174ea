"""Many players watched at once, compiled: the stakes of `banca_watch.people` on one bet, whose factors are known for every result."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from banca_watch.e_values import AT_ONCE, MOST_CAPITAL, share, spent_share
from watch_tables import alias_table, compiled, seeded
from watch_tables import uniform as _random

_share, _spent = compiled(share), compiled(spent_share)


@compiled
def _run(
    factors: Any, capital: Any, drawn: Any, state: Any, found: Any, rounds: int, day: int, stop: float
) -> float:  # compiled
    stays, goes = drawn
    count, parts, peak, idle = len(stays), len(capital), 0.0, 1 - AT_ONCE
    for number in range(rounds):
        if number and number % day == 0:
            idle = (1 - AT_ONCE) * (1 - _spent(number // day))
            for part in range(parts):
                capital[part] += (1 - AT_ONCE) * _share(number // day)
        at = _random(state) * count
        place = int(at)
        if at - place >= stays[place]:
            place = goes[place]
        total = 0.0
        for part in range(parts):
            capital[part] = min(capital[part] * factors[place, part], MOST_CAPITAL)
            total += capital[part]
        total = total / parts + idle
        if total > peak:
            peak = total
            if peak >= stop and found[0] == 0:
                found[0] = number + 1
                return peak
    return peak


def watch_players(
    factors: Sequence[Sequence[float]],
    chances: Sequence[float],
    seeds: Sequence[int],
    rounds: int,
    day: int,
    stop: float,
) -> list[tuple[float, int]]:
    """So many players as there are seeds: the highest that the evidence ever was until it reached `stop`, and when it did; 0 for never."""
    table, drawn, watched = np.ascontiguousarray(np.array(factors).T), alias_table(chances), []
    for seed in seeds:
        found, state = np.zeros(1, np.int64), seeded(seed)
        capital = np.full(len(factors), AT_ONCE)
        peak = _run(table, capital, drawn, state, found, rounds, day, stop)
        watched.append((float(peak), int(found[0])))
    return watched
