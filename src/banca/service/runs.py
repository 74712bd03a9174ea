"""The lab's simulations: a process computes one at a time, on threads beside the loop; all of them stand in the store, for every process."""

import logging
import os
import sys
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from typing import Any

import msgspec

from banca.analysis.simulation.results import SimulationAnswer, described, heading_of
from banca.analysis.simulation.strategy import AnyStrategy
from banca.house.news import RunCancelled
from banca.house.processes import Peers
from banca.house.run_rows import RunRows
from banca.house.store import Store
from banca.house.store_errors import StoreDownError
from banca.rules import Refusal, Text
from banca.service.lab_run import ACTIVE, OVER, LabRun, RunState
from banca.service.limits import ServiceLimits
from banca.service.new_run import NewRun, strategies_of
from banca.service.rate_limit import Rate
from banca.service.refusals import DRAINING, TOO_MANY_RUNS, UNKNOWN_RUN
from banca.service.thread_pools import ThreadPool

LOG = logging.getLogger("banca")
NICENESS = 10
"""How far simulations stand back behind live tables."""
MOST_MADE_OF_ONE = 8
"""Requests of one person that are being made ready or wait for it: a page sends two as it opens, and others do not wait behind more."""
WRITE_SECONDS = 1.0
"""How often the figures of a run are written while it is computed, for who looks at it from another process."""


