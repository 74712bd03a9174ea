"""Classes over HTTP: supervisors make them, put people in and set exams; they see how their trainees do, and inspectors read."""

import asyncio
from typing import Annotated

import msgspec
from litestar import Controller, delete, get, post
from litestar.datastructures import State
from litestar.params import FromPath, JSONBody, QueryParameter
from msgspec import Meta, Struct

from banca.house.keys import Person
from banca.house.people import UserName
from banca.house.refusals import UNKNOWN_CLASS
from banca.house.school import School
from banca.house.school_rows import MemberProgress, SchoolClass
from banca.i18n import translator
from banca.rules import Refusal
from banca.school.report import WeakArticle, weak_articles
from banca.server.api.exams import Before, Most, SetExams, Sittings, Title, school_of, set_exams, sittings_shown
from banca.server.auth import person_of
from banca.server.http import AnyRequest, spoken
from banca.server.openapi import BODY, NOTHING, SECURITY, refuses
from banca.tables.commands import Role
from banca.training.exam import ExamTerms, check_terms

READERS = (Role.SUPERVISOR, Role.INSPECTOR)
MOST_AT_ONCE = 100
ClassName = Annotated[str, Meta(min_length=1, max_length=80, pattern=r"^[^\x00-\x1f\x7f]*\S[^\x00-\x1f\x7f]*$(?!\n)")]
MemberName = Annotated[str, QueryParameter(max_length=40)]


