"""The mathematics of the watch: every factor has a mean of exactly 1 under the law, and what is loaded is found."""

import math
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import product
from random import Random
from typing import Any

import pytest

from banca.games import of_chance, playable
from banca.house.commands import TableTerms, engine_of, open_terms
from banca.tables.chance import ChanceSource, Values
from banca_watch import alarm_at, worth_review
from banca_watch.device import CONCENTRATIONS, THETAS, DeviceProcess, plan_bets, shares_of
from banca_watch.e_values import ALARM, AT_ONCE, share, spent_share
from banca_watch.features import (
    CountedStatistic,
    Feature,
    Place,
    ShownResult,
    after,
    each,
    features_of,
    repeat,
    sectors,
    steps,
)
from banca_watch.people import (
    PARTS,
    CallCount,
    CallsProcess,
    LuckProcess,
    compared,
    cut_parts,
    factor,
    hypergeometric,
)
from banca_watch.people import THETAS as CALL_TILTS

COIN = Values(id="side", says="side", of={"a": 1, "b": 2, "c": 3}, weights={"a": 1, "b": 2, "c": 3})
RING = Values(id="place", says="place", of={"a": 0, "b": 1, "c": 2}, weights=dict.fromkeys("abc", 1))
PAIRS = Values(
    id="dice", says="dice", of={"11": (1, 1), "12": (1, 2), "22": (2, 2)}, weights={"11": 1, "12": 2, "22": 1}
)
SMALL = {
    "parts": ([each(PAIRS)], PAIRS),
    "ring": ([sectors(RING, (2,)), steps(RING, (1,))], RING),
    "all": ([each(COIN), repeat(COIN), after(COIN)], COIN),
}


def seeded(seed: int) -> Random:
    return Random(seed)  # a test repeats itself


@cache
def watched(game: str) -> tuple[Any, Any]:
    """How a table of a game is conducted, and the features of each of its devices."""
    engine = engine_of(open_terms(TableTerms(id="table", game=game, chance=ChanceSource.OBSERVED)))
    return engine, features_of(engine)


def watch(process: DeviceProcess, results: Iterable[str], until: float = math.inf) -> int | None:
    """Let a process read results, and say after how many its evidence was strong enough."""
    before = ShownResult()
    for number, result in enumerate(results, 1):
        shown = ShownResult(result, result)
        process.take(before, shown)
        before = shown
        if process.log_e > until:
            return number
    return None


def tilt_norm(theta: Fraction, feature: Feature, statistic: CountedStatistic, context: int) -> Fraction:
    """What (1 + theta) to the power of a count is on average."""
    chances = zip(feature.law[context], statistic.counts, strict=True)
    return sum((chance * (1 + theta) ** count for chance, count in chances), Fraction(0))


def tilt_factor(theta: Fraction, norm: Fraction, count: int) -> Fraction:
    """The factor of a round whose result has this count."""
    return (1 + theta) ** count / norm


def urn_factor(concentration: Fraction, chance: Fraction, seen: int, rounds: int) -> Fraction:
    """The factor of a round whose result has this chance by the law, and had come up `seen` times in so many rounds before."""
    return (concentration * chance + seen) / ((concentration + rounds) * chance)


class ExactMixture:
    """The same evidence in fractions, as its definition has it: tilt by tilt, urn by urn, start by start."""

    def __init__(self, features: Sequence[Feature], starts: Sequence[int]) -> None:
        self.features, self.starts = features, starts
        """`starts` are rounds before which a further day begins."""

    def value(self, results: Sequence[str]) -> Fraction:
        total = Fraction(0)
        for feature in self.features:
            places = [feature.reads(*pair) for pair in zip(("", *results), results, strict=False)]
            of_tilt, of_urn = shares_of(feature, len(self.features))
            if feature.has_urn:
                total += of_urn * sum((self._urn(feature, places, one) for one in CONCENTRATIONS), Fraction(0))
            for number in range(len(feature.statistics)):
                total += of_tilt * sum((self._tilts(feature, number, places, theta) for theta in THETAS), Fraction(0))
        return total

    def _urn(self, feature: Feature, places: Sequence[Place | None], concentration: int) -> Fraction:
        value, seen = Fraction(1), list[Place]()
        for place in filter(None, places):
            rounds = sum(1 for one in seen if one[0] == place[0])
            value *= urn_factor(Fraction(concentration), feature.law[place[0]][place[1]], seen.count(place), rounds)
            seen.append(place)
        return value

    def _tilts(self, feature: Feature, number: int, places: Sequence[Place | None], theta: Fraction) -> Fraction:
        statistic, total = feature.statistics[number], Fraction(0)
        weights = [(0, Fraction(AT_ONCE))]
        weights += [(first, Fraction((1 - AT_ONCE) * share(day))) for day, first in enumerate(self.starts, 1)]
        for first, weight in weights:
            value = Fraction(1)
            for place in places[first:]:
                if place:
                    norm = tilt_norm(theta, feature, statistic, place[0])
                    value *= tilt_factor(theta, norm, statistic.counts[place[1]])
            total += weight * value
        return total + 1 - sum(weight for _, weight in weights)


