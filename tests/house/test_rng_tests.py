"""The statistical tests of chance: exact where a library is, calm with a good source, and never calm with a bad one."""

import random
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import cycle, islice
from math import comb

import flint
import pytest

from banca.games import of_chance, playable
from banca.house.rng import Source, shuffle
from banca.house.rng_tests import (
    TESTS,
    Weights,
    binomial_tails,
    chi_square_tails,
    devices_of,
    frequency_test,
    gamma_tails,
    gap_test,
    runs_test,
    serial_test,
    single_test,
    weights_of,
)
from banca.house.rng_trial import LEVEL, try_source
from banca.tables.chance import WeightedResults

pytestmark = pytest.mark.slow


def seeded(seed: int = 1) -> Source:
    return Source(random.Random(seed).randbytes)  # a test repeats itself


# Distributions


@pytest.mark.parametrize(
    ("freedom", "upper", "value"),
    [  # NIST/SEMATECH e-Handbook of Statistical Methods, 1.3.6.7.4
        (1, 0.01, 6.635),
        (100, 0.01, 135.807),
        (100, 0.95, 77.929),
    ],
)
def test_chi_square_has_its_published_critical_values(freedom: int, upper: float, value: float) -> None:
    lower_found, upper_found = chi_square_tails(value, freedom)
    assert upper_found == pytest.approx(upper, rel=5e-3)
    assert lower_found + upper_found == pytest.approx(1)


def test_the_incomplete_gamma_function_is_the_one_of_a_library() -> None:
    chance = random.Random(1)  # a test repeats itself
    before, flint.ctx.prec = flint.ctx.prec, 1000
    try:
        for _ in range(60):
            shape = chance.choice([0.5, 1, 1.5, 10, 50, 200]) * chance.uniform(0.5, 1.5)
            at = max(1e-9, shape + chance.gauss(0, 4) * shape**0.5)
            at_exactly = flint.arb(at)
            exact = float(at_exactly.gamma_lower(shape, 1)), float(at_exactly.gamma_upper(shape, 1))
            assert min(gamma_tails(shape, at)) == pytest.approx(min(exact), rel=1e-11)
    finally:
        flint.ctx.prec = before


@pytest.mark.parametrize(("draws", "share"), [(7, 0.3), (60, 1 / 37), (60, 0.97)])
def test_the_binomial_is_summed_exactly(draws: int, share: float) -> None:
    exact = [Fraction(share) ** k * (1 - Fraction(share)) ** (draws - k) * comb(draws, k) for k in range(draws + 1)]
    for count in range(draws + 1):
        lower, upper = binomial_tails(count, draws, share)
        assert lower == pytest.approx(float(sum(exact[: count + 1])), rel=1e-9)
        assert upper == pytest.approx(float(sum(exact[count:])), rel=1e-9)
    assert binomial_tails(draws + 1, draws, share) == (1, 0)
    assert binomial_tails(-1, draws, share) == (0, 1)
    assert [binomial_tails(3, 3, one) for one in (0, 1)] == [(1, 0), (1, 1)]
    assert binomial_tails(10**7 // 2, 10**7, 1 / 37)[1] == 0  # and is not waited for


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


Test = Callable[[Sequence[int], tuple[int, ...]], tuple[float, int, float] | None]


def p_found(test: Test, row: Sequence[int], weights: tuple[int, ...]) -> float:
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
