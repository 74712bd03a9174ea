"""The report of an exam as it is laid out: every word of it, in the reader's language."""

from collections.abc import Callable
from datetime import datetime
from fractions import Fraction

from msgspec import Struct

from banca.dossier import texts
from banca.house.authorisation import MACAU
from banca.i18n import Translator
from banca.law import Language, law
from banca.rules import _, _n, _p
from banca.school.answer import MarkedExam, MarkedPart, MarkedQuestion, SittingShown
from banca.training.drills import KIND_NAMES

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


class ReportRow(Struct, frozen=True, kw_only=True):
    """One thing that was asked."""

    name: str
    given: str
    right: str
    why: list[str]
    is_right: bool


class ReportQuestion(Struct, frozen=True, kw_only=True):
    """A question with its marks."""

    title: str
    about: str
    mark: str
    is_right: bool
    shown: list[str]
    asks: str
    rows: list[ReportRow]
    totals: list[str]
    note: str


class ReportDocument(Struct, frozen=True, kw_only=True):
    """The whole report."""

    language: str
    title: str
    name: str
    verdict: str
    is_passed: bool
    facts: list[tuple[str, str]]
    without_stake: str
    weak_title: str
    weak_head: list[str]
    weak: list[tuple[str, str, str]]
    no_weak: str
    questions_title: str
    head: list[str]
    questions: list[ReportQuestion]
    page_of: str
    paper: str


def report(exam: MarkedExam, say: Translator) -> ReportDocument:
    """The report of an exam that is over."""
    sitting = exam.sitting
    return ReportDocument(
        language=say.language.value,
        title=say(TITLE),
        name=sitting.written_name,
        verdict=say(PASSED if sitting.is_passed else FAILED),
        is_passed=bool(sitting.is_passed),
        facts=_facts(exam, say),
        without_stake=say(WITHOUT_STAKE),
        weak_title=say(WEAK),
        weak_head=[say(ARTICLE), say(SAYS), say(MISTAKES)],
        weak=[(one.cited, one.text, say(OF, right=one.right, asked=one.asked)) for one in exam.weak],
        no_weak=say(NO_WEAK),
        questions_title=say(QUESTIONS),
        head=[say(ASKED), say(ANSWERED), say(RIGHT), say(WHY)],
        questions=[_question(one, exam.version, say) for one in exam.questions],
        page_of=say(texts.PAGE_OF, page="@", pages="#"),
        paper=say(PAPER, number=sitting.number),
    )


def _facts(exam: MarkedExam, say: Translator) -> list[tuple[str, str]]:
    sitting, terms = exam.sitting, exam.sitting.terms
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
        (say(ENDED), _ended(sitting, say)),
        (say(ALLOWED), say(MINUTES, count=terms.minutes)),
        (
            say(GAMES),
            say.list(
                law(game).instrument.title[say.language] for game in dict.fromkeys(one.game for one in exam.questions)
            ),
        ),
        (
            say(KINDS),
            say.list(say(KIND_NAMES[kind]) for kind in KIND_NAMES if kind in {one.kind for one in exam.questions}),
        ),
        (say(LEVELS), say.list(sorted({one.level for one in exam.questions}))),
        (say(DRAWN_BY), say(VERSION, version=exam.version)),
    ]


def _ended(sitting: SittingShown, say: Translator) -> str:
    if sitting.ended:
        return at_macau(sitting.ended, say)
    return say(TIME_UP, at=at_macau(sitting.deadline, say))


def at_macau(written: str, say: Translator) -> str:
    """A time as it is read in Macau."""
    moment = datetime.fromisoformat(written).astimezone(MACAU)
    return say(MACAU_TIME, day=say.date(moment.date()), time=f"{moment:%H:%M}")


def _question(one: MarkedQuestion, version: str, say: Translator) -> ReportQuestion:
    mark = CORRECT if one.is_right else MISTAKE if one.is_answered else NOT_ANSWERED
    return ReportQuestion(
        title=say(QUESTION, number=one.place),
        about=say.list([one.game_title, one.kind_name, say(LEVEL, level=one.level)]),
        mark=say(mark),
        is_right=one.is_right,
        shown=[*filter(None, (one.said, " · ".join(one.about))), *one.bets],
        asks=one.asks,
        rows=[_row(part, say) for part in one.parts],
        totals=[
            say(TOTALS, name=total.name, taken=say.money(total.taken), paid=say.money(total.paid))
            for total in one.totals
            if len(one.totals) > 1
        ],
        note="" if one.is_shown else say(ANOTHER, version=version),
    )


def _row(part: MarkedPart, say: Translator) -> ReportRow:
    sign = "" if part.is_right else say(MISTAKE)
    given = say.in_brackets(part.given, sign) if sign else part.given
    cited = "；" if say.language is Language.ZH else "; "
    return ReportRow(
        name=part.name,
        given=given,
        right=part.said,
        why=[*part.steps, cited.join(article.cited for article in part.articles)],
        is_right=part.is_right,
    )


def lettered(document: ReportDocument, written: Callable[[str], str]) -> ReportDocument:
    """The same with the names that people gave written otherwise: they may have letters that no font has."""
    facts = [(name, written(value)) for name, value in document.facts]
    return ReportDocument(
        **{name: getattr(document, name) for name in ReportDocument.__struct_fields__ if name not in ("name", "facts")},
        name=written(document.name),
        facts=facts,
    )
