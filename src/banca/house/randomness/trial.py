"""All tests of one run, and what they come to together."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from banca.house.randomness.orders import Pairs
from banca.house.randomness.power import Power, power_of
from banca.house.randomness.rows import Weights
from banca.house.randomness.series import Series, drawn
from banca.house.rng import Source

LEVEL = 0.01
LEAST_ROUNDS = 30
"""Results of a table, below which it is not tested by itself."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StatisticalResult:
    """What one test found on one device."""

    game: str
    tables: tuple[str, ...]
    """Where the results were recorded; none where the source itself was drawn from."""
    device: str
    test: str
    count: int
    """Results that it looked at."""
    weights: Weights
    pairs: Pairs | None
    """Of orders: the pairs that it counts."""
    statistic: float
    """Chi-square with `freedom` degrees of freedom; where those are none, the deviation in standard deviations."""
    freedom: int
    p: float

    @property
    def passes(self) -> bool:
        """Whether the row is an ordinary one, at 99 %."""
        return self.p >= LEVEL


@dataclass(frozen=True, slots=True, kw_only=True)
class Trial:
    """All tests of one run, and what they come to."""

    series: tuple[Series, ...]
    results: tuple[StatisticalResult, ...]

    @property
    def failed(self) -> int:
        """Tests that fail at 99 %."""
        return sum(not result.passes for result in self.results)

    @property
    def expected_to_fail(self) -> float:
        """Tests that fail at 99 % on average, with a perfect source."""
        return LEVEL * len(self.results)

    @property
    def threshold(self) -> float:
        """The p below which any test alone condemns the source: Bonferroni's."""
        return LEVEL / max(1, len(self.results))

    @property
    def condemning(self) -> tuple[StatisticalResult, ...]:
        """The tests that chance does not explain, by Holm's way.

        The smallest p must lie below the threshold; where it does, the level is divided among the others, and so on.
        """
        ordered = sorted(self.results, key=lambda result: result.p)
        condemned = []
        for place, result in enumerate(ordered):
            if result.p >= LEVEL / (len(ordered) - place):
                break
            condemned.append(result)
        return tuple(condemned)

    @property
    def passes(self) -> bool:
        """The verdict over all tests."""
        return not self.condemning

    def power(self, result: StatisticalResult) -> Power:
        """What a test of this run could find."""
        return power_of(result.test, result.device, result.weights, result.count, self.threshold, result.pairs)


def try_series(several: Iterable[Series]) -> Trial:
    """Test what came up."""
    tested = tuple(one for one in several if one.rounds >= LEAST_ROUNDS)
    results = [
        StatisticalResult(
            game=series.game,
            tables=series.tables,
            device=tried.device,
            test=tried.test,
            count=tried.count,
            weights=tried.weights,
            pairs=tried.pairs,
            statistic=tried.found[0],
            freedom=tried.found[1],
            p=tried.found[2],
        )
        for series in tested
        for tried in series.tried()
    ]
    return Trial(series=tested, results=tuple(results))


def try_source(games: Sequence[str], count: int, source: Source) -> Trial:
    """Draw `count` times as a table of each game does, and test what came up."""
    return try_series(drawn(game, count, source) for game in games)
