"""Chance, sums and engines: exactly uniform, the same whoever does the work, and in agreement with the exact figures."""

import json
import signal
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from distributed import LocalCluster
from msgspec import convert, to_builtins
from numpy.random import Philox

from banca.analysis.exact import analyse
from banca.analysis.simulation import run as checkpoint
from banca.analysis.simulation.compiled.chance import HALF, numbers_per_half, philox_words
from banca.analysis.simulation.results import Results
from banca.analysis.simulation.run import (
    DASK,
    WORKER_FAILED,
    Engine,
    Progress,
    Run,
    Work,
    make_work,
    on_threads,
    run,
)
from banca.analysis.simulation.strategy import Play, Session, Strategy
from banca.analysis.simulation.strategy_file import find_strategy
from banca.analysis.simulation.tally import RunTally, Spread, array_data, array_of, bucket_of, ends
from banca.games import of_chance, rulebook
from banca.rules import Limits, Refusal
from support.commands import refuses
from support.runners import raw_numbers

pytestmark = pytest.mark.compiled


@pytest.mark.parametrize(("seed", "stream", "counter"), [(0, 0, 1), (2**63 - 1, 10**12, 2**40)])
def test_words_are_philox_as_numpy_has_it(seed: int, stream: int, counter: int) -> None:
    key, before = np.array([seed, 0], dtype=np.uint64), np.array([counter - 1, stream, 0, 0], dtype=np.uint64)
    assert list(philox_words(seed, stream, counter)) == Philox(key=key, counter=before).random_raw(4).tolist()


@pytest.mark.parametrize("base", [4, 37, 52, 416 * 415 * 414])
def test_draws_are_exactly_uniform(base: int) -> None:
    """Of all halves that are kept, every outcome comes from equally many."""
    many, threshold = numbers_per_half(base)
    assert threshold == HALF % base**many
    assert (HALF - threshold) % base**many == 0


def test_streams_differ_and_repeat() -> None:
    assert raw_numbers(1, 0, 36, 100) == raw_numbers(1, 0, 36, 200)[:100]
    assert len({tuple(raw_numbers(seed, stream, 36, 50)) for seed in range(5) for stream in range(5)}) == 25


# Sums


@pytest.mark.parametrize("amount", [0, 5, 127, -128, 1000, -99_999, 2**43 + 12345, 2**62, -(2**62)])
def test_buckets_are_right_to_a_hundredth(amount: int) -> None:
    low, high = ends(int(bucket_of(amount)))
    assert low <= amount <= high
    assert high - low <= abs(amount) / 60


def plain(value: object) -> object:
    """Counts as a checkpoint has them."""
    return to_builtins(value, enc_hook=array_data)


def spread_of(amounts: Iterable[int]) -> Spread:
    return Spread.of(np.array(list(amounts), dtype=np.int64).reshape(-1, 1))


def test_quantiles_are_amounts_that_occurred() -> None:
    small = spread_of(range(-50, 51))
    assert [small.quantile(0, share) for share in (0.0, 0.5, 1.0)] == [-50, 0, 50]
    ruined = spread_of([-70_000] * 900 + [100_500] * 100)
    assert [ruined.quantile(0, share) for share in (0.05, 0.5, 0.95)] == [-70_000, -70_000, 100_500]
    amounts = range(100, 2_000_000, 700)
    parts = spread_of(amounts[1::2]) + spread_of(amounts[::2])
    saved = convert(json.loads(json.dumps(plain(parts))), Spread, dec_hook=lambda _, data: array_of(data))
    assert plain(parts) == plain(spread_of(amounts)) == plain(saved)
    for share in (0.05, 0.25, 0.5, 0.75, 0.95):
        assert parts.quantile(0, share) in amounts
        assert abs(parts.quantile(0, share) - 2_000_000 * share) < 12_000


# Results


def played(strategy: Strategy, sessions: int, seed: int = 1) -> Results:
    done = run(make_work([strategy], sessions=sessions, seed=seed), Engine())
    assert done is not None
    (figures,) = done.answer([strategy]).strategies
    return figures


def flat(game: str, *plays: Play, rounds: int = 1000) -> Strategy:
    return Strategy(title={}, game=game, plays=plays, session=Session(rounds=rounds), limits=Limits())


@pytest.mark.parametrize("game", of_chance())
def test_every_bet_agrees_with_its_exact_edge(game: str) -> None:
    """200,000 rounds each; `bench/simulation.py --agreement` plays a hundred million."""
    scores = []
    for bet in rulebook(game).under().bets.values():
        plays = [Play(bet=bet.key, stake=6000)]
        if bet.added_to:
            count = 3 if bet.added_to in ("come", "dont_come") else 1
            plays = [Play(bet=bet.added_to, stake=6000, count=count), Play(bet=bet.key, times=1)]
        figures = played(flat(game, *plays), 200)
        assert figures.z is not None
        assert abs(figures.z) < 4.5, bet.key
        if not bet.added_to:
            assert figures.per_staked.exact == -analyse(bet).house_edge
        scores.append(figures.z)
    assert sum(score**2 for score in scores) / len(scores) < 2.5


