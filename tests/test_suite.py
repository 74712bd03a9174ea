"""The tests themselves: none sleeps, looks at the clock on the wall, depends on the day, or reads anything outside the checkout."""

import re
from pathlib import Path

import pytest

from paths import ROOT

FAULTS = {
    "sleeps": r"\btime\.sleep\b|\basyncio\.sleep\b|\bwait_for_timeout\b|networkidle|\.wait\(\d",
    "looks at the clock": r"\bmonotonic\b|\bperf_counter\b|\bprocess_time\b|\btime\.time\b|\.elapsed\b",
    "depends on the day": r"\bdate\.today\b|\bdatetime\.now\b|\butcnow\b",
    "gives up after a time of its own": r"\btimeout=(?!PATIENCE\b|HANGS\b)",
    "reads outside the checkout": r"\bROOT\.parent\b|parent\.parent\.parent|\.\./shared|\bPath\.home\b|expanduser",
    "takes a port that may be another's": r"--port\"?,? *\"?[1-9]|\"127\.0\.0\.1\", *[1-9]",
}
"""What makes a test fail on another machine, on another day, or beside another test."""
ALLOWED = {
    (
        "tests/support/service.py",
        "time.time",
    ): "the house's own clock, where a test hands in no other: nothing waits for it",
    ("tests/support/service.py", "monotonic"): "`until`: ends a test that hangs",
    ("tests/support/service.py", "time.sleep"): "`until`: looks again for a state that somebody declares",
    ("tests/test_peer_link.py", "asyncio.sleep"): "of no seconds: the loop does what is due",
    ("tests/conftest.py", ".wait(0"): "`held`: a run of the lab is kept from going on until it is stopped",
}
"""Where it is meant, and why."""
SAMPLES = {
    "sleeps": ["time.sleep(1)", "await asyncio.sleep(0)", "page.wait_for_timeout(100)", "event.wait(5)"],
    "looks at the clock": ["time.monotonic() - began < 5", "answer.elapsed.total_seconds()"],
    "depends on the day": ["date.today()", "datetime.now(UTC)"],
    "gives up after a time of its own": ["run(x, timeout=5)"],
    "reads outside the checkout": ['ROOT.parent / "shared"', "Path.home()"],
    "takes a port that may be another's": ['"--port", "8470"', 'listen("127.0.0.1", 8470)'],
}


def suite() -> list[Path]:
    files = [*ROOT.glob("conftest.py"), *(ROOT / "tests").rglob("*.py")]
    return [file for file in files if file != Path(__file__)]


def found_in(file: Path, pattern: str) -> set[tuple[str, str]]:
    return {(str(file.relative_to(ROOT)), match[0]) for match in re.finditer(pattern, file.read_text("utf-8"))}


@pytest.mark.parametrize("fault", FAULTS)
def test_no_test_has_it(fault: str) -> None:
    found = {one for file in suite() for one in found_in(file, FAULTS[fault])}
    assert found - set(ALLOWED) == set()


def test_nothing_is_allowed_that_nobody_does() -> None:
    found = {one for file in suite() for pattern in FAULTS.values() for one in found_in(file, pattern)}
    assert set(ALLOWED) - found == set()


@pytest.mark.parametrize(("fault", "line"), [(fault, line) for fault, lines in SAMPLES.items() for line in lines])
def test_it_would_be_found(fault: str, line: str) -> None:
    assert re.search(FAULTS[fault], line)
    assert set(SAMPLES) == set(FAULTS)
