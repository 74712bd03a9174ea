"""The marks of an exam that is over, and its report as a PDF."""

from collections.abc import Callable, Sequence
from datetime import datetime
from fractions import Fraction
from importlib.resources import files
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import fromstring

import msgspec
from msgspec import structs

from banca.dossier.document import read_element, template
from banca.dossier.render import typeset
from banca.house.authorisations import MACAU
from banca.i18n import Translator, template_words
from banca.law import clauses_of, law, readable
from banca.record import FrozenStruct
from banca.rules import Citation, Refusal, _
from banca.training.drills import KIND_NAMES, make_exercise
from banca.training.exercise import ExerciseKind, WantedExercise
from banca.training.questions import Article, PlayerTotal, Question, Reply, articles, bet_text, totals
from banca_school.exam import digest, exam_question
from banca_school.store import UNKNOWN_EXAM, SavedAnswer, SittingRow, SittingSummary, WeakClause


class Sitting(SittingSummary):
    """An exam as it may be read now: the score is told when it is over; `left` are the seconds until the deadline."""

    left: float
    is_over: bool
    answered: int
    places: list[int]
    """The questions that are answered, where one exam alone was asked for."""
    right: int | None
    is_passed: bool | None


class MarkedPart(FrozenStruct):
    """One bet of a question, or the whole of it."""

    name: str
    is_right: bool
    said: str
    given: str
    steps: list[str]
    articles: list[Article]


class MarkedQuestion(FrozenStruct):
    """A question with what was answered and what is right."""

    place: int
    game: str
    game_title: str
    kind: str
    kind_name: str
    level: int
    is_right: bool
    is_answered: bool
    is_shown: bool
    """Whether this program still draws the question that was answered; else only its mark is told."""
    said: str
    about: list[str]
    bets: list[str]
    """The bets that were shown, where they were not answered one by one."""
    asks: str
    parts: list[MarkedPart]
    totals: list[PlayerTotal]


class WeakArticle(Article, frozen=True, kw_only=True):
    """An article with mistakes: how often it was applied right, of how often it was asked about."""

    right: int
    asked: int


class MarkedExam(FrozenStruct):
    """An exam that is over."""

    sitting: Sitting
    version: str
    questions: list[MarkedQuestion]
    weak: list[WeakArticle]


def sitting_of(row: SittingRow, now: str, places: Sequence[int] = ()) -> Sitting:
    """Return an exam as it may be read now: nothing of its score before it is over."""
    is_over = row.is_over(now)
    left = (datetime.fromisoformat(row.deadline) - datetime.fromisoformat(now)).total_seconds()
    about = structs.asdict(row) | {
        "exam": row.exam or None,
        "class_number": row.class_number or None,
        "left": 0.0 if is_over else left,
        "is_over": is_over,
        "places": list(places),
        "right": row.right if is_over else None,
        "is_passed": row.terms.is_passed(row.right) if is_over else None,
    }
    return Sitting(**{name: about[name] for name in Sitting.__struct_fields__})


def questions_of(row: SittingRow) -> list[WantedExercise]:
    """Return the questions that were drawn for an exam."""
    return msgspec.json.decode(row.drawn, type=list[WantedExercise])


def question_at(row: SittingRow, place: int) -> WantedExercise:
    """Return the question at a place, from 1 on; refused where there is none."""
    questions = questions_of(row)
    if not 1 <= place <= len(questions):
        raise Refusal(UNKNOWN_EXAM, asked=f"{row.number}/{place}")
    return questions[place - 1]


def marked_exam(
    row: SittingRow, now: str, answers: Sequence[SavedAnswer], weak: Sequence[WeakClause], say: Translator
) -> MarkedExam:
    """Return an exam that is over with everything that there is to say of it."""
    answer_at = {answer.place: answer for answer in answers}
    return MarkedExam(
        sitting=sitting_of(row, now, sorted(answer_at)),
        version=row.version,
        questions=[
            _marked_question(place, wanted, answer_at.get(place), say)
            for place, wanted in enumerate(questions_of(row), start=1)
        ],
        weak=weak_articles(weak, say),
    )


