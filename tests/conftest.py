import os
import tomllib
from collections.abc import Callable, Iterator
from importlib.metadata import entry_points
from pathlib import Path
from threading import Event

import pytest

from banca import Refusal
from banca.analysis.game import GameAtTable, game
from banca.house.seal import KEY_VARIABLE
from banca.house.store import Store, open_store
from support.paths import ROOT
from support.postgres import Postgres, missing, shared_server
from support.site import build_once


def pytest_configure() -> None:
    """Refuse to run with the entry points of another checkout's state: games, commands and plug-ins would silently be missing."""
    declared = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["entry-points"]
    for group, points in declared.items():
        installed = {point.name: point.value for point in entry_points(group=group)}
        if not points.items() <= installed.items():
            message = f"the entry points {group} have changed: pip install --no-deps --no-build-isolation -e ."
            raise pytest.UsageError(message)


@pytest.fixture(autouse=True, scope="session")
def house_key(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The key of every house in a test that names no other, in this process and those it starts."""
    with pytest.MonkeyPatch.context() as patch:
        file = tmp_path_factory.mktemp("key") / "house.key"
        patch.setenv(KEY_VARIABLE, str(file))
        yield file


@pytest.fixture
def craps() -> GameAtTable:
    return game("craps")


@pytest.fixture
def refused() -> Callable[..., None]:
    """Assert that an action is refused with a code and a clause."""

    def check(action: Callable[[], object], code: str, cite: str) -> None:
        with pytest.raises(Refusal) as caught:
            action()
        assert (caught.value.code, str(caught.value.cite)) == (code, cite)

    return check


@pytest.fixture
def held(monkeypatch: pytest.MonkeyPatch) -> None:
    """Runs of the lab go no further than their first block, until they are stopped: however fast a machine is."""
    from banca.analysis.simulation.run import Run
    from banca.server.simulations import LabRun  # numba

    follow, never = LabRun._follow, Event()  # between two blocks, and nowhere else

    def hold(run: LabRun, running: Run) -> None:
        follow(run, running)
        while not run.is_stopped:
            never.wait(0.01)

    monkeypatch.setattr(LabRun, "_follow", hold)


@pytest.fixture(scope="session")
def postgres(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Postgres]:
    """A PostgreSQL server of our own, started once for all workers of a run."""
    if why := missing():
        pytest.skip(f"no PostgreSQL: {why}")
    base = tmp_path_factory.getbasetemp()
    with shared_server(base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) as server:
        yield server


@pytest.fixture(scope="session")
def docs_site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site of the documents, built once for all workers of a run."""
    return build_once(tmp_path_factory.getbasetemp())


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
