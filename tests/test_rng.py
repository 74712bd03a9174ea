"""Chance as the tables draw it: exactly uniform, committed to, exported, and tested so that a bad source is found out."""

import json
import os
import pty
import random
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import cycle, islice, permutations, product
from pathlib import Path

import flint
import pytest

from asked import answer, run
from banca.cli import rng
from banca.games import GAMES, PAI_KAO, rulebook
from banca.house import chance
from banca.house.chance import SYSTEM, Source, commit, draw, draws, is_opened_by, shuffle
from banca.house.randomness import (
    LEVEL,
    TESTS,
    chi_square_tails,
    classes,
    devices,
    frequency_test,
    gamma_tails,
    gap_test,
    runs_test,
    serial_test,
    try_source,
)
from banca.rulebook import Code, Defect

BANCA = str(Path(sys.executable).with_name("banca"))


def seeded(seed: int = 1) -> Source:
    return Source(random.Random(seed).randbytes)  # noqa: S311 - a test repeats itself


def reading(*pieces: bytes) -> Source:
    """A source that reads these bytes in turn, and no more."""
    rest = iter(pieces)
    return Source(lambda _: next(rest))


class Told(Source):
    """A source that is told which numbers to give, and keeps below what they were asked."""

    def __init__(self, *numbers: int) -> None:
        super().__init__()
        self.numbers = iter(numbers)
        self.limits: list[int] = []

    def below(self, limit: int) -> int:
        self.limits.append(limit)
        return next(self.numbers)


# Exactly uniform


def test_a_number_that_is_too_large_is_thrown_away() -> None:
    assert reading(b"\xff", b"\xc0", b"\xa0").below(6) == 5  # the upper three bits: 7, 6, 5
    assert reading(b"\x00").below(6) == 0
    assert reading(b"\xff\xff", b"\x95\xff").below(300) == 299  # the upper nine bits: 511, 299
    assert reading(b"").below(1) == 0


@pytest.mark.parametrize("limit", [*range(1, 40), 52, 216, 255, 256])
def test_over_all_bytes_every_number_comes_up_as_often(limit: int) -> None:
    numbers: Counter[int] = Counter()
    for byte in range(256):
        try:
            numbers[reading(bytes([byte]) if limit > 1 else b"").below(limit)] += 1
        except StopIteration:
            continue
    share = 256 >> (limit - 1).bit_length()
    assert numbers == dict.fromkeys(range(limit), share)


def test_over_all_pairs_of_bytes_every_number_comes_up_as_often() -> None:
    numbers: Counter[int] = Counter()
    for pair in range(65536):
        try:
            numbers[reading(pair.to_bytes(2)).below(661)] += 1
        except StopIteration:
            continue
    assert numbers == dict.fromkeys(range(661), 64)


def test_a_source_that_is_asked_the_impossible_or_reads_too_little_stops() -> None:
    with pytest.raises(Defect):
        SYSTEM.below(0)
    with pytest.raises(Defect):
        reading(b"").below(6)
    for weighted in ([], [("a", 0)], [("a", 2), ("b", -1)]):
        with pytest.raises(Defect):
            draw(weighted)


@pytest.mark.parametrize("game", [game for game in GAMES if game != "football_poker"])
def test_a_draw_is_as_likely_as_its_weight(game: str) -> None:
    book = rulebook(game)
    weighted = [(book.show(outcome), weight) for outcome, weight in book.under().space]
    total = sum(weight for _, weight in weighted)
    told = Told(*range(total))
    assert Counter(islice(draws(weighted, told), total)) == dict(weighted)
    assert set(told.limits) == {total}


def test_a_draw_of_football_poker_is_as_likely_as_its_weight() -> None:
    book = rulebook("football_poker")
    start = 0
    for outcome, weight in (weighted := [(book.show(outcome), weight) for outcome, weight in book.under().space]):
        assert draw(weighted, Told(start)) == draw(weighted, Told(start + weight - 1)) == outcome
        start += weight


def test_every_order_is_as_likely() -> None:
    orders: Counter[tuple[str, ...]] = Counter()
    for numbers in product(range(4), range(3), range(2)):
        told = Told(*numbers)
        orders[tuple(shuffle("abcd", told))] += 1
        assert told.limits == [4, 3, 2]
    assert orders == dict.fromkeys(permutations("abcd"), 1)


def test_a_shuffle_leaves_what_it_is_given() -> None:
    items = list(range(32))
    assert sorted(shuffle(items)) == items == list(range(32))
    assert shuffle([]) == []


# Commitments


def test_a_commitment_is_the_digest_that_the_page_computes() -> None:
    commitment, nonce = commit("fish-crab-crab", Source(bytes))
    assert nonce == "0" * 64
    written = b"banca commitment 1\n" + b"0" * 64 + b"\nfish-crab-crab"
    done = subprocess.run(["sha256sum"], input=written, capture_output=True, check=True)
    assert commitment == done.stdout.split()[0].decode()


