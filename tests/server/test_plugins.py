"""Our own plug-ins are found by entry point: without them everything else works, and nothing of them shows."""

import importlib.metadata
import re
import sys
from collections.abc import Iterator
from importlib.metadata import EntryPoints
from pathlib import Path

import pytest

import banca.server.plugins as server_plugins
from banca.house.audit import verify
from banca.house.people import SESSION
from banca.server.auth import COOKIE
from banca.server.pages import page, static
from support.commands import answer, run
from support.paths import PLUGINS
from support.server import Service

pytestmark = pytest.mark.slow

NAMES = {folder.name for folder in PLUGINS}
CACHES = (server_plugins.server_plugins, page.templates, static.static_files, static.version)


@pytest.fixture
def alone(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The program as if none of our plug-ins were installed."""
    entry_points = importlib.metadata.entry_points

    def others(*, group: str) -> EntryPoints:
        return EntryPoints(point for point in entry_points(group=group) if point.module.partition(".")[0] not in NAMES)

    for module in (importlib.metadata, server_plugins, sys.modules[verify.__module__]):
        monkeypatch.setattr(module, "entry_points", others)
    for name in [*NAMES, *(name for name in sys.modules if name.partition(".")[0] in NAMES)]:
        monkeypatch.setitem(sys.modules, name, None)  # importing it is an error
    monkeypatch.setattr("support.server._IDLE", {})  # applications of other tests have the plug-ins' routes
    for cached in CACHES:
        cached.cache_clear()
    yield
    for cached in CACHES:
        cached.cache_clear()


@pytest.mark.usefixtures("alone")
def test_without_our_plug_ins_everything_else_works(tmp_path: Path) -> None:
    with Service(tmp_path) as service:
        service.fund()
        service.open("craps-1", "craps", chance="observed")
        service.do("ana", "craps-1", "sit")
        service.do("ana", "craps-1", "place_bet", bet="field", stake=10_00)
        assert service.get("ana", "/tables/craps-1")["view"]["state"]["bets"]
        for who in ("ana", "carlos", "ines", "sofia"):
            seen = {"Cookie": f"{COOKIE}={service.people.issue(who, SESSION, 3600.0).token}", "Accept": "text/html"}
            for path in ("/", "/tables/craps-1", "/explore/craps", "/trainer"):
                shown = service.client.get(path, headers=seen)
                assert shown.status_code == 200, path
                assert "craps" in shown.text
                assert not re.search('href="/(watch|trainer/(exams|classes))|Timed exams', shown.text)
            assert service.client.get("/watch", headers=seen).status_code == 404
        for path in ("/watch", "/exams", "/classes"):
            assert service.ask("ines", "GET", path).status_code == 404
        assert service.get("ines", "/audit/verify")["whole"]
        assert not service.app.state.store_watch.health(is_draining=False).watch
    assert answer("audit", "verify", "--db", f"sqlite:///{tmp_path / 'house.db'}")["whole"]
    assert answer("odds", "craps")["bets"]
    assert [run(name, "--help").exit_code for name in ("watch", "witness")] == [2, 2]
