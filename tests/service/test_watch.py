"""What staff watch over HTTP: the wall beside every table, alarms of the watch and their report."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import httpx
import pytest

from banca.drawing import to_text
from banca.drawing.course import CourseDay, course
from banca.games import playable
from banca.house.keys import SESSION
from banca.house.watch import WatchRows
from banca.law import Language
from banca.service.authentication import COOKIE
from banca.service.watch import WatchDesk
from banca.words import speech
from service import Service

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


def shown(service: Service, who: str, path: str, language: str = "en") -> httpx.Response:
    cookie = f"{COOKIE}={service.people.issue(who, SESSION, 3600.0).token}"
    headers = {"Accept": "text/html", "Accept-Language": language, "Cookie": cookie}
    return service.client.get(path, headers=headers)


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


def test_the_pages_show_the_course_of_the_evidence(service: Service) -> None:
    for path in (
        "/watch",
        f"/watch?table={TABLE}",
        "/watch/report?series=player/ana",
        f"/watch/report?series=device/{TABLE}/0",
    ):
        page = shown(service, "ines", path, "zh")
        assert page.status_code == 200
        assert 'class="course-chart"' in page.text
        assert "{" not in page.text.partition("<main")[2].partition("</main>")[0]
    assert shown(service, "ines", "/watch/report?series=none").status_code == 404


def test_the_server_reads_on_by_itself_each_entry_once(service: Service) -> None:
    desk = WatchDesk(service.house.store, lambda: False)
    desk.go_on()
    read = WatchRows(service.house.store).head().entries
    assert read == service.house.store.seq(TABLE)
    assert desk.go_on() == 0
    service.do("ana", TABLE, "leave")
    assert desk.go_on() == 1


@pytest.mark.parametrize("days", [0, 1, 2, 500])
def test_a_course_is_drawn_within_its_picture(days: int) -> None:
    course_of = [
        CourseDay(f"2026-{day // 28 % 12 + 1:02}-{day % 28 + 1:02}", day / 7 - 3, day / 6) for day in range(days)
    ]
    drawn = ET.fromstring(to_text(course(course_of, 3.5, "about", "alarm", speech(Language.EN))))  # noqa: S314 - ours
    _, _, width, height = map(float, drawn.attrib["viewBox"].split())
    lines = [
        one.attrib["d"] for one in drawn.iter() if one.tag.endswith("path") and one.attrib["class"].startswith("course")
    ]
    assert len(lines) == (2 if days > 1 else 0)
    for line in lines:
        for point in line.removeprefix("M").split("L"):
            x, y = map(float, point.split())
            assert 0 <= x <= width
            assert 0 <= y <= height


SPUN = ("17", "18", "0", "32")


def spin(service: Service, number: str) -> None:
    for do in ("throw_ball", "call_no_more_bets"):
        service.do("carlos", "roulette-1", do)
    service.do("carlos", "roulette-1", "read_number", outcome=number)
    service.do("carlos", "roulette-1", "pay")


@pytest.fixture
def spun(tmp_path: Path) -> Any:
    with Service(tmp_path) as service:
        service.fund("ana")
        service.open("roulette-1", "roulette", chance="observed")
        service.do("ana", "roulette-1", "sit")
        for number in SPUN:
            service.do("ana", "roulette-1", "place_bet", bet="red", stake=1000)
            spin(service, number)
        yield service


def test_results_are_counted_beside_the_ways_in_which_they_come(spun: Service) -> None:
    wall = spun.get("carlos", "/tables/roulette-1/wall")
    assert wall["results"] == [*reversed(SPUN)]
    assert wall["of"] == 37
    (bets,) = wall["statistics"]
    rows = {row["name"]: (row["count"], row["ways"]) for row in bets["rows"]}
    assert rows["Red"] == (2, 18)  # 18 and 32
    assert rows["Black"] == (1, 18)  # 17
    assert rows["Even"] == (2, 18)  # zero is neither
    assert rows["Dozen 2"] == (2, 12)
    assert not {"ana", "stake", "wallet"} & set(wall)


def test_every_game_has_a_wall_that_fits(tmp_path: Path) -> None:
    with Service(tmp_path) as service:
        for game in playable():
            table = game.replace("_", "-")
            service.open(table, game)
            wall = service.get("ines", f"/tables/{table}/wall")
            rows = [row for one in wall["statistics"] for row in one["rows"]]
            assert len(rows) <= 21
            assert all(0 < row["ways"] < wall["of"] for row in rows)
            headers = {"Authorization": f"Bearer {service.tokens['ines']}"}
            assert service.client.get(f"/tables/{table}/wall", headers=headers).status_code == 200


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
