"""An exam: its questions drawn by a seed from the examiner's terms, marked as the rulebook settles, passed from the mark on."""

import pytest

from banca.games import rules_of
from banca.i18n import translator
from banca.rules import Refusal
from banca.training.drills import make_exercise
from banca.training.exercise import MOST_SEED, ExerciseKind, WantedExercise
from banca.training.questions import Answer, AnswerForm, Reply
from banca_school.exam import ExamTerms, check_terms, digest, draw, exam_question

TERMS = ExamTerms(
    games=["craps", "wheel"],
    kinds=[ExerciseKind.BETS, ExerciseKind.PICTURE, ExerciseKind.NULL],
    levels=[1, 3],
    questions=20,
)


def test_a_seed_draws_its_questions_in_turn_and_no_seed_can_be_asked_of_the_trainer() -> None:
    found = draw(TERMS, 1)
    assert found == draw(TERMS, 1) != draw(TERMS, 2)
    pairs = [(one.game, one.kind) for one in found]
    assert set(pairs[:5]) == set(pairs) == {
        ("craps", ExerciseKind.BETS), ("craps", ExerciseKind.PICTURE), ("craps", ExerciseKind.NULL), ("wheel", ExerciseKind.BETS), ("wheel", ExerciseKind.NULL)
    }  # fmt: skip
    assert {one.level for one in found} == {1, 3}
    assert all(one.seed > MOST_SEED for one in found)


def test_no_question_comes_twice_as_long_as_there_are_others() -> None:
    terms = ExamTerms(games=["wheel", "craps"], kinds=[ExerciseKind.NULL], levels=[1], questions=8)
    said = [exam_question(make_exercise(wanted), translator()).said for wanted in draw(terms, 3)]
    assert len(set(said)) == 8


def test_it_is_passed_from_the_mark_on() -> None:
    terms = ExamTerms(games=["craps"], kinds=[ExerciseKind.BETS], levels=[1], questions=7, pass_mark=70)
    assert [right for right in range(8) if terms.is_passed(right)] == [5, 6, 7]  # 5 of 7 are 71.4 per cent


def test_the_options_of_the_table_are_the_examiners_and_are_told() -> None:
    """Craps 6.12: twelve on the Field pays 2 or 3 to 1, as the house chooses."""
    options: dict[str, dict[str, str | int]] = {"craps": {"field_12": "3"}}
    terms = ExamTerms(games=["craps", "wheel"], kinds=[ExerciseKind.BETS], levels=[1], questions=4, options=options)
    check_terms(terms)
    found = {one.game: one for one in draw(terms, 5)}
    assert (found["craps"].options, found["wheel"].options) == ({"field_12": "3"}, {})
    made = make_exercise(found["craps"])
    assert made.content.rules == rules_of("craps", (("field_12", "3"),))
    assert any("3" in fact for fact in exam_question(made, translator()).facts)
    assert exam_question(make_exercise(found["wheel"]), translator()).facts == []
    asked: list[dict[str, dict[str, str | int]]] = [{"craps": {"field_12": "7"}}, {"wheel": {"field_12": "3"}}]
    for wrong in asked:
        with pytest.raises(Refusal):
            check_terms(ExamTerms(games=["craps"], kinds=[ExerciseKind.BETS], levels=[1], options=wrong))
    with pytest.raises(Refusal):
        check_terms(ExamTerms(games=["wheel"], kinds=[ExerciseKind.PICTURE], levels=[1]))


def test_another_question_has_another_digest() -> None:
    one = WantedExercise(game="craps", kind=ExerciseKind.BETS, level=1, seed=MOST_SEED + 5)
    other = WantedExercise(game="craps", kind=ExerciseKind.BETS, level=1, seed=MOST_SEED + 6)
    assert digest(make_exercise(one)) == digest(make_exercise(one)) != digest(make_exercise(other))


def test_an_answer_of_another_form_is_refused() -> None:
    made = make_exercise(WantedExercise(game="craps", kind=ExerciseKind.EXPOSURE, level=1, seed=MOST_SEED + 5))
    assert made.question(translator()).form is AnswerForm.AMOUNT
    for reply in (Reply(), Reply(amount=1, choice="counts"), Reply(answers=[Answer(result="win")])):
        with pytest.raises(Refusal):
            made.mark(reply, translator())
