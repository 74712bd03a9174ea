"""The report of an exam: what it comes to, every word of it, and its PDF."""

import json
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from fractions import Fraction
from importlib.resources import files
from pathlib import Path

import msgspec
import typst
from msgspec import Struct, to_builtins

from banca.dossier.pdf import MISSING, NO_FONT, PACKAGE, SERIF, chinese_font, escaped, is_rare, is_wide
from banca.dossier.texts import CHINESE, PAGE_OF
from banca.house.authorisation import MACAU
from banca.house.refusals import UNKNOWN_EXAM
from banca.house.school_rows import KeptAnswer, SittingRow, WeakClause
from banca.i18n import Translator
from banca.law import Language, clauses_of, law, readable
from banca.rules import Citation, Refusal, _, _n, _p
from banca.training.drills import KIND_NAMES, PlayerTotal, bet_said, totals
from banca.training.exam import DrawnQuestion, ExamTerms, made_again
from banca.training.exercise import ExerciseKind
from banca.training.questions import Article, Marked, Question, Reply, articles

POINT = _("point {number}")
BEFORE = _("Before: {outcomes}")
CHIP = _("smallest chip {chip}")


class SittingShown(Struct, frozen=True, kw_only=True):
    """An exam that somebody sits or has sat. The score is told when it is over; `left` are the seconds until the deadline."""

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


class WeakArticle(Struct, frozen=True, kw_only=True):
    """An article with mistakes: how often it was applied right, of how often it was asked about."""

    cite: str
    cited: str
    text: str
    right: int
    asked: int


class MarkedExam(Struct, frozen=True, kw_only=True):
    """An exam that is over."""

    sitting: SittingShown
    version: str
    questions: list[MarkedQuestion]
    weak: list[WeakArticle]


def shown(row: SittingRow, now: str, places: Sequence[int] = ()) -> SittingShown:
    """An exam as it is told; nothing of its score before it is over."""
    terms = msgspec.json.decode(row.terms, type=ExamTerms)
    is_over = row.is_over(now)
    left = (datetime.fromisoformat(row.deadline) - datetime.fromisoformat(now)).total_seconds()
    return SittingShown(
        number=row.number,
        exam=row.exam or None,
        class_number=row.class_number or None,
        name=row.name,
        written_name=row.written_name,
        title=row.title,
        terms=terms,
        started=row.started,
        deadline=row.deadline,
        ended=row.ended,
        left=0.0 if is_over else left,
        is_over=is_over,
        answered=row.answered,
        places=list(places),
        right=row.right if is_over else None,
        is_passed=terms.is_passed(row.right) if is_over else None,
    )


def question_at(row: SittingRow, place: int) -> DrawnQuestion:
    """The question at a place, from 1 on; refused where there is none."""
    drawn = msgspec.json.decode(row.drawn, type=list[DrawnQuestion])
    if not 1 <= place <= len(drawn):
        raise Refusal(UNKNOWN_EXAM, asked=f"{row.number}/{place}")
    return drawn[place - 1]


def marked_exam(
    row: SittingRow, now: str, answers: Sequence[KeptAnswer], weak: Sequence[WeakClause], say: Translator
) -> MarkedExam:
    """Everything that there is to say of an exam."""
    kept = {one.place: one for one in answers}
    drawn = msgspec.json.decode(row.drawn, type=list[DrawnQuestion])
    return MarkedExam(
        sitting=shown(row, now, sorted(kept)),
        version=row.version,
        questions=[_question(place, one, kept, say) for place, one in enumerate(drawn, start=1)],
        weak=weak_articles(weak, say),
    )


