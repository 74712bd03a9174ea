"""What takes two persons: staff, large payments out of the house, voids after information is out; and what one alone gives up."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from threading import Event, Thread
from typing import Any

import pytest

from banca.house.audit import verify
from banca.house.audit.verify import DONE_ALONE
from banca.house.house import House
from banca.house.journal import Entry
from banca.house.people import REQUEST_WAITS, People
from banca.house.refusals import (
    COMMAND_REPEATED,
    NOT_THE_SECOND,
    ROUND_IS_OVER,
    SHUT_OUT,
    TOO_MANY_WISHES,
    WISH_TOO_OLD,
)
from banca.house.register import MOST_ASKED, REGISTER, HiddenSeen, PersonAdded, Record
from banca.house.store import open_store
from banca.rules import Refusal
from banca.tables.acts import NOT_ENOUGH_MONEY
from banca.tables.commands import Actor, Role
from support.forgery import entries
from support.lanes import PATIENCE
from support.server import CHEAP, PAI_KAO, PASSWORD, Attended, Service, at_pai_kao, until

LARGE = 20_000_000


@pytest.fixture
def service(tmp_path: Path) -> Iterator[Service]:
    """Sofia and rui supervise, ines inspects."""
    with Service(tmp_path, two_persons=True) as service:
        service.people.add("rui", Role.SUPERVISOR, PASSWORD)
        service.tokens["rui"] = service.people.issue("rui", "test").token
        service.fund("ana", amount=LARGE)
        yield service


def waits(answer: Any) -> Any:
    assert answer.status_code == 202, answer.text
    return answer.json()


def agree(service: Service, who: str, number: int) -> Any:
    answer = service.ask(who, "POST", f"/seconds/{number}")
    assert answer.status_code == 201, answer.text
    return answer.json()


def last(tmp_path: Path, table: str) -> Entry:
    return entries(tmp_path / "house.db", table)[-1]


def test_an_inspector_is_made_by_two_and_known_to_neither(service: Service, tmp_path: Path) -> None:
    """Finding 5: a supervisor made an inspector, and nothing of it was in the journal."""
    first = waits(service.post("sofia", "/users", name="dora", role="inspector"))
    assert set(first["seconds"]) == {"ines", "rui"}
    assert service.post(None, "/login", name="dora", password=first["half"]).status_code == 401
    assert service.ask("sofia", "POST", f"/seconds/{first['number']}").json()["code"] == NOT_THE_SECOND
    (wanted,) = service.get("ines", "/seconds")
    assert (wanted["by"], wanted["do"], wanted["about"], wanted["role"]) == ("sofia", "add_person", "dora", "inspector")
    second = agree(service, "ines", first["number"])
    for half in (first["half"], second["half"]):
        assert service.post(None, "/login", name="dora", password=half).status_code == 401
    whole = f"{first['half']}-{second['half']}"
    assert service.post(None, "/login", name="dora", password=whole).json()["must_change"]
    made = next(
        one for one in entries(tmp_path / "house.db", REGISTER) if one.command.do == "add_person" and one.second
    )
    assert (made.by, made.second) == ("sofia", "ines")
    assert service.get("sofia", "/seconds") == []
    assert verify(service.store).is_whole
    journal = b"".join(row.body for row in service.store.rows(REGISTER)).decode()
    assert first["half"] not in journal
    assert second["half"] not in journal


def test_staff_are_neither_reset_nor_shut_out_by_one(service: Service) -> None:
    reset = waits(service.ask("sofia", "POST", "/users/ines/password"))
    assert service.get("ines", "/me")["name"] == "ines"
    out = waits(service.ask("sofia", "DELETE", "/users/carlos"))
    assert service.get("carlos", "/me")["name"] == "carlos"
    agree(service, "rui", out["number"])
    assert service.ask("carlos", "GET", "/me").status_code == 401
    assert service.ask("ines", "DELETE", f"/seconds/{reset['number']}").status_code == 204
    assert service.get("ines", "/me")["name"] == "ines"
    assert service.ask("rui", "POST", f"/seconds/{reset['number']}").status_code == 404
    assert service.post("sofia", "/users", name="dora", role="player").status_code == 201  # players take one
    assert service.ask("sofia", "DELETE", "/users/dora").status_code == 204


def test_a_large_sum_is_paid_out_by_two(service: Service, tmp_path: Path) -> None:
    body = {"id": "out", "player": "ana", "amount": LARGE}
    assert service.post("sofia", "/cage/out", id="small", player="ana", amount=1000).status_code == 201
    asked = waits(service.post("sofia", "/cage/out", **(body | {"amount": LARGE - 1000})))
    assert service.get("ana", "/me")["wallet"] == LARGE - 1000
    again = waits(service.post("sofia", "/cage/out", **(body | {"amount": LARGE - 1000})))
    assert again["number"] == asked["number"]
    agree(service, "rui", asked["number"])
    assert service.get("ana", "/me")["wallet"] == 0
    done = last(tmp_path, "cage")
    assert (done.by, done.second, done.command.do) == ("sofia", "rui", "cash_out")
    repeated = service.post("sofia", "/cage/out", **(body | {"amount": LARGE - 1000}))
    assert repeated.status_code == 201  # done before, under the same id
    assert service.get("ana", "/me")["wallet"] == 0


@pytest.mark.parametrize(("do", "fields"), [("return_bank", {"stake": 1000}), ("close", {})])
def test_a_bank_is_taken_out_by_two(service: Service, tmp_path: Path, do: str, fields: dict[str, Any]) -> None:
    service.open("c1", "craps")
    asked = waits(service.command("sofia", "c1", do, **fields))
    agree(service, "ines", asked["number"])
    done = last(tmp_path, "c1")
    assert (done.by, done.second, done.command.do) == ("sofia", "ines", do)


def test_a_round_whose_result_exists_is_voided_by_two_and_no_other_with_it(service: Service, tmp_path: Path) -> None:
    service.open("f1", "fish_prawn_crab")
    service.do("ana", "f1", "sit")

    def shake() -> None:
        for do, fields in (("cover", {"latched": True}), ("shake", {"presses": 3})):
            service.do("carlos", "f1", do, **fields)

    shake()
    late = waits(service.command("sofia", "f1", "void_round", reason="latch loose"))
    agree(service, "ines", waits(service.command("rui", "f1", "void_round", reason="latch loose"))["number"])
    assert (last(tmp_path, "f1").second, last(tmp_path, "f1").command.do) == ("ines", "void_round")
    shake()
    answer = service.ask("ines", "POST", f"/seconds/{late['number']}")
    assert (answer.status_code, answer.json()["code"]) == (409, ROUND_IS_OVER)


def test_a_stopped_table_offers_its_supervisor_the_void_and_nobody_anything_else(
    service: Service, tmp_path: Path
) -> None:
    service.open("f1", "fish_prawn_crab")
    service.do("ana", "f1", "sit")
    service.house.stopped["f1"] = "a check failed"
    for who, can in (("ana", []), ("carlos", []), ("ines", []), ("sofia", ["void_round"])):
        view = service.get(who, "/tables/f1")["view"]
        assert [one["do"] for one in view["can"]] == can
        assert view["open_bets"] == []
    assert service.command("ana", "f1", "leave").json()["code"] == "table_stopped"
    agree(service, "ines", waits(service.command("sofia", "f1", "void_round", reason="it failed"))["number"])
    assert (last(tmp_path, "f1").by, last(tmp_path, "f1").second) == ("sofia", "ines")
    service.do("ana", "f1", "leave")
    assert verify(service.store).is_whole


def test_what_can_no_longer_be_done_is_refused_to_the_second_too(service: Service) -> None:
    asked = waits(service.post("sofia", "/cage/out", id="o", player="ana", amount=LARGE))
    assert service.post("rui", "/cage/out", id="p", player="ana", amount=1000).status_code == 201
    assert service.ask("ines", "POST", f"/seconds/{asked['number']}").json()["code"] == NOT_ENOUGH_MONEY
    assert [one["number"] for one in service.get("ines", "/seconds")] == [asked["number"]]  # it waits on
    assert service.post("rui", "/cage/in", id="q", player="ana", amount=1000).status_code == 201
    agree(service, "ines", waits(service.ask("rui", "DELETE", "/users/sofia"))["number"])
    assert service.ask("ines", "POST", f"/seconds/{asked['number']}").json()["code"] == SHUT_OUT
    assert service.get("ana", "/me")["wallet"] == LARGE


def test_a_house_with_one_supervisor_does_it_alone_and_the_audit_says_so(tmp_path: Path) -> None:
    with Service(tmp_path, two_persons=True) as service:
        service.people.disable("ines")
        service.open("c1", "craps")
        service.do("sofia", "c1", "return_bank", stake=1000)
        assert service.post("sofia", "/users", name="rui", role="supervisor").status_code == 201
        notices = [(one.table, one.why.code, str(one.why.about["asked"])) for one in verify(service.store).findings]
        assert notices == [
            ("c1", DONE_ALONE, "“Withdraw money from the bank” (return_bank)"),
            (REGISTER, DONE_ALONE, "add_person"),
        ]
        waits(service.command("sofia", "c1", "return_bank", stake=1000))  # now there is somebody


def test_looking_at_hidden_tiles_is_in_the_register_before_they_are_seen(tmp_path: Path) -> None:
    """Finding 5: whoever inspects may see live tiles, and everybody may see that they did."""
    with at_pai_kao(tmp_path) as attended:
        service = attended.service

        def looks() -> list[Entry]:
            found = entries(tmp_path / "house.db", REGISTER)
            return [one for one in found if one.command.do == "look_at_hidden"]

        attended.view(PAI_KAO, "ines")
        assert looks() == []
        attended.look_until(lambda: is_dealt(attended))
        for who in ("sofia", "ines", "ines"):
            attended.view(PAI_KAO, who)
        service.get("ines", f"/tables/{PAI_KAO}/story")
        (looked,) = looks()
        assert (looked.by, looked.events) == ("ines", (HiddenSeen(table=PAI_KAO, round=1),))


def is_dealt(attended: Attended) -> bool:
    """Whether the tiles are dealt; ana stakes when she may."""
    view = attended.view(PAI_KAO)
    if any(can["do"] == "stake" for can in view["can"]) and not view["state"]["stakes"]:
        attended.service.command("ana", PAI_KAO, "stake", gate=1, stake=view["minimum"])
    return bool(view["phase"] == "dealt")


# What an attack on all this found


def test_an_id_is_of_one_wish_at_one_table(service: Service) -> None:
    out = {"id": "x", "player": "ana", "amount": LARGE}
    number = waits(service.post("sofia", "/cage/out", **out))["number"]
    assert service.ask("rui", "DELETE", f"/seconds/{number}").status_code == 204
    assert service.post("sofia", "/cage/out", **out).json()["code"] == COMMAND_REPEATED  # what was dropped
    asked = []
    for table in ("c1", "c2"):
        service.open(table, "craps")
        answer = service.post("sofia", f"/tables/{table}/commands", id="x", command={"do": "return_bank", "stake": 1})
        asked.append(waits(answer)["number"])
    assert asked == [2, 3]
    fund = service.post("sofia", "/tables/c1/commands", id="x", command={"do": "fund_bank", "stake": 1000})
    assert fund.status_code == 201
    assert service.ask("rui", "POST", "/seconds/2").json()["code"] == COMMAND_REPEATED  # used meanwhile
    assert service.client.get("/health/ready").status_code == 200


def test_wishes_lapse_and_are_numbered(tmp_path: Path) -> None:
    now = datetime(2026, 11, 16, 12, tzinfo=UTC)
    house = House(open_store(f"sqlite:///{tmp_path / 'house.db'}"), clock=lambda: now)
    people = People(house, hasher=CHEAP)
    sofia, rui = Actor("sofia", Role.SUPERVISOR), Actor("rui", Role.SUPERVISOR)
    for name in ("sofia", "rui"):
        people.add(name, Role.SUPERVISOR, PASSWORD)
    wish = Record(fact=PersonAdded(name="dora", role=Role.INSPECTOR))
    for number in range(MOST_ASKED):
        people.request_approval(sofia, REGISTER, f"w{number}", wish)
    with pytest.raises(Refusal) as no:
        people.request_approval(sofia, REGISTER, "more", wish)
    assert no.value.code == TOO_MANY_WISHES
    now += REQUEST_WAITS + timedelta(seconds=1)
    with pytest.raises(Refusal) as no:
        people.approve(rui, 1)
    assert no.value.code == WISH_TOO_OLD


def test_an_export_that_waits_is_noted_when_it_has_been_read(tmp_path: Path) -> None:
    with at_pai_kao(tmp_path) as attended:
        service = attended.service
        attended.look_until(lambda: is_dealt(attended) or attended.view(PAI_KAO)["phase"] == "shaken")
        archive = service.app.state.archive
        go_on, told = Event(), []
        for _ in range(service.app.state.limits.exports):  # every thread that reads is busy
            archive._threads.submit(go_on.wait, PATIENCE)  # nobody else holds them up
        export = Thread(target=lambda: told.append(service.ask("ines", "GET", f"/tables/{PAI_KAO}/journal").text))
        export.start()
        until(lambda: archive._threads._work_queue.qsize() > 0)  # or sees who waits
        attended.look_until(lambda: is_dealt(attended))
        go_on.set()
        export.join(PATIENCE)
        assert '"tiles"' in told[0]
        assert any(one.command.do == "look_at_hidden" for one in entries(tmp_path / "house.db", REGISTER))


def test_large_sums_are_not_paid_out_in_slices(service: Service) -> None:
    service.fund("bento", amount=LARGE)
    most = service.house.register.safeguards.cash_out
    answers = [
        service.post("sofia", "/cage/out", id=f"s{number}", player=who, amount=most // 2).status_code
        for number, who in enumerate(("ana", "bento", "ana", "bento"))
    ]
    assert answers == [201, 201, 202, 202]
    assert service.post("rui", "/cage/out", id="r", player="ana", amount=most // 2).status_code == 201  # his own
