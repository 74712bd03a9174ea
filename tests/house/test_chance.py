"""Chance as the tables draw it: exactly uniform, committed to, exported, and tested so that a bad source is found out."""

import json
import os
import pty
import random
import subprocess
import sys
from collections import Counter
from itertools import islice, permutations, product
from pathlib import Path

import pytest

from asked import answer, run
from banca.cli import rng
from banca.cli.refusals import NOT_RANDOM
from banca.games import of_chance, rulebook
from banca.house import chance
from banca.house.chance import SYSTEM, RoundAt, Source, commit, draw, draws, is_opened_by, shuffle
from banca.house.dieharder import NOT_INSTALLED
from banca.rulebook import Defect

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


@pytest.mark.parametrize("game", [game for game in of_chance() if game != "football_poker"])
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

OF = RoundAt("fantan-1", 3)


def test_a_commitment_is_the_digest_that_the_page_computes() -> None:
    commitment, nonce = commit("fish-crab-crab", RoundAt("fish-1", 12), Source(bytes))
    assert nonce == "0" * 64
    assert commitment == sha256sum(b"banca commitment 2\nfish-1\n12\n" + b"0" * 64 + b"\nfish-crab-crab")


def sha256sum(written: bytes) -> str:
    done = subprocess.run(["sha256sum"], input=written, capture_output=True, check=True)
    return done.stdout.split()[0].decode()


def test_a_commitment_is_opened_by_its_outcome_and_nonce_alone() -> None:
    commitment, nonce = commit("3", OF)
    assert is_opened_by(commitment, "3", nonce, OF)
    other = ("0" if nonce[0] != "0" else "1") + nonce[1:]
    assert not is_opened_by(commitment, "4", nonce, OF)
    assert not is_opened_by(commitment, "3", other, OF)
    assert not is_opened_by(commitment[:-1] + ("0" if commitment[-1] != "0" else "1"), "3", nonce, OF)
    assert not is_opened_by(commitment, "\udc80", nonce, OF)


@pytest.mark.parametrize("other", [RoundAt("fantan-2", 3), RoundAt("fantan-1", 4), RoundAt("fantan-1", 0)])
def test_a_commitment_is_for_one_round_at_one_table(other: RoundAt) -> None:
    commitment, nonce = commit("3", OF)
    assert not is_opened_by(commitment, "3", nonce, other)


def test_a_commitment_cannot_be_cut_in_another_place() -> None:
    commitment, nonce = commit("1\n2", OF)
    assert is_opened_by(commitment, "1\n2", nonce, OF)
    assert not is_opened_by(commitment, "2", f"{nonce}\n1", OF)


def test_the_same_outcome_is_committed_to_differently_each_time() -> None:
    assert len({commit("3", OF) for _ in range(20)}) == 20


# The command line


@pytest.fixture
def good(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rng, "SYSTEM", seeded())


@pytest.fixture
def bad(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rng, "SYSTEM", Source(bytes))


def test_the_program_draws_from_what_the_tables_draw_from() -> None:
    assert vars(rng)["SYSTEM"] is chance.SYSTEM


def test_the_export_is_as_long_as_asked_and_random(tmp_path: Path) -> None:
    first, second = (run("rng", "export", "--bytes", "100_000").stdout_bytes for _ in range(2))
    assert (len(first), len(second)) == (100_000, 100_000)
    assert first != second
    assert len(run("rng", "export", "--bytes", "2_000_001").stdout_bytes) == 2_000_001
    file = tmp_path / "bytes"
    said = run("rng", "export", "--bytes", "1e6", "-o", str(file))
    assert (said.exit_code, file.stat().st_size) == (0, 1_000_000)
    assert said.stdout == f"1,000,000 random bytes written to {file}\n"
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
        (["test", "--observed"], 1),
        (["test", "--db", "sqlite:///no/such/file.db"], 1),
        (["test", "--db", "sqlite://", "--draws", "1000"], 1),
        (["test", "--db", "sqlite://", "--dieharder"], 1),
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
    assert (report["draws"], report["count"], report["passes"], report["dieharder"]) == (2000, 29, True, None)
    assert list(dict.fromkeys((one["game"], one["device"]) for one in report["tests"])) == [
        ("craps", "outcomes"),
        ("pai_kao", "places"),
        ("pai_kao", "followers"),
        ("pai_kao", "hands"),
        ("pai_kao", "kept"),
        ("pai_kao", "rising"),
        ("pai_kao", "four_dice"),
        ("pai_kao", "each_die"),
    ]
    assert [one["test"] for one in report["tests"][:5]] == ["frequency", "single", "serial", "runs", "gap"]
    assert (report["level"], report["expected_to_fail"]) == (0.01, pytest.approx(0.29))
    assert report["results"][0] == {"game": "craps", "tables": [], "results": 2000}
    power = report["tests"][1]["power"]
    assert 0.002 < power["turned"] < 0.1
    assert power["rounds_for_sought"] > 100_000
    assert "seed" in report["not_found"][0]
    assert report["failed"] == sum(one["p"] < 0.01 for one in report["tests"])


@pytest.mark.usefixtures("good")
@pytest.mark.parametrize("language", ["en", "pt", "zh"])
def test_the_table_of_the_tests_fits_and_speaks(language: str) -> None:
    result = run("rng", "test", "--draws", "1000", "--lang", language)
    assert result.exit_code == 0, result.stderr
    assert "football_poker" in result.stdout
    assert max(map(len, result.stdout.splitlines())) <= 80
    assert ("a perfect source would fail" in " ".join(result.stdout.split())) == (language == "en")


@pytest.mark.usefixtures("bad")
def test_a_bad_source_is_reported_and_ends_with_one() -> None:
    shown = run("rng", "test", "fantan", "--draws", "1000")
    assert (shown.exit_code, shown.stderr.count("\n")) == (1, 1)
    assert "the source fails" in shown.stdout
    assert "fantan outcomes frequency" in shown.stderr
    as_json = run("rng", "test", "fantan", "--draws", "1000", "--json")
    assert as_json.exit_code == 1
    assert json.loads(as_json.stdout)["passes"] is False
    assert json.loads(as_json.stderr)["code"] == NOT_RANDOM


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
    assert "diehard_birthdays 0: p = 0.8483, passes" in shown.stdout
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
    assert json.loads(shown.stderr)["code"] == NOT_INSTALLED
