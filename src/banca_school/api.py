"""The school over HTTP: exams, every trainee their own; classes, which supervisors make and inspectors read."""

import asyncio
import secrets
from collections.abc import Callable
from functools import partial
from typing import Annotated, TypeVar

import msgspec
from litestar import Controller, Response, delete, get, post
from litestar.datastructures import State
from litestar.params import FromPath, JSONBody, QueryParameter
from msgspec import Meta

from banca.house.journal import CommandId
from banca.house.people import Person, UserName
from banca.i18n import translator
from banca.law import Language
from banca.record import FrozenStruct
from banca.rules import NotNow, Refusal
from banca.server.auth import person_of
from banca.server.http import AnyRequest, api_language, asker_of, compute, page_language
from banca.server.openapi import BODY, NOTHING, SECURITY, refuses
from banca.tables.commands import Role
from banca.training.drills import make_exercise
from banca.training.questions import Mark, Question, Reply
from banca_school.exam import MOST_QUESTIONS, ExamTerms, GameOptions, check_terms, digest, draw, exam_question
from banca_school.report import (
    MarkedExam,
    Sitting,
    WeakArticle,
    marked_exam,
    question_at,
    report_pdf,
    sitting_of,
    weak_articles,
)
from banca_school.store import (
    EXAM_NOT_OVER,
    EXAM_OVER,
    TRAINEES,
    UNKNOWN_CLASS,
    UNKNOWN_EXAM,
    MemberProgress,
    SavedAnswer,
    School,
    SchoolClass,
    SetExam,
    SittingRow,
)

# Exams

T = TypeVar("T")
SEED_BITS = 96
"""Nobody can try all seeds to find the questions of an exam before it."""
MOST_LISTED = 100
Before = Annotated[int | None, QueryParameter(ge=1, le=2**31 - 1)]
Most = Annotated[int, QueryParameter(ge=1, le=MOST_LISTED)]
Title = Annotated[str, Meta(max_length=80, pattern=r"^[^\x00-\x1f\x7f]*$(?!\n)")]
WrittenName = Annotated[str, Meta(max_length=80, pattern=r"^[^\x00-\x1f\x7f]*$(?!\n)")]


class OwnExam(FrozenStruct, forbid_unknown_fields=True):
    """An exam that somebody sets for themselves; `name` is written on the report. Sent twice under one id, it is begun once."""

    id: CommandId
    name: WrittenName = ""
    title: Title = ""
    terms: ExamTerms


class ExamStart(FrozenStruct, forbid_unknown_fields=True):
    """The start of an exam that was set for a class; `name` is written on the report."""

    name: WrittenName = ""


class SetExams(FrozenStruct):
    """A part of a list; `next` goes on as `before`, where there is more."""

    exams: list[SetExam]
    next: int | None


class Sittings(FrozenStruct):
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


class AnswerSaved(FrozenStruct):
    """How many answers of the exam are saved, and the seconds that are left."""

    answered: int
    left: float


