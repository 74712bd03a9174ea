"""What the school keeps: brought up from a store that had none, and there again after a server was killed."""

import signal
from importlib.resources import files
from pathlib import Path

import pytest
from alembic import command as alembic
from alembic.config import Config
from sqlalchemy import inspect

from banca.house.clock import HouseClock
from banca.house.people_rows import PeopleRows
from banca.house.schema import USERS
from banca.house.school import KEPT_OWN, School
from banca.house.store import Store, open_store
from banca.rulebook import Refusal
from school import TERMS, TimeOfDay
from service import Process

ABOUT = {"written_name": "Ana", "title": "", "terms": "{}"}


def test_a_store_without_a_school_gets_one_and_keeps_its_people(store_url: str) -> None:
    before = Store(store_url)
    config = Config()
    config.set_main_option("script_location", str(files("banca.house").joinpath("migrations")))
    if before.file:
        before.file.check_private()
    with before.engine.execution_options(writes=True).begin() as connection:
        config.attributes["connection"] = connection
        alembic.upgrade(config, "0001")
        row = {"name": "ana", "role": "player", "password": "x", "must_change": False, "is_disabled": False}
        connection.execute(USERS.insert().values(**row))
    assert not inspect(before.engine).has_table("sittings")
    before.close()
    after = open_store(store_url)
    assert inspect(after.engine).has_table("sittings")
    people: PeopleRows = after
    assert [one.name for one in people.users()] == ["ana"]
    school = School(after, HouseClock(TimeOfDay()))
    number = school.make_class("first", "sofia").number
    school.put_in(number, ["ana"])
    assert school.school_class(number).members == 1
    after.close()


def test_of_exams_of_ones_own_the_last_are_kept_and_of_a_class_all(store: Store) -> None:
    school = School(store, HouseClock(TimeOfDay()))
    exam = school.set_exam(school.make_class("first", "sofia").number, "", "{}")
    kept = school.begin("set ana", "ana", exam=exam, minutes=1, drawn=b"[]", about=ABOUT).number
    for count in range(KEPT_OWN + 2):
        school.begin(f"own {count}", "ana", exam=None, minutes=1, drawn=b"[]", about=ABOUT)
    numbers = [one.number for one in school.sittings(name="ana", before=None, most=500)]
    assert len(numbers) == KEPT_OWN + 1
    assert numbers[-1] == kept


@pytest.mark.parametrize("number", [0, -1, 2**31, 10**30])
def test_a_number_that_nothing_can_have_is_refused(store: Store, number: int) -> None:
    school = School(store, HouseClock(TimeOfDay()))
    for find in (school.sitting, school.school_class, school.exam):
        with pytest.raises(Refusal):
            find(number)


@pytest.mark.server
@pytest.mark.slow
def test_an_exam_goes_on_after_the_server_was_killed(tmp_path: Path) -> None:
    first = Process(tmp_path, "--demo")
    guest = first.client.post("/api/v1/demo/players").json()
    first.tokens["guest"] = guest["token"]
    number = first.post("guest", "/exams", id="one", terms=TERMS).json()["number"]
    asked = first.get("guest", f"/exams/{number}/questions/2")
    shown = first.get("guest", f"/exams/{number}/questions/1")
    reply = (
        {"choice": "counts"} if shown["form"] == "choice" else {"answers": [{"result": "lose"}] * len(shown["bets"])}
    )
    assert first.post("guest", f"/exams/{number}/answers/1", **reply).status_code == 200
    deadline = first.get("guest", f"/exams/{number}")["deadline"]
    first.end(signal.SIGKILL)
    again = Process(tmp_path, "--demo")
    again.tokens["guest"] = guest["token"]
    resumed = again.get("guest", f"/exams/{number}")
    assert (resumed["deadline"], resumed["places"], resumed["is_over"]) == (deadline, [1], False)
    assert again.get("guest", f"/exams/{number}/questions/2") == asked
    assert again.post("guest", f"/exams/{number}/end").json()["is_over"]
    again.end()
