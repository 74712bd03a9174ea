"""How the tests are chosen and run: the lanes (tests/support/lanes.py), wherever a test stands."""

import os
import signal
import sys
from collections.abc import Generator
from pathlib import Path

import pytest

from support.lanes import NEEDS, begin_quick, is_compiled, marked_by, needs_all, register_profile

HERE = Path(__file__).parent
os.environ["NUMBA_CACHE_DIR"] = str(HERE / ".compiled")
"""Compiled code is kept in the checkout: tests neither read nor write anybody's own."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Declare the lanes that are no `make test`."""
    parser.addoption("--quick", action="store_true", help=f"only tests that need no {', '.join(NEEDS)}")
    parser.addoption("--release", action="store_true", help="also the tests of tests/release")


def pytest_configure(config: pytest.Config) -> None:
    """Declare the marks; take back what the shell that started this may have changed."""
    for mark, what in NEEDS.items():
        config.addinivalue_line("markers", f"{mark}: needs {what}")
    register_profile()
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # as in the background of some shells
        signal.signal(signal.SIGINT, signal.default_int_handler)
    if config.getoption("--quick"):
        begin_quick()
        sys.modules["numba"] = None  # type: ignore[assignment] # whoever wants to import it has no mark


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Modules without tests are not read; nor, in the quick lane, those whose tests all need something: they would load it."""
    if collection_path == HERE / "tests" / "release" and not config.getoption("--release"):
        return True
    if collection_path.suffix != ".py":
        return True if config.getoption("--quick") and collection_path.name == "simulation" else None
    text = collection_path.read_text("utf-8")
    has_tests = collection_path.name.startswith("test_") or ">>> " in text
    return True if not has_tests or (config.getoption("--quick") and needs_all(text)) else None


@pytest.hookimpl(wrapper=True)
def pytest_collect_file(file_path: Path) -> Generator[None, list[pytest.Collector], list[pytest.Collector]]:
    """Only the program's docstrings have examples: the tests' own modules are not read a second time for them."""
    collectors = yield
    is_test = HERE / "tests" in file_path.parents
    return [collector for collector in collectors if isinstance(collector, pytest.Module) or not is_test]


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark what can be seen from outside, and leave out what the quick lane does not have."""
    for item in items:
        given = item.callspec.params.values() if isinstance(item, pytest.Function) and hasattr(item, "callspec") else ()
        for mark in marked_by(getattr(item, "fixturenames", ()), given):
            item.add_marker(mark)
        if isinstance(item, pytest.DoctestItem) and (
            "simulation" in item.path.parts or is_compiled(item.path.read_text("utf-8"))
        ):
            item.add_marker("compiled")
    needs = {item: sum(item.get_closest_marker(mark) is not None for mark in NEEDS) for item in items}
    if config.getoption("--quick"):
        config.hook.pytest_deselected(items=[item for item in items if needs[item]])
        items[:] = [item for item in items if not needs[item]]
    items.sort(key=lambda item: -needs[item])
    # the longest first, so that no worker is left alone with one of them in the end; the order is otherwise kept
