"""Who may do what: every address for every role, and nothing in another's name."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from roles import text as page_of_roles
from support.paths import ROOT
from support.roles import ELSEWHERE, TABLE, TERMS, THERE, WHO
from support.server import Service, check_problem, work_here

FIELDS = {"bet": "pass_line", "stake": 1000, "player": "bento", "policy": "pass_line", "reason": "x"}


@pytest.fixture
def service(tmp_path: Path) -> Iterator[Service]:
    with Service(tmp_path) as service:
        yield service


@pytest.mark.slow
def test_every_address_for_every_role(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    work_here(monkeypatch)
    service.fund("ana", "bento")
    service.open("craps-1", "craps")
    assert service.post("sofia", "/classes", name="evening").json()["number"] == THERE["number"]
    assert service.post("ana", "/exams", id="one", terms=TERMS).json()["number"] == THERE["number"]
    for method, path, body, expected in TABLE:
        for who, status in zip(WHO, expected, strict=True):
            headers = {"Authorization": f"Bearer {service.tokens[who]}"} if who else {}
            answer = service.client.request(method, path.format(**THERE), json=body, headers=headers)
            assert answer.status_code == status, (method, path, who, answer.text)
            if answer.status_code >= 400:
                check_problem(answer)
            service.client.cookies.clear()


def test_the_table_of_roles_leaves_no_address_out(service: Service) -> None:
    paths = service.client.get("/schema/openapi.json").json()["paths"]
    described = {(method.upper(), path) for path, item in paths.items() for method in item if method != "parameters"}
    assert described - ELSEWHERE == {(method, path.partition("?")[0]) for method, path, _, _ in TABLE}


def test_nobody_acts_in_anothers_seat(service: Service) -> None:
    service.fund()
    service.open("craps-1", "craps")
    for player in ("ana", "bento"):
        service.do(player, "craps-1", "sit")
    before = service.get("ines", "/tables/craps-1")["view"]
    bet = {"bet": "pass_line", "stake": 1000}
    for who, do, fields in (
        ("ana", "place_bet", {**bet, "player": "bento"}),
        ("ana", "withdraw_bet", {"bet": "pass_line", "player": "bento"}),
        ("ana", "leave", {"player": "bento"}),
        ("ana", "sit", {"player": "chan"}),
        ("ana", "seat_practice", {"player": "x", "policy": "pass_line"}),
        ("ana", "void_round", {"reason": "x"}),
        ("ana", "close", {}),
        ("carlos", "place_bet", bet),
        ("carlos", "place_bet", {**bet, "player": "ana"}),
        ("carlos", "fund_bank", {"stake": 1000}),
        ("sofia", "place_bet", bet),
        ("chan", "place_bet", bet),
    ):
        assert service.command(who, "craps-1", do, **fields).status_code in {403, 422}, (who, do)
    can = [act for who in ("ana", "carlos", "sofia") for act in service.get(who, "/tables/craps-1")["view"]["can"]]
    assert {"leave", "place_bet", "unseat", "void_round", "fund_bank"} <= {act["do"] for act in can}
    filled = {act["do"]: {name: FIELDS[name] for name in act.get("takes", ())} for act in can}
    for do, fields in (filled | {"sit": {}, "close": {}}).items():
        assert service.command("ines", "craps-1", do, **fields).status_code == 403, do
    assert service.get("ines", "/tables/craps-1")["view"] == before
    assert service.get("ines", "/tables/craps-1")["view"]["can"] == []


@pytest.mark.slow
def test_the_page_of_roles_is_up_to_date() -> None:
    assert (ROOT / "docs" / "who-may-do-what.md").read_text("utf-8") == page_of_roles(), "python tools/roles.py"
