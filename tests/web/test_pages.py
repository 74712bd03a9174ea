"""Pages over HTTP: their policy, nothing of a reader's in their markup, no way to another site, clauses that are there; the lobby."""

import re
from collections.abc import Iterator
from fractions import Fraction
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from banca.games import find, of_chance, playable, rulebook
from banca.games.craps.device import INSPECTION
from banca.games.pai_kao.bank import COMMISSION_CITES, COVER_CITE
from banca.games.pai_kao.hands import LINES_CITE
from banca.games.pai_kao.pairs import TABLE_CITE
from banca.games.pai_kao.procedure import ACTS as PAI_KAO_ACTS
from banca.games.pai_kao.tiles import RANK_CITE
from banca.house.keys import SESSION
from banca.law import SHARED, Language, clauses_of, readable
from banca.rulebook import Citation, explore
from banca.rulebook.payment_steps import ROUNDED
from banca.service.authentication import COOKIE
from banca.service.games import read_options
from banca.service.refusals import NOT_FOUND
from banca.web import lobby_lines
from banca.web.explorer import options_of
from banca.web.rulebooks import articles_of
from service import Service

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


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/", 200),
        ("GET", "/login", 200),
        ("GET", "/nowhere", 404),
        ("GET", "/rules/whist", 422),
        ("GET", "/explore/craps?option=luck=1", 422),
        ("POST", "/lab", 405),
        ("POST", "/settings", 413),
        ("GET", "/house", 403),
    ],
)
def test_every_page_and_every_refusal_in_a_page_has_the_policy(
    service: Service, method: str, path: str, status: int
) -> None:
    body = b"a" * 100_000 if status == 413 else None
    headers = HTML | (cookie(service, "ana") if status == 403 else {})
    answer = service.client.request(method, path, headers=headers, content=body)
    assert answer.status_code == status
    assert "default-src 'none'" in answer.headers["content-security-policy"]
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert answer.headers["x-content-type-options"] == "nosniff"


def test_a_script_is_sent_as_one(service: Service) -> None:
    page = service.client.get("/", headers=HTML).text
    (script,) = set(re.findall(r'src="([^"]+shell\.js)"', page))
    answer = service.client.get(script)
    assert answer.headers["content-type"] == "text/javascript; charset=utf-8"


def test_no_other_file_is_sent(service: Service) -> None:
    for name in ("../page.py", "%2e%2e/page.py", "../../../../etc/passwd", "nothing.js", ""):
        assert service.client.get(f"/static/x/{name}").status_code == 404, name


# What somebody wrote


@pytest.mark.parametrize(
    ("who", "path"), [("ana", "/"), ("ana", "/tables/craps-1"), ("ines", "/audit/craps-1"), ("sofia", "/house")]
)
def test_a_title_of_a_table_stays_a_text(service: Service, who: str, path: str) -> None:
    shown = service.client.get(path, headers=HTML | cookie(service, who)).text
    assert EVIL not in shown
    assert "<img" not in shown


@pytest.mark.parametrize("path", ["/%3Cimg%20src=x%3E", "/rules/%3Cimg%20src=x%3E", "/explore/craps?bet=%3Cimg%3E"])
def test_an_address_stays_a_text(service: Service, path: str) -> None:
    assert "<img" not in service.client.get(path, headers=HTML).text


# Other sites


@pytest.mark.parametrize(
    "to", ["//elsewhere", "/\\elsewhere", "https://elsewhere", "/\t/elsewhere", "/\nX: 1", "javascript:1"]
)
def test_nobody_is_sent_to_another_site(service: Service, to: str) -> None:
    kept = service.client.post("/settings", data={"lang": "pt", "to": to}, follow_redirects=False)
    assert (kept.status_code, kept.headers["location"]) == (303, "/")
    assert '"to":"/"' in unescape(service.client.get("/login", params={"to": to}, headers=HTML).text)


