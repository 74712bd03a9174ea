"""The marks of an exam that is over, and its report as a PDF."""

import json
from collections.abc import Callable, Sequence
from datetime import datetime
from fractions import Fraction
from importlib.resources import files
from pathlib import Path
from typing import Any

import msgspec
import typst
from msgspec import Struct, structs

from banca.dossier.render import MISSING, NO_FONT, PACKAGE, SERIF, chinese_font, escaped, is_rare, is_wide
from banca.house.authorisations import MACAU
from banca.i18n import Translator
from banca.law import Language, clauses_of, law, readable
from banca.rules import Citation, Refusal, _, _n, _p
from banca.training.drills import KIND_NAMES, make_exercise
from banca.training.exercise import ExerciseKind, WantedExercise
from banca.training.questions import Article, PlayerTotal, Question, Reply, articles, bet_text, totals
from banca_school.exam import ExamTerms, digest, exam_question
from banca_school.store import UNKNOWN_EXAM, SavedAnswer, SittingRow, WeakClause

POINT = _("point {number}")
BEFORE = _("Before: {outcomes}")
CHIP = _("smallest chip {chip}")


class Sitting(Struct, frozen=True, kw_only=True):
    """An exam that somebody sits or has sat. The score is told when it is over; `left` are the seconds until the deadline.

    Not the row of the store: that one has the questions and the score, which nobody may read while the exam goes on.
    """

    number: int
    exam: int | None
    """The exam that was set for a class; none where somebody set it for themselves."""
    class_number: int | None
    name: str
    written_name: str
    title: str
    terms: ExamTerms
    started: str
    deadline: str
    ended: str
    left: float
    is_over: bool
    answered: int
    places: list[int]
    """The questions that are answered, where one exam alone was asked for."""
    right: int | None
    is_passed: bool | None


class MarkedPart(Struct, frozen=True, kw_only=True):
    """One bet of a question, or the whole of it."""

    name: str
    is_right: bool
    said: str
    given: str
    steps: list[str]
    articles: list[Article]


class MarkedQuestion(Struct, frozen=True, kw_only=True):
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


class MarkedExam(Struct, frozen=True, kw_only=True):
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
    point = [say(POINT, number=question.point)] if question.point else []
    before = [say(BEFORE, outcomes=say.list(question.before))] if question.before else []
    chip = [say(CHIP, chip=say.money(question.chip))] if question.chip else []
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


TITLE = _("Exam report")
NAME = _p("person", "Name")
ACCOUNT = _("Account")
EXAM = _("Exam")
RESULT = _("Result")
PASSED = _("passed")
FAILED = _("not passed")
SCORE = _("Questions answered correctly")
SCORED = _("{right} of {asked} ({share}); needed to pass: {pass_mark}")
STARTED = _("Started")
ENDED = _("Handed in")
TIME_UP = _("time ran out on {at}")
MACAU_TIME = _("{day}, {time} (Macau time)")
ALLOWED = _("Time allowed")
MINUTES = _n("{count} minute", "{count} minutes", by="count")
GAMES = _("Games")
KINDS = _("Exercises")
LEVELS = _("Levels")
DRAWN_BY = _("Questions drawn by")
VERSION = _("Banca {version}")
WEAK = _("Articles with mistakes")
NO_WEAK = _("There were no mistakes in the questions that were answered.")
ARTICLE = _("Article")
SAYS = _("The article, in our words")
MISTAKES = _("Correct")
OF = _("{right} of {asked}")
QUESTIONS = _("The questions")
QUESTION = _("Question {number}")
LEVEL = _("level {level}")
CORRECT = _("correct")
MISTAKE = _("mistake")
NOT_ANSWERED = _("not answered")
ASKED = _("Question")
ANSWERED = _("Answer")
RIGHT = _("Correct answer")
WHY = _("Arithmetic and article")
TOTALS = _("{name}: take {taken}, pay {paid}")
ANOTHER = _(
    "This question was drawn and marked by another version of the program (Banca {version}). It cannot be shown again."
)
WITHOUT_STAKE = _("Amounts paid are prizes only; the stake of a winning bet is returned separately.")
PAPER = _("Exam {number}. An answer counts if it reached the server before the deadline, by the server's clock.")


def document(exam: MarkedExam, say: Translator) -> dict[str, Any]:
    """Return what the template of the report is given: the words that it prints."""
    sitting = exam.sitting
    return {
        "language": say.language.value,
        "title": say(TITLE),
        "name": sitting.written_name,
        "verdict": say(PASSED if sitting.is_passed else FAILED),
        "is_passed": bool(sitting.is_passed),
        "facts": _facts(exam, say),
        "without_stake": say(WITHOUT_STAKE),
        "weak_title": say(WEAK),
        "weak_head": [say(ARTICLE), say(SAYS), say(MISTAKES)],
        "weak": [(weak.cited, weak.text, say(OF, right=weak.right, asked=weak.asked)) for weak in exam.weak],
        "no_weak": say(NO_WEAK),
        "questions_title": say(QUESTIONS),
        "head": [say(ASKED), say(ANSWERED), say(RIGHT), say(WHY)],
        "questions": [_question_words(question, exam.version, say) for question in exam.questions],
        # The template puts the numbers in: it alone knows how many pages there are.
        "page_of": say(_("page {page} of {pages}"), page="@", pages="#"),
        "paper": say(PAPER, number=sitting.number),
    }


