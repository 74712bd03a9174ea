"""The school for tests: a time of day that is moved on, classes and exams over HTTP, and answers that are right."""

from datetime import UTC, datetime, timedelta
from typing import Any

import msgspec

from banca.rulebook.chips import cut
from banca.training.chips import CuttingExercise, PayoutExercise
from banca.training.drills import drill_of
from banca.training.exam import DrawnQuestion
from banca.training.exercises import exercises_of
from banca.training.exposure import worst
from banca.training.marking import dues
from banca.training.null_throws import NullExercise
from banca.training.wanted import ExerciseKind, WantedExercise
from banca.words import speech
from service import Api, Service

TERMS: dict[str, Any] = {
    "games": ["craps", "roulette"],
    "kinds": ["bets", "null"],
    "levels": [1],
    "questions": 4,
    "minutes": 10,
    "pass_mark": 75,
}


class TimeOfDay:
    """Stands still until it is told otherwise."""

    def __init__(self) -> None:
        self.now = datetime(2026, 3, 2, 1, 30, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now

    def move(self, seconds: float) -> None:
        self.now += timedelta(seconds=seconds)


def right_reply(drawn: DrawnQuestion | WantedExercise) -> dict[str, Any]:
    """What is right, found beside the marking: from the exercise itself."""
    one = drawn.wanted if isinstance(drawn, DrawnQuestion) else drawn
    made = drill_of(one.game, one.kind).make(one)
    match one.kind:
        case ExerciseKind.BETS:
            found = exercises_of(one.game).dues(made, speech())
            return {"answers": [{"result": due.result, "paid": due.paid} for due in found]}
        case ExerciseKind.PICTURE:
            return {"amount": sum(due.paid for due in dues(made, speech()))}
        case ExerciseKind.EXPOSURE:
            return {"amount": worst(made).paid}
        case ExerciseKind.CUTTING:
            assert isinstance(made, CuttingExercise)
            taken = dict(cut(made.amount, made.chip))
            shown = drill_of(one.game, one.kind).question(made, speech())
            return {"counts": [taken.get(worth, 0) for worth in shown.denominations]}
        case ExerciseKind.PAYOUT:
            assert isinstance(made, PayoutExercise)
            return {"choice": made.judged}
        case ExerciseKind.NULL:
            assert isinstance(made, NullExercise)
            offered = {"counts", *map(str, made.offered)}
            return {"choice": min(made.right & offered)}


def wrong_choice(drawn: DrawnQuestion, choices: list[dict[str, str]]) -> str:
    """What is offered of a throw and not right, whichever was drawn."""
    made = drill_of(drawn.wanted.game, drawn.wanted.kind).make(drawn.wanted)
    assert isinstance(made, NullExercise)
    return next(one["id"] for one in choices if one["id"] not in made.right)


def drawn(service: Service, sitting: int) -> list[DrawnQuestion]:
    """The questions of an exam, which only the store knows."""
    return msgspec.json.decode(service.app.state.school.sitting(sitting).drawn, type=list[DrawnQuestion])


def begin(api: Api, who: str, name: str = "", id: str = "one", **terms: Any) -> Any:  # noqa: A002 - as requests have it
    answer = api.post(who, "/exams", id=id, name=name, terms=TERMS | terms)
    assert answer.status_code == 201, answer.text
    return answer.json()


def answer_all(service: Service, who: str, sitting: int, wrong: int = 0) -> None:
    """Right answers to all questions but the last so many, which are left out."""
    questions = drawn(service, sitting)
    for place, one in enumerate(questions[: len(questions) - wrong], start=1):
        kept = service.post(who, f"/exams/{sitting}/answers/{place}", **right_reply(one))
        assert kept.status_code == 200, kept.text


def make_class(api: Api, by: str = "sofia", *names: str) -> int:
    made = api.post(by, "/classes", name="Evening class")
    assert made.status_code == 201, made.text
    number = int(made.json()["number"])
    if names:
        assert api.post(by, f"/classes/{number}/members", names=list(names)).status_code == 204
    return number


def set_exam(api: Api, number: int, by: str = "sofia", **terms: Any) -> int:
    made = api.post(by, f"/classes/{number}/exams", title="First exam", terms=TERMS | terms)
    assert made.status_code == 201, made.text
    return int(made.json()["exams"][0]["number"])
