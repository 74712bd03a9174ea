"""The lanes: what a test needs beside Python, and a quick lane of those that need none of it.

A test says with a mark what it needs. In the quick lane nothing else is there: a test that has forgotten its mark fails.
"""

import re
from collections.abc import Iterable

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
