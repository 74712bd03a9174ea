"""Exams over HTTP: begun, answered, handed in, marked and reported; every trainee their own."""

import asyncio
import secrets
from functools import partial
from typing import Annotated

import msgspec
from litestar import Controller, Response, get, post
from litestar.datastructures import State
from litestar.params import FromPath, JSONBody, QueryParameter
from msgspec import Meta, Struct

from banca.house.journal import CommandId
from banca.house.keys import Person
from banca.house.refusals import EXAM_NOT_OVER, EXAM_OVER, UNKNOWN_EXAM
from banca.house.school import TRAINEES, School
from banca.house.school_rows import KeptAnswer, SetExam, SittingRow
from banca.i18n import translator
from banca.law import Language
from banca.rules import Refusal
from banca.school.report import MarkedExam, Sitting, marked_exam, question_at, report_pdf, sitting_of
from banca.server.auth import person_of
from banca.server.http import AnyRequest, aside, asker_of, language_of, spoken
from banca.server.openapi import BODY, SECURITY, refuses
from banca.tables.commands import Role
from banca.training.drills import make_exercise
from banca.training.exam import MOST_QUESTIONS, ExamTerms, GameOptions, check_terms, digest, draw, exam_question
from banca.training.questions import Mark, Question, Reply

SEED_BITS = 96
MOST_LISTED = 100
Before = Annotated[int | None, QueryParameter(ge=1, le=2**31 - 1)]
Most = Annotated[int, QueryParameter(ge=1, le=MOST_LISTED)]
Title = Annotated[str, Meta(max_length=80, pattern=r"^[^\x00-\x1f\x7f]*$(?!\n)")]
WrittenName = Annotated[str, Meta(max_length=80, pattern=r"^[^\x00-\x1f\x7f]*$(?!\n)")]