class Exams(Controller):
    """What trainees sit."""

    path = "/exams"
    tags = ("school",)
    security = SECURITY

    @get("/set", summary="List exams set for you", responses=refuses(), sync_to_thread=True)
    def list_set(self, request: AnyRequest, state: State, before: Before = None, most: Most = 20) -> SetExams:
        """The exams of your classes that you can start, and those that you have sat; newest first."""
        return _exam_list(school_of(state).exams_for(person_of(request).name, before, most), most)

    @post("/set/{exam:int}", summary="Start an exam set for you", responses=refuses(404, 409, *BODY))
    async def begin_set(
        self, request: AnyRequest, state: State, exam: FromPath[int], data: JSONBody[ExamStart]
    ) -> Sitting:
        """The time runs from now. You can sit it once; starting it again returns the exam that you have started."""
        person = person_of(request, *TRAINEES)
        state.exercises.check(asker_of(request))
        return await compute(request, _begin_set, school_of(state), person, exam, data.name)

    @get(summary="List your exams", responses=refuses(), sync_to_thread=True)
    def list_own(self, request: AnyRequest, state: State, before: Before = None, most: Most = 20) -> Sittings:
        """The exams that you are sitting or have sat, newest first."""
        return _sitting_list(school_of(state), most, before, name=person_of(request).name)

    @post(summary="Start an exam of your own", responses=refuses(422, *BODY))
    async def begin_own(self, request: AnyRequest, state: State, data: JSONBody[OwnExam]) -> Sitting:
        """The server draws the questions, and the time runs from now."""
        person = person_of(request, *TRAINEES)
        state.exercises.check(asker_of(request))
        return await compute(request, _begin_own, school_of(state), person, data)

    # Clients that are generated from /schema have the ids of operations as the names of their functions: they stay those of 1.0.
    @get(
        "/{number:int}",
        operation_id="ApiV1ExamsNumberOne",
        summary="Show an exam",
        responses=refuses(404),
        sync_to_thread=True,
    )
    def show(self, request: AnyRequest, state: State, number: FromPath[int]) -> Sitting:
        """Its progress and the seconds left, or the score when it is over. You see your own; supervisors see those of their classes, inspectors all."""
        school = school_of(state)
        return current_sitting(school, visible_sitting(school, person_of(request), number))

    @get("/{number:int}/questions/{place:int}", summary="Show a question", responses=refuses(404))
    async def question(
        self, request: AnyRequest, state: State, number: FromPath[int], place: FromPath[int]
    ) -> ExamQuestion:
        """The question at a position, starting from 1, and the answer given. Before the end, only the person sitting the exam sees it."""
        person = person_of(request)
        state.exercises.check(asker_of(request))
        return await compute(request, _question, school_of(state), person, number, place, api_language(request))

    @post(
        "/{number:int}/answers/{place:int}",
        summary="Answer a question",
        status_code=200,
        responses=refuses(404, 409, *BODY),
    )
    async def answer(
        self, request: AnyRequest, state: State, number: FromPath[int], place: FromPath[int], data: JSONBody[Reply]
    ) -> AnswerSaved:
        """The last answer before the end counts. After the deadline, by the server's clock, none is accepted."""
        person = person_of(request, *TRAINEES)
        state.exercises.check(asker_of(request))
        return await compute(request, _answer, school_of(state), person, number, place, data)

    @post("/{number:int}/end", summary="Hand an exam in", status_code=200, responses=refuses(404), sync_to_thread=True)
    def end(self, request: AnyRequest, state: State, number: FromPath[int]) -> Sitting:
        """No more answers are accepted, and the marks can be read."""
        person, school = person_of(request, *TRAINEES), school_of(state)
        _own(school, person, number)
        school.end(number)
        return current_sitting(school, school.sitting(number))

    @get("/{number:int}/marks", summary="Show an exam's marks", responses=refuses(404, 409))
    async def marks(self, request: AnyRequest, state: State, number: FromPath[int]) -> MarkedExam:
        """For an exam that is over: each question, the answer given, the right answer, the arithmetic and the articles; and the weak articles."""
        person = person_of(request)
        state.exercises.check(asker_of(request))
        return await compute(request, _marks, school_of(state), person, number, api_language(request))

    @get(
        "/{number:int}/report.pdf",
        summary="Download an exam's report",
        media_type="application/pdf",
        responses=refuses(404, 409, 422),
    )
    async def report(self, request: AnyRequest, state: State, number: FromPath[int]) -> Response[bytes]:
        """For an exam that is over: the marks as a PDF, with the trainee's name, in the reader's language."""
        person, language = person_of(request), page_language(request)
        state.exercises.check(asker_of(request))
        exam = await compute(request, _marks, school_of(state), person, number, language)
        body = await compute(request, report_pdf, exam, translator(language))
        headers = {"Content-Disposition": f'attachment; filename="exam-{number}.pdf"'}
        return Response(body, media_type="application/pdf", headers=headers)


