"""The watch itself, tried: how often it alarms at honest tables, though every round is looked at, and how soon it finds what is wrong.

make soak                                        10^4 honest tables of each game, 10^5 rounds each
python bench/watch.py --tables 200 --rounds 2000 a quick look
"""

import argparse
import math
import os
import statistics
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import product

import numpy as np
from scipy.stats import chi2, ncx2

from banca.analysis.exact import analysed
from banca.games import of_chance, rules_of
from banca.rules import explore
from banca_watch.people import Valuer, cut_parts
from watch_luck import watch_players
from watch_tables import Device, device, watch_tables

LEVEL = 0.01
"""Of one series alone: an alarm where its e-value reaches 100."""
DAY = 1000
"""Rounds of a day."""
AT_A_TIME = 50
CHIP, STAKE = 1, 100_00
SOUGHT = 300
"""Tables on which it is tried how soon something is found; the median counts."""


def in_parts(count: int, run: Callable[[Sequence[int]], Sequence[tuple[float, int]]]) -> list[tuple[float, int]]:
    """So many seeds, some at a time, on all processors."""
    parts = [range(first, min(first + AT_A_TIME, count + 1)) for first in range(1, count + 1, AT_A_TIME)]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        return [one for found in pool.map(run, parts) for one in found]


def honest_tables(game: str, tables: int, rounds: int) -> list[float]:
    """The highest that the evidence against each of so many honest tables ever was."""
    watched = device(game)
    watch_tables(watched, watched.weights, [1], 10, DAY, 1 / LEVEL)  # compiled before the threads
    return [
        peak
        for peak, _ in in_parts(
            tables, lambda seeds: watch_tables(watched, watched.weights, seeds, rounds, DAY, 1 / LEVEL)
        )
    ]


def one_round_bet(game: str) -> tuple[list[float], list[float]]:
    """The steadiest bet of a game that every result decides: its luck by result, and the chances."""
    rules = rules_of(game)
    valuer = Valuer(rules.bets, rules.space.weights, CHIP)
    even = (key for key, bet in rules.bets.items() if len(explore(bet).states) == 1)
    key = min(even, key=lambda one: analysed(rules.bets[one]).variance)
    return [float(one) for one in valuer.spot(key, rules.bets[key].start, STAKE).luck], valuer.chances.tolist()


def factors(luck: Sequence[float], chances: Sequence[float]) -> list[list[float]]:
    """By part of the capital and result: what it is multiplied by."""
    deviation = math.sqrt(sum(chance * one**2 for chance, one in zip(chances, luck, strict=True)))
    scaled = [one / deviation for one in luck]
    return [[1 + part * one for one in scaled] for part in cut_parts(min(scaled), max(scaled))]


def honest_players(game: str, players: int, rounds: int) -> list[float]:
    """The highest that the evidence against each of so many honest players ever was, on one bet of the game."""
    luck, chances = one_round_bet(game)
    table = factors(luck, chances)
    watch_players(table, chances, [1], 10, DAY, 1 / LEVEL)
    run = lambda seeds: watch_players(table, chances, seeds, rounds, DAY, 1 / LEVEL)  # noqa: E731 - short
    return [peak for peak, _ in in_parts(players, run)]


def alarms(tables: int, rounds: int, games: Sequence[str]) -> None:
    """How many honest tables and players ever alarmed."""
    print(
        f"honest series, {tables:,} each, {rounds:,} rounds, looked at after every round; alarm at e >= {1 / LEVEL:g}"
    )
    print(f"{'':24} {'ever alarmed':>14} {'bound':>7} {'highest':>9} {'s':>7}")
    for game, (name, run) in product(games, (("tables", honest_tables), ("players", honest_players))):
        began = time.perf_counter()
        peaks = run(game, tables, rounds)
        share = sum(peak >= 1 / LEVEL for peak in peaks) / tables
        took = time.perf_counter() - began
        print(f"{game + ' ' + name:24} {share:14.3%} {LEVEL:7.1%} {max(peaks):9.3g} {took:7.0f}", flush=True)
        # An honest watch stays below its bound; six standard errors are left to chance.
        if share > LEVEL + 6 * math.sqrt(LEVEL * (1 - LEVEL) / tables):
            sys.exit("more alarms than the bound allows")


def found_after(watched: Device, weights: Sequence[float], most: int) -> list[int]:
    """The round in which each table was found; the most where it was not."""
    run = lambda seeds: watch_tables(watched, weights, seeds, most, DAY, 1 / LEVEL)  # noqa: E731 - short
    return [found or most for _, found in in_parts(SOUGHT, run)]


