"""The watch over HTTP and as pages: who may look, what it says, and a report that prints."""

from collections.abc import Iterator
from xml.etree import ElementTree as ET

import httpx
import pytest

from banca.drawing import to_text
from banca.drawing.course import CourseDay, course
from banca.house.keys import SESSION
from banca.house.watch import WatchRows
from banca.law import Language
from banca.service.authentication import COOKIE
from banca.service.watch import WatchDesk
from banca.words import speech
from service import Service

pytestmark = pytest.mark.server

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


@pytest.mark.parametrize("language", ["en", "pt", "zh"])
def test_the_pages_show_the_course_of_the_evidence_in_every_language(service: Service, language: str) -> None:
    for path in (
        "/watch",
        f"/watch?table={TABLE}",
        "/watch/report?series=player/ana",
        f"/watch/report?series=device/{TABLE}/0",
    ):
        page = shown(service, "ines", path, language)
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


def test_players_and_croupiers_are_sent_away(service: Service) -> None:
    for who in ("ana", "carlos"):
        for path in ("/watch", "/watch/report?series=player/ana"):
            page = shown(service, who, path)
            assert "course-chart" not in page.text


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