def test_a_commitment_is_opened_by_its_outcome_and_nonce_alone() -> None:
    commitment, nonce = commit("3")
    assert is_opened_by(commitment, "3", nonce)
    other = ("0" if nonce[0] != "0" else "1") + nonce[1:]
    assert not is_opened_by(commitment, "4", nonce)
    assert not is_opened_by(commitment, "3", other)
    assert not is_opened_by(commitment[:-1] + ("0" if commitment[-1] != "0" else "1"), "3", nonce)
    assert not is_opened_by(commitment, "\udc80", nonce)


def test_a_commitment_cannot_be_cut_in_another_place() -> None:
    commitment, nonce = commit("1\n2")
    assert is_opened_by(commitment, "1\n2", nonce)
    assert not is_opened_by(commitment, "2", f"{nonce}\n1")


def test_the_same_outcome_is_committed_to_differently_each_time() -> None:
    assert len({commit("3") for _ in range(20)}) == 20


# Distributions


@pytest.mark.parametrize(
    ("freedom", "upper", "value"),
    [  # NIST/SEMATECH e-Handbook of Statistical Methods, 1.3.6.7.4
        (1, 0.10, 2.706),
        (1, 0.05, 3.841),
        (1, 0.01, 6.635),
        (1, 0.001, 10.828),
        (2, 0.01, 9.210),
        (3, 0.01, 11.345),
        (6, 0.01, 16.812),
        (10, 0.05, 18.307),
        (35, 0.01, 57.342),
        (100, 0.01, 135.807),
        (100, 0.001, 149.449),
        (3, 0.99, 0.115),
        (10, 0.99, 2.558),
        (100, 0.95, 77.929),
    ],
)
def test_chi_square_has_its_published_critical_values(freedom: int, upper: float, value: float) -> None:
    lower_found, upper_found = chi_square_tails(value, freedom)
    assert upper_found == pytest.approx(upper, rel=5e-3)
    assert lower_found + upper_found == pytest.approx(1)


def test_the_incomplete_gamma_function_is_the_one_of_a_library() -> None:
    chance = random.Random(1)  # noqa: S311 - a test repeats itself
    before, flint.ctx.prec = flint.ctx.prec, 1000
    try:
        for _ in range(300):
            shape = chance.choice([0.5, 1, 1.5, 10, 50, 200]) * chance.uniform(0.5, 1.5)
            at = max(1e-9, shape + chance.gauss(0, 4) * shape**0.5)
            at_exactly = flint.arb(at)
            exact = float(at_exactly.gamma_lower(shape, 1)), float(at_exactly.gamma_upper(shape, 1))
            assert min(gamma_tails(shape, at)) == pytest.approx(min(exact), rel=1e-11)
    finally:
        flint.ctx.prec = before


def test_classes_have_the_share_they_need() -> None:
    for game in GAMES:
        weights = devices(game)[0].weights
        for least in (0.001, 0.01, 0.1):
            of, shares = classes(weights, least)
            assert min(shares) >= least
            assert sum(shares) == pytest.approx(1)
            assert (of == sorted(of), set(of)) == (True, set(range(len(shares))))


# A good source passes, and a bad one does not

DIE = (1,) * 6


def test_a_good_source_passes_for_every_game() -> None:
    trial = try_source([*GAMES, PAI_KAO], 10_000, seeded())
    assert len(trial.results) == 4 * (len(GAMES) + 2)
    assert trial.passes
    assert trial.failed <= 3
    assert trial.expected_to_fail == pytest.approx(0.32)
    assert trial.threshold == pytest.approx(0.01 / 32)


@pytest.mark.parametrize("name", TESTS)
def test_a_good_source_fails_a_test_about_once_in_a_hundred_times(name: str) -> None:
    weights = devices("wheel")[0].weights
    chance = random.Random(1)  # noqa: S311 - a test repeats itself
    rows = (chance.choices(range(len(weights)), weights, k=1000) for _ in range(600))
    chances = [TESTS[name](row, weights)[2] for row in rows]
    assert sum(p < LEVEL for p in chances) in range(1, 15)  # 6 on average
    assert sum(p < 0.5 for p in chances) == pytest.approx(300, abs=50)


def p_of(test: Callable[..., tuple[float, int, float]], row: Iterator[int]) -> float:
    return test(list(islice(row, 20_000)), DIE)[2]


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


PATTERN = [0, 4, 2, 5, 1, 3, 3, 1, 5, 2, 4, 0, 0, 1, 2, 3, 4, 5]