def test_whoever_must_log_in_comes_back_to_the_same_address(service: Service) -> None:
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
    return {act.cite for act in PAI_KAO_ACTS} | {
        *COMMISSION_CITES,
        COVER_CITE,
        LINES_CITE,
        TABLE_CITE,
        RANK_CITE,
        ROUNDED,
    }


@pytest.mark.parametrize("game", ALL)
def test_every_clause_that_a_page_cites_is_in_the_rulebook_of_its_game(service: Service, game: str) -> None:
    page = service.client.get(f"/rules/{game}", headers=HTML).text
    anchors = set(re.findall(r'id="([^"]+)"', page))
    cites = pai_kao_cites() if game == PAI_KAO else shown_cites(game)
    cites |= {reading for clause in clauses_of(game).values() for reading in clause.readings}
    assert {cite.game for cite in cites} <= {game, SHARED}
    assert {cite.clause for cite in cites} <= anchors
    assert set(re.findall(r'href="#([^"]+)"', page)) <= anchors


# Options


def test_an_option_that_stands_twice_in_an_address_counts_as_it_stands_last() -> None:
    assert read_options(find("craps"), ["field_12=3", "field_12=2"], {}) == (("field_12", "2"),)


# Refusals


def test_a_refusal_on_a_page_is_in_the_language_of_the_page(service: Service) -> None:
    headers = HTML | {"Cookie": "banca_lang=pt", "Accept-Language": "zh"}
    page = service.client.get("/nowhere", headers=headers)
    assert page.headers["content-language"] == "pt"
    assert NOT_FOUND.says.told["pt"].format(asked="/nowhere") in unescape(page.text)


# The lobby


def lines(service: Service, who: str | None = None, **about: str) -> list[dict[str, Any]]:
    headers = cookie(service, who) if who else {}
    answer = service.client.get("/lobby/tables", params=about, headers=headers)
    assert answer.status_code == 200, answer.text
    assert answer.headers["cache-control"] == "no-store"
    found: list[dict[str, Any]] = answer.json()["tables"]
    return found


def test_anybody_sees_the_tables_of_a_demo_in_the_order_of_the_games(demo: Service) -> None:
    shown = lines(demo)
    assert [one["game"] for one in shown] == list(readable())
    by_game = {one["game"]: one for one in shown}
    # craps R-craps-9 and 5.2.2: an additional bet has no edge, but needs a bet that has: Don't Pass, 3/220
    assert (by_game["craps"]["edge"], by_game["craps"]["edge_of"]) == ("1.36%", "Don't Pass")
    assert by_game["roulette"]["edge"] == "2.70%"
    assert by_game["pai_kao"]["edge"] == ""
    assert by_game["roulette"]["phase"] == "bets open"


def test_strangers_see_no_table_of_a_house_that_is_no_demo(service: Service) -> None:
    assert lines(service) == []
    assert [one["table"] for one in lines(service, "ana")] == ["craps-1"]


def test_the_lobby_tells_phase_and_results_in_the_readers_words(tmp_path: Path) -> None:
    with Service(tmp_path) as service:
        assert "/house#opening" in service.client.get("/", headers=cookie(service, "sofia")).text
        assert "A supervisor opens tables." in service.client.get("/", headers=cookie(service, "ana")).text
        service.open("table-1", "roulette", chance="observed")
        service.do("carlos", "table-1", "throw_ball")
        service.do("carlos", "table-1", "call_no_more_bets")
        service.do("carlos", "table-1", "read_number", outcome="17")
        service.do("carlos", "table-1", "pay")
        portuguese = {"Cookie": f"{cookie(service, 'ana')['Cookie']}; banca_lang=pt"}
        (told,) = service.client.get("/lobby/tables", headers=portuguese).json()["tables"]
        assert (told["results"], told["phase"]) == (["17 Preto"], "apostas abertas")


