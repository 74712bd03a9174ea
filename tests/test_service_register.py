"""The register over HTTP: for inspectors, the newest first, told in their language, and no further than its chain holds."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from banca.house.register import REGISTER
from forging import run
from service import PASSWORD, Service

LARGE = 20_000_000


@pytest.fixture
def service(tmp_path: Path) -> Iterator[Service]:
    """dora is made an inspector by sofia and ines."""
    with Service(tmp_path, two_persons=True) as found:
        found.post("sofia", "/users", name="dora", role="inspector")
        found.ask("ines", "POST", "/seconds/1")
        yield found


def test_it_comes_newest_first_page_by_page(service: Service) -> None:
    whole = service.get("ines", "/audit/register?count=200")
    count = whole["entries"]
    assert [one["seq"] for one in whole["lines"]] == list(range(count, 0, -1))
    assert (whole["older"], whole["head"]) == (None, service.house.table(REGISTER).head)
    first = service.get("ines", "/audit/register?count=3")
    assert first["lines"] == whole["lines"][:3]
    then = service.get("ines", f"/audit/register?count=3&before={first['older']}")
    assert then["lines"] == whole["lines"][3:6]
    assert service.get("ines", "/audit/register?before=2")["lines"] == whole["lines"][-1:]
    assert service.get("ines", "/audit/register?before=2")["older"] is None
    assert service.get("ines", "/audit/register?before=1")["lines"] == []


def test_it_says_who_did_what_and_who_agreed(service: Service) -> None:
    lines = service.get("ines", "/audit/register")["lines"]
    made = next(one for one in lines if one["second"])
    assert (made["by"], made["role"], made["act"], made["second"]) == ("sofia", "supervisor", "add_person", "ines")
    assert made["lines"] == ["dora is added: inspector"]
    asked = next(one for one in lines if one["act"] == "ask_second")
    assert asked["lines"] == [
        "request 1 is waiting for a second person: sofia wants to add dora: inspector",
    ]


@pytest.mark.parametrize(("lang", "said"), [("pt", "novo acesso: dora, inspector"), ("zh-Hant", "新增人員 dora：督察")])
def test_it_speaks_the_readers_language(service: Service, lang: str, said: str) -> None:
    answer = service.ask("ines", "GET", "/audit/register", headers={"Accept-Language": lang}).json()
    assert [said] in [one["lines"] for one in answer["lines"]]


def test_every_kind_of_fact_is_told_in_words(service: Service) -> None:
    service.open("c1", "craps")
    service.fund("ana", amount=LARGE)
    service.command("sofia", "c1", "return_bank", stake=1000)
    service.command("sofia", "c1", "close")
    service.post("sofia", "/cage/out", id="o", player="ana", amount=LARGE)
    service.ask("sofia", "POST", "/users/carlos/password")
    service.ask("sofia", "DELETE", "/users/carlos")
    service.ask("ines", "DELETE", "/seconds/2")
    for name in ("ana", "who"):
        service.post(None, "/login", name=name, password=PASSWORD[1:])
    service.people.put_down_failures()
    service.house.ask_of_staff(cash_out=1000)
    said = [line for one in service.get("ines", "/audit/register?count=200")["lines"] for line in one["lines"]]
    for told in (
        "sofia wants to withdraw 10 patacas from the bank of c1",
        "sofia wants to close c1 and withdraw its whole bank",
        "sofia wants to withdraw 200,000 patacas from the wallet of ana",
        "sofia wants to give carlos a new one-time password",
        "sofia wants to suspend the access of carlos",
        "failed log-ins: ana (testclient): 1, unknown name (testclient): 1; others: 0",
        "most that one person alone may pay out at the cage: 10 patacas; second factor required: no",
        "request 2 is not carried out",
        "sofia has a token “test”",
        "journal opened: register",
    ):
        assert any(told in line for line in said), told
    assert not any("do:" in line for line in said)


def test_nothing_behind_a_broken_link_is_told(service: Service, tmp_path: Path) -> None:
    whole = service.get("ines", "/audit/register?count=200")
    bad = next(one["seq"] for one in whole["lines"] if one["lines"] == ["dora is added: inspector"])
    change = "UPDATE journal SET body = replace(CAST(body AS TEXT), 'dora', 'nora') WHERE table_id = ? AND seq = ?"
    run(tmp_path / "house.db", (change, (REGISTER, bad)))
    broken = service.get("ines", "/audit/register?count=200")
    assert [one["seq"] for one in broken["lines"]] == list(range(bad - 1, 0, -1))
    assert f"entry {bad}" in broken["stops"]