@pytest.mark.parametrize("which", SMALL)
@pytest.mark.parametrize("starts", [(), (1, 2)])
def test_the_mean_of_the_evidence_is_the_evidence_before_exactly(which: str, starts: tuple[int, ...]) -> None:
    features, values = SMALL[which]
    mixture = ExactMixture(features, starts)
    total = sum(values.weights.values())
    for past in _pasts(values, 2):
        now = mixture.value(past)
        following = [(weight, mixture.value((*past, result))) for result, weight in values.weights.items()]
        assert sum(weight * value for weight, value in following) == total * now
    assert mixture.value(()) == 1


@pytest.mark.parametrize("which", SMALL)
def test_the_running_evidence_is_that_of_the_definition(which: str) -> None:
    (features, values), starts = SMALL[which], (1, 2)
    for past in _pasts(values, 3):
        process, before = DeviceProcess(plan_bets(features)), ShownResult()
        for number, result in enumerate(past):
            if number in starts:
                process.begin_day()
            process.take(before, ShownResult(result, result))
            before = ShownResult(result, result)
        begun = tuple(one for one in starts if one < len(past))
        expected = ExactMixture(features, begun).value(past)
        assert process.e_value == pytest.approx(float(expected), rel=1e-12)


def _pasts(values: Values, most: int) -> Iterator[tuple[str, ...]]:
    for length in range(most + 1):
        yield from product(values.weights, repeat=length)


def test_evidence_goes_on_from_where_it_was_kept() -> None:
    features, random = [each(COIN), repeat(COIN)], seeded(5)
    plan = plan_bets(features)
    whole, parts = DeviceProcess(plan), DeviceProcess(plan)
    for days in range(3):
        results = random.choices("abc", (1, 2, 3), k=170)
        for process in (whole, parts):
            watch(process, results)
            process.begin_day()
        parts = DeviceProcess(plan, parts.state)
        assert parts.e_value == pytest.approx(whole.e_value, rel=1e-9), days
    assert parts.state.seen == whole.state.seen


@pytest.mark.slow
@pytest.mark.parametrize("game", playable())
def test_every_bet_on_every_device_is_fair_exactly(game: str) -> None:
    _, devices = watched(game)
    assert devices
    for features in devices:
        assert {"each"} <= {feature.kind for feature in features}
        for feature in features:
            for context, law in enumerate(feature.law):
                _assert_fair(feature, context, law)


def _assert_fair(feature: Feature, context: int, law: tuple[Fraction, ...]) -> None:
    assert sum(law) == 1
    for statistic, theta in product(feature.statistics, THETAS):
        norm = tilt_norm(theta, feature, statistic, context)
        factors = [tilt_factor(theta, norm, count) for count in statistic.counts]
        assert sum(chance * one for chance, one in zip(law, factors, strict=True)) == 1
    seen = [place % 3 for place in range(len(law))]
    factors = [urn_factor(Fraction(300), chance, count, sum(seen)) for chance, count in zip(law, seen, strict=True)]
    assert sum(chance * one for chance, one in zip(law, factors, strict=True)) == 1


@pytest.mark.parametrize("game", of_chance())
def test_features_read_every_result_by_the_weights_of_the_law(game: str) -> None:
    engine, (features,) = watched(game)
    results = engine.devices[0].results
    total, befores = sum(weight for _, weight in results), [result for result, _ in results[:5]]
    for feature in features:
        if feature.values.is_of_written:
            continue
        for before in befores:
            chances: dict[Place, Fraction] = {}
            for result, weight in results:
                place = feature.reads(before, result)
                assert place is not None
                chances[place] = chances.get(place, Fraction(0)) + Fraction(weight, total)
            (context,) = {place[0] for place in chances}
            assert {place[1]: chance for place, chance in chances.items()} == dict(enumerate(feature.law[context]))


