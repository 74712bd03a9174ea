"""Chance, sums and engines: exactly uniform, the same whoever does the work, and in agreement with the exact figures."""

import json
import os
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from numpy.random import Philox

from banca.exact import analyse
from banca.games import of_chance, rulebook
from banca.jit import jit, product
from banca.rulebook import Limits, Refusal
from banca.simulation import checkpoint
from banca.simulation.checkpoint import Progress
from banca.simulation.compiled.philox import HALF, HALVES, batch, draw, outcomes, words
from banca.simulation.compiled.program import make_program
from banca.simulation.engines import WORKER_FAILED, dask_client, on_dask, on_threads
from banca.simulation.plan import make_plan
from banca.simulation.results import results
from banca.simulation.run import DASK, Engine, Heard, make_work, run
from banca.simulation.session import Session
from banca.simulation.spread import Spread, bucket_of, ends
from banca.simulation.strategy import Play, Strategy
from banca.simulation.strategy_file import find_strategy
from banca.simulation.work import Tallied, Work
from refusing import refuses

pytestmark = pytest.mark.compiled


@jit()
def four_words(seed: int, stream: int, counter: int) -> tuple[int, ...]:
    found: tuple[int, ...] = words(seed, stream, counter)
    return found


@jit()
def both_halves(left: np.uint64, right: np.uint64) -> tuple[int, int]:
    found: tuple[int, int] = product(left, right)
    return found


@pytest.mark.parametrize(("seed", "stream", "counter"), [(0, 0, 1), (7, 5, 3), (2**63 - 1, 10**12, 2**40)])
def test_words_are_philox_as_numpy_has_it(seed: int, stream: int, counter: int) -> None:
    key, before = np.array([seed, 0], dtype=np.uint64), np.array([counter - 1, stream, 0, 0], dtype=np.uint64)
    assert list(four_words(seed, stream, counter)) == Philox(key=key, counter=before).random_raw(4).tolist()


def test_product() -> None:
    left, right = 0xD2E7470EE14C6C93, 0xFFFFFFFFFFFFFFFE
    assert both_halves(np.uint64(left), np.uint64(right)) == divmod(left * right, 1 << 64)


