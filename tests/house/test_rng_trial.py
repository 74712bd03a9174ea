"""What tables recorded is tested: unmixed tiles, turned results and dependence are found, and how much of them is said."""

import random
from pathlib import Path

import pytest

from banca.games.pai_kao.state import DiceShaken, TilesDealt
from banca.games.pai_kao.tiles import TILES
from banca.games.roulette.table import ReadNumber
from banca.house import journal
from banca.house.commands import TableTerms, open_terms
from banca.house.journal import FORM, Entry
from banca.house.rng_tests import SOUGHT
from banca.house.rng_trial import Series, StatisticalResult, Trial, devices_of, recorded, try_series
from banca.house.store import Row, WriteSet, open_store
from banca.tables.chance import ChanceSource
from banca.tables.commands import OpenTable
from banca.tables.events import Event, ResultCalled
from support.commands import answer, run
from support.forgery import entries, forge_entry
from support.forgery import run as run_behind
from support.houses import Recorded

pytestmark = pytest.mark.slow


def chance(seed: int = 1) -> random.Random:
    return random.Random(seed)  # a test repeats itself


def found_by(trial: Trial) -> set[tuple[str, str]]:
    return {(result.device, result.test) for result in trial.condemning}


# Results


def of_roulette(outcomes: list[int]) -> Trial:
    series = Series("roulette", devices_of("roulette"))
    series.outcomes += outcomes
    return try_series([series])


def spins(rounds: int, turned: float, seed: int = 1) -> list[int]:
    """A share of the spins is turned into 17."""
    rng = chance(seed)
    return [17 if rng.random() < turned else one for one in rng.choices(range(37), k=rounds)]


def test_two_spins_of_a_thousand_turned_into_17_are_found_at_the_rounds_it_says() -> None:
    trial = of_roulette(spins(10_000, 0))
    (single,) = (result for result in trial.results if result.test == "single")
    needed = single.power.rounds_for_sought
    assert needed is not None
    assert 200_000 < needed < 400_000
    assert found_by(of_roulette(spins(needed, SOUGHT))) >= {("outcomes", "single")}
    assert of_roulette(spins(needed, 0)).passes
    assert of_roulette(spins(10_000, SOUGHT)).passes  # where it cannot be known


# The verdict


def test_the_level_is_divided_among_those_that_are_left() -> None:
    """Holm's way: with 3 tests at 0.01 the smallest p must lie below 0.0033, the next below 0.005, the last below 0.01."""

    def result(p: float) -> StatisticalResult:
        return StatisticalResult(
            game="craps",
            device="outcomes",
            test="single",
            tables=(),
            count=1,
            statistic=0,
            freedom=0,
            p=p,
        )

    def condemned(*chances: float) -> int:
        return len(Trial(series=(), results=tuple(map(result, chances))).condemning)

    assert condemned(0.5, 0.004, 0.5) == 0
    assert condemned(0.5, 0.003, 0.004) == 2
    assert condemned(0.009, 0.003, 0.004) == 3
    assert condemned(0.02, 0.003, 0.006) == 1


# Out of a store


def recorded_roulette(url: str, tables: dict[str, list[int]], chance_source: str = "drawn") -> None:
    """Tables at which only results were called, in journals that are chained as they should be."""
    store = open_store(url)
    for table, outcomes in tables.items():
        asked = TableTerms(id=table, game="roulette", chance=ChanceSource(chance_source))
        called = [ResultCalled(outcome=str(one)) for one in outcomes]
        happened: list[Event] = [open_terms(asked), *called]
        commands = [OpenTable(), *(ReadNumber(outcome=one.outcome) for one in called)]
        writing, head = WriteSet(opened=[(table, "roulette")]), journal.GENESIS
        for seq, (command, event) in enumerate(zip(commands, happened, strict=True), start=1):
            who = {"by": "b", "role": "croupier", "id": str(seq)}
            entry = Entry(v=FORM, at="", table=table, seq=seq, command=command, events=(event,), **who)
            body = journal.write(entry)
            head = journal.digest(head, body)
            writing.rows.append(Row(table, seq, "b", str(seq), body, head))
        writing.heads[table] = (0, len(happened), head)
        store.write(writing)
    store.close()


