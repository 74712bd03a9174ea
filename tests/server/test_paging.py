"""Long lists come a page at a time: each line once, in order, whatever is added meanwhile; and nobody is sent all of them."""

from collections.abc import Iterator
from typing import Any

from sqlalchemy import insert

from banca.house.schema import USERS
from support.server import Service

CROWD = 450
"""People: more than two pages of the most that a page may have."""


def pages(service: Service, who: str, path: str) -> Iterator[list[Any]]:
    """Every page, by the address that the one before gives."""
    address: str | None = path
    while address:
        answer = service.ask(who, "GET", address)
        assert answer.status_code == 200, answer.text
        yield answer.json()
        address = answer.links["next"]["url"].removeprefix("/api/v1") if "next" in answer.links else None


def names(found: Iterator[list[Any]], key: str = "name") -> list[str]:
    return [line[key] for page in found for line in page]


def test_people_staff_first_each_once_and_by_part_of_a_name(service: Service) -> None:
    crowd = [f"guest{number:04}" for number in range(CROWD)]
    about = {"role": "player", "password": "", "must_change": False, "is_disabled": False}
    with service.store.transaction() as connection:
        connection.execute(insert(USERS), [{"name": name, **about} for name in crowd])
    players = sorted([*crowd, "ana", "bento", "chan"])
    assert names(pages(service, "sofia", "/users")) == ["carlos", "ines", "sofia", *players]
    assert names(pages(service, "sofia", "/users?count=1&role=supervisor&role=inspector")) == ["ines", "sofia"]
    assert names(pages(service, "sofia", "/users?count=7&role=player")) == players
    assert names(pages(service, "sofia", "/users?sought=t004&count=4")) == [f"guest004{digit}" for digit in range(10)]
    assert (
        names(pages(service, "sofia", "/users?sought=%25")) == names(pages(service, "sofia", "/users?sought=_")) == []
    )
    sizes = [len(page) for page in pages(service, "ines", "/users?count=200")]
    assert sizes == [200, 200, CROWD + 6 - 400]


def test_tables_and_journals(service: Service) -> None:
    opened = [f"wheel-{number:02}" for number in range(12)]
    for name in opened:
        service.open(name, "wheel", bank=5_000_000)
    lines = [line for page in pages(service, "ana", "/tables?count=5") for line in page]
    assert [(line["table"], line["bank"]) for line in lines] == [(name, 5_000_000) for name in opened]
    assert names(pages(service, "ana", "/tables?sought=-1&count=1"), "table") == ["wheel-10", "wheel-11"]
    journals = names(pages(service, "ines", "/audit?count=3"), "table")
    assert journals == ["cage", "register", *opened]
    assert names(pages(service, "ines", "/audit?sought=reg"), "table") == ["register"]


def test_no_other_page_can_be_asked_for(service: Service) -> None:
    for wrong in ("users?count=0", "users?count=201", "users?role=king", "tables?count=x", f"users?after={'a' * 121}"):
        assert service.ask("sofia", "GET", f"/{wrong}").status_code == 400, wrong