def _question(place: int, one: DrawnQuestion, kept: Mapping[int, KeptAnswer], say: Translator) -> MarkedQuestion:
    made, answer = made_again(one), kept.get(place)
    is_shown = answer is None or made.digest() == answer.digest
    reply = msgspec.json.decode(answer.reply, type=Reply) if answer and is_shown else None
    say = say.of(one.game)
    asked, marks = made.asked(say), made.marked(reply, say) if is_shown else []
    return MarkedQuestion(
        place=place,
        game=one.game,
        game_title=law(one.game).instrument.title[say.language],
        kind=one.kind,
        kind_name=say(KIND_NAMES[one.kind]),
        level=one.level,
        is_right=answer is not None and answer.is_right,
        is_answered=answer is not None,
        is_shown=is_shown,
        said=asked.said if is_shown else "",
        about=_about(asked, say) if is_shown else [],
        bets=_bets(asked, say) if is_shown else [],
        asks=asked.asks if is_shown else "",
        parts=[_part(one.game, mark, say) for mark in marks],
        totals=totals(asked, marks),
    )


def _about(asked: Question, say: Translator) -> list[str]:
    """What else was shown: what the table remembers, facts, and the smallest chip."""
    point = [say(POINT, number=asked.point)] if asked.point else []
    before = [say(BEFORE, outcomes=say.list(asked.before))] if asked.before else []
    chip = [say(CHIP, chip=say.money(asked.chip))] if asked.chip else []
    return [*point, *before, *asked.facts, *chip]


def _bets(asked: Question, say: Translator) -> list[str]:
    if asked.kind is ExerciseKind.BETS:
        return []
    return [say.labelled(bet.player_name, bet_said(bet, say)) for bet in asked.bets]


def _part(game: str, mark: Marked, say: Translator) -> MarkedPart:
    return MarkedPart(
        name=mark.name,
        is_right=mark.is_right,
        said=mark.said,
        given=mark.given,
        steps=list(mark.steps),
        articles=articles(game, mark.cites, say),
    )


def weak_articles(found: Sequence[WeakClause], say: Translator) -> list[WeakArticle]:
    """Clauses as they are read; one that a later program has no more is left out."""
    told = []
    for one in found:
        known = _clause(one.cite)
        if known is not None:
            game, cite = known
            (article,) = articles(game, [cite], say)
            told.append(
                WeakArticle(cite=one.cite, cited=article.cited, text=article.text, right=one.right, asked=one.asked)
            )
    return told


def _clause(written: str) -> tuple[str, Citation] | None:
    """The game of a clause as it is kept, and the clause; readings name no game, and the first that has it is taken."""
    game, blank, number = written.rpartition(" ")
    for one in (game,) if blank else readable():
        if one in readable() and number in clauses_of(one):
            return one, clauses_of(one)[number].cite
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
        questions=[_report_question(one, exam.version, say) for one in exam.questions],
        page_of=say(PAGE_OF, page="@", pages="#"),
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


def _report_question(one: MarkedQuestion, version: str, say: Translator) -> ReportQuestion:
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


TEMPLATE = files("banca.school").joinpath("report.typ")


def report_pdf(exam: MarkedExam, say: Translator, fonts: Path | None = None, *, system: bool = True) -> bytes:
    """The PDF; refused where the language has no font. A letter of a name that no font has is written by its number."""
    folders = [fonts] if fonts else []
    chinese = chinese_font(folders, system=system)
    if chinese is None and say.language is Language.ZH:
        raise Refusal(NO_FONT, asked=CHINESE, allowed=PACKAGE)
    families = [*SERIF, *([chinese[0]] if chinese else [])]
    laid_out = report(exam, say)
    if chinese is None:
        laid_out = lettered(laid_out, lambda text: escaped(text, is_wide))
    known = typst.Fonts(include_system_fonts=False, font_paths=[*folders, *([chinese[1]] if chinese else [])])
    try:
        return _compiled(laid_out, families, known)
    except typst.TypstError as error:
        lacking = MISSING.search(str(error.message))
        if lacking is None:
            raise
        return _compiled(lettered(laid_out, lambda text: escaped(text, is_rare)), families, known)


def _compiled(document: ReportDocument, families: list[str], known: typst.Fonts) -> bytes:
    data = to_builtins(document) | {"serif": families}
    written = json.dumps(data, ensure_ascii=False)
    made = typst.Compiler(TEMPLATE.read_bytes(), font_paths=known, sys_inputs={"document": written}).compile(
        format="pdf", pdf_standards=["ua-1"]
    )
    assert isinstance(made, bytes)  # noqa: S101 - one PDF is never a list of pages
    return made