def _facts(exam: MarkedExam, say: Translator) -> list[tuple[str, str]]:
    sitting, terms = exam.sitting, exam.sitting.terms
    games, kinds = (dict.fromkeys(getattr(question, name) for question in exam.questions) for name in ("game", "kind"))
    right = sitting.right or 0
    share = say.percent(Fraction(right, terms.questions), 0)
    scored = say(
        SCORED,
        right=right,
        asked=terms.questions,
        share=share,
        pass_mark=say.percent_of(Fraction(terms.pass_mark, 100)),
    )
    return [
        (say(ACCOUNT), sitting.name),
        *([(say(EXAM), sitting.title)] if sitting.title else []),
        (say(RESULT), say(PASSED if sitting.is_passed else FAILED)),
        (say(SCORE), scored),
        (say(STARTED), at_macau(sitting.started, say)),
        (
            say(ENDED),
            at_macau(sitting.ended, say) if sitting.ended else say(TIME_UP, at=at_macau(sitting.deadline, say)),
        ),
        (say(ALLOWED), say(MINUTES, count=terms.minutes)),
        (say(GAMES), say.list(law(game).instrument.title[say.language] for game in games)),
        (say(KINDS), say.list(say(name) for kind, name in KIND_NAMES.items() if kind in kinds)),
        (say(LEVELS), say.list(sorted({question.level for question in exam.questions}))),
        (say(DRAWN_BY), say(VERSION, version=exam.version)),
    ]


def at_macau(written: str, say: Translator) -> str:
    """Return a time as it is read in Macau."""
    moment = datetime.fromisoformat(written).astimezone(MACAU)
    return say(MACAU_TIME, day=say.date(moment.date()), time=f"{moment:%H:%M}")


def _question_words(question: MarkedQuestion, version: str, say: Translator) -> dict[str, Any]:
    mark = CORRECT if question.is_right else MISTAKE if question.is_answered else NOT_ANSWERED
    return {
        "title": say(QUESTION, number=question.place),
        "about": say.list([question.game_title, question.kind_name, say(LEVEL, level=question.level)]),
        "mark": say(mark),
        "is_right": question.is_right,
        "shown": [*filter(None, (question.said, " · ".join(question.about))), *question.bets],
        "asks": question.asks,
        "rows": [_part_words(part, say) for part in question.parts],
        "totals": [
            say(TOTALS, name=total.name, taken=say.money(total.taken), paid=say.money(total.paid))
            for total in question.totals
            if len(question.totals) > 1
        ],
        "note": "" if question.is_shown else say(ANOTHER, version=version),
    }


def _part_words(part: MarkedPart, say: Translator) -> dict[str, Any]:
    separator = "；" if say.language is Language.ZH else "; "
    return {
        "name": part.name,
        "given": part.given if part.is_right else say.in_brackets(part.given, say(MISTAKE)),
        "right": part.said,
        "why": [*part.steps, separator.join(article.cited for article in part.articles)],
        "is_right": part.is_right,
    }


TEMPLATE = files("banca_school").joinpath("report.typ")


def report_pdf(exam: MarkedExam, say: Translator, fonts: Path | None = None, *, system: bool = True) -> bytes:
    """Return the report of an exam that is over. A letter of a name that no font has is written by its number.

    Raises:
        Refusal: The language has no font.
    """
    folders = [fonts] if fonts else []
    chinese = chinese_font(folders, system=system)
    if chinese is None and say.language is Language.ZH:
        raise Refusal(NO_FONT, asked=_("Chinese"), allowed=PACKAGE)
    words = document(exam, say) | {"serif": [*SERIF, *([chinese[0]] if chinese else [])]}
    if chinese is None:
        words = _escape_names(words, is_wide)
    known = typst.Fonts(include_system_fonts=False, font_paths=[*folders, *([chinese[1]] if chinese else [])])
    try:
        return _compile(words, known)
    except typst.TypstError as error:
        # Only the compiler knows which letters its fonts lack, and only of names may there be such letters.
        if MISSING.search(str(error.message)) is None:
            raise
        return _compile(_escape_names(words, is_rare), known)


def _escape_names(words: dict[str, Any], is_escaped: Callable[[str], bool]) -> dict[str, Any]:
    # Only names and titles were typed by people; all other words are ours, and have a font.
    facts = [(name, escaped(value, is_escaped)) for name, value in words["facts"]]
    return words | {"name": escaped(words["name"], is_escaped), "facts": facts}


def _compile(words: dict[str, Any], fonts: typst.Fonts) -> bytes:
    written = json.dumps(words, ensure_ascii=False)
    pdf = typst.Compiler(TEMPLATE.read_bytes(), font_paths=fonts, sys_inputs={"document": written}).compile(
        format="pdf", pdf_standards=["ua-1"]
    )
    assert isinstance(pdf, bytes)  # noqa: S101 - one PDF is never a list of pages
    return pdf
