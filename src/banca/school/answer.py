"""What an exam comes to: the score, each question with what was answered and what is right, and the weak articles."""

from collections.abc import Mapping, Sequence
from datetime import datetime

import msgspec
from msgspec import Struct

from banca.house.refusals import UNKNOWN_EXAM
from banca.house.school_rows import KeptAnswer, SittingRow, WeakClause
from banca.i18n import Translator
from banca.law import clauses_of, law, readable
from banca.rules import Citation, Refusal, _
from banca.training.drills import KIND_NAMES, PlayerTotal, bet_said, totals
from banca.training.exam import DrawnQuestion, ExamTerms, made_again
from banca.training.marking import Article, articles
from banca.training.question import Question
from banca.training.reply import Marked, Reply
from banca.training.wanted import ExerciseKind

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
