"""The school in the store: classes, the exams set for them, and what trainees have answered. No money hangs on it, so it is in no journal."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Any, TypeVar

import msgspec
from msgspec import structs
from sqlalchemy import ColumnElement, Row, Select, and_, case, delete, func, insert, null, select, update

from banca.house.clock import HouseClock, write_time
from banca.house.database import StoreConflictError, database_faults
from banca.house.schema import CLASS_MEMBERS, CLASSES, EXAMS, SITTING_ANSWERS, SITTING_MARKS, SITTINGS, USERS
from banca.house.store import Store
from banca.record import FrozenStruct
from banca.rules import Code, NotNow, Refusal, _, refusal
from banca.tables.commands import Role
from banca.version import VERSION
from banca_school.exam import ExamTerms

UNKNOWN_CLASS = refusal("unknown_class", _("there is no class {asked} that you may see"))
UNKNOWN_EXAM = refusal("unknown_exam", _("there is no exam {asked} that you may see"))
EXAM_CLOSED = refusal("exam_closed", _("{asked} is closed: no more exams can be started there"))
EXAM_OVER = refusal("exam_over", _("exam {asked} is over: this answer came too late and does not count"))
EXAM_NOT_OVER = refusal(
    "exam_not_over", _("exam {asked} is not over: the right answers are shown when it is handed in or its time is up")
)

TRAINEES = (Role.PLAYER, Role.CROUPIER)
"""Who may be in a class and sit an exam."""
NO_EXAM = NO_CLASS = 0
T = TypeVar("T", bound=FrozenStruct)
MOST_OWN = 100
"""Exams of their own that are kept of one person; the oldest go first, so that practising fills no disk."""


class SchoolClass(FrozenStruct):
    """A class: who made it, and how many are in it."""

    number: int
    name: str
    by: str
    at: str
    is_closed: bool
    members: int


class SetExam(FrozenStruct):
    """An exam set for a class; `sitting` is your own of it, once begun."""

    number: int
    class_number: int
    title: str
    terms: ExamTerms
    at: str
    is_closed: bool
    sitting: int | None


class SittingSummary(FrozenStruct):
    """An exam that somebody sits or has sat."""

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


class SittingRow(SittingSummary):
    """The same with its questions and its score so far, which nobody may read while it goes on."""

    drawn: bytes
    version: str
    answered: int
    right: int

    def is_over(self, now: str) -> bool:
        """Return whether it has been handed in, or its time is up."""
        return bool(self.ended) or self.deadline <= now


class SavedAnswer(FrozenStruct):
    """The answer to one question, the mark it got, and the digest of the question as it was then."""

    place: int
    reply: bytes
    is_right: bool
    digest: str
    at: str


class WeakClause(FrozenStruct):
    """A clause by how often it was applied right, of how often it was asked about."""

    cite: str
    right: int
    asked: int


class MemberProgress(FrozenStruct):
    """Somebody in a class: exams sat, questions answered right, and the last one."""

    name: str
    at: str
    sat: int
    answered: int
    right: int
    last: int | None


class School:
    """Reads and writes the school's tables. Who may see what is decided in the handlers."""

    def __init__(self, store: Store, clock: HouseClock) -> None:
        self._store, self._clock = store, clock

    def now(self) -> str:
        """Return the time by which exams end."""
        return self._clock.now()

    # Classes

    def make_class(self, name: str, by: str) -> SchoolClass:
        """Make a class with nobody in it."""
        row = {"name": name, "by": by, "at": self.now(), "is_closed": False}
        with self._store.transaction() as connection:
            number = connection.execute(insert(CLASSES).values(**row).returning(CLASSES.c.number)).scalar_one()
        return self.school_class(number)

    def school_class(self, number: int) -> SchoolClass:
        """Return one class; refused where there is none."""
        return self._find(SchoolClass, _classes_counted(), CLASSES.c.number, number, UNKNOWN_CLASS)

    def classes(self, by: str | None, before: int | None, most: int) -> list[SchoolClass]:
        """Return the classes of one supervisor, or all; the newest first, from below a number on."""
        wanted = _where(_classes_counted(), {CLASSES.c.by: by})
        return self._read(SchoolClass, _newest(wanted, CLASSES.c.number, before, most))

    def close_class(self, number: int) -> None:
        """Close a class: no exam of it can be begun any more, and everything stays to be read."""
        with self._store.transaction() as connection:
            connection.execute(update(CLASSES).where(CLASSES.c.number == number).values(is_closed=True))
            connection.execute(update(EXAMS).where(EXAMS.c.class_number == number).values(is_closed=True))

    def add_members(self, number: int, names: Sequence[str]) -> None:
        """Add people to a class; refused for who has no account, and for staff who do not deal."""
        known = {row.name: row.role for row in self._rows(select(USERS).where(USERS.c.name.in_(names)))}
        for name in names:
            if known.get(name) not in TRAINEES:
                raise Refusal(
                    "not_a_trainee",
                    _("{asked} cannot be in a class: only players and croupiers with an account can"),
                    asked=name,
                )
        for name in dict.fromkeys(names):
            with (
                suppress(StoreConflictError),
                self._store.transaction() as connection,
            ):  # a conflict: somebody who is in it already
                connection.execute(insert(CLASS_MEMBERS).values(class_number=number, name=name, at=self.now()))

    def remove_member(self, number: int, name: str) -> None:
        """Remove somebody from a class; the exams they have sat stay."""
        wanted = and_(CLASS_MEMBERS.c.class_number == number, CLASS_MEMBERS.c.name == name)
        with self._store.transaction() as connection:
            connection.execute(delete(CLASS_MEMBERS).where(wanted))

    def members(self, number: int, after: str, most: int) -> list[MemberProgress]:
        """Return who is in a class and how they do, by name, from behind a name on."""
        named = and_(CLASS_MEMBERS.c.class_number == number, CLASS_MEMBERS.c.name > after)
        wanted = _members_scored().where(named).order_by(CLASS_MEMBERS.c.name)
        return self._read(MemberProgress, wanted.limit(most))

    # Exams

    def set_exam(self, number: int, title: str, terms: ExamTerms) -> SetExam:
        """Set an exam for everybody in a class; refused where the class is closed."""
        if self.school_class(number).is_closed:
            raise NotNow(EXAM_CLOSED, asked=number)
        row = {
            "class_number": number,
            "title": title,
            "terms": _terms_text(terms),
            "at": self.now(),
            "is_closed": False,
        }
        with self._store.transaction() as connection:
            made = connection.execute(insert(EXAMS).values(**row).returning(EXAMS.c.number)).scalar_one()
        return self.exam(made)

    def exam(self, number: int) -> SetExam:
        """Return one exam that was set; refused where there is none."""
        return self._find(SetExam, SET_EXAMS, EXAMS.c.number, number, UNKNOWN_EXAM)

    def exams(self, class_number: int, before: int | None, most: int) -> list[SetExam]:
        """Return the exams set for a class, the newest first."""
        wanted = SET_EXAMS.where(EXAMS.c.class_number == class_number)
        return self._read(SetExam, _newest(wanted, EXAMS.c.number, before, most))

    def exams_for(self, name: str, before: int | None, most: int) -> list[SetExam]:
        """Return the exams of somebody's classes that are not withdrawn, or that they have sat; the newest first."""
        own = SITTINGS.c.number.label("sitting")
        wanted = (
            select(EXAMS, own)
            .join(CLASS_MEMBERS, CLASS_MEMBERS.c.class_number == EXAMS.c.class_number)
            .outerjoin(SITTINGS, and_(SITTINGS.c.exam == EXAMS.c.number, SITTINGS.c.name == name))
            .where(CLASS_MEMBERS.c.name == name, EXAMS.c.is_closed.is_(False) | own.is_not(None))
        )
        return self._read(SetExam, _newest(wanted, EXAMS.c.number, before, most))

    def withdraw_exam(self, number: int) -> None:
        """Withdraw an exam: nobody can begin it any more."""
        with self._store.transaction() as connection:
            connection.execute(update(EXAMS).where(EXAMS.c.number == number).values(is_closed=True))

    def check_may_sit(self, exam: SetExam, name: str) -> None:
        """Refuse somebody who is not in the class, and an exam that was withdrawn."""
        wanted = and_(CLASS_MEMBERS.c.class_number == exam.class_number, CLASS_MEMBERS.c.name == name)
        if not self._rows(select(CLASS_MEMBERS).where(wanted)):
            raise Refusal(UNKNOWN_EXAM, asked=exam.number)
        if exam.is_closed:
            raise NotNow(EXAM_CLOSED, asked=exam.number)

    # Sittings

    def find_sitting(self, once: str) -> SittingRow | None:
        """Return the sitting that was begun under this id."""
        return next(iter(self._read(SittingRow, _sittings_scored().where(SITTINGS.c.once == once))), None)

    def begin(
        self,
        once: str,
        name: str,
        *,
        exam: SetExam | None,
        terms: ExamTerms,
        drawn: bytes,
        title: str,
        written_name: str,
    ) -> SittingRow:
        """Begin an exam now; begun twice under one id, it is one sitting."""
        started = self.now()
        deadline = write_time(datetime.fromisoformat(started) + timedelta(minutes=terms.minutes))
        row = {
            "once": once,
            "written_name": written_name,
            "title": title,
            "terms": _terms_text(terms),
            "exam": exam.number if exam else NO_EXAM,
            "class_number": exam.class_number if exam else NO_CLASS,
            "name": name,
            "drawn": drawn,
            "version": VERSION,
            "started": started,
            "deadline": deadline,
            "ended": "",
        }
        # A conflict: the same request has begun it already, and that sitting is returned.
        with suppress(StoreConflictError), self._store.transaction() as connection:
            connection.execute(insert(SITTINGS).values(**row))
        if exam is None:
            self._forget_old(name)
        (begun,) = self._read(SittingRow, _sittings_scored().where(SITTINGS.c.once == once))
        return begun

    def _forget_old(self, name: str) -> None:
        own = select(SITTINGS.c.number).where(SITTINGS.c.name == name, SITTINGS.c.exam == NO_EXAM)
        old = [row.number for row in self._rows(own.order_by(SITTINGS.c.number.desc()).offset(MOST_OWN))]
        with self._store.transaction() as connection:
            for table, column in (
                (SITTING_MARKS, SITTING_MARKS.c.sitting),
                (SITTING_ANSWERS, SITTING_ANSWERS.c.sitting),
                (SITTINGS, SITTINGS.c.number),
            ):
                connection.execute(delete(table).where(column.in_(old)))

    def sitting(self, number: int) -> SittingRow:
        """Return one sitting; refused where there is none."""
        return self._find(SittingRow, _sittings_scored(), SITTINGS.c.number, number, UNKNOWN_EXAM)

    def sittings(
        self, *, name: str | None = None, class_number: int | None = None, before: int | None, most: int
    ) -> list[SittingRow]:
        """Return the sittings of a person, of a class, or of a person in a class; the newest first."""
        wanted = _where(_sittings_scored(), {SITTINGS.c.name: name, SITTINGS.c.class_number: class_number})
        return self._read(SittingRow, _newest(wanted, SITTINGS.c.number, before, most))

    def answer(
        self, number: int, answer_at: Callable[[str], SavedAnswer], clauses: Mapping[str, tuple[int, int]]
    ) -> SavedAnswer:
        """Save an answer with its mark; refused once the exam is over, by the time at which it is written."""
        with self._store.transaction() as connection:
            # The row is locked, so that no answer is written behind a hand-in that another request makes at this moment.
            wanted = select(SITTINGS.c.deadline, SITTINGS.c.ended).where(SITTINGS.c.number == number).with_for_update()
            row = connection.execute(wanted).one()
            now = self.now()
            if row.ended or row.deadline <= now:
                raise NotNow(EXAM_OVER, asked=number)
            answer = answer_at(now)
            # The last answer before the end stands, with its marks alone.
            for table in (SITTING_ANSWERS, SITTING_MARKS):
                connection.execute(delete(table).where(table.c.sitting == number, table.c.place == answer.place))
            connection.execute(insert(SITTING_ANSWERS).values(sitting=number, **structs.asdict(answer)))
            marks = [
                {"sitting": number, "place": answer.place, "cite": cite, "met": met, "asked": count}
                for cite, (met, count) in clauses.items()
            ]
            if marks:
                connection.execute(insert(SITTING_MARKS), marks)
        return answer

    def answers(self, number: int) -> list[SavedAnswer]:
        """Return the answers of a sitting, in the order of the questions."""
        wanted = select(SITTING_ANSWERS).where(SITTING_ANSWERS.c.sitting == number)
        return self._read(SavedAnswer, wanted.order_by(SITTING_ANSWERS.c.place))

    def end(self, number: int) -> None:
        """Hand a sitting in, if it is not over."""
        now = self.now()
        wanted = and_(SITTINGS.c.number == number, SITTINGS.c.ended == "", SITTINGS.c.deadline > now)
        with self._store.transaction() as connection:
            connection.execute(update(SITTINGS).where(wanted).values(ended=now))

    def weak(
        self, *, sitting: int | None = None, class_number: int | None = None, name: str | None = None, most: int
    ) -> list[WeakClause]:
        """Return the clauses with most mistakes, of one sitting, or of a class or a person in exams that are over."""
        met, count = func.sum(SITTING_MARKS.c.met), func.sum(SITTING_MARKS.c.asked)
        wanted = (
            select(SITTING_MARKS.c.cite, met.label("right"), count.label("asked"))
            .join(SITTINGS, SITTINGS.c.number == SITTING_MARKS.c.sitting)
            .where((SITTINGS.c.ended != "") | (SITTINGS.c.deadline <= self.now()))
            .group_by(SITTING_MARKS.c.cite)
            .having(met < count)
            .order_by((count - met).desc(), SITTING_MARKS.c.cite)
            .limit(most)
        )
        chosen = {SITTINGS.c.number: sitting, SITTINGS.c.class_number: class_number, SITTINGS.c.name: name}
        return self._read(WeakClause, _where(wanted, chosen))

    def _rows(self, wanted: Select[Any]) -> Sequence[Row[Any]]:
        with database_faults(), self._store.engine.connect() as connection:
            return connection.execute(wanted).all()

    def _read(self, kind: type[T], wanted: Select[Any]) -> list[T]:
        """The rows as structs; columns that these do not have are left out."""
        rows = [row._mapping for row in self._rows(wanted)]
        return [
            kind(**{name: _plain(name, row[name]) for name in kind.__struct_fields__ if name in row}) for row in rows
        ]

    def _find(self, kind: type[T], wanted: Select[Any], column: ColumnElement[int], number: int, unknown: Code) -> T:
        # Numbers are 32-bit columns: PostgreSQL refuses to compare with a larger one.
        for row in self._read(kind, wanted.where(column == number)) if 0 < number < MOST_NUMBER else ():
            return row
        raise Refusal(unknown, asked=number)