@pytest.mark.parametrize(
    ("test", "row"),
    [
        (frequency_test, biased),
        (frequency_test, dealt_out),
        (serial_test, biased),
        (serial_test, sticky),
        (serial_test, alternating),
        (serial_test, lambda _: cycle(PATTERN)),
        (runs_test, sticky),
        (runs_test, alternating),
        (runs_test, lambda _: cycle([0, 1, 2, 3, 4, 5])),
        (gap_test, shy),
        (gap_test, sticky),
        (gap_test, lambda _: cycle(PATTERN)),
        *((test, lambda _: cycle([5])) for test in TESTS.values()),
        *((test, lambda _: cycle([0])) for test in TESTS.values()),
    ],
)
def test_a_test_finds_a_bad_row_out(
    test: Callable[..., tuple[float, int, float]], row: Callable[[Source], Iterator[int]]
) -> None:
    assert p_of(test, row(seeded())) < 1e-6


@pytest.mark.parametrize("test", TESTS.values())
def test_a_test_lets_a_good_row_pass(test: Callable[..., tuple[float, int, float]]) -> None:
    source = seeded(2)
    assert p_of(test, iter(lambda: source.below(6), 6)) >= LEVEL


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


@pytest.mark.parametrize("bad", [low_bits, repeated, skewed])
@pytest.mark.parametrize("game", [*GAMES, PAI_KAO])
def test_a_bad_source_fails_in_every_game(bad: Callable[[], Callable[[int], bytes]], game: str) -> None:
    assert not try_source([game], 10_000, Source(bad())).passes


def test_the_devices_are_the_rulebooks() -> None:
    tile, dice = devices(PAI_KAO)
    assert tile.weights == (1,) * 32
    assert (dice.weights[0], dice.weights[10], sum(dice.weights)) == (1, 146, 6**4)
    assert sum(devices("football_poker")[0].weights) == 71_472_960
    assert sum(devices("wheel")[0].weights) == 52


# The command line


@pytest.fixture
def good(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rng, "SYSTEM", seeded())


@pytest.fixture
def bad(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rng, "SYSTEM", Source(bytes))


def test_the_program_draws_from_what_the_tables_draw_from() -> None:
    assert rng.SYSTEM is chance.SYSTEM


def test_the_export_is_as_long_as_asked_and_random(tmp_path: Path) -> None:
    first, second = (run("rng", "export", "--bytes", "100_000").stdout_bytes for _ in range(2))
    assert (len(first), len(second)) == (100_000, 100_000)
    assert first != second
    assert len(run("rng", "export", "--bytes", "2_000_001").stdout_bytes) == 2_000_001
    file = tmp_path / "bytes"
    said = run("rng", "export", "--bytes", "1e6", "-o", str(file))
    assert (said.exit_code, file.stat().st_size) == (0, 1_000_000)
    assert said.stdout == f"1000000 random bytes written to {file}\n"
    assert list(tmp_path.iterdir()) == [file]


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["export"], 2),
        (["export", "--bytes", "0"], 1),
        (["export", "--bytes", "1e20"], 1),
        (["export", "--bytes", "-5"], 1),
        (["export", "--bytes", "many"], 1),
        (["export", "--bytes", "10", "-o", "no/such/folder"], 1),
        (["test", "craps", "--draws", "999"], 1),
        (["test", "craps", "--draws", "1e8"], 1),
        (["test", "chess"], 1),
        (["test", "--no-such"], 2),
    ],
)
def test_what_cannot_be_done_is_said_in_one_line(words: list[str], code: int) -> None:
    result = run("rng", *words)
    assert (result.exit_code, result.stdout) == (code, "")
    assert code == 2 or result.stderr.count("\n") == 1


def test_raw_bytes_are_not_for_a_terminal() -> None:
    control, terminal = pty.openpty()
    done = subprocess.run(
        [BANCA, "rng", "export", "--bytes", "9"], stdout=terminal, stderr=subprocess.PIPE, text=True, check=False
    )
    os.close(terminal)
    os.close(control)
    assert (done.returncode, done.stderr.count("\n")) == (1, 1)
    assert "terminal" in done.stderr


def test_a_closed_pipe_or_a_full_disk_is_no_traceback() -> None:
    script = f"{BANCA} rng export --bytes 1e9 | head -c 10 | wc -c"
    piped = subprocess.run(["bash", "-c", script], capture_output=True, text=True, check=False)
    assert (piped.stdout.strip(), piped.stderr) == ("10", "")
    full = run("rng", "export", "--bytes", "1e6", "-o", "/dev/full")
    assert (full.exit_code, full.stderr) == (1, "banca: cannot write /dev/full: No space left on device\n")