@pytest.mark.parametrize("base", [4, 36, 37, 52, 216, 416 * 415 * 414])
def test_draws_are_exactly_uniform(base: int) -> None:
    """Of all halves that are kept, every outcome comes from equally many: counted on a scale of halves one can walk through."""
    many, threshold = batch(base)
    assert threshold == HALF % base**many
    assert (HALF - threshold) % base**many == 0
    small, base, many = 1 << 12, min(base, 60), 2
    rest = small % base**many
    found: Counter[tuple[int, ...]] = Counter()
    for half in range(small):
        left, taken = half, []
        for _ in range(many):
            left *= base
            taken.append(left // small)
            left %= small
        if left >= rest:
            found[tuple(taken)] += 1
    assert set(found.values()) == {small // base**many}
    assert len(found) == base**many


def test_a_turn_is_what_its_words_say() -> None:
    many, threshold = batch(36)
    rests, pairs = np.zeros(HALVES, dtype=np.uint64), np.zeros(HALVES // 2 * many, dtype=np.uint64)
    assert draw(1, 2, 0, 36, many, threshold, rests, pairs) in (0, HALVES * many)
    found = pairs.view(np.uint32)
    by_hand = []
    for counter in range(HALVES // 8):
        for word in four_words(1, 2, counter):
            by_hand += [word & (HALF - 1), word >> 32]
    for place in range(many):
        by_hand = [half * 36 for half in by_hand]
        assert found[place * HALVES : (place + 1) * HALVES].tolist() == [half >> 32 for half in by_hand]
        by_hand = [half & (HALF - 1) for half in by_hand]


def test_streams_differ_and_repeat() -> None:
    assert outcomes(1, 0, 36, 100) == outcomes(1, 0, 36, 200)[:100]
    assert len({tuple(outcomes(seed, stream, 36, 50)) for seed in range(5) for stream in range(5)}) == 25


@pytest.mark.parametrize("amount", [0, 5, -5, 127, 128, -128, 1000, -99_999, 2**43 + 12345, 2**62, -(2**62)])
def test_buckets_are_right_to_a_hundredth(amount: int) -> None:
    low, high = ends(int(bucket_of(amount)))
    assert low <= amount <= high
    assert high - low <= abs(amount) / 60


def spread_of(amounts: list[int]) -> Spread:
    return Spread.of(np.array(amounts, dtype=np.int64).reshape(-1, 1))


def test_quantiles_are_amounts_that_occurred() -> None:
    small = spread_of(list(range(-50, 51)))
    assert [small.quantile(0, share) for share in (0.0, 0.5, 1.0)] == [-50, 0, 50]
    ruined = spread_of([-70_000] * 900 + [100_500] * 100)
    assert [ruined.quantile(0, share) for share in (0.05, 0.5, 0.95)] == [-70_000, -70_000, 100_500]
    amounts = list(range(100, 2_000_000, 700))
    parts = spread_of(amounts[1::2]) + spread_of(amounts[::2])
    for share in (0.05, 0.25, 0.5, 0.75, 0.95):
        assert parts.quantile(0, share) in amounts
        assert abs(parts.quantile(0, share) - 2_000_000 * share) < 12_000


def test_the_fan_holds_only_what_a_session_can_have() -> None:
    """Red after an even number of rounds: an even number of stakes, won or lost."""
    done = run(make_work([flat("roulette", Play(bet="red", stake=1000), rounds=64)], sessions=3000, seed=4), Engine())
    assert done is not None
    (figures,) = done.results()
    assert all(amount % 2000 == 0 for row in figures.fan for amount in row)


@pytest.mark.parametrize("grain", [1, 500])
def test_bars_hold_every_session(grain: int) -> None:
    rng = np.random.default_rng(5)
    for amounts in (rng.integers(-900, 40, 3000), rng.integers(0, 9, 50), np.array([-140]), rng.integers(0, 10**9, 99)):
        spread = spread_of((amounts * grain).tolist())
        bars = spread.bars(0, 40, grain)
        assert len(bars) <= 41
        assert sum(count for _, _, count in bars) == len(amounts)
        assert bars[0][0] <= amounts.min() * grain
        assert amounts.max() * grain < bars[-1][1]
        widths = {high - low for low, high, _ in bars}
        assert len(widths) == 1
        assert widths.pop() % grain == 0


def test_spreads_add_up() -> None:
    whole = spread_of(list(range(-3000, 9000, 7)))
    parts = spread_of(list(range(-3000, 500, 7))) + spread_of(list(range(500, 9000, 7)))
    assert whole.as_data() == parts.as_data() == Spread.from_data(parts.as_data()).as_data()


def flat(game: str, *plays: Play, rounds: int = 1000, **options: object) -> Strategy:
    session = Session(rounds=rounds)
    return Strategy(title={}, game=game, plays=plays, session=session, options=options, limits=Limits())


def measured(strategy: Strategy, sessions: int, seed: int = 1) -> tuple[float | None, Fraction | None]:
    program = make_program(make_plan(strategy))
    found = Work(programs=(program,), seed=seed, sessions=sessions)
    counted = found.run(0)
    figures = results(counted.tallies[0], program)
    return figures.z, figures.per_staked.exact


@pytest.mark.parametrize("game", of_chance())
def test_every_bet_agrees_with_its_exact_edge(game: str) -> None:
    """A million rounds each; `bench/simulation.py --agreement` plays a hundred million."""
    scores = []
    for bet in rulebook(game).under().bets.values():
        plays = [Play(bet=bet.key, stake=6000)]
        if bet.added_to:
            plays = [Play(bet=bet.added_to, stake=6000), Play(bet=bet.key, times=1)]
        if bet.added_to in ("come", "dont_come"):
            plays[0] = Play(bet=bet.added_to, stake=6000, count=3)
        z, exact = measured(flat(game, *plays), 1000)
        assert z is not None
        assert abs(z) < 4.5, bet.key
        if not bet.added_to:
            assert exact == -analyse(bet).house_edge
        scores.append(z)
    mean_square = sum(score**2 for score in scores) / len(scores)
    assert mean_square < 2.5, mean_square


def molly() -> Strategy:
    strategy = find_strategy("craps", "three_point_molly")
    assert isinstance(strategy, Strategy)
    return strategy


def data(counted: Tallied | None) -> list[object]:
    assert counted is not None
    return [tally.as_data() for tally in counted.tallies]


def whole(work: Work) -> list[object]:
    done = run(work, Engine(workers=1))
    assert done is not None
    return data(done.counted)


def test_threads_give_the_same_answer() -> None:
    work = make_work([molly()], sessions=30_000, seed=11)
    one = run(work, Engine(workers=1))
    three = run(work, Engine(workers=3))
    assert one is not None
    assert three is not None
    assert data(one.counted) == data(three.counted)
    assert one.counted.tallies[0].sessions == 30_000


def test_a_run_goes_on_from_its_checkpoint(tmp_path: Path) -> None:
    work = make_work([molly()], sessions=30_000, seed=11)
    file = tmp_path / "run.json"
    progress = Progress()
    for blocks, counted in list(on_threads(work, range(0, work.blocks, 2), 1)):
        progress.add(blocks, counted)
    checkpoint.save(file, "this run", work.seed, progress)
    assert checkpoint.kept_seed(file) == 11
    heard: list[Heard] = []
    done = run(work, Engine(workers=2), kept_in=file, identity="this run", hear=heard.append)
    assert done is not None
    assert data(done.counted) == whole(work)
    assert len(heard) == work.blocks // 2
    again = run(work, Engine(workers=1), kept_in=file, identity="this run")
    assert again is not None
    assert (again.new_rounds, data(again.counted)) == (0, data(done.counted))
    with refuses("bad_checkpoint"):
        run(work, Engine(), kept_in=file, identity="another run")


@pytest.mark.parametrize(
    "content",
    ["", "{}", "[]", '{"form": 1, "run": "r", "seed": 1, "until": 1, "beyond": [], "tallies": [{}], "better": []}'],
)
def test_a_spoilt_checkpoint_is_refused(content: str, tmp_path: Path) -> None:
    file = tmp_path / "run.json"
    file.write_text(content)
    with refuses("bad_checkpoint"):
        checkpoint.load(file, "r")


def test_ctrl_c_keeps_what_was_done(tmp_path: Path) -> None:
    work = make_work([molly()], sessions=10**9, seed=2)
    file = tmp_path / "run.json"

    def stop(_: object) -> None:
        signal.raise_signal(signal.SIGINT)

    done = run(work, Engine(workers=2), kept_in=file, identity="r", hear=stop)
    assert done is not None
    assert not done.is_complete
    kept = json.loads(file.read_text())
    assert kept["tallies"][0]["sessions"] == done.counted.tallies[0].sessions > 0


@pytest.mark.filterwarnings("ignore")
def test_dask_gives_the_same_answer_and_survives_a_lost_worker() -> None:
    work = make_work([molly()], sessions=400_000, seed=11)
    with dask_client(None, 2) as client:
        address = client.scheduler.address
        victim = next(iter(client.run(os.getpid).values()))
        progress = Progress()
        for number, (blocks, counted) in enumerate(on_dask(work, range(work.blocks), address, 2)):
            if number == 2:
                os.kill(victim, signal.SIGKILL)
            assert not any(block in progress for block in blocks)
            progress.add(blocks, counted)
    assert (progress.until, progress.beyond) == (work.blocks, set())
    assert data(progress.counted) == whole(work)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("address", ["tcp://127.0.0.1:9", "nonsense", ""])
def test_a_scheduler_that_does_not_answer_is_refused(address: str) -> None:
    work = make_work([molly()], sessions=10, seed=1)
    with refuses("no_scheduler"):
        run(work, Engine(name=DASK, scheduler=address))


def test_a_stop_in_the_middle_of_adding_loses_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    work = make_work([molly()], sessions=40_000, seed=11)
    progress = Progress()
    progress.add([0], work.run(0))
    before = data(progress.counted)

    def stopped(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Tallied, "__add__", stopped)
    with pytest.raises(KeyboardInterrupt):
        progress.add([1], work.run(1))
    assert (progress.until, progress.beyond, data(progress.counted)) == (1, set(), before)


def test_an_engine_that_fails_keeps_what_was_done(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    work = make_work([molly()], sessions=60_000, seed=11)

    def failing(work: Work, blocks: Iterable[int], workers: int) -> Iterator[tuple[list[int], Tallied]]:
        yield [next(iter(blocks))], work.run(0)
        raise Refusal(WORKER_FAILED, because=f"{workers} lost")

    monkeypatch.setattr("banca.simulation.run.on_threads", failing)
    done = run(work, Engine(), kept_in=tmp_path / "run.json", identity="r")
    assert done is not None
    assert done.failure is not None
    assert (done.is_complete, done.failure.code) == (False, WORKER_FAILED)
    assert checkpoint.load(tmp_path / "run.json", "r").until == 1


MEMORY = """
import resource, sys
from banca.simulation import Play, Strategy, simulate
simulate(Strategy(game="craps", plays=(Play(bet="field", stake=100),)), sessions=int(sys.argv[1]), seed=1)
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""


def test_memory_does_not_grow_with_rounds() -> None:
    """A million rounds and five hundred million; `bench/simulation.py --long` tries ten thousand million."""
    few, many = (
        int(subprocess.run([sys.executable, "-c", MEMORY, sessions], capture_output=True, text=True, check=True).stdout)
        for sessions in ("1000", "500000")
    )
    assert many < 1.1 * few + 40_000


def test_one_session_says_nothing_about_errors() -> None:
    strategy = find_strategy("roulette", "red")
    work = make_work([strategy], sessions=1, seed=1)
    done = run(work, Engine())
    assert done is not None
    (figures,) = done.results()
    assert (figures.per_session.error, figures.per_staked.error, figures.deviation, figures.z) == (None,) * 4
    assert figures.ahead.error > 0


def test_exact_and_luck_have_their_own_error() -> None:
    """Everybody is ruined: the net result is certain, what was staked until then is not."""
    session = Session(bankroll=10_000, rounds=100_000)
    strategy = Strategy(game="wheel", plays=(Play(bet="symbol:6", stake=500),), session=session)
    done = run(make_work([strategy], sessions=400, seed=3), Engine())
    assert done is not None
    (figures,) = done.results()
    assert (figures.per_session.measured, figures.per_session.error) == (-10_000, 0)
    assert figures.per_session.exact is not None
    assert figures.per_session.luck_error is not None
    assert figures.z is not None
    luck = figures.per_session.measured - figures.per_session.exact
    assert float(luck) / figures.per_session.luck_error == pytest.approx(figures.z)
    assert figures.edge == figures.per_staked.exact == Fraction(-3, 26)
    assert {row[0] for row in figures.fan[1:]} == {-10_000}


@pytest.mark.parametrize(
    ("plays", "edge"),
    [
        ((Play(bet="pass_line", stake=1000),), Fraction(-7, 495)),
        ((Play(bet="pass_line", stake=1000), Play(bet="pass_odds", times=1)), None),
        ((Play(bet="big_number:6", stake=1000),), None),
        ((Play(bet="big_number:6", stake=600),), Fraction(-1, 66)),
        ((Play(bet="dont_pass", stake=1000, down=("point 6",)),), None),
    ],
)
def test_the_edge_is_spelled_out_only_where_it_is_one(plays: tuple[Play, ...], edge: Fraction | None) -> None:
    limits = Limits(minimum=plays[0].stake)
    assert make_program(make_plan(Strategy(game="craps", plays=plays, limits=limits))).edge == edge
