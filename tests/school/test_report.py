"""The report of an exam as a PDF: with the name, the score, every question, and the weak articles."""

import re
from pathlib import Path

import msgspec
import pytest

from banca.i18n import translator
from banca.law import Language
from banca.rules import Refusal
from banca.training.drills import make_exercise
from banca.training.exercise import ExerciseKind, WantedExercise
from banca.training.questions import Reply
from banca_school.exam import ExamTerms, digest, draw
from banca_school.report import MarkedExam, marked_exam, report_pdf
from banca_school.store import SavedAnswer, SittingRow, WeakClause
from support.documents import pdf_pages
from support.server import right_reply

pytestmark = pytest.mark.slow
GAMES = ["craps", "roulette", "pai_kao"]
TERMS = ExamTerms(games=GAMES, kinds=list(ExerciseKind), levels=[1, 3], questions=16, minutes=20, pass_mark=80)
NAME = "Ana Maria 陳 Чан"
SAID = {
    Language.EN: ("not passed", "9 of 16 (56%); needed to pass: 80%", "2 March 2026, 09:30 (Macau time)"),
    Language.ZH: ("不合格", "16 題中答對 9 題（56%）；合格須達 80%", "09:30（澳門時間）"),
}


def kept(place: int, wanted: WantedExercise, reply: Reply, *, is_right: bool, drawn: str = "") -> SavedAnswer:
    drawn = drawn or digest(make_exercise(wanted))
    return SavedAnswer(place=place, reply=msgspec.json.encode(reply), is_right=is_right, digest=drawn, at="")


def an_exam(language: Language, name: str = NAME) -> MarkedExam:
    """Nine right, one wrong, one by another version, five not answered."""
    drawn = draw(TERMS, 7)
    row = SittingRow(
        number=12,
        exam=3,
        class_number=1,
        name="ana",
        written_name=name,
        title="Final exam",
        terms=TERMS,
        drawn=msgspec.json.encode(drawn),
        version="0.9",
        started="2026-03-02T01:30:00.000+00:00",
        deadline="2026-03-02T01:50:00.000+00:00",
        ended="2026-03-02T01:48:00.000+00:00",
        answered=11,
        right=9,
    )
    right = [
        kept(place, one, msgspec.convert(right_reply(one), Reply), is_right=True)
        for place, one in enumerate(drawn[:9], start=1)
    ]
    wrong = msgspec.convert(
        {"answers": [{"result": "win", "paid": 123} for _ in right_reply(drawn[9])["answers"]]}, Reply
    )
    other = kept(11, drawn[10], Reply(amount=1), is_right=False, drawn="0" * 64)
    weak = [WeakClause(cite="craps 5.3.2", right=0, asked=2), WeakClause(cite="R-money-1", right=1, asked=3)]
    answers = [*right, kept(10, drawn[9], wrong, is_right=False), other]
    return marked_exam(row, row.ended, answers, weak, translator(language))


def flat(text: str) -> str:
    return re.sub(r"\s+", "", text)


@pytest.mark.parametrize("language", SAID)
def test_the_report_says_everything_in_the_readers_language(language: Language) -> None:
    exam, say = an_exam(language), translator(language)
    made = report_pdf(exam, say)
    assert made == report_pdf(exam, say)
    assert b"pdfuaid" in made
    text = flat("\n".join(pdf_pages(made)))
    for expected in ("Ana Maria 陳", "Final exam", "Banca 0.9", *SAID[language]):
        assert flat(expected) in text, expected
    for question in exam.questions:
        for part in question.parts:
            for said in (part.name, part.said, part.given, *part.steps, *(one.cited for one in part.articles)):
                assert flat(said) in text, said
    for one in exam.weak:
        assert flat(one.cited) in text
        assert flat(one.text) in text


def test_a_question_of_another_version_keeps_its_mark_alone_and_one_without_an_answer_says_what_was_right() -> None:
    questions = an_exam(Language.EN).questions
    assert [question.is_shown for question in questions] == [True] * 10 + [False] + [True] * 5
    assert questions[10].parts == []
    for question in questions[11:]:
        assert not question.is_answered
        assert all(part.said for part in question.parts)


def test_a_name_in_letters_without_a_font_is_written_all_the_same(tmp_path: Path) -> None:
    made = report_pdf(an_exam(Language.EN, "Ана 𞤀 陳"), translator(), tmp_path, system=False)
    assert "\\u9673" in "\n".join(pdf_pages(made))
    with pytest.raises(Refusal) as refused:
        report_pdf(an_exam(Language.ZH), translator(Language.ZH), tmp_path, system=False)
    assert refused.value.code == "no_font"
