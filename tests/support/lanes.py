"""How tests are chosen, sized and waited for."""

import os
import re
from collections.abc import Iterable

from hypothesis import HealthCheck, settings

NEEDS = {
    "browser": "a Chromium",
    "server": "a server of its own, in a thread or a process, or the program in a process",
    "postgres": "a PostgreSQL",
    "compiled": "compiled code, which takes half a minute where none is kept",
    "slow": "nothing, but seconds",
}
"""By mark."""
_quick: list[bool] = []


def begin_quick() -> None:
    """From now on none of it is there."""
    _quick.append(True)


def need(mark: str) -> None:
    """Called where it is started; a test without the mark goes no further in the quick lane."""
    assert not _quick, f"this test needs {NEEDS[mark]}: mark it with pytest.mark.{mark}"


def needs_all(text: str) -> bool:
    """Whether a module's tests all need something."""
    marked = re.search(rf"^pytestmark = .*pytest\.mark\.({'|'.join(NEEDS)})\b", text, re.MULTILINE)
    return marked is not None or is_compiled(text)


def is_compiled(text: str) -> bool:
    """Whether a module of the program is compiled when it is imported, and its examples with it."""
    return re.search(r"^from banca\.jit import", text, re.MULTILINE) is not None


def marked_by(fixtures: Iterable[str], given: Iterable[object]) -> set[str]:
    """The marks that follow from what a test asks for."""
    asked = {*fixtures, *(one for one in given if isinstance(one, str))}
    found = {"postgres"} if asked & {"postgres", "own_postgres", "postgresql"} else set()
    return found | ({"browser"} if "browser" in asked else set())


TIMES = int(os.environ.get("BANCA_SOAK", "1"))


def many(count: int) -> int:
    """So many examples; more in `make soak`."""
    return count * TIMES


def register_profile() -> None:
    """Hypothesis has no clock of its own; it tries the same examples in every run but a soak."""
    settings.register_profile(
        "banca",
        deadline=None,
        derandomize=TIMES == 1,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
        print_blob=True,
        max_examples=many(100),
    )
    settings.load_profile("banca")


PATIENCE = 300.0
"""Seconds after which something is taken to hang. It decides nothing else: no machine that works takes so long."""


class Clock:
    """Stands still until it is told otherwise."""

    def __init__(self, now: float = 1_000_000.0) -> None:
        self.now = now

    def __call__(self) -> float:
        return self.now

    def move(self, seconds: float) -> None:
        self.now += seconds
