"""The school over HTTP: exams by the server's clock, nothing told before the end, classes, and who sees what."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from banca.tables.commands import Role
from banca.training.exercise import MOST_SEED
from support.server import (
    PASSWORD,
    TERMS,
    Service,
    TimeOfDay,
    answer_all,
    begin,
    drawn,
    make_class,
    right_reply,
    set_exam,
)

pytestmark = pytest.mark.slow


@pytest.fixture
def clock() -> TimeOfDay:
    return TimeOfDay()


@pytest.fixture
def service(tmp_path: Path, clock: TimeOfDay) -> Iterator[Service]:
    with Service(tmp_path, time_of_day=clock) as found:
        yield found


def refused(answer: Any) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"]


class TestAnExam:
    def test_it_is_answered_handed_in_and_marked(self, service: Service) -> None:
        sitting = begin(service, "ana", "Ana Chan")
        number = sitting["number"]
        assert begin(service, "ana")["number"] == number  # twice under one id, once
        assert (sitting["left"], sitting["is_over"], sitting["right"]) == (600.0, False, None)
        answer_all(service, "ana", number, wrong=1)
        over = service.post("ana", f"/exams/{number}/end").json()
        assert (over["is_over"], over["right"], over["answered"], over["is_passed"]) == (True, 3, 3, True)
        questions = service.get("ana", f"/exams/{number}/marks")["questions"]
        assert [(one["is_right"], one["is_answered"]) for one in questions] == [(True, True)] * 3 + [(False, False)]
        assert all(part["steps"] and part["articles"] for one in questions for part in one["parts"])

    def test_nothing_that_is_right_is_told_before_the_end(self, service: Service) -> None:
        terms: dict[str, Any] = {"games": ["pai_kao", "craps"], "kinds": ["bets", "payout", "null"], "questions": 6}
        number = begin(service, "ana", **terms)["number"]
        for place, one in enumerate(drawn(service, number), start=1):
            assert one.seed > MOST_SEED  # nobody can ask the trainer for it
            shown = service.get("ana", f"/exams/{number}/questions/{place}")
            text = json.dumps(shown)
            assert str(one.seed) not in text
            assert not {"exercise", "seed", "due", "marks", "steps", "is_right"} & set(shown)
            assert '"makes": "' not in text.replace('"makes": ""', "")
            kept = service.post("ana", f"/exams/{number}/answers/{place}", **right_reply(one)).json()
            assert set(kept) == {"answered", "left"}
        assert service.get("ana", f"/exams/{number}")["right"] is None
        assert service.get("ana", "/exams")["sittings"][0]["right"] is None
        for what in ("marks", "report.pdf"):
            assert refused(service.ask("ana", "GET", f"/exams/{number}/{what}")) == (409, "exam_not_over")

    def test_an_answer_after_the_deadline_does_not_count(self, service: Service, clock: TimeOfDay) -> None:
        number = begin(service, "ana")["number"]
        first, second, *_ = drawn(service, number)
        clock.move(599.999)
        assert service.post("ana", f"/exams/{number}/answers/1", **right_reply(first)).status_code == 200
        clock.move(0.001)
        late = service.post("ana", f"/exams/{number}/answers/2", **right_reply(second))
        assert refused(late) == (409, "exam_over")
        over = service.get("ana", f"/exams/{number}")
        assert (over["left"], over["is_over"], over["right"], over["is_passed"]) == (0.0, True, 1, False)

    def test_what_cannot_be_asked_or_answered_is_refused(self, service: Service) -> None:
        def own(**terms: Any) -> tuple[int, str]:
            return refused(service.post("ana", "/exams", id="x", terms=TERMS | terms))

        assert own(games=["wheel"], kinds=["picture"]) == (400, "bad_request")
        assert own(games=["chess"])[1] == "unknown_game"
        assert own(questions=61)[0] == own(minutes=0)[0] == own(pass_mark=101)[0] == own(levels=[4])[0] == 400
        number = begin(service, "ana", kinds=["bets"], games=["roulette"])["number"]
        place = f"/exams/{number}/answers/1"
        assert refused(service.post("ana", place, amount=5)) == (400, "bad_request")
        assert refused(service.post("ana", place)) == (400, "bad_request")
        assert refused(service.post("ana", f"/exams/{number}/answers/5", amount=5)) == (404, "unknown_exam")
        assert refused(service.ask("ana", "GET", f"/exams/{number}/questions/0")) == (404, "unknown_exam")


class TestClasses:
    def test_a_class_an_exam_and_how_everybody_does(self, service: Service, clock: TimeOfDay) -> None:
        number = make_class(service, "sofia", "ana", "bento", "carlos")
        exam = set_exam(service, number)
        assert [one["number"] for one in service.get("ana", "/exams/set")["exams"]] == [exam]
        assert service.get("chan", "/exams/set")["exams"] == []
        assert refused(service.post("chan", f"/exams/set/{exam}")) == (404, "unknown_exam")
        first = service.post("ana", f"/exams/set/{exam}", name="Ana Chan").json()
        assert service.post("ana", f"/exams/set/{exam}").json()["number"] == first["number"]  # everybody sits it once
        other = service.post("carlos", f"/exams/set/{exam}").json()
        assert drawn(service, first["number"]) != drawn(service, other["number"])
        answer_all(service, "ana", first["number"])
        service.post("ana", f"/exams/{first['number']}/end")
        answer_all(service, "carlos", other["number"], wrong=2)
        rows = {one["name"]: one for one in service.get("sofia", f"/classes/{number}/members")["members"]}
        assert {name: (row["sat"], row["right"]) for name, row in rows.items()} == {
            "ana": (1, 4), "bento": (0, 0), "carlos": (1, 2)
        }  # fmt: skip
        results = service.get("sofia", f"/classes/{number}/sittings")["sittings"]
        assert [(one["name"], one["right"]) for one in results] == [("carlos", None), ("ana", 4)]
        clock.move(600)
        (late,) = service.get("sofia", f"/classes/{number}/sittings?name=carlos")["sittings"]
        assert (late["is_over"], late["right"], late["is_passed"]) == (True, 2, False)
        assert service.get("sofia", f"/exams/{other['number']}/marks")["sitting"]["name"] == "carlos"
        assert service.ask("sofia", "GET", f"/exams/{other['number']}/report.pdf").content.startswith(b"%PDF")

    def test_who_sees_what(self, service: Service) -> None:
        service.people.add("rosa", Role.SUPERVISOR, PASSWORD)
        service.tokens["rosa"] = service.people.issue("rosa", "test").token
        number = make_class(service, "sofia", "ana", "bento")
        exam = set_exam(service, number)
        sitting = service.post("ana", f"/exams/set/{exam}").json()["number"]
        own = begin(service, "ana", id="own")["number"]
        service.post("ana", f"/exams/{sitting}/end")
        service.post("ana", f"/exams/{own}/end")

        def sees(who: str, path: str) -> int:
            return service.ask(who, "GET", path).status_code

        for path in (f"/exams/{sitting}", f"/exams/{sitting}/marks"):
            assert {who for who in (*service.tokens,) if sees(who, path) == 200} == {"ana", "sofia", "ines"}
            assert [sees(who, path) for who in ("bento", "carlos", "rosa")] == [404] * 3
        assert [sees(who, f"/exams/{own}/marks") for who in ("ana", "ines", "sofia")] == [200, 200, 404]
        for part in ("", "/members", "/exams", "/sittings", "/weak"):
            path = f"/classes/{number}{part}"
            assert [sees(who, path) for who in ("sofia", "ines", "rosa", "ana", "carlos")] == [200, 200, 404, 403, 403]
        assert service.get("rosa", "/classes")["classes"] == []
        assert [one["number"] for one in service.get("ines", "/classes")["classes"]] == [number]
        for who, expected in (("rosa", 404), ("ines", 403), ("ana", 403)):
            assert service.post(who, f"/classes/{number}/members", names=["chan"]).status_code == expected
            assert service.ask(who, "DELETE", f"/classes/{number}").status_code == expected
        begun = begin(service, "bento")["number"]
        for who in ("ana", "carlos"):
            assert service.post(who, f"/exams/{begun}/answers/1", choice="counts").status_code == 404
            assert service.post(who, f"/exams/{begun}/end").status_code == 404
        assert sees("ines", f"/exams/{begun}/questions/1") == 409  # nobody else reads the questions before the end

    def test_only_trainees_are_put_in_and_a_withdrawn_exam_and_a_closed_class_are_not_begun(
        self, service: Service
    ) -> None:
        number = make_class(service, "sofia", "ana", "bento")
        for name in ("ines", "sofia", "nobody"):
            assert refused(service.post("sofia", f"/classes/{number}/members", names=[name])) == (422, "not_a_trainee")
        exam, other = set_exam(service, number), set_exam(service, number)
        begun = service.post("ana", f"/exams/set/{exam}").json()["number"]
        assert service.ask("sofia", "DELETE", f"/classes/{number}/exams/{exam}").status_code == 204
        assert refused(service.post("bento", f"/exams/set/{exam}")) == (409, "exam_closed")
        assert service.post("ana", f"/exams/set/{exam}").json()["number"] == begun  # who has begun goes on
        assert [one["number"] for one in service.get("bento", "/exams/set")["exams"]] == [other]
        assert service.ask("sofia", "DELETE", f"/classes/{number}").status_code == 204
        assert refused(service.post("bento", f"/exams/set/{other}")) == (409, "exam_closed")
        assert refused(service.post("sofia", f"/classes/{number}/exams", terms=TERMS)) == (409, "exam_closed")