def school_of(state: State) -> School:
    """Return the school's tables in the store."""
    school: School = state.school
    return school


def _exam_list(exams: list[SetExam], most: int) -> SetExams:
    return SetExams(exams=exams, next=exams[-1].number if len(exams) == most else None)


def _sitting_list(
    school: School, most: int, before: int | None, *, name: str | None = None, class_number: int | None = None
) -> Sittings:
    rows = school.sittings(name=name, class_number=class_number, before=before, most=most)
    sittings = [sitting_of(row, school.now()) for row in rows]
    return Sittings(sittings=sittings, next=sittings[-1].number if len(sittings) == most else None)


def current_sitting(school: School, row: SittingRow) -> Sitting:
    """Return an exam as it may be read now, with the places of its answers."""
    return sitting_of(row, school.now(), [answer.place for answer in school.answers(row.number)])


def _begin_own(school: School, person: Person, own: OwnExam) -> Sitting:
    check_terms(own.terms)
    once = f"own {person.name} {own.id}"
    begun = school.find_sitting(once) or _begin(school, once, person, own.name, own, None)
    return current_sitting(school, begun)


def _begin_set(school: School, person: Person, number: int, name: str) -> Sitting:
    exam, once = school.exam(number), f"set {person.name} {number}"
    begun = school.find_sitting(once)
    # Looked for before the rights: an exam that was withdrawn can still be finished by who has begun it.
    if begun is None:
        school.check_may_sit(exam, person.name)
        begun = _begin(school, once, person, name, exam, exam)
    return current_sitting(school, begun)


def _begin(
    school: School, once: str, person: Person, name: str, about: OwnExam | SetExam, exam: SetExam | None
) -> SittingRow:
    return school.begin(
        once,
        person.name,
        exam=exam,
        terms=about.terms,
        drawn=msgspec.json.encode(draw(about.terms, secrets.randbits(SEED_BITS))),
        title=about.title,
        written_name=name.strip() or person.name,
    )


def visible_sitting(school: School, person: Person, number: int) -> SittingRow:
    """Return an exam that a person may look at; anybody else is refused as if there were none."""
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
        raise NotNow(EXAM_NOT_OVER, asked=number)
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


def _answer(school: School, person: Person, number: int, place: int, reply: Reply) -> AnswerSaved:
    row = _own(school, person, number)
    if row.is_over(school.now()):
        raise NotNow(EXAM_OVER, asked=number)
    exercise = make_exercise(question_at(row, place))
    marks = exercise.mark(reply, translator())
    answer = partial(
        SavedAnswer,
        place=place,
        reply=msgspec.json.encode(reply),
        is_right=all(mark.is_right for mark in marks),
        digest=digest(exercise),
    )
    # The store adds the time: the one at which it looked whether the exam is over.
    school.answer(number, lambda at: answer(at=at), _clauses(marks))
    after = sitting_of(school.sitting(number), school.now())
    return AnswerSaved(answered=after.answered, left=after.left)


def _clauses(marks: list[Mark]) -> dict[str, tuple[int, int]]:
    # For each clause, how often it was applied right, of how often it was asked about.
    counts: dict[str, tuple[int, int]] = {}
    for mark in marks:
        for article in mark.articles:
            right, times = counts.get(article.cite, (0, 0))
            counts[article.cite] = right + mark.is_right, times + 1
    return counts


def _marks(school: School, person: Person, number: int, language: Language) -> MarkedExam:
    row = visible_sitting(school, person, number)
    if not row.is_over(school.now()):
        raise NotNow(EXAM_NOT_OVER, asked=number)
    weak = school.weak(sitting=number, most=MOST_QUESTIONS)
    return marked_exam(row, school.now(), school.answers(number), weak, translator(language))


# Classes