# Queries

MOST_NUMBER = 2**31
SET_EXAMS = select(EXAMS, null().label("sitting"))
"""Exams as nobody's in particular: without the sitting of whoever reads them."""
RIGHT = func.coalesce(func.sum(case((SITTING_ANSWERS.c.is_right, 1), else_=0)), 0)


def _classes_counted() -> Select[Any]:
    count = select(func.count()).where(CLASS_MEMBERS.c.class_number == CLASSES.c.number).scalar_subquery()
    return select(CLASSES, count.label("members"))


def _sittings_scored() -> Select[Any]:
    of = SITTING_ANSWERS.c.sitting == SITTINGS.c.number
    answered = select(func.count()).where(of).scalar_subquery()
    right = select(RIGHT).where(of).scalar_subquery()
    return select(SITTINGS, answered.label("answered"), right.label("right"))


def _members_scored() -> Select[Any]:
    # What they have sat in this class: exams of other classes are no business of its supervisor.
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


def _newest(wanted: Select[Any], column: ColumnElement[int], before: int | None, most: int) -> Select[Any]:
    """The newest first, from below a number on."""
    return (wanted if before is None else wanted.where(column < before)).order_by(column.desc()).limit(most)


def _where(wanted: Select[Any], chosen: Mapping[Any, object]) -> Select[Any]:
    """Those with the values that are given."""
    return wanted.where(*(column == value for column, value in chosen.items() if value is not None))


def _plain(name: str, value: Any) -> Any:  # of any column
    match name:
        case "answered" | "right" | "sat" | "asked":  # sums come as decimals from PostgreSQL
            return int(value)
        case "drawn" | "reply":  # bytes come as views
            return bytes(value)
        case "terms":
            return msgspec.json.decode(value, type=ExamTerms)
        case _:
            return value


def _terms_text(terms: ExamTerms) -> str:
    return msgspec.json.encode(terms).decode()
