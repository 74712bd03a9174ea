"""The statistical tests of chance: exact where a library is, calm with a good source, and never calm with a bad one."""

import random
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import cycle, islice
from math import comb

import pytest

from banca.games import of_chance, playable
from banca.house.chance import Source
from banca.house.randomness import try_source
from banca.house.randomness.distributions import (
    binomial_tails,
    chi_square_tails,
)
from banca.house.randomness.rows import (
    TESTS,
    Weights,
    frequency_test,
    gap_test,
    runs_test,
    serial_test,
    single_test,
)
from banca.house.randomness.series import devices_of, total_weights, weights_of
from banca.live.results import Weighted

pytestmark = pytest.mark.slow


def seeded(seed: int = 1) -> Source:
    return Source(random.Random(seed).randbytes)  # noqa: S311 - a test repeats itself


@pytest.mark.parametrize(
    ("freedom", "upper", "value"),
    [  # NIST/SEMATECH e-Handbook of Statistical Methods, 1.3.6.7.4
        (1, 0.01, 6.635),
        (1, 0.001, 10.828),
        (10, 0.05, 18.307),
        (35, 0.01, 57.342),
        (100, 0.01, 135.807),
        (100, 0.95, 77.929),
    ],
)
def test_chi_square_has_its_published_critical_values(freedom: int, upper: float, value: float) -> None:
    lower_found, upper_found = chi_square_tails(value, freedom)
    assert upper_found == pytest.approx(upper, rel=5e-3)
    assert lower_found + upper_found == pytest.approx(1)


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
    assert isinstance(device, Weighted)
    return weights_of(device.results)


# A good source passes, and a bad one does not

DIE = (1,) * 6


def test_a_good_source_passes_for_every_game() -> None:
    trial = try_source(list(playable()), 5000, seeded())
    assert len(trial.results) == len(TESTS) * (len(of_chance()) + 4) + 4
    assert trial.passes
    assert trial.failed <= 3
    assert trial.expected_to_fail == pytest.approx(0.54)
    assert trial.threshold == pytest.approx(0.01 / 54)


Test = Callable[[Sequence[int], tuple[int, ...]], tuple[float, int, float] | None]


def p_found(test: Test, row: Sequence[int], weights: tuple[int, ...]) -> float:
    found = test(row, weights)
    assert found is not None
    return found[2]


def p_of(test: Test, row: Iterator[int]) -> float:
    return p_found(test, list(islice(row, 20_000)), DIE)


def biased(source: Source) -> Iterator[int]:
    while True:  # a six in 20.8 % of the throws, not 16.7 %
        yield 5 if source.below(20) == 0 else source.below(6)


def sticky(source: Source) -> Iterator[int]:
    number = 0
    while True:
        number = number if source.below(20) == 0 else source.below(6)
        yield number


def alternating(source: Source) -> Iterator[int]:
    for high in cycle([0, 3]):
        yield high + source.below(3)


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
        (single_test, biased),
        (serial_test, sticky),
        (runs_test, alternating),
        (gap_test, shy),
        *((test, lambda _: cycle([5])) for test in TESTS.values()),
    ],
)
def test_a_test_finds_a_bad_row_out(test: Test, row: Callable[[Source], Iterator[int]]) -> None:
    assert p_of(test, row(seeded())) < 1e-6


def low_bits() -> Callable[[int], bytes]:
    """The low byte of a linear congruential generator, which comes round after 256 steps."""
    state = 1

    def read(count: int) -> bytes:
        nonlocal state
        found = []
        for _ in range(count):
            state = (1103515245 * state + 12345) % 2**32
            found.append(state % 256)
        return bytes(found)

    return read


def repeated() -> Callable[[int], bytes]:
    """A thousand good bytes, over and over."""
    good = cycle(random.Random(1).randbytes(1000))  # noqa: S311 - a test repeats itself
    return lambda count: bytes(islice(good, count))


def skewed() -> Callable[[int], bytes]:
    """Bytes whose highest bit is set in 60 of 100."""
    good = random.Random(1)  # noqa: S311 - a test repeats itself
    return lambda count: bytes(good.getrandbits(8) | (128 if good.random() < 0.2 else 0) for _ in range(count))


@pytest.mark.parametrize(("game", "bad"), [*zip(playable(), cycle([low_bits, repeated, skewed]))])
def test_a_bad_source_fails_in_every_game(game: str, bad: Callable[[], Callable[[int], bytes]]) -> None:
    assert not try_source([game], 5000, Source(bad())).passes


def test_the_weights_are_the_rulebooks() -> None:
    dice = total_weights(4)
    assert (dice[0], dice[10], sum(dice)) == (1, 146, 6**4)
    assert sum(weights_at("football_poker")) == 71_472_960
    assert sum(weights_at("wheel")) == 52