def test_exact_and_luck_have_their_own_error() -> None:
    """Everybody is ruined: the net result is certain, what was staked until then is not."""
    session = Session(bankroll=10_000, rounds=100_000)
    strategy = Strategy(game="wheel", plays=(Play(bet="symbol:6", stake=500),), session=session)
    figures = played(strategy, 400, seed=3)
    assert (figures.per_session.measured, figures.per_session.error) == (-100, 0)
    assert isinstance(figures.per_session.exact, Fraction)
    assert isinstance(figures.per_session.luck_error, float)
    luck = figures.per_session.measured - figures.per_session.exact
    assert float(luck) / figures.per_session.luck_error == pytest.approx(figures.z)
    assert figures.edge == figures.per_staked.exact == Fraction(-3, 26)
    assert {row.lowest for row in figures.fan[2:]} == {0}
    alone = played(strategy, 1)
    assert (alone.per_session.error, alone.per_staked.error, alone.sd, alone.z) == (None,) * 4


# Engines


def molly_work(sessions: int) -> Work:
    return make_work([find_strategy("craps", "three_point_molly")], sessions=sessions, seed=11)


def data(counted: RunTally) -> list[object]:
    return [plain(tally) for tally in counted.tallies]


def complete(
    work: Work, engine: Engine, file: Path | None = None, on_progress: Callable[[Run], None] = lambda _: None
) -> Run:
    done = run(work, engine, checkpoint=file, identity="this run", on_progress=on_progress)
    assert done is not None
    assert done.is_complete
    return done


def test_blocks_add_up_in_any_order_on_any_engine() -> None:
    work = molly_work(40_000)
    blocks = [work.run(block) for block in range(work.blocks)]
    assert len(blocks) > 2
    forwards, backwards = blocks[0], blocks[-1]
    for block in blocks[1:]:
        forwards += block
    for block in blocks[-2::-1]:
        backwards += block
    assert data(forwards) == data(backwards)
    assert forwards.tallies[0].sessions == 40_000
    for workers in (1, 3):
        assert data(complete(work, Engine(workers=workers)).counted) == data(forwards)
    with LocalCluster(n_workers=1, threads_per_worker=2, processes=False, dashboard_address=None) as cluster:
        on_dask = complete(work, Engine(name=DASK, scheduler=cluster.scheduler_address))
    assert data(on_dask.counted) == data(forwards)


def test_a_scheduler_that_does_not_answer_is_refused() -> None:
    with refuses("no_scheduler"):
        run(molly_work(10), Engine(name=DASK, scheduler="nonsense"))


def test_a_run_goes_on_from_its_checkpoint(tmp_path: Path) -> None:
    work, file, progress = molly_work(30_000), tmp_path / "run.json", Progress()
    for blocks, counted in list(on_threads(work, range(0, work.blocks, 2), 1)):
        progress.add(blocks, counted)
    checkpoint.save(file, "this run", work.seed, progress)
    assert checkpoint.saved_seed(file) == 11
    blocks_done: list[int] = []
    done = complete(work, Engine(workers=2), file, lambda run: blocks_done.append(run.sessions))
    assert data(done.counted) == data(complete(work, Engine()).counted)
    assert len(blocks_done) == work.blocks // 2
    again = complete(work, Engine(), file)
    assert (again.new_rounds, data(again.counted)) == (0, data(done.counted))
    with refuses("bad_checkpoint"):
        run(work, Engine(), checkpoint=file, identity="another run")


@pytest.mark.parametrize(
    "content",
    [
        "",
        "{}",
        "[]",
        '{"form": 2, "run": "r", "seed": 1, "progress": {"until": 1, "counted": {"tallies": [{}], "better": []}}}',
    ],
)
def test_a_spoilt_checkpoint_is_refused(content: str, tmp_path: Path) -> None:
    file = tmp_path / "run.json"
    file.write_text(content)
    with refuses("bad_checkpoint"):
        checkpoint.load(file, "r")


def test_ctrl_c_keeps_what_was_done(tmp_path: Path) -> None:
    file = tmp_path / "run.json"
    stop = lambda _: signal.raise_signal(signal.SIGINT)  # noqa: E731 - once
    done = run(molly_work(10**9), Engine(workers=2), checkpoint=file, identity="r", on_progress=stop)
    assert done is not None
    assert not done.is_complete
    saved = json.loads(file.read_text())
    assert saved["progress"]["counted"]["tallies"][0]["sessions"] == done.counted.tallies[0].sessions > 0


def test_a_stop_in_the_middle_of_adding_loses_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    work, progress = molly_work(20_000), Progress()
    progress.add([0], work.run(0))
    before = progress.counted
    monkeypatch.setattr(RunTally, "__add__", lambda *_: signal.raise_signal(signal.SIGINT))
    with pytest.raises(KeyboardInterrupt):
        progress.add([1], work.run(1))
    assert (progress.until, progress.beyond, progress.counted) == (1, set(), before)


def test_an_engine_that_fails_keeps_what_was_done(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(work: Work, blocks: Iterable[int], workers: int) -> Iterator[tuple[list[int], RunTally]]:
        yield [next(iter(blocks))], work.run(0)
        raise Refusal(WORKER_FAILED, because=f"{workers} lost")

    monkeypatch.setattr("banca.analysis.simulation.run.on_threads", fail)
    done = run(molly_work(10_000), Engine(), checkpoint=tmp_path / "run.json", identity="r")
    assert done is not None
    assert done.failure is not None
    assert (done.is_complete, done.failure.code) == (False, WORKER_FAILED)
    assert checkpoint.load(tmp_path / "run.json", "r").until == 1
