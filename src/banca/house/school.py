"""The school in the store: classes, the exams set for them, and what trainees have answered. No money hangs on it, so it is in no journal."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import Select, and_, delete, func, insert, select, update

from banca.house.clock import HouseClock, write_time
from banca.house.database import StoreConflictError, database_faults
from banca.house.refusals import EXAM_CLOSED, EXAM_OVER, UNKNOWN_CLASS, UNKNOWN_EXAM
from banca.house.schema import (
    CLASS_MEMBERS,
    CLASSES,
    EXAMS,
    SITTING_ANSWERS,
    SITTING_MARKS,
    SITTINGS,
    USERS,
)
from banca.house.school_rows import (
    KeptAnswer,
    MemberProgress,
    SchoolClass,
    SetExam,
    SittingRow,
    WeakClause,
    below,
    classes_counted,
    members_scored,
    sittings_scored,
    whole,
    within,
)
from banca.house.store import Store
from banca.rules import Refusal, _
from banca.tables.commands import Role
from banca.version import VERSION

TRAINEES = (Role.PLAYER, Role.CROUPIER)
"""Who may be in a class and sit an exam."""
NO_EXAM = NO_CLASS = 0
KEPT_OWN = 100
"""Exams that somebody has set for themselves and are kept; the oldest go first."""


class School:
    """Reads and writes; who may ask for what is decided by who serves it."""

    def __init__(self, store: Store, clock: HouseClock) -> None:
        self._store, self._clock = store, clock

    def now(self) -> str:
        """The time by which exams end."""
        return self._clock.now()

    # Classes

    def make_class(self, name: str, by: str) -> SchoolClass:
        """A new class, with nobody in it."""
        row = {"name": name, "by": by, "at": self.now(), "is_closed": False}
        with self._store.transaction() as connection:
            number = connection.execute(insert(CLASSES).values(**row).returning(CLASSES.c.number)).scalar_one()
        return self.school_class(number)

    def school_class(self, number: int) -> SchoolClass:
        """One class; refused where there is none."""
        found = self._classes(classes_counted().where(CLASSES.c.number == within(number)))
        if not found:
            raise Refusal(UNKNOWN_CLASS, asked=number)
        return found[0]

    def classes(self, by: str | None, before: int | None, most: int) -> list[SchoolClass]:
        """Those of one supervisor, or all; the newest first, from below a number on."""
        wanted = classes_counted().order_by(CLASSES.c.number.desc()).limit(most)
        if by is not None:
            wanted = wanted.where(CLASSES.c.by == by)
        return self._classes(wanted if before is None else wanted.where(CLASSES.c.number < before))

    def _classes(self, wanted: Select[Any]) -> list[SchoolClass]:
        return [SchoolClass(**row) for row in self._read(wanted)]

    def close_class(self, number: int) -> None:
        """No exam of it can be begun any more; everything stays to be read."""
        with self._store.transaction() as connection:
            connection.execute(update(CLASSES).where(CLASSES.c.number == number).values(is_closed=True))
            connection.execute(update(EXAMS).where(EXAMS.c.class_number == number).values(is_closed=True))

    def put_in(self, number: int, names: Sequence[str]) -> None:
        """More people in a class; refused for who is not there, and for staff who do not deal."""
        known = {row["name"]: row["role"] for row in self._read(select(USERS).where(USERS.c.name.in_(names)))}
        for name in names:
            if known.get(name) not in TRAINEES:
                raise Refusal(
                    "not_a_trainee",
                    _("{asked} cannot be in a class: only players and croupiers with an account can"),
                    asked=name,
                )
        for name in dict.fromkeys(names):
            with suppress(StoreConflictError), self._store.transaction() as connection:  # is in it already
                connection.execute(insert(CLASS_MEMBERS).values(class_number=number, name=name, at=self.now()))

    def take_out(self, number: int, name: str) -> None:
        """Somebody leaves a class; what they have sat stays."""
        wanted = and_(CLASS_MEMBERS.c.class_number == number, CLASS_MEMBERS.c.name == name)
        with self._store.transaction() as connection:
            connection.execute(delete(CLASS_MEMBERS).where(wanted))

    def members(self, number: int, after: str, most: int) -> list[MemberProgress]:
        """Who is in a class and how they do, by name, from behind a name on."""
        named = and_(CLASS_MEMBERS.c.class_number == number, CLASS_MEMBERS.c.name > after)
        wanted = members_scored().where(named).order_by(CLASS_MEMBERS.c.name)
        return [MemberProgress(**whole(row)) for row in self._read(wanted.limit(most))]

    # Exams

    def set_exam(self, number: int, title: str, terms: str) -> SetExam:
        """An exam for everybody in a class; refused where the class is closed."""
        if self.school_class(number).is_closed:
            raise Refusal(EXAM_CLOSED, asked=number)
        row = {"class_number": number, "title": title, "terms": terms, "at": self.now(), "is_closed": False}
        with self._store.transaction() as connection:
            made = connection.execute(insert(EXAMS).values(**row).returning(EXAMS.c.number)).scalar_one()
        return self.exam(made)

    def exam(self, number: int) -> SetExam:
        """One exam; refused where there is none."""
        for row in self._read(select(EXAMS).where(EXAMS.c.number == within(number))):
            return SetExam(**row)
        raise Refusal(UNKNOWN_EXAM, asked=number)

    def exams(self, class_number: int, before: int | None, most: int) -> list[SetExam]:
        """Those of a class, the newest first."""
        wanted = select(EXAMS).where(EXAMS.c.class_number == class_number).order_by(EXAMS.c.number.desc()).limit(most)
        return [SetExam(**row) for row in self._read(below(wanted, EXAMS.c.number, before))]

    def exams_for(self, name: str, before: int | None, most: int) -> list[SetExam]:
        """Those set for the classes that somebody is in and not withdrawn, or sat by them; the newest first."""
        own = SITTINGS.c.number.label("sitting")
        wanted = (
            select(EXAMS, own)
            .join(CLASS_MEMBERS, CLASS_MEMBERS.c.class_number == EXAMS.c.class_number)
            .outerjoin(SITTINGS, and_(SITTINGS.c.exam == EXAMS.c.number, SITTINGS.c.name == name))
            .where(CLASS_MEMBERS.c.name == name, EXAMS.c.is_closed.is_(False) | own.is_not(None))
            .order_by(EXAMS.c.number.desc())
            .limit(most)
        )
        return [SetExam(**row) for row in self._read(below(wanted, EXAMS.c.number, before))]

    def withdraw_exam(self, number: int) -> None:
        """Nobody can begin it any more."""
        with self._store.transaction() as connection:
            connection.execute(update(EXAMS).where(EXAMS.c.number == number).values(is_closed=True))

    def check_may_sit(self, exam: SetExam, name: str) -> None:
        """Refuse who is not in the class, and an exam that was withdrawn."""
        wanted = and_(CLASS_MEMBERS.c.class_number == exam.class_number, CLASS_MEMBERS.c.name == name)
        if not self._read(select(CLASS_MEMBERS).where(wanted)):
            raise Refusal(UNKNOWN_EXAM, asked=exam.number)
        if exam.is_closed:
            raise Refusal(EXAM_CLOSED, asked=exam.number)

    # Sittings

    def sitting_once(self, once: str) -> SittingRow | None:
        """The one that was begun under this id."""
        return next(iter(self._sittings(sittings_scored().where(SITTINGS.c.once == once))), None)

    def begin(
        self, once: str, name: str, *, exam: SetExam | None, minutes: int, drawn: bytes, about: Mapping[str, str]
    ) -> SittingRow:
        """Somebody begins an exam now; begun twice under one id, it is one."""
        started = self.now()
        deadline = write_time(datetime.fromisoformat(started) + timedelta(minutes=minutes))
        row = {
            **about,
            "once": once,
            "exam": exam.number if exam else NO_EXAM,
            "class_number": exam.class_number if exam else NO_CLASS,
            "name": name,
            "drawn": drawn,
            "version": VERSION,
            "started": started,
            "deadline": deadline,
            "ended": "",
        }
        with suppress(StoreConflictError), self._store.transaction() as connection:
            connection.execute(insert(SITTINGS).values(**row))
        if exam is None:
            self._forget_old(name)
        (begun,) = self._sittings(sittings_scored().where(SITTINGS.c.once == once))
        return begun

    def _forget_old(self, name: str) -> None:
        own = select(SITTINGS.c.number).where(SITTINGS.c.name == name, SITTINGS.c.exam == NO_EXAM)
        old = [row["number"] for row in self._read(own.order_by(SITTINGS.c.number.desc()).offset(KEPT_OWN))]
        with self._store.transaction() as connection:
            for table, column in (
                (SITTING_MARKS, SITTING_MARKS.c.sitting),
                (SITTING_ANSWERS, SITTING_ANSWERS.c.sitting),
                (SITTINGS, SITTINGS.c.number),
            ):
                connection.execute(delete(table).where(column.in_(old)))

    def sitting(self, number: int) -> SittingRow:
        """One of them; refused where there is none."""
        for row in self._sittings(sittings_scored().where(SITTINGS.c.number == within(number))):
            return row
        raise Refusal(UNKNOWN_EXAM, asked=number)

    def sittings(
        self, *, name: str | None = None, class_number: int | None = None, before: int | None, most: int
    ) -> list[SittingRow]:
        """Those of a person, of a class, or of a person in a class; the newest first."""
        wanted = sittings_scored().order_by(SITTINGS.c.number.desc()).limit(most)
        if name is not None:
            wanted = wanted.where(SITTINGS.c.name == name)
        if class_number is not None:
            wanted = wanted.where(SITTINGS.c.class_number == class_number)
        return self._sittings(below(wanted, SITTINGS.c.number, before))

    def _sittings(self, wanted: Select[Any]) -> list[SittingRow]:
        rows = self._read(wanted)
        return [SittingRow(**whole({name: row[name] for name in SittingRow.__struct_fields__})) for row in rows]

    def answer(
        self, number: int, kept: Callable[[str], KeptAnswer], clauses: Mapping[str, tuple[int, int]]
    ) -> KeptAnswer:
        """Keep an answer with its mark; refused once the exam is over, by the time at which it is written."""
        with self._store.transaction() as connection:
            wanted = select(SITTINGS.c.deadline, SITTINGS.c.ended).where(SITTINGS.c.number == number).with_for_update()
            row = connection.execute(wanted).one()
            now = self.now()
            if row.ended or row.deadline <= now:
                raise Refusal(EXAM_OVER, asked=number)
            one = kept(now)
            for table in (SITTING_ANSWERS, SITTING_MARKS):
                connection.execute(delete(table).where(table.c.sitting == number, table.c.place == one.place))
            values = {"sitting": number, "place": one.place}
            about = {"reply": one.reply, "is_right": one.is_right, "digest": one.digest, "at": one.at}
            connection.execute(insert(SITTING_ANSWERS).values(**values, **about))
            marks = [{**values, "cite": cite, "met": met, "asked": asked} for cite, (met, asked) in clauses.items()]
            if marks:
                connection.execute(insert(SITTING_MARKS), marks)
        return one

    def answers(self, number: int) -> list[KeptAnswer]:
        """What was answered, in the order of the questions."""
        columns = [SITTING_ANSWERS.c[name] for name in KeptAnswer.__struct_fields__]
        wanted = select(*columns).where(SITTING_ANSWERS.c.sitting == number).order_by(SITTING_ANSWERS.c.place)
        return [KeptAnswer(**{**row, "reply": bytes(row["reply"])}) for row in self._read(wanted)]

    def end(self, number: int) -> None:
        """Handed in; once is enough, and after the deadline there is nothing to hand in."""
        now = self.now()
        wanted = and_(SITTINGS.c.number == number, SITTINGS.c.ended == "", SITTINGS.c.deadline > now)
        with self._store.transaction() as connection:
            connection.execute(update(SITTINGS).where(wanted).values(ended=now))

    def weak(
        self, *, sitting: int | None = None, class_number: int | None = None, name: str | None = None, most: int
    ) -> list[WeakClause]:
        """The clauses with most mistakes, of one exam, or of a class or a person in exams that are over."""
        met, asked = func.sum(SITTING_MARKS.c.met), func.sum(SITTING_MARKS.c.asked)
        wanted = (
            select(SITTING_MARKS.c.cite, met.label("right"), asked.label("asked"))
            .join(SITTINGS, SITTINGS.c.number == SITTING_MARKS.c.sitting)
            .where((SITTINGS.c.ended != "") | (SITTINGS.c.deadline <= self.now()))
            .group_by(SITTING_MARKS.c.cite)
            .having(met < asked)
            .order_by((asked - met).desc(), SITTING_MARKS.c.cite)
            .limit(most)
        )
        for column, value in (
            (SITTINGS.c.number, sitting),
            (SITTINGS.c.class_number, class_number),
            (SITTINGS.c.name, name),
        ):
            wanted = wanted if value is None else wanted.where(column == value)
        return [WeakClause(**whole(row)) for row in self._read(wanted)]

    def _read(self, wanted: Select[Any]) -> list[dict[str, Any]]:
        with database_faults(), self._store.engine.connect() as connection:
            return [dict(row) for row in connection.execute(wanted).mappings()]
