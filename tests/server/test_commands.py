"""Many commands in one request: carried out in order, answered one by one."""

from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from banca.server.group_commit import MOST
from support.server import Service

_numbers = count(1, 2)
BET = {"do": "place_bet", "bet": "pass_line", "stake": 1000}


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    with Service(tmp_path_factory.mktemp("house")) as service:
        service.fund("ana")
        yield service


@pytest.fixture
def tables(service: Service) -> tuple[str, str]:
    """Two tables at which nobody sits."""
    number = next(_numbers)
    first, second = f"craps-{number}", f"craps-{number + 1}"
    for table in (first, second):
        service.open(table, "craps")
    return first, second


def many(service: Service, who: str, *commands: tuple[str, str, dict[str, Any]]) -> list[dict[str, Any]]:
    body = [{"table": table, "id": name, "command": command} for table, name, command in commands]
    answer = service.post(who, "/commands", commands=body)
    assert answer.status_code == 200, answer.text
    answers: list[dict[str, Any]] = answer.json()["answers"]
    assert [one["id"] for one in answers] == [name for _, name, _ in commands]
    return answers


def said(answers: list[dict[str, Any]]) -> list[str | int]:
    """The sequence of what was done, the code of what was not."""
    return [one["done"]["seq"] if "done" in one else one["problem"]["code"] for one in answers]


def test_commands_of_many_tables_are_carried_out_in_order_and_one_refused_stops_no_other(
    service: Service, tables: tuple[str, str]
) -> None:
    first, second = tables
    answers = many(
        service,
        "ana",
        (first, "a", {"do": "sit"}),
        (second, "b", BET),
        (second, "c", {"do": "sit"}),
        ("nowhere", "d", {"do": "sit"}),
        ("cage", "e", {"do": "cash_in", "player": "ana", "stake": 1000}),
        (first, "f", {**BET, "bet": "Pass Line"}),  # as people type it
        (second, "g", BET),
        (first, "h", {"do": "dance"}),
        (first, "i", {"do": "place_bet", "stake": 1000}),
        (first, "j", {"do": "fund_bank", "stake": 1000}),
        (first, "k", {"do": "leave"}),
    )
    done, refused = said(answers)[:7], said(answers)[7:]
    assert done == [2, "not_seated", 2, "unknown_table", "unknown_table", 3, 3]
    assert refused == ["unknown_act", "field_missing", "not_your_act", "bets_stand"]
    assert [one["status"] for one in answers] == [201, 422, 201, 404, 404, 201, 201, 422, 422, 403, 422]
    assert answers[5]["done"]["events"] == [{"event": "bet_placed", "player": "ana", "bet": "pass_line", "stake": 1000}]
    assert answers[8]["problem"]["cite"]
    assert service.house.table(first).seq == service.house.table(second).seq == 3


def test_sent_twice_they_are_carried_out_once_and_get_the_same_answer(
    service: Service, tables: tuple[str, str]
) -> None:
    first, second = tables
    commands = ((first, "a", {"do": "sit"}), (first, "b", BET), (first, "b", BET), (second, "c", BET))
    answers = many(service, "ana", *commands)
    assert said(answers) == [2, 3, 3, "not_seated"]
    assert many(service, "ana", *commands) == answers
    assert service.post("ana", f"/tables/{first}/commands", id="b", command=BET).json() == answers[1]["done"]
    (other,) = many(service, "ana", (first, "b", {"do": "leave"}))
    assert (other["status"], other["problem"]["code"]) == (409, "command_repeated")


def test_staff_may_send_many_too_and_what_takes_two_waits(tmp_path: Path) -> None:
    with Service(tmp_path, two_persons=True) as service:
        service.open("craps-1", "craps")
        answers = many(
            service,
            "sofia",
            ("craps-1", "a", {"do": "fund_bank", "stake": 1000}),
            ("craps-1", "b", {"do": "return_bank", "stake": 1000}),
        )
        assert [one["status"] for one in answers] == [201, 202]
        assert answers[1]["waits"]["seconds"] == ["ines"]


def test_a_request_that_cannot_be_read_carries_out_nothing(service: Service, tables: tuple[str, str]) -> None:
    first, _ = tables
    sit = {"table": first, "id": "a", "command": {"do": "sit"}}
    bodies: tuple[dict[str, Any], ...] = (
        {"commands": []},
        {"commands": [sit] * (MOST + 1)},
        {"commands": [sit, {**sit, "command": []}]},
        {"commands": [sit, {**sit, "command": {}}]},
        {"commands": [sit, {**sit, "id": "two words"}]},
        {"commands": [sit, {"table": first, "id": "b"}]},
        {"commands": [{**sit, "more": 1}]},
        {"commands": [sit], "more": 1},
        {},
    )
    for body in bodies:
        answer = service.post("ana", "/commands", **body)
        assert answer.status_code == 400
        assert answer.json()["code"] == "bad_request"
    assert service.house.table(first).seq == 1
    assert said(many(service, "ana", *[(first, "a", {"do": "sit"})] * MOST)) == [2] * MOST
