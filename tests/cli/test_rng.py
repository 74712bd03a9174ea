"""`banca rng`: bytes exported, the source and the recorded results tested, and dieharder."""

import json
import os
import pty
import random
import subprocess
import sys
from pathlib import Path

import pytest

from banca.cli import rng
from banca.cli.common import NOT_RANDOM
from banca.house.rng import SYSTEM, Source
from banca.house.rng_trial import NOT_INSTALLED
from support.commands import answer, run

BANCA = str(Path(sys.executable).with_name("banca"))


@pytest.fixture
def good(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rng, "SYSTEM", Source(random.Random(1).randbytes))  # a test repeats itself


@pytest.fixture
def bad(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rng, "SYSTEM", Source(bytes))


def test_the_export_is_as_long_as_asked_and_random(tmp_path: Path) -> None:
    assert vars(rng)["SYSTEM"] is SYSTEM  # what the tables draw from
    first, second = (run("rng", "export", "--bytes", "100_000").stdout_bytes for _ in range(2))
    assert (len(first), len(second)) == (100_000, 100_000)
    assert first != second
    assert len(run("rng", "export", "--bytes", "2_000_001").stdout_bytes) == 2_000_001
    file = tmp_path / "bytes"
    exported = run("rng", "export", "--bytes", "1e6", "-o", str(file))
    assert (exported.exit_code, file.stat().st_size) == (0, 1_000_000)
    assert list(tmp_path.iterdir()) == [file]


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["export"], 2),
        (["export", "--bytes", "0"], 1),
        (["export", "--bytes", "1e20"], 1),
        (["export", "--bytes", "10", "-o", "no/such/folder"], 1),
        (["export", "--bytes", "1e6", "-o", "/dev/full"], 1),
        (["test", "craps", "--draws", "1e8"], 1),
        (["test", "chess"], 1),
        (["test", "--observed"], 1),
        (["test", "--db", "sqlite:///no/such/file.db"], 1),
        (["test", "--db", "sqlite://", "--draws", "1000"], 1),
        (["test", "--db", "sqlite://", "--dieharder"], 1),
    ],
)
def test_what_cannot_be_done_is_said_in_one_line(words: list[str], code: int) -> None:
    result = run("rng", *words)
    assert (result.exit_code, result.stdout) == (code, "")
    assert code == 2 or result.stderr.count("\n") == 1


@pytest.mark.server
def test_raw_bytes_are_not_for_a_terminal_and_a_closed_pipe_is_no_traceback() -> None:
    control, terminal = pty.openpty()
    command = [BANCA, "rng", "export", "--bytes", "9"]
    done = subprocess.run(command, stdout=terminal, stderr=subprocess.PIPE, text=True, check=False)
    os.close(terminal)
    os.close(control)
    assert (done.returncode, done.stderr.count("\n")) == (1, 1)
    script = f"{BANCA} rng export --bytes 1e9 | head -c 10 | wc -c"
    piped = subprocess.run(["bash", "-c", script], capture_output=True, text=True, check=False)
    assert (piped.stdout.strip(), piped.stderr) == ("10", "")


@pytest.mark.usefixtures("good")
def test_the_report_of_the_tests() -> None:
    report = answer("rng", "test", "craps", "pai_kao", "craps", "--draws", "2000")
    assert (report["draws"], report["count"], report["passes"], report["dieharder"]) == (2000, 29, True, None)
    assert [test["test"] for test in report["tests"][:5]] == ["frequency", "single", "serial", "runs", "gap"]
    assert (report["level"], report["expected_to_fail"]) == (0.01, pytest.approx(0.29))
    assert report["results"][0] == {"game": "craps", "tables": [], "results": 2000}
    power = report["tests"][1]["power"]
    assert 0.002 < power["turned"] < 0.1
    assert power["rounds_for_sought"] > 100_000
    assert "seed" in report["not_found"][0]
    assert report["failed"] == sum(test["p"] < 0.01 for test in report["tests"])


@pytest.mark.usefixtures("bad")
def test_a_bad_source_is_reported_and_ends_with_one() -> None:
    shown = run("rng", "test", "fantan", "--draws", "1000")
    assert (shown.exit_code, shown.stderr.count("\n")) == (1, 1)
    assert "fantan outcomes frequency" in shown.stderr
    as_json = run("rng", "test", "fantan", "--draws", "1000", "--json")
    assert (as_json.exit_code, json.loads(as_json.stdout)["passes"]) == (1, False)
    assert json.loads(as_json.stderr)["code"] == NOT_RANDOM


LINES = """
#=============================================================================#
        test_name   |ntup| tsamples |psamples|  p-value |Assessment
#=============================================================================#
   diehard_birthdays|   0|       100|     100|0.84826540|  PASSED
          sts_serial|   3|    100000|     100|0.99790000|   WEAK
"""
WORDS = ("rng", "test", "fantan", "--draws", "1000", "--dieharder")


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
    shown = run(*WORDS)
    assert shown.exit_code == 0, shown.stderr
    assert int((tmp_path / "read").read_text()) == 3_000_000
    assert (tmp_path / "asked").read_text() == "-a -g 200\n"
    report = answer(*WORDS)["dieharder"]
    assert (report["passed"], report["weak"], report["failed"]) == (1, 1, 0)
    assert report["tests"][1] == {"test": "sts_serial", "size": 3, "p": 0.9979, "assessment": "weak"}


@pytest.mark.usefixtures("good")
@pytest.mark.parametrize(
    ("prints", "ends", "says"),
    [
        (LINES + "rgb_bitdist|   2|    100000|     100|0.00000000|  FAILED\n", 0, "dieharder rgb_bitdist 2"),
        ("", 0, "dieharder ended without a result (exit code 0)"),
        (LINES, 3, "dieharder ended without a result (exit code 3)"),
    ],
)
def test_dieharder_that_condemns_the_source_or_breaks_is_one_line(
    prints: str, ends: int, says: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", fake_dieharder(tmp_path, prints, ends))
    shown = run(*WORDS)
    assert (shown.exit_code, shown.stderr.count("\n"), says in shown.stderr) == (1, 1, True)


def test_dieharder_that_is_not_there_is_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    shown = run("rng", "test", "fantan", "--dieharder", "--json")
    assert (shown.exit_code, shown.stdout) == (1, "")
    assert json.loads(shown.stderr)["code"] == NOT_INSTALLED
