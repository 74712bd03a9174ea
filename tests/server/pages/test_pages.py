"""Pages over HTTP: their policy, nothing of a reader's in their markup, no way to another site, clauses that are there; the lobby."""

import re
from collections.abc import Iterator
from fractions import Fraction
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from banca.games import find, playable, rulebook
from banca.games.craps.rules import INSPECTION
from banca.games.pai_kao.bank import COMMISSION_CITES, COVER_CITE
from banca.games.pai_kao.hands import LINES_CITE
from banca.games.pai_kao.table import ACTS as PAI_KAO_ACTS
from banca.games.pai_kao.tiles import RANK_CITE, TABLE_CITE
from banca.house.people import SESSION
from banca.law import SHARED, Language, clauses_of, readable
from banca.rules import Citation, explore
from banca.rules.money import ROUNDED
from banca.server.auth import COOKIE
from banca.server.pages import docs
from banca.server.pages.explorer import read_book
from banca.server.pages.page import POLICY
from support.server import Service

pytestmark = pytest.mark.slow

PAI_KAO = "pai_kao"
ALL = playable()
EVIL = "</script><img src=x onerror=alert(1)>\"'"
HTML = {"Accept": "text/html"}


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    with Service(tmp_path_factory.mktemp("pages")) as found:
        found.open("craps-1", "craps", title=EVIL)
        yield found


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    with Service(tmp_path_factory.mktemp("demo"), demo=True) as found:
        yield found


def cookie(service: Service, name: str) -> dict[str, str]:
    return {"Cookie": f"{COOKIE}={service.people.issue(name, SESSION, 3600.0).token}"}


# The policy


def test_every_refusal_in_a_page_has_the_policy(service: Service) -> None:
    for method, path, status in (
        ("GET", "/nowhere", 404),
        ("GET", "/rules/whist", 422),
        ("GET", "/explore/craps?option=luck=1", 422),
        ("POST", "/lab", 405),
        ("POST", "/settings", 413),
        ("GET", "/house", 403),
    ):
        body = b"a" * 100_000 if status == 413 else None
        headers = HTML | (cookie(service, "ana") if status == 403 else {})
        answer = service.client.request(method, path, headers=headers, content=body)
        assert answer.status_code == status
        assert "default-src 'none'" in answer.headers["content-security-policy"]
        assert answer.headers["content-type"] == "text/html; charset=utf-8"
        assert answer.headers["x-content-type-options"] == "nosniff"


TAGS = {"en": "en", "pt": "pt", "zh": "zh-Hant"}
PATHS = {
    "": (
        *("/", "/login", "/explore", "/rules", "/lab", "/proposals", "/trainer", "/settle", "/evidence", "/schema"),
        *(f"/{page}/{game}" for page in ("explore", "rules", "trainer", "settle") for game in ("craps", PAI_KAO)),
    ),
    "ana": ("/trainer/exams", "/me", "/tables/demo-craps", "/tables/demo-pai-kao"),
    "ines": ("/audit", "/audit/demo-craps", "/audit/cage", "/audit/register", "/watch"),
    "sofia": ("/house", "/trainer/classes"),
    "carlos": ("/tables/demo-craps", "/tables/demo-craps/wall"),
}
INLINE = re.compile(
    r"<script(?![^>]*(src=|application/json))|\sstyle=|\son\w+=|https?://(?!www\.w3\.org|bo\.io\.gov\.mo/)"
)


@pytest.mark.parametrize("lang", TAGS)
def test_every_page_declares_its_language_and_has_nothing_inline(demo: Service, lang: str) -> None:
    for name, usual in PATHS.items():
        of_games = [f"/{page}/{game}" for page in ("explore", "rules", "trainer") for game in ALL]
        paths = [*usual, *(of_games if lang == "en" and not name else [])]
        session = f"; {cookie(demo, name)['Cookie']}" if name else ""
        headers = HTML | {"Cookie": f"banca_lang={lang}{session}"}
        for path in paths:
            response = demo.client.get(path, headers=headers)
            assert response.status_code == 200, path
            assert f'<html lang="{TAGS[lang]}"' in response.text, path
            assert response.headers["content-language"] == TAGS[lang]
            policy = response.headers["content-security-policy"]
            assert "default-src 'none'; script-src 'self'; style-src 'self';" in policy
            assert "unsafe" not in policy
            assert not INLINE.search(response.text), path


def test_a_script_is_sent_as_one_and_no_other_file(service: Service) -> None:
    page = service.client.get("/", headers=HTML).text
    (script,) = set(re.findall(r'src="([^"]+shell\.js)"', page))
    assert service.client.get(script).headers["content-type"] == "text/javascript; charset=utf-8"
    for name in ("../page.py", "%2e%2e/page.py", "../../../../etc/passwd", "nothing.js", ""):
        assert service.client.get(f"/static/x/{name}").status_code == 404, name