@pytest.mark.usefixtures("good")
def test_the_report_of_the_tests() -> None:
    report = answer("rng", "test", "craps", "pai_kao", "craps", "--draws", "2000")
    assert (report["draws"], report["count"], report["passes"], report["dieharder"]) == (2000, 12, True, None)
    assert [(one["game"], one["device"]) for one in report["tests"][::4]] == [
        ("craps", "outcomes"),
        ("pai_kao", "first_tile"),
        ("pai_kao", "four_dice"),
    ]
    assert [one["test"] for one in report["tests"][:4]] == ["frequency", "serial", "runs", "gap"]
    assert (report["level"], report["expected_to_fail"]) == (0.01, pytest.approx(0.12))
    assert report["failed"] == sum(one["p"] < 0.01 for one in report["tests"])


@pytest.mark.usefixtures("good")
@pytest.mark.parametrize("language", ["en", "pt", "zh"])
def test_the_table_of_the_tests_fits_and_speaks(language: str) -> None:
    result = run("rng", "test", "--draws", "1000", "--lang", language)
    assert result.exit_code == 0, result.stderr
    assert "football_poker" in result.stdout
    assert max(map(len, result.stdout.splitlines())) <= 80
    assert ("with a perfect source" in result.stdout) == (language == "en")


@pytest.mark.usefixtures("bad")
def test_a_bad_source_is_reported_and_ends_with_one() -> None:
    shown = run("rng", "test", "fantan", "--draws", "1000")
    assert (shown.exit_code, shown.stderr.count("\n")) == (1, 1)
    assert "the source fails" in shown.stdout
    assert "fantan outcomes frequency" in shown.stderr
    as_json = run("rng", "test", "fantan", "--draws", "1000", "--json")
    assert as_json.exit_code == 1
    assert json.loads(as_json.stdout)["passes"] is False
    assert json.loads(as_json.stderr)["code"] == Code.NOT_RANDOM


# dieharder

LINES = """
#=============================================================================#
        test_name   |ntup| tsamples |psamples|  p-value |Assessment
#=============================================================================#
   diehard_birthdays|   0|       100|     100|0.84826540|  PASSED
          sts_serial|   3|    100000|     100|0.99790000|   WEAK
"""
FAILED = "       rgb_bitdist|   2|    100000|     100|0.00000000|  FAILED\n"


def fake_dieharder(folder: Path, prints: str, ends: int = 0) -> str:
    """A program of that name in a folder of its own: the path to find it, and nothing else."""
    (folder / "table").write_text(prints)
    program = folder / "dieharder"
    program.write_text(
        f'#!/bin/sh\nPATH=/usr/bin:/bin\nhead -c 3000000 | wc -c > "{folder}/read"\n'
        f'echo "$@" > "{folder}/asked"\ncat "{folder}/table"\nexit {ends}\n'
    )
    program.chmod(0o755)
    return str(folder)


@pytest.mark.usefixtures("good")
def test_dieharder_reads_our_bytes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", fake_dieharder(tmp_path, LINES))
    words = ("rng", "test", "fantan", "--draws", "1000", "--dieharder")
    shown = run(*words)
    assert shown.exit_code == 0, shown.stderr
    assert "diehard_birthdays 0: p = 0.8482654, passed" in shown.stdout
    assert shown.stdout.endswith("dieharder: 1 passed, 1 weak, 0 failed\n")
    assert int((tmp_path / "read").read_text()) == 3_000_000
    assert (tmp_path / "asked").read_text() == "-a -g 200\n"
    report = answer(*words)["dieharder"]
    assert (report["passed"], report["weak"], report["failed"]) == (1, 1, 0)
    assert report["tests"][1] == {"test": "sts_serial", "size": 3, "p": 0.9979, "assessment": "weak"}


@pytest.mark.usefixtures("good")
def test_dieharder_may_condemn_the_source(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", fake_dieharder(tmp_path, LINES + FAILED))
    shown = run("rng", "test", "fantan", "--draws", "1000", "--dieharder")
    assert (shown.exit_code, shown.stderr.count("\n")) == (1, 1)
    assert "dieharder rgb_bitdist 2" in shown.stderr


@pytest.mark.usefixtures("good")
@pytest.mark.parametrize(("prints", "ends"), [("", 0), (LINES, 3)])
def test_dieharder_that_breaks_is_one_line(
    prints: str, ends: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", fake_dieharder(tmp_path, prints, ends))
    shown = run("rng", "test", "fantan", "--draws", "1000", "--dieharder")
    assert (shown.exit_code, shown.stderr) == (
        1,
        f"banca: dieharder ended without a result (exit code {ends})\n",
    )


def test_dieharder_that_is_not_there_is_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    shown = run("rng", "test", "fantan", "--dieharder", "--json")
    assert (shown.exit_code, shown.stdout) == (1, "")
    assert json.loads(shown.stderr)["code"] == Code.NOT_INSTALLED