READERS = (Role.SUPERVISOR, Role.INSPECTOR)
MOST_AT_ONCE = 100
ClassName = Annotated[str, Meta(min_length=1, max_length=80, pattern=r"^[^\x00-\x1f\x7f]*\S[^\x00-\x1f\x7f]*$(?!\n)")]
MemberName = Annotated[str, QueryParameter(max_length=40)]


class NewClass(FrozenStruct, forbid_unknown_fields=True):
    """A class to be made."""

    name: ClassName


class NewMembers(FrozenStruct, forbid_unknown_fields=True):
    """People to be put into a class, by the names of their accounts."""

    names: Annotated[list[UserName], Meta(min_length=1, max_length=MOST_AT_ONCE)]


class NewExam(FrozenStruct, forbid_unknown_fields=True):
    """An exam for everybody in a class."""

    title: Title = ""
    terms: ExamTerms


class ClassList(FrozenStruct):
    """A part of a list; `next` goes on as `before`, where there is more."""

    classes: list[SchoolClass]
    next: int | None


class Members(FrozenStruct):
    """A part of a list; `next` goes on as `after`, where there is more."""

    members: list[MemberProgress]
    next: str | None


class WeakArticles(FrozenStruct):
    """Articles with mistakes, the most first."""

    articles: list[WeakArticle]


