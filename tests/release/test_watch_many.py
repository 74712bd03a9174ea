"""Many tables watched, compiled: the same evidence as step by step, and no more false alarms than the bound allows. Fixed seeds."""

import pytest

from banca.games import of_chance
from banca_watch.device import DeviceProcess, plan_bets
from banca_watch.features import ShownResult

pytestmark = pytest.mark.slow

watch_tables = pytest.importorskip("watch_tables", reason="numba")
watch = pytest.importorskip("watch", reason="numba")

TABLES, ROUNDS, DAY = 150, 400, 100


@pytest.mark.parametrize("game", of_chance())
def test_compiled_and_interpreted_evidence_are_one(game: str) -> None:
    device = watch_tables.device(game)
    stays, goes = watch_tables.alias_table(device.weights)
    ((peak, _),) = watch_tables.watch_tables(device, device.weights, [7], ROUNDS, DAY, 1e9)
    process, before, highest = DeviceProcess(plan_bets(device.features)), ShownResult(), 0.0
    for number, place in enumerate(watch_tables.drawn(stays, goes, 7, ROUNDS)):
        if number and number % DAY == 0:
            process.begin_day()
        result = ShownResult(device.shown[place], device.results[place])
        process.take(before, result)
        highest = max(highest, process.e_value)
        before = result
    assert peak == pytest.approx(highest, rel=1e-9)


@pytest.mark.parametrize("game", of_chance())
def test_honest_tables_and_players_seldom_alarm_though_every_round_is_looked_at(game: str) -> None:
    """At 20, the level is 5 %: of 150 at most 7.5 are expected; 18 or more would come up once in two thousand runs."""
    for peaks in (watch.honest_tables(game, TABLES, ROUNDS), watch.honest_players(game, TABLES, ROUNDS)):
        assert len(peaks) == TABLES
        assert sum(peak >= 20 for peak in peaks) < 18


def test_chi_square_looked_at_once_needs_as_many_rounds_as_its_tables_say() -> None:
    """A coin at 0.55: one degree of freedom at 1 % exceeds 6.635; half of the time where the noncentrality is about that."""
    rounds = watch.fixed_sample([0.5, 0.5], [0.55, 0.45])
    assert 600 < rounds < 720


def test_a_loaded_device_is_found_and_when() -> None:
    device = watch_tables.device("fantan")
    found = watch_tables.watch_tables(device, [1.0, 1.3, 1.0, 1.0], range(1, 21), 20_000, 1000, 100.0)
    assert all(0 < number < 10_000 for _, number in found)
