"""The audit in the background: a piece of a journal at a time, from snapshot to snapshot, and how far it has come is kept in the store.

A piece begins with what a snapshot says and ends with what the next one must say, so that all pieces together are the whole journal.
"""

import logging
from collections.abc import Callable
from datetime import datetime

from sqlalchemy import and_, func, or_, select, true, update

from banca.house.audit.log import HeldEvidence, LogAudit, keep_verified
from banca.house.audit.replay import system_time
from banca.house.audit.report import LOG_HEAD_DIFFERS, AuditProgress, Check, Finding, TableReport
from banca.house.audit.store_reader import read_store
from banca.house.audit.verify import AuditContext, TableAudit, piece_behind
from banca.house.log import SignedTree
from banca.house.schema import AUDITED, SNAPSHOTS, TABLES
from banca.house.seal import Seal
from banca.house.store import Store
from banca.rules import Message, Refusal
from banca.transparency.merkle import Tree
from banca.transparency.tiles import WIDTH

LOG = logging.getLogger("banca")
LOG_NAME = "log"
"""Under which a fault of the log is told, among those of tables."""
LOG_AT_A_TIME = 10 * WIDTH
"""Entries of the log in one look."""


class BackgroundAudit:
    """Looks at journals piece by piece. A table at which something is wrong is reported, and left to the audit of the whole."""

    def __init__(
        self,
        store: Store,
        seal: Seal | None = None,
        clock: Callable[[], datetime] = system_time,
        pause: Callable[[], None] | None = None,
        signed: Callable[[], SignedTree] | None = None,
    ) -> None:
        self._store, self._seal, self._clock, self._pause = store, seal, clock, pause
        self._signed = signed
        """The newest signed checkpoint, where somebody signs."""
        self._goal: SignedTree | None = None
        """The checkpoint up to which the log is being looked at."""
        self._reached: Tree | None = None
        self._cursor = ""
        self.faults: dict[str, Finding] = {}
        """The first of each table at which something is wrong."""

    def step(self) -> TableReport | None:
        """Look at one piece; return nothing where all there is has been looked at."""
        row = self._next()
        if row is None:
            return None
        table, after, last = row
        self._cursor = table
        with read_store(self._store) as reader:
            context = AuditContext(reader, self._clock(), self._seal)
            piece = piece_behind(reader, table, after, last)
            report = TableAudit(context, reader.tables([table])[table], piece).run(self._pause)
        if (fault := report.first_bad) is not None:
            self._note(table, fault)
        else:
            self._keep(table, report.reached)
        return report

    def log_step(self) -> int:
        """Look at some more of the log, from where it was verified before; return how many entries these were."""
        if self._signed is None or LOG_NAME in self.faults:
            return 0
        try:
            goal = self._goal or self._signed()
        except Refusal as refusal:  # the signer has found it first
            self._note(LOG_NAME, Finding(check=Check.LOG, why=refusal.message))
            return 0
        # A goal is reached before the next is set; less than a full tile of new entries waits, as its leaves would be read again.
        if self._reached and not self._goal and goal.tree.size - self._reached.size < WIDTH:
            return 0
        report = TableReport(table="", game="")
        with read_store(self._store) as reader:
            audit = LogAudit(reader, HeldEvidence(), report)
            begun = audit.go_on(self._reached)
            if goal.tree.size - begun < WIDTH and not self._goal:
                self._reached = self._reached or audit.before
                return 0
            last = min(goal.tree.size, begun + LOG_AT_A_TIME)
            audit.run_to(last)
        self._reached, self._goal = audit.reached, goal if last < goal.tree.size else None
        if not report.findings and last == goal.tree.size:
            if audit.reached == goal.tree:
                keep_verified(self._store, goal)
            else:
                report.add(Check.LOG, Message(LOG_HEAD_DIFFERS, found=last, expected=last))
        if report.findings:
            self._note(LOG_NAME, report.findings[0])
        return audit.reached.size - begun

    def _note(self, name: str, fault: Finding) -> None:
        self.faults[name] = fault
        LOG.error("audit", extra={"about": {"table": name, "seq": fault.seq, "because": str(fault.why.code)}})

    def progress(self) -> AuditProgress:
        """Return how far it is, of all there is, and what is wrong."""
        totals = [func.coalesce(select(func.sum(rows.c.seq)).scalar_subquery(), 0) for rows in (TABLES, AUDITED)]
        ((entries, audited),) = self._store.fetch(select(*totals))
        return AuditProgress(entries=int(entries), audited=int(audited), findings=tuple(self.faults.values()))

    def _next(self) -> tuple[str, int, int | None] | None:
        """The next table in order, and in a circle, that has a snapshot further on, or is closed; from which entry, and to which snapshot."""
        done = func.coalesce(AUDITED.c.seq, 0)
        further = (
            select(func.min(SNAPSHOTS.c.seq))
            .where(SNAPSHOTS.c.table_id == TABLES.c.id, SNAPSHOTS.c.seq > done)
            .correlate(TABLES, AUDITED)
            .scalar_subquery()
        )
        query = (
            select(TABLES.c.id, done.label("done"), further.label("further"))
            .select_from(TABLES.outerjoin(AUDITED, AUDITED.c.table_id == TABLES.c.id))
            .where(or_(further.is_not(None), and_(TABLES.c.is_closed == true(), TABLES.c.seq > done)))
            .where(TABLES.c.id.not_in(list(self.faults)))
            .order_by(TABLES.c.id <= self._cursor, TABLES.c.id)
            .limit(1)
        )
        return next(iter(self._store.fetch(query)), None)

    def _keep(self, table: str, seq: int) -> None:
        with self._store.transaction() as connection:
            if not connection.execute(update(AUDITED).where(AUDITED.c.table_id == table).values(seq=seq)).rowcount:
                connection.execute(AUDITED.insert().values(table_id=table, seq=seq))
