"""What every page keeps to: its policy, nothing of a reader's in its markup, no way to another site, clauses that are there."""

import re
from collections.abc import Iterator
from html import unescape

import pytest

from banca.games import find, playable, rulebook
from banca.games.craps.device import INSPECTION
from banca.games.pai_kao.bank import COMMISSION_CITES, COVER_CITE
from banca.games.pai_kao.hands import LINES_CITE
from banca.games.pai_kao.pairs import TABLE_CITE
from banca.games.pai_kao.procedure import ACTS as PAI_KAO_ACTS
from banca.games.pai_kao.tiles import RANK_CITE
from banca.house.keys import SESSION
from banca.law import SHARED, clauses_of
from banca.rulebook import Citation, explore
from banca.rulebook.payment_steps import ROUNDED
from banca.service.authentication import COOKIE
from banca.service.games import read_options
from banca.service.refusals import NOT_FOUND
from service import Service

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


@pytest.mark.parametrize("name", ["../page.py", "%2e%2e/page.py", "../../../../etc/passwd", "nothing.js", ""])
def test_no_other_file_is_sent(service: Service, name: str) -> None:
    assert service.client.get(f"/static/x/{name}").status_code == 404


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


def test_pai_kao_has_no_options(service: Service) -> None:
    answer = service.ask(None, "GET", "/games/pai_kao/layout?option=luck=1")
    assert (answer.status_code, answer.json()["code"]) == (422, "unknown_option")


# Refusals


def test_a_refusal_on_a_page_is_in_the_language_of_the_page(service: Service) -> None:
    headers = HTML | {"Cookie": "banca_lang=pt", "Accept-Language": "zh"}
    page = service.client.get("/nowhere", headers=headers)
    assert page.headers["content-language"] == "pt"
    assert NOT_FOUND.says.told["pt"].format(asked="/nowhere") in unescape(page.text)
