"""Cussec in the browser: the pages of a running service, and a round over HTTP."""

import json
import re
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from argon2 import PasswordHasher
from banca.house import audit
from banca.house.house import House
from banca.house.people import SESSION, People
from banca.house.store import Store, open_store
from banca.i18n import translator
from banca.law import Language
from banca.rules import Text
from banca.server.app import create_app
from banca.server.auth import COOKIE
from banca.tables.commands import Role
from litestar import Litestar
from litestar.testing import TestClient

from banca_cussec import GAME, RULEBOOK

PEOPLE = {"sofia": Role.SUPERVISOR, "carlos": Role.CROUPIER, "ana": Role.PLAYER}
LANGUAGES = {"en": "en", "pt": "pt-PT", "zh": "zh-Hant"}
TITLES = {"en": "Cussec", "pt": "Cussec", "zh": "骰寶"}
ROUND: tuple[tuple[str, str, dict[str, Any]], ...] = (
    ("carlos", "cover", {}),
    ("carlos", "shake", {"presses": 3}),
    ("ana", "place_bet", {"bet": "small", "stake": 1000}),
    ("ana", "place_bet", {"bet": "total:6", "stake": 1000}),
    ("carlos", "ring_bell", {}),
    ("carlos", "lift_cover", {}),
    ("carlos", "call_result", {"outcome": "3-2-1"}),
    ("carlos", "pay", {}),
)


class Service:
    """A house with one table of Cussec: sofia supervises, carlos is a croupier, ana plays."""

    def __init__(self, store: Store, client: TestClient[Litestar], people: People) -> None:
        self.store = store
        self.client = client
        self.people = people
        self.tokens = {name: people.issue(name, "test").token for name in PEOPLE}
        self.ids = count()

    def headers(self, who: str) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.tokens[who]}"}

    def post(self, who: str, path: str, body: dict[str, Any]) -> None:
        asked = {"id": f"c{next(self.ids)}", **body}
        answer = self.client.post(f"/api/v1{path}", json=asked, headers=self.headers(who))
        assert answer.status_code in {200, 201}, answer.text

    def page(self, path: str, language: str, who: str = "") -> str:
        headers = {"Accept": "text/html", "Accept-Language": LANGUAGES[language]}
        if who:
            headers["Cookie"] = f"{COOKIE}={self.people.issue(who, SESSION, 3600.0).token}"
        return self.get(path, headers)

    def get(self, path: str, headers: dict[str, str]) -> str:
        answer = self.client.get(path, headers=headers)
        assert answer.status_code == 200, answer.text
        return answer.text


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    folder: Path = tmp_path_factory.mktemp("pages")
    store = open_store(f"sqlite:///{folder / 'house.db'}")
    house = House(store)
    house.set_safeguards(two_persons=False)
    people = People(house, hasher=PasswordHasher(time_cost=1, memory_cost=8, parallelism=1))
    for name, role in PEOPLE.items():
        people.add(name, role, "a password of many words")
    with TestClient(create_app(house, people, is_demo=False)) as client:
        made = Service(store, client, people)
        made.post("sofia", "/tables", {"table": {"id": "cussec-1", "game": "cussec", "bank": 100_000_000}})
        made.post("sofia", "/cage/in", {"player": "ana", "amount": 100_000})
        made.post("ana", "/tables/cussec-1/commands", {"command": {"do": "sit"}})
        yield made
    store.close()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/rules/cussec",
        "/explore/cussec",
        "/explore/cussec?option=combinations=yes&option=odd_even=yes",
        pytest.param("/lab", marks=pytest.mark.compiled),
        "/trainer",
        "/trainer/cussec",
        "/proposals",
    ],
)
def test_the_pages_of_any_game_know_it(service: Service, path: str, language: str) -> None:
    page = service.page(path, language)
    assert TITLES[language] in page


@pytest.mark.parametrize("language", LANGUAGES)
def test_rules_and_figures_are_whole(service: Service, language: str) -> None:
    rules = service.page("/rules/cussec", language)
    for clause in ("M-1", "N-4", "P-11", "R-cussec-7"):
        assert f'id="{clause}"' in rules
    explored = service.page("/explore/cussec", language)
    for bet in RULEBOOK.under().bets.values():
        assert translator(Language(language)).bet(bet) in explored


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_table_page_has_the_dice_and_the_words_of_every_row(service: Service, language: str) -> None:
    page = service.page("/tables/cussec-1", language, who="carlos")
    assert re.findall(r'id="face-(\d)"', page) == list("123456")
    found = re.search(r'id="page-data">(.*?)</script>', page, re.DOTALL)
    assert found
    told = json.loads(found[1])
    assert set(told["bets"]) == set(RULEBOOK.under().bets)
    said = json.dumps(told, ensure_ascii=False)
    rows = [act.takes.says for act in GAME.acts] + list(GAME.phases.values())
    for words in rows + [null.says for null in RULEBOOK.nulls.values()]:
        assert isinstance(words, Text)
        assert words.in_language(language) in said


@pytest.mark.parametrize(
    "forms",
    [["wide"], ["tall"], [f"board&part={part}" for part in ("totals", "dice", "pairs")]],
    ids=["wide", "tall", "board"],
)
def test_the_table_page_fetches_the_layout(service: Service, forms: list[str]) -> None:
    address = "/api/v1/games/cussec/layout?bare=true&option=odd_even=yes&form="
    drawn = "".join(service.get(f"{address}{form}", {}) for form in forms)
    assert set(re.findall(r'data-bet="([^"]+)"', drawn)) == set(RULEBOOK.under(odd_even="yes").bets)


def test_a_round_over_http_is_paid_and_audited(service: Service) -> None:
    for who, act, fields in ROUND:
        service.post(who, "/tables/cussec-1/commands", {"command": {"do": act, **fields}})
    seen = json.loads(service.get("/api/v1/tables/cussec-1", service.headers("ana")))
    assert seen["wallet"] == 100_000 + 1000 + 14_000
    assert seen["view"]["phase"] == "paid"
    assert seen["view"]["state"]["results"] == ["3-2-1"]
    found = audit.verify(service.store)
    assert found.is_whole, found.faults
    (verified,) = [one for one in found.tables if one.table == "cussec-1"]
    assert verified.game == "cussec"
