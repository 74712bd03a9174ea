"""The program dieharder, where it is installed, over the raw bytes that the tables draw from."""

import shutil
import subprocess
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from threading import Thread
from typing import IO

from banca.house.rng import Source
from banca.rules import Refusal, _, refusal

NOT_INSTALLED = refusal("not_installed", _("{asked} requires the program {allowed}, which is not installed"))

PROGRAM = "dieharder"
ALL_TESTS_OF_STANDARD_INPUT = ("-a", "-g", "200")
ASSESSMENTS = ("passed", "weak", "failed")
PIECE = 1 << 20


@dataclass(frozen=True, slots=True, kw_only=True)
class Assessment:
    """One of its tests: `passed`, `weak` or `failed`."""

    test: str
    size: int
    """Which one of the tests of this name."""
    p: float
    assessment: str


def find_dieharder() -> str:
    """Where the program is; refused where it is not installed."""
    found = shutil.which(PROGRAM)
    if found is None:
        raise Refusal(NOT_INSTALLED, asked=f"--{PROGRAM}", allowed=PROGRAM)
    return found


def run_dieharder(source: Source, hear: Callable[[Assessment], None]) -> list[Assessment]:
    """All its tests, which take about an hour; `hear` is told of each as it ends."""
    found = []
    words = [find_dieharder(), *ALL_TESTS_OF_STANDARD_INPUT]
    pipe = subprocess.PIPE
    with subprocess.Popen(words, stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL) as program:  # no shell
        feeder = Thread(target=_feed, args=(source, program.stdin), daemon=True)
        feeder.start()
        try:
            for line in program.stdout or ():
                if assessed := read_line(line.decode(errors="replace")):
                    found.append(assessed)
                    hear(assessed)
            status = program.wait()
        finally:
            program.kill()
            feeder.join()
    if status or not found:
        raise Refusal(
            "program_failed", _("{asked} ended without a result (exit code {status})"), asked=PROGRAM, status=status
        )
    return found


def _feed(source: Source, program: IO[bytes]) -> None:
    """Random bytes until the program has had enough."""
    with suppress(BrokenPipeError), program:
        while True:
            program.write(source.read(PIECE))


def read_line(line: str) -> Assessment | None:
    """A line of its table, where it is one.

    >>> read_line("   diehard_birthdays|   0|       100|     100|0.84826540|  PASSED  ")
    Assessment(test='diehard_birthdays', size=0, p=0.8482654, assessment='passed')
    """
    cells = [cell.strip() for cell in line.split("|")]
    if len(cells) != 6 or cells[5].lower() not in ASSESSMENTS:
        return None
    return Assessment(test=cells[0], size=int(cells[1]), p=float(cells[4]), assessment=cells[5].lower())