def fixed_sample(chances: Sequence[float], loaded: Sequence[float]) -> int:
    """Rounds after which chi-square, looked at once, finds it as often as not at the same level."""
    shift = sum((q - p) ** 2 / p for p, q in zip(chances, loaded, strict=True))
    freedom = len(chances) - 1
    limit = chi2.isf(LEVEL, freedom)  # the statistic that an honest device exceeds as seldom as the level says
    few, many = 1, 10**9
    while many - few > 1:
        middle = (few + many) // 2
        few, many = (few, middle) if ncx2.sf(limit, freedom, middle * shift) >= 0.5 else (middle, many)
    return many


def power() -> None:
    """How soon what is wrong is found: the median, beside chi-square on the same classes, looked at once."""
    print(
        f"\nrounds until found (median of {SOUGHT}), e >= {1 / LEVEL:g}, beside chi-square looked at once at {LEVEL:.0%}"
    )
    for name, game, loaded, most in cases():
        watched = device(game)
        watch_tables(watched, watched.weights, [1], 10, DAY, 1 / LEVEL)
        rounds = found_after(watched, loaded, most)
        chances, shares = classed(watched, loaded)
        _print_case(name, rounds, most, fixed_sample(chances, shares))
    luck, chances = one_round_bet("roulette")
    for gain in (0.01,):
        steered = _steered(luck, chances, gain)
        table, most = factors(luck, chances), 2_000_000
        run = lambda seeds: watch_players(table, steered, seeds, most, DAY, 1 / LEVEL)  # noqa: B023, E731
        rounds = [found or most for _, found in in_parts(SOUGHT, run)]
        wins = [sum(p for p, one in zip(side, luck, strict=True) if one > 0) for side in (chances, steered)]
        fixed = fixed_sample([wins[0], 1 - wins[0]], [wins[1], 1 - wins[1]])
        _print_case(f"a player who gains {gain:.0%} of the stake too much", rounds, most, fixed)


def classed(watched: Device, loaded: Sequence[float]) -> tuple[list[float], list[float]]:
    """The chances of the classes that show most, by the law and as they are: sections where they are called, else the first feature's."""
    feature = next((place for place, one in enumerate(watched.features) if one.values.is_of_written), 0)
    classes = [int(one) for one in watched.places[-1, :, feature, 1]]
    both = []
    for weights in (watched.weights, loaded):
        sums = [0.0] * (max(classes) + 1)
        for one, weight in zip(classes, weights, strict=True):
            sums[one] += weight / sum(weights)
        both.append(sums)
    return both[0], both[1]


def _print_case(name: str, rounds: Sequence[int], most: int, fixed: int) -> None:
    missed = sum(one >= most for one in rounds)
    print(f"{name:52} {statistics.median(rounds):12,.0f} {fixed:12,} not within {most:,}: {missed}", flush=True)


def cases() -> Iterator[tuple[str, str, list[float], int]]:
    """Devices that are not as the law says: a name, the game, the weights of its results, and the most rounds."""
    craps = device("craps")
    for name, dice in (
        ("one die of two shows a six 1.05 times as often", 1),
        ("both dice show a six 1.05 times as often", 2),
    ):
        face = [(1 - 1.05 / 6) / 5] * 5 + [1.05 / 6]
        fair = [1 / 6] * 6
        weights = []
        for result in craps.results:
            first, second = (int(one) - 1 for one in result.split("-"))
            weights.append(face[first] * (face if dice > 1 else fair)[second])
        yield name, "craps", weights, 1_000_000
    for times in (1.1, 1.5):
        yield f"a section of the wheel at {times} times its share", "wheel", [times] + [1.0] * 51, 1_000_000
    yield "a fantan heap that leaves 2 1.05 times as often", "fantan", [1, 1.05, 1, 1], 1_000_000


def _steered(luck: Sequence[float], chances: Sequence[float], gain: float) -> list[float]:
    """Chances under which the mean is so much of the stake better: results that win come up more often."""
    winning = sum(p for p, one in zip(chances, luck, strict=True) if one > 0)
    wins = sum(p * one for p, one in zip(chances, luck, strict=True) if one > 0) / winning
    loses = sum(p * one for p, one in zip(chances, luck, strict=True) if one <= 0) / (1 - winning)
    more = gain * STAKE / (wins - loses)
    return [
        p * ((winning + more) / winning if one > 0 else (1 - winning - more) / (1 - winning))
        for p, one in zip(chances, luck, strict=True)
    ]


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=10_000)
    parser.add_argument("--rounds", type=int, default=100_000)
    parser.add_argument("--games", nargs="*", default=list(of_chance()))
    parser.add_argument("--no-power", action="store_true")
    asked = parser.parse_args()
    np.seterr(over="ignore")
    alarms(asked.tables, asked.rounds, asked.games)
    if not asked.no_power:
        power()