class Runs:
    """All runs of a house: those that this process computes, in the order in which they came, and the others by the store."""

    def __init__(
        self, store: Store, peers: Peers, limits: ServiceLimits, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._rows = RunRows(store)
        self._peers = peers
        self._limits = limits
        self._clock = clock
        self._lock = threading.Lock()
        self._here: dict[str, LabRun] = {}
        """Those that are computed here, or wait for it; and such as are over and could not be written."""
        self._written: dict[str, float] = {}
        self._thread = ThreadPoolExecutor(1, "lab", _stand_back)
        self._is_drained = False
        self.rate = Rate(limits, "runs_of_person_minute", clock)
        """How often one person may ask: what is refused costs time too."""
        self.making = ThreadPool(1, limits.computed_waiting, "computed_waiting", MOST_MADE_OF_ONE)
        """Where runs are made ready and evenings worked out, one at a time: each takes up to seconds of Python's time."""

    def check(self, owner: str) -> None:
        """Refuse who has enough runs in the whole house, and everybody while many wait here."""
        self._settle()
        here = sum(not run.is_over for run in self._here.values())
        for found, limit in ((self._rows.count(ACTIVE, owner=owner), "runs_of_person"), (here, "runs_waiting")):
            most = getattr(self._limits, limit)
            if found >= most:
                raise Refusal(TOO_MANY_RUNS, limit=limit, allowed=most, seconds=int(self._limits.run_seconds))

    def start(self, run: LabRun) -> None:
        """Put a run behind those that wait."""
        with self._lock:
            if self._is_drained:
                raise Refusal(DRAINING)
            self.check(run.owner)
            self._forget()
            self._rows.add(
                id=run.id,
                owner=run.owner,
                process=self._peers.number,
                state=run.state,
                made=time.time(),
                asked=msgspec.json.encode(run.asked),
            )
            self._here[run.id] = run
            self._thread.submit(self._compute, run)

    def _compute(self, run: LabRun) -> None:
        try:
            run.compute(self._limits.run_seconds, self._clock, self._write_in_time)
        except Exception:
            LOG.exception("lab", extra={"about": {"run": run.id}})
            run.fail()
        self._conclude(run)

    def _write_in_time(self, run: LabRun) -> None:
        """How far it has got, now and then; it stops where somebody has cancelled it in another process."""
        now = self._clock()
        if now - self._written.get(run.id, now - WRITE_SECONDS) >= WRITE_SECONDS:
            self._written[run.id] = now
            try:
                run.is_stopped |= self._write(run)
            except StoreDownError as fault:
                LOG.warning("later", extra={"about": {"work": "lab", "because": str(fault)}})

    def _write(self, run: LabRun) -> bool:
        """Whether it was cancelled."""
        state, latest = run.state, run.latest()
        figures = msgspec.json.encode(latest, enc_hook=str) if latest else b""
        if len(figures) > self._limits.run_bytes:
            LOG.warning("too large", extra={"about": {"run": run.id, "bytes": len(figures)}})
            state, figures = RunState.FAILED, b""
        return self._rows.write(run.id, state, figures)

    def _conclude(self, run: LabRun) -> None:
        """It is over: the store has it from now on. Where that cannot be written, this process keeps it."""
        try:
            self._write(run)
        except StoreDownError as fault:
            LOG.warning("kept here", extra={"about": {"run": run.id, "because": str(fault)}})
        else:
            self._here.pop(run.id, None)
            self._written.pop(run.id, None)

    def _settle(self) -> None:
        """What is over is over in the store too, here and where a process is there no more."""
        for run in [one for one in list(self._here.values()) if one.is_over]:
            self._conclude(run)
        if live := self._peers.live:
            self._rows.give_up(ACTIVE, [*live, self._peers.number], RunState.FAILED)

    def _forget(self) -> None:
        """Let go of the oldest that are over."""
        limits = self._limits
        before = time.time() - limits.run_kept_seconds
        self._rows.forget(OVER, before=before, most=limits.runs_kept, most_of_person=limits.runs_kept_of_person)

    # Looking at them

    def at_hand(self, run_id: str) -> LabRun | None:
        """A run that is computed here."""
        return self._here.get(run_id)

    def find(self, owner: str, run_id: str) -> LabRun:
        """A run of somebody's own, wherever it is computed; another's is not there."""
        run = self._here.get(run_id)
        row = self._rows.find(run_id) if run is None else None
        if row is not None:
            run = self._read(row)
        if run is None or run.owner != owner:
            raise Refusal(UNKNOWN_RUN, asked=run_id)
        return run

    def of_person(self, owner: str) -> list[LabRun]:
        """All of somebody's own, the newest first."""
        return [self._here.get(row.id) or self._read(row) for row in self._rows.of_person(owner)]

    def _read(self, row: Any) -> LabRun:  # a row
        """A run as the store has it; one that a process had begun which is there no more will never be done."""
        asked, state = msgspec.json.decode(row.asked, type=NewRun), RunState(row.state)
        live = self._peers.live
        if state in ACTIVE and live and row.process not in live:
            state = RunState.FAILED
        strategies = strategies_of(asked)
        return LabRun(
            owner=row.owner,
            asked=asked,
            strategies=strategies,
            work=None,
            id=row.id,
            state=state,
            report=_report(row.figures, strategies),
            before=self._rows.count_before(row, ACTIVE) if state is RunState.WAITING else 0,
        )

    def before(self, run: LabRun) -> int:
        """How many are computed first."""
        active = [one for one in list(self._here.values()) if not one.is_over]
        return active.index(run) if run in active else run.before

    # Ending them

    def cancel(self, owner: str, run_id: str) -> None:
        """Stop a run, wherever it is computed; nothing changes where it is over."""
        run = self.find(owner, run_id)
        if run_id in self._here:
            self._stop(run)
        elif not run.is_over:
            self._rows.cancel(run_id)
            self._peers.say(RunCancelled(id=run_id))

    def learn(self, cancelled: RunCancelled) -> None:
        """Somebody has cancelled a run in another process."""
        if run := self._here.get(cancelled.id):
            self._stop(run)

    def _stop(self, run: LabRun) -> None:
        run.cancel()
        if run.is_over:
            self._conclude(run)

    def drain(self) -> None:
        """Stop every run of this process, and wait for the one that is computed."""
        with self._lock:
            self._is_drained = True
            for run in list(self._here.values()):
                run.cancel()
        self._thread.shutdown()
        self.making.drain()


def _report(written: bytes, strategies: Sequence[AnyStrategy]) -> SimulationAnswer | None:
    """The report of a run as it was written; texts are written in English, and those of the strategies take their place."""
    try:
        report = msgspec.json.decode(written, type=SimulationAnswer, dec_hook=_decode) if written else None
    except msgspec.ValidationError:  # another version wrote it; such runs are kept for a day
        return None
    if report is None:
        return None
    figures = zip(report.strategies, strategies, strict=True)
    shown = tuple(msgspec.structs.replace(played, **described(strategy)) for played, strategy in figures)
    return msgspec.structs.replace(report, **heading_of(strategies), strategies=shown)


def _decode(kind: type[Any], written: Any) -> Any:  # as msgspec has it
    """Exact figures and texts are written as text; the values of options may be any `object`."""
    if kind is object:
        return written
    if kind not in (Fraction, Text):
        raise NotImplementedError
    return kind(written)


def _stand_back() -> None:
    """Let live tables go first: on Linux a thread has a niceness of its own, and those it starts have the same."""
    if sys.platform == "linux":
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICENESS)