class OwnExam(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An exam that somebody sets for themselves; `name` is written on the report. Sent twice under one id, it is begun once."""

    id: CommandId
    name: WrittenName = ""
    title: Title = ""
    terms: ExamTerms


class BegunExam(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An exam that was set for a class is begun; `name` is written on the report."""

    name: WrittenName = ""


class SetExamShown(Struct, frozen=True, kw_only=True):
    """An exam set for a class; `sitting` is your own of it, once begun."""

    number: int
    class_number: int
    title: str
    terms: ExamTerms
    at: str
    is_closed: bool
    sitting: int | None


class SetExams(Struct, frozen=True, kw_only=True):
    """A part of a list; `next` goes on as `before`, where there is more."""

    exams: list[SetExamShown]
    next: int | None


class Sittings(Struct, frozen=True, kw_only=True):
    """A part of a list; `next` goes on as `before`, where there is more."""

    sittings: list[Sitting]
    next: int | None


class ExamQuestion(Question, frozen=True, kw_only=True):
    """A question of an exam, and what was answered to it so far. What is right is not told before the end."""

    place: int
    game: str
    level: int
    options: GameOptions
    """Of the table, where they were chosen."""
    reply: Reply | None


class Kept(Struct, frozen=True, kw_only=True):
    """An answer was kept; how many are, and the seconds that are left."""

    answered: int
    left: float


class Exams(Controller):
    """What trainees sit."""

    path = "/exams"
    tags = ("school",)
    security = SECURITY

    @get("/set", summary="List exams set for you", responses=refuses())
    async def list_set(self, request: AnyRequest, state: State, before: Before = None, most: Most = 20) -> SetExams:
        """The exams of your classes that you can start, and those that you have sat; newest first."""
        person = person_of(request)
        exams = await asyncio.to_thread(school_of(state).exams_for, person.name, before, most)
        return set_exams(exams, most)

    @post("/set/{exam:int}", summary="Start an exam set for you", responses=refuses(404, 409, *BODY))
    async def begin_set(
        self, request: AnyRequest, state: State, exam: FromPath[int], data: JSONBody[BegunExam]
    ) -> Sitting:
        """The time runs from now. You can sit it once; starting it again returns the exam that you have started."""
        person = person_of(request, *TRAINEES)
        state.exercises.check(asker_of(request))
        return await aside(request, _begin_set, school_of(state), person, exam, data.name)

    @get(summary="List your exams", responses=refuses())
    async def list_own(self, request: AnyRequest, state: State, before: Before = None, most: Most = 20) -> Sittings:
        """The exams that you are sitting or have sat, newest first."""
        person, school = person_of(request), school_of(state)
        rows = await asyncio.to_thread(school.sittings, name=person.name, before=before, most=most)
        return sittings_shown(rows, school, most)

    @post(summary="Start an exam of your own", responses=refuses(422, *BODY))
    async def begin_own(self, request: AnyRequest, state: State, data: JSONBody[OwnExam]) -> Sitting:
        """The server draws the questions, and the time runs from now."""
        person = person_of(request, *TRAINEES)
        state.exercises.check(asker_of(request))
        return await aside(request, _begin_own, school_of(state), person, data)

    @get("/{number:int}", summary="Show an exam", responses=refuses(404))
    async def one(self, request: AnyRequest, state: State, number: FromPath[int]) -> Sitting:
        """Its progress and the seconds left, or the score when it is over. You see your own; supervisors see those of their classes, inspectors all."""
        school = school_of(state)
        row = await asyncio.to_thread(visible_sitting, school, person_of(request), number)
        return await asyncio.to_thread(one_sitting, school, row)

    @get("/{number:int}/questions/{place:int}", summary="Show a question", responses=refuses(404))
    async def question(
        self, request: AnyRequest, state: State, number: FromPath[int], place: FromPath[int]
    ) -> ExamQuestion:
        """The question at a position, starting from 1, and the answer given. Before the end, only the person sitting the exam sees it."""
        person = person_of(request)
        state.exercises.check(asker_of(request))
        return await aside(request, _question, school_of(state), person, number, place, spoken(request))

    @post(
        "/{number:int}/answers/{place:int}",
        summary="Answer a question",
        status_code=200,
        responses=refuses(404, 409, *BODY),
    )
    async def answer(
        self, request: AnyRequest, state: State, number: FromPath[int], place: FromPath[int], data: JSONBody[Reply]
    ) -> Kept:
        """The last answer before the end counts. After the deadline, by the server's clock, none is accepted."""
        person = person_of(request, *TRAINEES)
        state.exercises.check(asker_of(request))
        return await aside(request, _answer, school_of(state), person, number, place, data)

    @post("/{number:int}/end", summary="Hand an exam in", status_code=200, responses=refuses(404))
    async def end(self, request: AnyRequest, state: State, number: FromPath[int]) -> Sitting:
        """No more answers are accepted, and the marks can be read."""
        person, school = person_of(request, *TRAINEES), school_of(state)
        await asyncio.to_thread(_own, school, person, number)
        await asyncio.to_thread(school.end, number)
        return await asyncio.to_thread(one_sitting, school, school.sitting(number))

    @get("/{number:int}/marks", summary="Show an exam's marks", responses=refuses(404, 409))
    async def marks(self, request: AnyRequest, state: State, number: FromPath[int]) -> MarkedExam:
        """For an exam that is over: each question, the answer given, the right answer, the arithmetic and the articles; and the weak articles."""
        person = person_of(request)
        state.exercises.check(asker_of(request))
        return await aside(request, _marks, school_of(state), person, number, spoken(request))

    @get(
        "/{number:int}/report.pdf",
        summary="Download an exam's report",
        media_type="application/pdf",
        responses=refuses(404, 409, 422),
    )
    async def report(self, request: AnyRequest, state: State, number: FromPath[int]) -> Response[bytes]:
        """For an exam that is over: the marks as a PDF, with the trainee's name, in the reader's language."""
        person, language = person_of(request), language_of(request)
        state.exercises.check(asker_of(request))
        exam = await aside(request, _marks, school_of(state), person, number, language)
        body = await aside(request, report_pdf, exam, translator(language))
        headers = {"Content-Disposition": f'attachment; filename="exam-{number}.pdf"'}
        return Response(body, media_type="application/pdf", headers=headers)


def school_of(state: State) -> School:
    """What the store keeps of the school."""
    school: School = state.school
    return school


def set_exams(rows: list[SetExam], most: int) -> SetExams:
    """A part of a list as it is told."""
    exams = [
        SetExamShown(
            number=row.number,
            class_number=row.class_number,
            title=row.title,
            terms=msgspec.json.decode(row.terms, type=ExamTerms),
            at=row.at,
            is_closed=row.is_closed,
            sitting=row.sitting,
        )
        for row in rows
    ]
    return SetExams(exams=exams, next=exams[-1].number if len(exams) == most else None)


def sittings_shown(rows: list[SittingRow], school: School, most: int) -> Sittings:
    """A part of a list as it is told."""
    sittings = [sitting_of(row, school.now()) for row in rows]
    return Sittings(sittings=sittings, next=sittings[-1].number if len(sittings) == most else None)


def one_sitting(school: School, row: SittingRow) -> Sitting:
    """An exam with the places of its answers."""
    return sitting_of(row, school.now(), [answer.place for answer in school.answers(row.number)])


def _begin_own(school: School, person: Person, own: OwnExam) -> Sitting:
    check_terms(own.terms)
    return _begin(school, person, f"own {person.name} {own.id}", own.terms, own.name, own.title, None)


def _begin_set(school: School, person: Person, number: int, name: str) -> Sitting:
    exam = school.exam(number)
    begun = school.sitting_once(f"set {person.name} {number}")
    if begun is not None:
        return one_sitting(school, begun)
    school.check_may_sit(exam, person.name)
    terms = msgspec.json.decode(exam.terms, type=ExamTerms)
    return _begin(school, person, f"set {person.name} {number}", terms, name, exam.title, exam)


def _begin(
    school: School, person: Person, once: str, terms: ExamTerms, name: str, title: str, exam: SetExam | None
) -> Sitting:
    begun = school.sitting_once(once)
    if begun is None:
        written = msgspec.json.encode(draw(terms, secrets.randbits(SEED_BITS)))
        about = {
            "written_name": name.strip() or person.name,
            "title": title,
            "terms": msgspec.json.encode(terms).decode(),
        }
        begun = school.begin(once, person.name, exam=exam, minutes=terms.minutes, drawn=written, about=about)
    return one_sitting(school, begun)


def visible_sitting(school: School, person: Person, number: int) -> SittingRow:
    """An exam that somebody may look at; who may not is told no more than where there is none."""
    row = school.sitting(number)
    is_theirs = (
        person.role is Role.SUPERVISOR and row.class_number and school.school_class(row.class_number).by == person.name
    )
    if row.name != person.name and person.role is not Role.INSPECTOR and not is_theirs:
        raise Refusal(UNKNOWN_EXAM, asked=number)
    return row


def _own(school: School, person: Person, number: int) -> SittingRow:
    row = school.sitting(number)
    if row.name != person.name:
        raise Refusal(UNKNOWN_EXAM, asked=number)
    return row


def _question(school: School, person: Person, number: int, place: int, language: Language) -> ExamQuestion:
    row = visible_sitting(school, person, number)
    if row.name != person.name and not row.is_over(school.now()):
        raise Refusal(EXAM_NOT_OVER, asked=number)
    wanted = question_at(row, place)
    replies = {answer.place: answer.reply for answer in school.answers(number)}
    reply = msgspec.json.decode(replies[place], type=Reply) if place in replies else None
    question = exam_question(make_exercise(wanted), translator(language, wanted.game))
    return ExamQuestion(
        place=place,
        game=wanted.game,
        level=wanted.level,
        options=dict(wanted.options),
        reply=reply,
        **msgspec.structs.asdict(question),
    )


def _answer(school: School, person: Person, number: int, place: int, reply: Reply) -> Kept:
    """Mark an answer and keep both; the mark is told when the exam is over."""
    row = _own(school, person, number)
    if row.is_over(school.now()):
        raise Refusal(EXAM_OVER, asked=number)
    exercise = make_exercise(question_at(row, place))
    marks = exercise.mark(reply, translator())
    answer = partial(
        KeptAnswer,
        place=place,
        reply=msgspec.json.encode(reply),
        is_right=all(mark.is_right for mark in marks),
        digest=digest(exercise),
    )
    # The store adds the time: the one at which it looked whether the exam is over.
    school.answer(number, lambda at: answer(at=at), _clauses(marks))
    after = sitting_of(school.sitting(number), school.now())
    return Kept(answered=after.answered, left=after.left)


def _clauses(marks: list[Mark]) -> dict[str, tuple[int, int]]:
    """For each clause, how often it was applied right, of how often it was asked about."""
    counts: dict[str, tuple[int, int]] = {}
    for mark in marks:
        for article in mark.articles:
            right, times = counts.get(article.cite, (0, 0))
            counts[article.cite] = right + mark.is_right, times + 1
    return counts


def _marks(school: School, person: Person, number: int, language: Language) -> MarkedExam:
    row = visible_sitting(school, person, number)
    if not row.is_over(school.now()):
        raise Refusal(EXAM_NOT_OVER, asked=number)
    weak = school.weak(sitting=number, most=MOST_QUESTIONS)
    return marked_exam(row, school.now(), school.answers(number), weak, translator(language))