def test_many_tables_come_a_page_at_a_time(demo: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lobby_lines, "ON_A_PAGE", 3)
    pages = [[one["table"] for one in lines(demo, page=str(number))] for number in (1, 2, 3)]
    assert [len(one) for one in pages] == [3, 3, 1]
    assert len({name for one in pages for name in one}) == len(playable())
    assert [one["table"] for one in lines(demo, page="99")] == pages[-1]
    assert 'aria-current="page">2<' in demo.client.get("/?page=2").text


def test_a_felt_in_small_is_kept_and_has_nothing_for_scripts(demo: Service) -> None:
    for one in lines(demo):
        answer = demo.client.get(str(one["felt"]))
        assert (answer.status_code, answer.headers["content-type"]) == (200, "image/svg+xml")
        assert "immutable" in answer.headers["cache-control"]
        assert "data-bet" not in answer.text
        assert "tabindex" not in answer.text
    assert demo.client.get("/felts/older/craps").headers["cache-control"] == "no-store"
    assert demo.client.get("/felts/older/nothing").status_code == 422


# Games


@pytest.mark.parametrize(("language", "games"), [("en", ALL), ("zh", ("craps", PAI_KAO))])
def test_every_game_has_its_pages(service: Service, language: str, games: tuple[str, ...]) -> None:
    of_games = [f"/{to}/{game}" for to in ("explore", "rules", "trainer") for game in games]
    for path in ("/explore", "/rules", "/trainer", *of_games):
        page = service.client.get(path, headers=HTML | {"Accept-Language": language})
        assert page.status_code == 200, path
        assert "<h1" in page.text
        assert 'style="' not in page.text
        assert not re.findall(r"<script(?! type=\"application/json\")(?![^>]* src=)", page.text), path


def test_a_page_under_options_is_told_their_figures(service: Service) -> None:
    assert "1/36" in service.client.get("/explore/craps?option=field_12=3&bet=field", headers=HTML).text
    for wrong in ("/explore/craps?option=field_12=9", "/explore/whist", "/rules/whist", "/trainer/chess"):
        assert service.client.get(wrong, headers=HTML).status_code == 422, wrong
    changes = {one["option"]: one["changes"] for game in of_chance() for one in options_of(game, Language.EN)}
    assert {name for name, does in changes.items() if does} == {"field_12", "decks", "post_opens", "zero"}


def test_every_option_and_every_value_that_is_a_word_can_be_said() -> None:
    for option in (option for game in of_chance() for option in rulebook(game).options):
        assert option.says
        words = {str(value) for value in option.values if not str(value).isdigit()}
        assert words <= set(option.says_value) <= set(map(str, option.values))


def test_r_craps_5_is_shown_with_what_the_other_reading_would_do() -> None:
    clauses = {one.answer.clause: one for article in articles_of("craps", Language.PT) for one in article.clauses}
    row = clauses["R-craps-5"].compared[0].edges
    assert (row.as_read, row.otherwise) == (Fraction(3, 220), Fraction(523, 1980))
    assert all(set(clause.answer.text.told) == set(Language) for clause in clauses.values())


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
        assert not re.search(r"\sstyle=|<script(?![^>]*(src=|application/json))", shown.text)
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
    shown = service.client.get("/schema", headers=HTML)
    assert "default-src 'none'" in shown.headers["content-security-policy"]
    assert not re.search(r"(?:src|href)=\"(?:https?:)?//", shown.text)
    listed = unescape(shown.text)
    for path, item in service.client.get("/schema/openapi.json").json()["paths"].items():
        for method, operation in item.items():
            assert f"<code>{method.upper()} {path}</code> <span>{operation['summary']}</span>" in listed
    assert service.client.get("/schema/openapi.yaml").status_code == 200
    for viewer in ("redoc", "swagger", "elements", "rapidoc"):
        assert service.client.get(f"/schema/{viewer}").status_code == 404