@pytest.fixture
def db(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'h.db'}"


def test_results_in_a_store_are_tested_by_table_and_together(db: str) -> None:
    recorded_roulette(db, {"a": spins(2000, 0), "b": spins(2000, 0, 2), "c": spins(20, 0, 3)})
    report = answer("rng", "test", "--db", db)
    tested = [(series["tables"], series["results"]) for series in report["results"]]
    assert tested == [(["a", "b", "c"], 4020), (["a"], 2000), (["b"], 2000)]
    assert (report["passes"], report["draws"]) == (True, None)
    shown = run("rng", "test", "roulette", "--db", db)
    assert (shown.exit_code, "roulette, 4,020 results: a, b, c" in shown.stdout) == (0, True)


def test_rigged_results_at_one_table_of_a_store_are_found_and_named(db: str) -> None:
    recorded_roulette(db, {"good": spins(4000, 0), "rigged": spins(2000, 0.05, 2)})
    done = run("rng", "test", "--db", db)
    assert (done.exit_code, "rigged outcomes single" in done.stderr) == (1, True)
    assert "failed tests of single tables" in done.stdout


def test_observed_results_are_tested_where_that_is_asked(db: str) -> None:
    recorded_roulette(db, {"seen": spins(500, 0.1)}, "observed")
    refused = run("rng", "test", "--db", db)
    assert (refused.exit_code, "nothing to test yet" in refused.stderr) == (1, True)
    assert "seen outcomes" in run("rng", "test", "--db", db, "--observed").stderr


def test_a_store_that_was_tampered_with_is_refused_in_one_line(db: str, tmp_path: Path) -> None:
    recorded_roulette(db, {"a": spins(100, 0)})
    run_behind(tmp_path / "h.db", "UPDATE journal SET digest = 'x' WHERE seq = 50")
    broken = run("rng", "test", "--db", db)
    assert (broken.exit_code, broken.stderr.count("\n"), "entry 50" in broken.stderr) == (1, 1, True)
    run_behind(tmp_path / "h.db", "DELETE FROM journal", "UPDATE tables SET game = 'pai_kao'")
    assert "nothing to test yet" in run("rng", "test", "--db", db).stderr
    strange = Recorded(f"sqlite:///{tmp_path / 'other.db'}")
    strange.open("pk", "pai_kao", "drawn")
    dealt = TilesDealt(number=1, first=99, tiles={}, setters={}, cites=())
    shaken = DiceShaken(dice=(9, 9), first=1, cites=())
    forge_entry(tmp_path / "other.db", "pk", 1, events=(*entries(tmp_path / "other.db", "pk")[0].events, shaken, dealt))
    done = run("rng", "test", "--db", f"sqlite:///{tmp_path / 'other.db'}")
    assert (done.exit_code, done.stderr.count("\n")) == (1, 1), done.exception
    strange.store.close()


def test_tiles_at_a_table_that_were_only_cut_fail(db: str, monkeypatch: pytest.MonkeyPatch) -> None:
    rng = chance()
    deck = rng.sample(TILES, len(TILES))

    def cut(_: object, __: object) -> list[str]:
        lifted = rng.randrange(32)
        return deck[lifted:] + deck[:lifted]

    monkeypatch.setattr("banca.house.rng.shuffle", cut)
    house = Recorded(db)
    house.open("pk", "pai_kao", "drawn")
    for gate in (1, 3, 6):
        house.do("pk", "supervisor", "seat_practice", player=f"gate-{gate}", gate=gate, policy="balanced")
    for _ in range(8):
        house.play_pai_kao("pk", 4)
    (series,) = recorded(house.store, ["pai_kao"])
    assert (series.rounds, len(series.dice), series.tables) == (32, 32, ("pk",))
    assert ("followers", "single") in found_by(try_series([series]))
    house.store.close()