class Classes(Controller):
    """The school of a house."""

    path = "/classes"
    tags = ("school",)
    security = SECURITY

    @get(summary="List classes", responses=refuses(), sync_to_thread=True)
    def list_classes(self, request: AnyRequest, state: State, before: Before = None, most: Most = 50) -> ClassList:
        """A supervisor's own classes, newest first; an inspector sees all."""
        person = person_of(request, *READERS)
        by = person.name if person.role is Role.SUPERVISOR else None
        classes = school_of(state).classes(by, before, most)
        return ClassList(classes=classes, next=classes[-1].number if len(classes) == most else None)

    @post(summary="Make a class", responses=refuses(*BODY))
    async def make(self, request: AnyRequest, state: State, data: JSONBody[NewClass]) -> SchoolClass:
        """It belongs to the supervisor who makes it."""
        person = person_of(request, Role.SUPERVISOR)
        state.batches.rate.check(person.name)
        return await asyncio.to_thread(school_of(state).make_class, data.name.strip(), person.name)

    @get(
        "/{number:int}",
        operation_id="ApiV1ClassesNumberOne",
        summary="Show a class",
        responses=refuses(404),
        sync_to_thread=True,
    )
    def show(self, request: AnyRequest, state: State, number: FromPath[int]) -> SchoolClass:
        """Its name, who made it, and how many trainees it has."""
        return _readable(request, state, number)

    @delete("/{number:int}", status_code=204, summary="Close a class", responses=refuses(404) | {204: NOTHING})
    async def close(self, request: AnyRequest, state: State, number: FromPath[int]) -> None:
        """Its exams can no longer be started. Everything remains readable."""
        await _change(request, state, number, lambda school: school.close_class(number))

    @get("/{number:int}/members", summary="List a class's trainees", responses=refuses(404), sync_to_thread=True)
    def members(
        self, request: AnyRequest, state: State, number: FromPath[int], after: MemberName = "", most: Most = 50
    ) -> Members:
        """By name, each with exams sat, questions answered, how many of them right, and the last exam."""
        _readable(request, state, number)
        members = school_of(state).members(number, after, most)
        return Members(members=members, next=members[-1].name if len(members) == most else None)

    @post(
        "/{number:int}/members",
        status_code=204,
        operation_id="ApiV1ClassesNumberMembersPutIn",
        summary="Add people to a class",
        responses=refuses(404, 422, *BODY) | {204: NOTHING},
    )
    async def add_members(
        self, request: AnyRequest, state: State, number: FromPath[int], data: JSONBody[NewMembers]
    ) -> None:
        """Adds players and croupiers who have an account; those already in it stay."""
        await _change(request, state, number, lambda school: school.add_members(number, data.names))

    @delete(
        "/{number:int}/members/{name:str}",
        status_code=204,
        operation_id="ApiV1ClassesNumberMembersNameTakeOut",
        summary="Remove a person from a class",
        responses=refuses(404) | {204: NOTHING},
    )
    async def remove_member(
        self, request: AnyRequest, state: State, number: FromPath[int], name: FromPath[str]
    ) -> None:
        """The exams they have sat remain readable."""
        await _change(request, state, number, lambda school: school.remove_member(number, name))

    @get("/{number:int}/exams", summary="List a class's exams", responses=refuses(404), sync_to_thread=True)
    def exams(
        self, request: AnyRequest, state: State, number: FromPath[int], before: Before = None, most: Most = 20
    ) -> SetExams:
        """The newest first."""
        _readable(request, state, number)
        return _exam_list(school_of(state).exams(number, before, most), most)

    @post("/{number:int}/exams", summary="Set an exam", responses=refuses(404, 409, 422, *BODY))
    async def set_exam(
        self, request: AnyRequest, state: State, number: FromPath[int], data: JSONBody[NewExam]
    ) -> SetExams:
        """Sets an exam for everybody in the class. Each trainee gets different questions, and the time runs from when they start."""

        def set_exam(school: School) -> SetExam:
            check_terms(data.terms)
            return school.set_exam(number, data.title.strip(), data.terms)

        return SetExams(exams=[await _change(request, state, number, set_exam)], next=None)

    @delete(
        "/{number:int}/exams/{exam:int}",
        status_code=204,
        summary="Withdraw an exam",
        responses=refuses(404) | {204: NOTHING},
    )
    async def withdraw(self, request: AnyRequest, state: State, number: FromPath[int], exam: FromPath[int]) -> None:
        """It can no longer be started; trainees who have started it can finish."""

        def withdraw(school: School) -> None:
            if school.exam(exam).class_number == number:
                school.withdraw_exam(exam)

        await _change(request, state, number, withdraw)

    @get("/{number:int}/sittings", summary="List a class's results", responses=refuses(404), sync_to_thread=True)
    def results(
        self,
        request: AnyRequest,
        state: State,
        number: FromPath[int],
        name: MemberName = "",
        before: Before = None,
        most: Most = 50,
    ) -> Sittings:
        """The results of everybody or of one trainee, newest first."""
        _readable(request, state, number)
        return _sitting_list(school_of(state), most, before, name=name or None, class_number=number)

    @get("/{number:int}/weak", summary="Show a class's weak articles", responses=refuses(404), sync_to_thread=True)
    def weak(
        self, request: AnyRequest, state: State, number: FromPath[int], name: MemberName = "", most: Most = 20
    ) -> WeakArticles:
        """The weak articles of everybody or of one trainee, in the class's finished exams."""
        _readable(request, state, number)
        weak = school_of(state).weak(class_number=number, name=name or None, most=most)
        return WeakArticles(articles=weak_articles(weak, translator(api_language(request))))


def _readable(request: AnyRequest, state: State, number: int) -> SchoolClass:
    return visible_class(school_of(state), person_of(request, *READERS), number)


async def _change(request: AnyRequest, state: State, number: int, change: Callable[[School], T]) -> T:
    """Let a supervisor change a class of their own."""
    person, school = person_of(request, Role.SUPERVISOR), school_of(state)
    # On the loop, as limits are not counted in threads.
    state.batches.rate.check(person.name)

    def work() -> T:
        visible_class(school, person, number)
        return change(school)

    return await asyncio.to_thread(work)


def visible_class(school: School, person: Person, number: int) -> SchoolClass:
    """Return a class that a person may look at; anybody else is refused as if there were none."""
    school_class = school.school_class(number)
    if person.role is not Role.INSPECTOR and school_class.by != person.name:
        raise Refusal(UNKNOWN_CLASS, asked=number)
    return school_class
