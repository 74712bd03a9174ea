"""The rows of the school: what is read of classes, exams and sittings, and how."""

from collections.abc import Mapping
from typing import Any

from msgspec import Struct
from sqlalchemy import Select, and_, case, func, select

from banca.house.schema import CLASS_MEMBERS, CLASSES, SITTING_ANSWERS, SITTINGS


class SchoolClass(Struct, frozen=True, kw_only=True):
    """A class: who made it, and how many are in it."""

    number: int
    name: str
    by: str
    at: str
    is_closed: bool
    members: int


class SetExam(Struct, frozen=True, kw_only=True):
    """An exam that was set for a class, and the number of the caller's own sitting of it, where there is one."""

    number: int
    class_number: int
    title: str
    terms: str
    at: str
    is_closed: bool
    sitting: int | None = None


class SittingRow(Struct, frozen=True, kw_only=True):
    """An exam that somebody sits or has sat, with how many questions are answered, and how many of them right."""

    number: int
    exam: int
    class_number: int
    name: str
    written_name: str
    title: str
    terms: str
    drawn: bytes
    version: str
    started: str
    deadline: str
    ended: str
    answered: int
    right: int

    def is_over(self, now: str) -> bool:
        """Whether it has been handed in, or its time is up; nothing is taken any more."""
        return bool(self.ended) or self.deadline <= now


class KeptAnswer(Struct, frozen=True, kw_only=True):
    """What was answered to one question, the mark it got, and what the question was then."""

    place: int
    reply: bytes
    is_right: bool
    digest: str
    at: str


class WeakClause(Struct, frozen=True, kw_only=True):
    """A clause by how often it was applied right, of how often it was asked about."""

    cite: str
    right: int
    asked: int


class MemberProgress(Struct, frozen=True, kw_only=True):
    """Somebody in a class: exams sat, questions answered right, and the last one."""

    name: str
    at: str
    sat: int
    answered: int
    right: int
    last: int | None


MOST_ROWS = 2**31
RIGHT = func.coalesce(func.sum(case((SITTING_ANSWERS.c.is_right, 1), else_=0)), 0)


def classes_counted() -> Select[Any]:
    """Classes, each with how many are in it."""
    count = select(func.count()).where(CLASS_MEMBERS.c.class_number == CLASSES.c.number).scalar_subquery()
    return select(CLASSES, count.label("members"))


def sittings_scored() -> Select[Any]:
    """Sittings, each with its score so far."""
    of = SITTING_ANSWERS.c.sitting == SITTINGS.c.number
    answered = select(func.count()).where(of).scalar_subquery()
    right = select(RIGHT).where(of).scalar_subquery()
    return select(SITTINGS, answered.label("answered"), right.label("right"))


def members_scored() -> Select[Any]:
    """Members of classes, each with what they have sat in that class."""
    own = and_(SITTINGS.c.class_number == CLASS_MEMBERS.c.class_number, SITTINGS.c.name == CLASS_MEMBERS.c.name)
    answers = SITTING_ANSWERS.join(SITTINGS, SITTINGS.c.number == SITTING_ANSWERS.c.sitting)
    return select(
        CLASS_MEMBERS.c.name,
        CLASS_MEMBERS.c.at,
        select(func.count()).select_from(SITTINGS).where(own).correlate(CLASS_MEMBERS).scalar_subquery().label("sat"),
        select(func.count())
        .select_from(answers)
        .where(own)
        .correlate(CLASS_MEMBERS)
        .scalar_subquery()
        .label("answered"),
        select(RIGHT).select_from(answers).where(own).correlate(CLASS_MEMBERS).scalar_subquery().label("right"),
        select(func.max(SITTINGS.c.number)).where(own).correlate(CLASS_MEMBERS).scalar_subquery().label("last"),
    )


def within(number: int) -> int:
    """A number that the store can be asked about; 0, which nothing has, in place of one that it cannot hold."""
    return number if 0 < number < MOST_ROWS else 0


def below(wanted: Select[Any], column: Any, before: int | None) -> Select[Any]:  # of any table
    """What is asked for, from below a number on."""
    return wanted if before is None else wanted.where(column < before)


def whole(row: Mapping[str, Any]) -> dict[str, Any]:
    """Sums come as decimals from PostgreSQL, and bytes as views."""
    counted = {"answered", "right", "sat", "asked"}
    return {
        name: int(value) if name in counted else bytes(value) if name == "drawn" else value
        for name, value in row.items()
    }