class NewClass(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A class to be made."""

    name: ClassName


class NewMembers(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """People to be put into a class, by the names of their accounts."""

    names: Annotated[list[UserName], Meta(min_length=1, max_length=MOST_AT_ONCE)]


class NewExam(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An exam for everybody in a class."""

    title: Title = ""
    terms: ExamTerms


class ClassList(Struct, frozen=True, kw_only=True):
    """A part of a list; `next` goes on as `before`, where there is more."""

    classes: list[SchoolClass]
    next: int | None


class Members(Struct, frozen=True, kw_only=True):
    """A part of a list; `next` goes on as `after`, where there is more."""

    members: list[MemberProgress]
    next: str | None


class WeakArticles(Struct, frozen=True, kw_only=True):
    """Articles with mistakes, the most first."""

    articles: list[WeakArticle]


class Classes(Controller):
    """The school of a house."""

    path = "/classes"
    tags = ("school",)
    security = SECURITY

    @get(summary="List classes", responses=refuses())
    async def list_classes(
        self, request: AnyRequest, state: State, before: Before = None, most: Most = 50
    ) -> ClassList:
        """A supervisor's own classes, newest first; an inspector sees all."""
        person = person_of(request, *READERS)
        by = person.name if person.role is Role.SUPERVISOR else None
        found = await asyncio.to_thread(school_of(state).classes, by, before, most)
        return ClassList(classes=found, next=found[-1].number if len(found) == most else None)

    @post(summary="Make a class", responses=refuses(*BODY))
    async def make(self, request: AnyRequest, state: State, data: JSONBody[NewClass]) -> SchoolClass:
        """It belongs to the supervisor who makes it."""
        person = person_of(request, Role.SUPERVISOR)
        state.batches.rate.check(person.name)
        return await asyncio.to_thread(school_of(state).make_class, data.name.strip(), person.name)

    @get("/{number:int}", summary="Show a class", responses=refuses(404))
    async def one(self, request: AnyRequest, state: State, number: FromPath[int]) -> SchoolClass:
        """Its name, who made it, and how many trainees it has."""
        return await _readable(request, state, number)

    @delete("/{number:int}", status_code=204, summary="Close a class", responses=refuses(404) | {204: NOTHING})
    async def close(self, request: AnyRequest, state: State, number: FromPath[int]) -> None:
        """Its exams can no longer be started. Everything remains readable."""
        await _changeable(request, state, number)
        await asyncio.to_thread(school_of(state).close_class, number)

    @get("/{number:int}/members", summary="List a class's trainees", responses=refuses(404))
    async def members(
        self, request: AnyRequest, state: State, number: FromPath[int], after: MemberName = "", most: Most = 50
    ) -> Members:
        """By name, each with exams sat, questions answered, how many of them right, and the last exam."""
        await _readable(request, state, number)
        found = await asyncio.to_thread(school_of(state).members, number, after, most)
        return Members(members=found, next=found[-1].name if len(found) == most else None)

    @post(
        "/{number:int}/members",
        status_code=204,
        summary="Add people to a class",
        responses=refuses(404, 422, *BODY) | {204: NOTHING},
    )
    async def put_in(
        self, request: AnyRequest, state: State, number: FromPath[int], data: JSONBody[NewMembers]
    ) -> None:
        """Adds players and croupiers who have an account; those already in it stay."""
        await _changeable(request, state, number)
        await asyncio.to_thread(school_of(state).put_in, number, data.names)

    @delete(
        "/{number:int}/members/{name:str}",
        status_code=204,
        summary="Remove a person from a class",
        responses=refuses(404) | {204: NOTHING},
    )
    async def take_out(self, request: AnyRequest, state: State, number: FromPath[int], name: FromPath[str]) -> None:
        """The exams they have sat remain readable."""
        await _changeable(request, state, number)
        await asyncio.to_thread(school_of(state).take_out, number, name)

    @get("/{number:int}/exams", summary="List a class's exams", responses=refuses(404))
    async def exams(
        self, request: AnyRequest, state: State, number: FromPath[int], before: Before = None, most: Most = 20
    ) -> SetExams:
        """The newest first."""
        await _readable(request, state, number)
        return set_exams(await asyncio.to_thread(school_of(state).exams, number, before, most), most)

    @post("/{number:int}/exams", summary="Set an exam", responses=refuses(404, 409, 422, *BODY))
    async def set_exam(
        self, request: AnyRequest, state: State, number: FromPath[int], data: JSONBody[NewExam]
    ) -> SetExams:
        """Sets an exam for everybody in the class. Each trainee gets different questions, and the time runs from when they start."""
        await _changeable(request, state, number)
        await asyncio.to_thread(check_terms, data.terms)
        terms = msgspec.json.encode(data.terms).decode()
        made = await asyncio.to_thread(school_of(state).set_exam, number, data.title.strip(), terms)
        return set_exams([made], 2)

    @delete(
        "/{number:int}/exams/{exam:int}",
        status_code=204,
        summary="Withdraw an exam",
        responses=refuses(404) | {204: NOTHING},
    )
    async def withdraw(self, request: AnyRequest, state: State, number: FromPath[int], exam: FromPath[int]) -> None:
        """It can no longer be started; trainees who have started it can finish."""
        await _changeable(request, state, number)
        await asyncio.to_thread(_withdraw, school_of(state), number, exam)

    @get("/{number:int}/sittings", summary="List a class's results", responses=refuses(404))
    async def results(
        self,
        request: AnyRequest,
        state: State,
        number: FromPath[int],
        name: MemberName = "",
        before: Before = None,
        most: Most = 50,
    ) -> Sittings:
        """The results of everybody or of one trainee, newest first."""
        await _readable(request, state, number)
        school = school_of(state)
        found = await asyncio.to_thread(
            lambda: school.sittings(name=name or None, class_number=number, before=before, most=most)
        )
        return sittings_shown(found, school, most)

    @get("/{number:int}/weak", summary="Show a class's weak articles", responses=refuses(404))
    async def weak(
        self, request: AnyRequest, state: State, number: FromPath[int], name: MemberName = "", most: Most = 20
    ) -> WeakArticles:
        """The weak articles of everybody or of one trainee, in the class's finished exams."""
        await _readable(request, state, number)
        school = school_of(state)
        found = await asyncio.to_thread(lambda: school.weak(class_number=number, name=name or None, most=most))
        return WeakArticles(articles=weak_articles(found, translator(spoken(request))))


async def _readable(request: AnyRequest, state: State, number: int) -> SchoolClass:
    return await asyncio.to_thread(visible_class, school_of(state), person_of(request, *READERS), number)


async def _changeable(request: AnyRequest, state: State, number: int) -> SchoolClass:
    person = person_of(request, Role.SUPERVISOR)
    state.batches.rate.check(person.name)
    return await asyncio.to_thread(visible_class, school_of(state), person, number)


def visible_class(school: School, person: Person, number: int) -> SchoolClass:
    """A class that somebody may look at; who may not is told no more than where there is none."""
    found = school.school_class(number)
    if person.role is not Role.INSPECTOR and found.by != person.name:
        raise Refusal(UNKNOWN_CLASS, asked=number)
    return found


def _withdraw(school: School, number: int, exam: int) -> None:
    if school.exam(exam).class_number == number:
        school.withdraw_exam(exam)
