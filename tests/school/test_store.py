"""What the school keeps: brought up from a store that had none, and there again after a server was killed."""

from collections.abc import Iterator
from importlib.resources import files

import pytest
from alembic import command as alembic
from alembic.config import Config
from sqlalchemy import inspect

from banca.house.clock import HouseClock
from banca.house.schema import USERS
from banca.house.school import KEPT_OWN, School
from banca.house.store import PeopleRows, Store, open_store
from banca.rules import Refusal
from support.server import TimeOfDay

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


@pytest.fixture
def school() -> Iterator[School]:
    store = open_store("sqlite://")
    yield School(store, HouseClock(TimeOfDay()))
    store.close()


def test_of_exams_of_ones_own_the_last_are_kept_and_of_a_class_all(school: School) -> None:
    exam = school.set_exam(school.make_class("first", "sofia").number, "", "{}")
    kept = school.begin("set ana", "ana", exam=exam, minutes=1, drawn=b"[]", about=ABOUT).number
    for count in range(KEPT_OWN + 2):
        school.begin(f"own {count}", "ana", exam=None, minutes=1, drawn=b"[]", about=ABOUT)
    numbers = [one.number for one in school.sittings(name="ana", before=None, most=500)]
    assert len(numbers) == KEPT_OWN + 1
    assert numbers[-1] == kept


def test_a_number_that_nothing_can_have_is_refused(school: School) -> None:
    for number in (0, -1, 2**31, 10**30):
        for find in (school.sitting, school.school_class, school.exam):
            with pytest.raises(Refusal):
                find(number)
