"""What the school keeps: brought up from a store that had none, and there again after a server was killed."""

from collections.abc import Iterator

import pytest

from banca.house.clock import HouseClock
from banca.house.store import open_store
from banca.rules import Refusal
from banca.training.exercise import ExerciseKind
from banca_school.exam import ExamTerms
from banca_school.store import MOST_OWN, School
from support.server import TimeOfDay

TERMS = ExamTerms(games=["craps"], kinds=[ExerciseKind.BETS], levels=[1], minutes=1)


@pytest.fixture
def school() -> Iterator[School]:
    store = open_store("sqlite://")
    yield School(store, HouseClock(TimeOfDay()))
    store.close()


def test_of_exams_of_ones_own_the_last_are_kept_and_of_a_class_all(school: School) -> None:
    exam = school.set_exam(school.make_class("first", "sofia").number, "", TERMS)
    kept = school.begin("set ana", "ana", exam=exam, terms=TERMS, drawn=b"[]", title="", written_name="Ana").number
    for count in range(MOST_OWN + 2):
        school.begin(f"own {count}", "ana", exam=None, terms=TERMS, drawn=b"[]", title="", written_name="Ana")
    numbers = [one.number for one in school.sittings(name="ana", before=None, most=500)]
    assert len(numbers) == MOST_OWN + 1
    assert numbers[-1] == kept


def test_a_number_that_nothing_can_have_is_refused(school: School) -> None:
    for number in (0, -1, 2**31, 10**30):
        for find in (school.sitting, school.school_class, school.exam):
            with pytest.raises(Refusal):
                find(number)
