"""What staff watch over HTTP: the wall beside every table, alarms of the watch and their report."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import update

from banca.house.schema import WATCHED
from support.server import Service

pytestmark = pytest.mark.slow

TABLE = "craps-1"
ROUNDS = 40


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """Forty rounds in which the dice show nothing but double sixes, and ana bets on them."""
    with Service(tmp_path_factory.mktemp("watch")) as found:
        found.fund()
        found.open(TABLE, "craps", chance="observed")
        found.do("ana", TABLE, "sit")
        for _ in range(ROUNDS):
            found.do("ana", TABLE, "place_bet", bet="boxcars", stake=10_00)
            found.do("carlos", TABLE, "offer_dice")
            found.do("ana", TABLE, "throw")
            found.do("carlos", TABLE, "call_result", outcome="6-6")
            found.do("carlos", TABLE, "settle")
        yield found


def test_inspectors_and_supervisors_see_the_alarms(service: Service) -> None:
    for who in ("ines", "sofia"):
        told = service.get(who, "/watch")
        alarmed = {one["series"] for one in told["alerts"]}
        assert {f"device/{TABLE}/0", f"table/{TABLE}", "player/ana"} <= alarmed
        (money,) = told["tables"]
        assert (money["table"], money["rounds"]) == (TABLE, ROUNDS)
    assert service.get("ines", f"/watch?table={TABLE}")["series"]
    assert service.ask("ines", "GET", "/watch?table=none").status_code == 404
    assert [service.ask(who, "GET", "/watch").status_code for who in (None, "ana", "carlos")] == [401, 403, 403]


def test_a_player_sees_the_wall_in_the_demo_only_and_there_nobody_need_log_in(tmp_path: Path) -> None:
    (tmp_path / "demo").mkdir()
    with Service(tmp_path) as service:
        service.open("one", "wheel")
        assert service.ask("ana", "GET", "/tables/one/wall").status_code == 403
        assert service.ask(None, "GET", "/tables/one/wall").status_code == 401
        assert service.client.get("/tables/one/wall", follow_redirects=False).is_redirect
    with Service(tmp_path / "demo", demo=True) as service:
        assert service.ask(None, "GET", "/tables/demo-wheel/wall").status_code == 200
        assert service.client.get("/tables/demo-wheel/wall").status_code == 200


def test_a_watch_that_was_blinded_is_told_by_the_watch_and_by_the_servers_health(tmp_path: Path) -> None:
    with Service(tmp_path) as service:
        service.open("w1", "wheel")
        assert not service.get("ines", "/watch")["faults"]
        assert service.get("ines", "/watch")["no_alarms"].startswith("No round has been watched")
        state = service.app.state
        with state.house.store.transaction() as connection:
            connection.execute(update(WATCHED).values(seq=1_000_000))
        state.watch_desk.go_on()
        health = state.store_watch.health(is_draining=False)
        assert (health.status, health.troubles) == ("ready", ["watch_changed"])
        assert "w1 up to entry 1000000" in (health.watch or [""])[0]
        told = service.get("ines", "/watch")
        assert "w1 up to entry 1000000" in told["faults"][0]
        assert "nothing can be said about alarms" in told["no_alarms"]
