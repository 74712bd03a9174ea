"""The statistical tests of chance: calm with a good source, and never calm with a bad one."""

import random
from collections.abc import Callable, Iterator
from itertools import cycle, islice

import pytest

from banca.games import of_chance, playable
from banca.house.rng import Source, shuffle
from banca.house.rng_tests import (
    TESTS,
    Match,
    Row,
    Weights,
    frequency_test,
    gap_test,
    runs_test,
    serial_test,
    single_test,
)
from banca.house.rng_trial import LEVEL, devices_of, try_source, weights_of
from banca.tables.chance import WeightedResults

pytestmark = pytest.mark.slow


def seeded(seed: int = 1) -> Source:
    return Source(random.Random(seed).randbytes)  # a test repeats itself


def weights_at(game: str) -> Weights:
    (device,) = devices_of(game)
    assert isinstance(device, WeightedResults)
    return weights_of(device.results)


# A good source passes, and a bad one does not


def test_a_good_source_passes_for_every_game() -> None:
    trial = try_source(list(playable()), 5000, seeded())
    assert len(trial.results) == len(TESTS) * (len(of_chance()) + 4) + 4
    assert trial.passes
    assert trial.failed <= 3
    assert trial.expected_to_fail == pytest.approx(0.54)
    assert trial.threshold == pytest.approx(0.01 / 54)


@pytest.mark.parametrize("name", TESTS)
def test_a_good_source_fails_a_test_about_once_in_a_hundred_times(name: str) -> None:
    weights = weights_at("wheel")
    chance = random.Random(1)  # a test repeats itself
    rows = (chance.choices(range(len(weights)), weights, k=3000) for _ in range(200))
    chances = [p_found(TESTS[name], row, weights) for row in rows]
    assert sum(p < LEVEL for p in chances) < 8  # 2 on average
    if name != "single":  # its p is at most so likely, as the strangest of several is
        assert sum(p < 0.5 for p in chances) == pytest.approx(100, abs=30)


Test = Callable[[Row, Weights], Match | None]


def p_found(test: Test, row: Row, weights: Weights) -> float:
    found = test(row, weights)
    assert found is not None
    return found[2]


def biased(source: Source) -> Iterator[int]:
    while True:  # a six in 20.8 % of the throws, not 16.7 %
        yield 5 if source.below(20) == 0 else source.below(6)


def sticky(source: Source) -> Iterator[int]:
    number = 0
    while True:
        number = number if source.below(20) == 0 else source.below(6)
        yield number


def dealt_out(source: Source) -> Iterator[int]:
    """Every face once before any comes again: as even as can be."""
    while True:
        yield from shuffle(range(6), source)


def shy(source: Source) -> Iterator[int]:
    """The first face does not come up twice within three throws."""
    row = [1, 1]
    while True:
        number = source.below(6)
        while number == 0 and 0 in row:
            number = source.below(6)
        row = [row[1], number]
        yield number


@pytest.mark.parametrize(
    ("test", "row"),
    [
        (frequency_test, biased),
        (frequency_test, dealt_out),
        (single_test, biased),
        (serial_test, sticky),
        (runs_test, lambda _: cycle([0, 1, 2, 3, 4, 5])),
        (gap_test, shy),
        *((test, lambda _: cycle([5])) for test in TESTS.values()),
    ],
)
def test_a_test_finds_a_bad_row_out(test: Test, row: Callable[[Source], Iterator[int]]) -> None:
    assert p_found(test, list(islice(row(seeded()), 20_000)), (1,) * 6) < 1e-6


@pytest.mark.parametrize("game", playable())
def test_a_bad_source_fails_in_every_game(game: str) -> None:
    good = random.Random(1)  # a test repeats itself

    def skewed(count: int) -> bytes:
        """Bytes whose highest bit is set in 60 of 100."""
        return bytes(good.getrandbits(8) | (128 if good.random() < 0.2 else 0) for _ in range(count))

    assert not try_source([game], 5000, Source(skewed)).passes