def _marked_question(place: int, wanted: WantedExercise, answer: SavedAnswer | None, say: Translator) -> MarkedQuestion:
    exercise = make_exercise(wanted)
    # A later version of the rules or of the drills may draw another question from the same name. Then what was answered
    # means nothing any more, and only the mark of that day is told.
    is_shown = answer is None or digest(exercise) == answer.digest
    say = say.of(wanted.game)
    question = exam_question(exercise, say)
    marks = []
    if is_shown:
        marks = exercise.mark(msgspec.json.decode(answer.reply, type=Reply) if answer else None, say)
    return MarkedQuestion(
        place=place,
        game=wanted.game,
        game_title=law(wanted.game).instrument.title[say.language],
        kind=wanted.kind,
        kind_name=say(KIND_NAMES[wanted.kind]),
        level=wanted.level,
        is_right=answer is not None and answer.is_right,
        is_answered=answer is not None,
        is_shown=is_shown,
        said=question.said if is_shown else "",
        about=_circumstances(question, say) if is_shown else [],
        bets=_bets(question, say) if is_shown else [],
        asks=question.asks if is_shown else "",
        parts=[MarkedPart(**{name: getattr(mark, name) for name in MarkedPart.__struct_fields__}) for mark in marks],
        totals=totals(question, marks),
    )


def _circumstances(question: Question, say: Translator) -> list[str]:
    point = [say(_("point {number}"), number=question.point)] if question.point else []
    before = [say(_("Before: {outcomes}"), outcomes=say.list(question.before))] if question.before else []
    chip = [say(_("smallest chip {chip}"), chip=say.money(question.chip))] if question.chip else []
    return [*point, *before, *question.facts, *chip]


def _bets(question: Question, say: Translator) -> list[str]:
    # Bets that were answered one by one are the rows of the marks.
    if question.kind is ExerciseKind.BETS:
        return []
    return [say.labelled(bet.player_name, bet_text(bet, say)) for bet in question.bets]


def weak_articles(weak: Sequence[WeakClause], say: Translator) -> list[WeakArticle]:
    """Return clauses as they are read; one that a later program has no more is left out."""
    rows = []
    for row in weak:
        # A later edition of the law may have lost the clause; then there is nothing to read again.
        if clause := _find_clause(row.cite):
            game, cite = clause
            (article,) = articles(game, [cite], say)
            rows.append(WeakArticle(**structs.asdict(article) | {"cite": row.cite}, right=row.right, asked=row.asked))
    return rows


def _find_clause(written: str) -> tuple[str, Citation] | None:
    # Readings name no game: the first that has it is taken.
    name, blank, number = written.rpartition(" ")
    for game in (name,) if blank else readable():
        if game in readable() and number in clauses_of(game):
            return game, clauses_of(game)[number].cite
    return None


def at_macau(written: str, say: Translator) -> str:
    """Return a time as it is read in Macau."""
    moment = datetime.fromisoformat(written).astimezone(MACAU)
    return say(_("{day}, {time} (Macau time)"), day=say.date(moment.date()), time=f"{moment:%H:%M}")


PACKAGE = "banca_school"
TEMPLATE = files(PACKAGE).joinpath("report.typ")


def report_pdf(exam: MarkedExam, say: Translator, fonts: Path | None = None, *, system: bool = True) -> bytes:
    """Return the report of an exam that is over. A letter of a name that no font has is written by its number.

    Raises:
        Refusal: The language has no font.
    """
    kinds = {question.kind for question in exam.questions}

    def write(families: list[str], escape: Callable[[str], str]) -> dict[str, Any]:
        # Only names and titles were typed by people; all other words are ours, and have a font.
        written = template("report.xml", PACKAGE, "templates").render(
            **template_words(say, PACKAGE),
            exam=exam,
            kinds=[say(name) for kind, name in KIND_NAMES.items() if kind in kinds],
            share=Fraction,
            at_macau=at_macau,
            escape=escape,
        )
        report = read_element(fromstring(written), say)  # noqa: S314 - our own
        return {"language": say.language.value, "report": report, "serif": families}

    return typeset(TEMPLATE, write, say, fonts, system=system)