def test_luck_and_calls_are_bet_on_fairly() -> None:
    luck = [(Fraction(1, 37), Fraction(36)), (Fraction(36, 37), Fraction(-1))]
    for part in map(Fraction, cut_parts(-1.0, 36.0)):
        assert sum(chance * (1 + part * one) for chance, one in luck) == 1
        assert min(1 + part * one for _, one in luck) > 0
    assert len(cut_parts(-1.0, 36.0)) == len(PARTS)
    for own_calls, kind in product(range(8), range(8)):
        count = CallCount(0, own_calls, kind, 7)
        chances = dict(hypergeometric(count))
        assert sum(chances.values()) == 1
        for theta in CALL_TILTS:
            assert sum(chance * factor(theta, count._replace(own=own)) for own, chance in chances.items()) == 1


def test_a_croupier_who_calls_twice_as_many_nulls_is_found_and_the_others_are_not() -> None:
    random, busy, usual = seeded(3), CallsProcess(), CallsProcess()
    for _ in range(120):
        own = sum(random.random() < 0.06 for _ in range(100))
        other = sum(random.random() < 0.03 for _ in range(100))
        rest = sum(random.random() < 0.03 for _ in range(400))
        busy.take(CallCount(own, 100, own + other + rest, 600))
        usual.take(CallCount(other, 100, other + rest, 500))
    assert busy.e_value > 1e4
    assert usual.e_value < 20


def test_what_version_1_0_had_for_further_days_leaves_the_evidence_before_them() -> None:
    days, before, after_days = [CallCount(2, 10, 4, 30), CallCount(0, 10, 1, 30)], CallsProcess(), CallsProcess()
    for day in days:
        after_days.take(day)
    assert compared(before, days) == after_days
    assert before == CallsProcess()


def test_all_shares_together_are_one_however_many_series_come() -> None:
    assert spent_share(0) == 0
    assert all(share(number) > share(number + 1) > 0 for number in range(1, 200))
    assert sum(share(number) for number in range(1, 10_001)) == pytest.approx(spent_share(10_000))
    assert spent_share(10**9) < 1
    assert sum(math.exp(-alarm_at(number)) for number in range(1, 1000)) == pytest.approx(ALARM * spent_share(999))


def test_of_many_honest_series_few_are_named_for_review() -> None:
    """e-BH, on independent e-values that are 40 with one chance in forty: its level bounds the chance that any is named."""
    random, named = seeded(11), 0
    for _ in range(500):
        logs = {str(n): math.log(40) if random.random() < 1 / 40 else -math.inf for n in range(20)}
        named += bool(worth_review(logs))
    assert named / 500 <= 0.05
    assert worth_review({}) == []


LOADED = {"craps": ("dice", "6", 40_000), "roulette": ("place", None, 30_000)}
"""What is loaded, and within how many rounds it must be found."""


@pytest.mark.slow
@pytest.mark.parametrize("game", LOADED)
def test_a_device_that_favours_something_is_found(game: str) -> None:
    engine, (features,) = watched(game)
    which, name, most = LOADED[game]
    kinds = ("sector",) if name is None else ("each",)
    feature = next(feature for feature in features if feature.id == which and feature.kind in kinds)
    named = [statistic for statistic in feature.statistics if statistic.name == name]
    statistic = feature.statistics[50] if name is None else named[0]
    results = engine.devices[0].results
    weights = [weight * 1.15 ** statistic.counts[feature.reads("", result)[1]] for result, weight in results]
    process = DeviceProcess(plan_bets(features))
    drawn = seeded(1).choices([result for result, _ in results], weights, k=most)
    number = watch(process, drawn, until=math.log(1000))
    assert number is not None
    assert number > 100
    assert process.lead().feature in (which, "total", "points", "first_points")


def test_a_player_whose_mean_is_too_good_is_found_and_an_honest_one_is_not() -> None:
    random, honest, steered = seeded(4), LuckProcess(), LuckProcess()
    for _ in range(20_000):
        for process, chance in ((honest, 0.5), (steered, 0.53)):
            process.take(1.0 if random.random() < chance else -1.0, 1.0, -1.0, 1.0)
    assert steered.log_e > math.log(1000)
    assert honest.log_e < math.log(20)