def test_the_site_of_the_documents_is_sent_under_the_policy_of_every_page_and_no_other_file(
    service: Service, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "site"
    (folder / "games").mkdir(parents=True)
    (folder / "index.html").write_text(text := "<!doctype html><title>Banca</title><p>" + "Documents. " * 300)
    (folder / "games" / "craps.svg").write_text('<svg xmlns="http://www.w3.org/2000/svg"></svg>')
    (folder / ".buildinfo").write_text("hidden")
    (tmp_path / "secret.html").write_text("not of the site")
    monkeypatch.setattr(docs, "site_files", lambda: docs.built(folder))
    docs.site_file.cache_clear()
    sent = service.client.get("/docs", headers=HTML, follow_redirects=False)
    assert sent.headers["location"] == "/docs/index.html"
    page = service.client.get("/docs/index.html", headers=HTML)
    assert (page.status_code, page.text) == (200, text)
    assert page.headers["content-type"] == "text/html; charset=utf-8"
    assert page.headers["content-security-policy"] == POLICY
    assert page.headers["x-content-type-options"] == "nosniff"
    again = service.client.get("/docs/index.html", headers={"If-None-Match": page.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    drawing = service.client.get("/docs/games/craps.svg")
    assert drawing.headers["content-type"].startswith("image/svg+xml")
    assert drawing.headers["content-security-policy"] == "default-src 'none'; style-src 'unsafe-inline'"
    up = ("../secret.html", "%2e%2e/secret.html", "games/../../secret.html", "games%2f..%2f..%2fsecret.html")
    for name in (*up, "/etc/passwd", ".buildinfo", "nothing.html", "games"):
        assert service.client.get(f"/docs/{name}", headers=HTML).status_code == 404, name


# What somebody wrote


def test_a_title_of_a_table_and_an_address_stay_texts(service: Service) -> None:
    for who, path in (("ana", "/"), ("ana", "/tables/craps-1"), ("ines", "/audit/craps-1"), ("sofia", "/house")):
        shown = service.client.get(path, headers=HTML | cookie(service, who)).text
        assert EVIL not in shown
        assert "<img" not in shown
    for path in ("/%3Cimg%20src=x%3E", "/rules/%3Cimg%20src=x%3E", "/explore/craps?bet=%3Cimg%3E"):
        assert "<img" not in service.client.get(path, headers=HTML).text


# Other sites


def test_nobody_is_sent_to_another_site_and_who_must_log_in_comes_back(service: Service) -> None:
    for to in ("//elsewhere", "/\\elsewhere", "https://elsewhere", "/\t/elsewhere", "/\nX: 1", "javascript:1"):
        kept = service.client.post("/settings", data={"lang": "pt", "to": to}, follow_redirects=False)
        assert (kept.status_code, kept.headers["location"]) == (303, "/")
        assert '"to":"/"' in unescape(service.client.get("/login", params={"to": to}, headers=HTML).text)
    asked = "/audit/craps-1?oldest=true&first=3"
    sent = service.client.get(asked, headers=HTML, follow_redirects=False)
    login = service.client.get(sent.headers["location"], headers=HTML).text
    assert f'"to":"{asked}"' in login.replace("\\u0026", "&")


def test_another_site_cannot_make_somebody_a_guest(demo: Service) -> None:
    answer = demo.client.post("/api/v1/demo/session", headers={"Sec-Fetch-Site": "cross-site"})
    assert (answer.status_code, answer.json()["code"]) == (403, "no_csrf_token")
    assert "set-cookie" not in answer.headers
    answer = demo.client.post("/api/v1/demo/session", headers={"Sec-Fetch-Site": "same-origin"})
    assert answer.status_code == 201
    assert {"HttpOnly", "SameSite=strict"} <= set(answer.headers["set-cookie"].split("; "))


def test_a_simulation_needs_the_token_of_a_session(demo: Service) -> None:
    body = {"strategies": [{"game": "craps", "name": "pass_line"}]}
    answer = demo.client.post("/api/v1/lab/runs", json=body, headers=cookie(demo, "ana"))
    assert (answer.status_code, answer.json()["code"]) == (403, "no_csrf_token")


# Clauses


def shown_cites(game: str) -> set[Citation]:
    """Everything that a page can cite of a game of chance."""
    book = rulebook(game)
    found = {act.cite for act in find(game).acts} | {cite for null in book.nulls.values() for cite in null.cites}
    found |= {option.cite for option in book.options} | {book.bets_cite, ROUNDED}
    choices = [{}, *({option.name: value} for option in book.options for value in option.values)]
    for bet in (bet for chosen in choices for bet in book.under(**chosen).bets.values()):
        cells = (cell for row in explore(bet).rows for cell in row)
        found |= {bet.cite, *bet.reads} | ({bet.commission.cite} if bet.commission else set())
        found |= {cell.cite for cell in cells if not isinstance(cell, int) and cell.cite}
    return found | (set(INSPECTION.values()) if game == "craps" else set())


def pai_kao_cites() -> set[Citation]:
    cites = {*COMMISSION_CITES, COVER_CITE, LINES_CITE, TABLE_CITE, RANK_CITE, ROUNDED}
    return cites | {act.cite for act in PAI_KAO_ACTS}


@pytest.mark.parametrize("game", ALL)
def test_every_clause_that_a_page_cites_is_in_the_rulebook_of_its_game(service: Service, game: str) -> None:
    page = service.client.get(f"/rules/{game}", headers=HTML).text
    anchors = set(re.findall(r'id="([^"]+)"', page))
    cites = pai_kao_cites() if game == PAI_KAO else shown_cites(game)
    cites |= {reading for clause in clauses_of(game).values() for reading in clause.readings}
    assert {cite.game for cite in cites} <= {game, SHARED}
    assert {cite.clause for cite in cites} <= anchors
    assert set(re.findall(r'href="#([^"]+)"', page)) <= anchors


# The lobby


def lines(service: Service, who: str | None = None, **about: str) -> list[dict[str, Any]]:
    headers = cookie(service, who) if who else {}
    answer = service.client.get("/lobby/tables", params=about, headers=headers)
    assert answer.status_code == 200, answer.text
    found: list[dict[str, Any]] = answer.json()["tables"]
    return found


def test_anybody_sees_the_tables_of_a_demo_in_the_order_of_the_games(demo: Service) -> None:
    by_game = {line["game"]: line for line in lines(demo)}
    assert list(by_game) == list(readable())
    # craps R-craps-9 and 5.2.2: an additional bet has no edge, but needs a bet that has: Don't Pass, 3/220
    assert (by_game["craps"]["edge"], by_game["craps"]["edge_of"]) == ("1.36%", "Don't Pass")
    assert by_game["pai_kao"]["edge"] == ""


def test_strangers_see_no_table_of_a_house_that_is_no_demo(service: Service) -> None:
    assert lines(service) == []
    assert [line["table"] for line in lines(service, "ana")] == ["craps-1"]


def test_r_craps_5_is_shown_with_what_the_other_reading_would_do() -> None:
    clauses = {clause.clause: clause for clause in read_book("craps").clauses}
    row = clauses["R-craps-5"].compared[0]
    assert (row.as_read, row.otherwise) == (Fraction(3, 220), Fraction(523, 1980))
    assert all(set(clause.text.translations) == set(Language) for clause in clauses.values())


# Pages of a role


@pytest.mark.parametrize(
    ("path", "readers"),
    [
        ("/audit", {"ines"}),
        ("/audit/craps-1", {"ines", "sofia"}),
        ("/audit/cage", {"ines"}),
        ("/house", {"sofia"}),
        ("/watch", {"ines", "sofia"}),
        ("/watch/report?series=player/ana", set()),
    ],
)
def test_pages_of_a_role_are_for_that_role(service: Service, path: str, readers: set[str]) -> None:
    for who in readers:
        shown = service.client.get(path, headers=HTML | cookie(service, who))
        assert shown.status_code == 200
    for other in ({"ines", "sofia", "carlos", "ana"} if readers else {"carlos", "ana"}) - readers:
        assert service.client.get(path, headers=HTML | cookie(service, other)).status_code == 403
    sent = service.client.get(path, headers=HTML, follow_redirects=False)
    assert sent.status_code // 100 == 3
    assert sent.headers["location"].startswith("/login?to=/")


def test_whoever_has_a_one_time_password_chooses_their_own_first(service: Service) -> None:
    given = service.post("sofia", "/users", name="irene", role="inspector").json()["password"]
    service.client.post("/api/v1/login", json={"name": "irene", "password": given})
    sent = service.client.get("/audit", headers=HTML, follow_redirects=False)
    service.client.cookies.clear()
    assert sent.headers["location"].startswith("/login")


def test_every_address_is_listed_and_nothing_comes_from_other_hosts(service: Service) -> None:
    listed = unescape(service.client.get("/schema", headers=HTML).text)
    for path, item in service.client.get("/schema/openapi.json").json()["paths"].items():
        for method, operation in item.items():
            assert f"<code>{method.upper()} {path}</code> <span>{operation['summary']}</span>" in listed
    assert service.client.get("/schema/openapi.yaml").status_code == 200
    for viewer in ("redoc", "swagger", "elements", "rapidoc"):
        assert service.client.get(f"/schema/{viewer}").status_code == 404
