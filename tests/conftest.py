import signal
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Event

import pytest
from numba.core.dispatcher import Dispatcher

import soak
from banca import Refusal
from banca.house.store import Store, open_store
from banca.interface import Game, game
from banca.rulebook import Code
from banca.service.runs import LabRun
from banca.simulation.run import Heard
from lanes import NEEDS, begin_quick, marked_by, need
from postgres import Postgres, missing


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--quick", action="store_true", help=f"only tests that need no {', '.join(NEEDS)}")


def pytest_configure(config: pytest.Config) -> None:
    for mark, what in NEEDS.items():
        config.addinivalue_line("markers", f"{mark}: needs {what}")
    soak.register()
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # as in the background of some shells
        signal.signal(signal.SIGINT, signal.default_int_handler)
    if config.getoption("--quick"):
        begin_quick()
        pytest.MonkeyPatch().setattr(Dispatcher, "compile", lambda *_: need("compiled"))  # for the whole run


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """A folder that the quick lane has nothing of need not be read."""
    return True if config.getoption("--quick") and collection_path.name == "browser" else None


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    for item in items:
        given = item.callspec.params.values() if isinstance(item, pytest.Function) and hasattr(item, "callspec") else ()
        for mark in marked_by(getattr(item, "fixturenames", ()), given):
            item.add_marker(mark)
        if isinstance(item, pytest.DoctestItem) and "simulation" in item.path.parts:
            item.add_marker("compiled")
    if config.getoption("--quick"):
        needy = [item for item in items if any(item.get_closest_marker(mark) for mark in NEEDS)]
        config.hook.pytest_deselected(items=needy)
        items[:] = [item for item in items if item not in set(needy)]


@pytest.fixture(autouse=True)
def no_proposals() -> Iterator[None]:
    """Proposals that a test admits are gone after it."""
    yield
    dismiss_all()


def dismiss_all() -> None:
    """As in a process that has just begun."""
    sys.modules["banca.games"]._ADMITTED.clear()  # noqa: SLF001 - nobody else forgets a proposal


@pytest.fixture
def craps() -> Game:
    return game("craps")


@pytest.fixture
def refused() -> Callable[..., None]:
    """Assert that an action is refused with a code and a clause."""

    def check(action: Callable[[], object], code: Code, cite: str) -> None:
        with pytest.raises(Refusal) as caught:
            action()
        assert (caught.value.code, str(caught.value.cite)) == (code, cite)

    return check


@pytest.fixture
def held(monkeypatch: pytest.MonkeyPatch) -> None:
    """Runs of the lab go no further than their first block, until they are stopped: however fast a machine is."""
    hear, never = LabRun._hear, Event()  # noqa: SLF001 - between two blocks, and nowhere else

    def hold(run: LabRun, heard: Heard) -> None:
        hear(run, heard)
        while not run.is_stopped:
            never.wait(0.01)

    monkeypatch.setattr(LabRun, "_hear", hold)


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A PostgreSQL server of our own."""
    if why := missing():
        pytest.skip(f"no PostgreSQL: {why}")
    server = Postgres()
    yield server
    server.end()


@pytest.fixture(params=["sqlite", "postgresql"])
def store_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty store of either kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'house.db'}"
    server: Postgres = request.getfixturevalue("postgres")
    return server.database()


@pytest.fixture
def store(store_url: str) -> Iterator[Store]:
    """The same, open."""
    opened = open_store(store_url)
    yield opened
    opened.close()
