"""Simulations of the lab: the request, the run of it in a process of its own, and the queue of runs."""

import logging
import math
import os
import secrets
import sys
import threading
import time
from collections.abc import Callable, Collection, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from enum import StrEnum
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
from msgspec import Meta
from sqlalchemy import delete, func, select, update

from banca.analysis.simulation.results import SimulationAnswer, describe_strategy, heading_of
from banca.analysis.simulation.strategy import (
    BAD_SESSIONS,
    NOTHING_DONE,
    OTHER_GAME,
    UNKNOWN_STRATEGY,
    AnyStrategy,
    chosen_by,
)
from banca.analysis.simulation.strategy_file import library, line_of_refusal, read_strategy, read_text
from banca.games import find
from banca.house.database import StoreDownError
from banca.house.messages import RunCancelled
from banca.house.processes import Processes
from banca.house.schema import RUNS
from banca.house.store import Store
from banca.i18n import Translator
from banca.record import FrozenStruct
from banca.rules import Refusal, Text
from banca.rules.refusal import NEEDS_EXTRA
from banca.server.limits import Rate, ServiceLimits, ThreadPool
from banca.server.problems import DRAINING, TOO_MANY_RUNS, UNKNOWN_RUN
from banca.tables.commands import MOST_AVOS

MOST_SESSIONS = 1_000_000
MOST_ROUNDS = 100_000
MOST_LETTERS = 24_000
"""Of a strategy that somebody writes; a policy has a row for every amount of money."""

Word = Annotated[str, Meta(max_length=60)]


class StrategyChoice(FrozenStruct, forbid_unknown_fields=True):
    """A strategy to play: a shipped strategy by game and name, or one's own as TOML."""

    game: Word = ""
    name: Word = ""
    text: Annotated[str, Meta(max_length=MOST_LETTERS)] = ""

    def __post_init__(self) -> None:
        """Refuse neither, and both."""
        if bool(self.text) == bool(self.game and self.name):
            raise ValueError("a strategy has game and name, or a text")


class NewRun(FrozenStruct, forbid_unknown_fields=True):
    """One strategy, or two of the same game over the same outcomes. Settings given here take precedence over those of a strategy."""

    strategies: Annotated[list[StrategyChoice], Meta(min_length=1, max_length=2)]
    options: Annotated[dict[Word, str | int], Meta(max_length=20)] = {}
    bankroll: Annotated[int, Meta(ge=0, le=MOST_AVOS)] | None = None
    """In avos; 0 for money without end."""
    rounds: Annotated[int, Meta(ge=1, le=MOST_ROUNDS)] | None = None
    sessions: Annotated[int, Meta(ge=1, le=MOST_SESSIONS)] = 10_000
    seed: Annotated[int, Meta(ge=0, le=MOST_AVOS)] | None = None


class StrategyRefusal(Refusal):
    """A refusal with its place."""

    def __init__(self, refusal: Refusal, strategy: int, line: int | None) -> None:
        super().__init__(refusal.code, refusal.cite, **refusal.about)
        self.strategy, self.line = strategy, line


def strategies_of(asked: NewRun) -> list[AnyStrategy]:
    """The strategies of a run, with what was asked put over their own; refused with their place and line."""
    strategies: list[AnyStrategy] = []
    for number, choice in enumerate(asked.strategies):
        with at_strategy(number, asked):
            strategy = _changed(_read(choice), asked)
            if strategies and strategy.game != strategies[0].game:
                raise Refusal(OTHER_GAME, asked=choice.name, found=strategy.game, game=strategies[0].game)
            strategies.append(strategy)
    return strategies


@contextmanager
def at_strategy(number: int, asked: NewRun) -> Iterator[None]:
    """What is refused here is about one strategy, and about a line of it unless the request has overruled that."""
    try:
        yield
    except Refusal as refusal:
        settings = {"bankroll": asked.bankroll, "rounds": asked.rounds, **asked.options}
        overruled = [name for name, value in settings.items() if value is not None]
        line = line_of_refusal(asked.strategies[number].text, refusal, apart_from=overruled)
        raise StrategyRefusal(refusal, number, line) from None


def _read(choice: StrategyChoice) -> AnyStrategy:
    if choice.text:
        return read_text(choice.text)
    find(choice.game)
    known = library(choice.game)
    if choice.name not in known:
        raise Refusal(UNKNOWN_STRATEGY, game=choice.game, asked=choice.name, allowed=list(known))
    return read_strategy(known[choice.name])


def _changed(strategy: AnyStrategy, asked: NewRun) -> AnyStrategy:
    """A strategy with what was asked put over its own."""
    session = strategy.session
    if asked.rounds is not None:
        session = replace(session, rounds=asked.rounds)
    if asked.bankroll:
        session = replace(session, bankroll=asked.bankroll)
    elif asked.bankroll == 0:
        session = replace(session, bankroll=None, target=None, stop_loss=None)
    changed = replace(strategy, session=session, options={**strategy.options, **asked.options})
    return replace(changed, options=chosen_by(changed))


if TYPE_CHECKING:
    from banca.analysis.simulation.run import Run, Work

MOST_BLOCKS = 128
"""How much one run may come to, in blocks of work: half a minute on two cores."""


class RunState(StrEnum):
    """The state of a run."""

    WAITING = "waiting"
    COMPILING = "compiling"
    RUNNING = "running"
    DONE = "done"
    CANCELLED = "cancelled"
    FAILED = "failed"


OVER = (RunState.DONE, RunState.CANCELLED, RunState.FAILED)
ACTIVE = tuple(state for state in RunState if state not in OVER)


@dataclass(slots=True, eq=False, kw_only=True)
class LabRun:
    """One simulation, as the process that computes it has it, or as it was read from the store."""

    owner: str
    request: NewRun
    strategies: list[AnyStrategy]
    work: "Work | None"
    id: str = field(default_factory=lambda: secrets.token_urlsafe(16))
    state: RunState = RunState.WAITING
    is_stopped: bool = False
    running: "Run | None" = None
    report: SimulationAnswer | None = None
    """What it came to, or had come to when it was last written; the sums behind it are let go."""
    before: int = 0
    """How many are computed first, where another process computes it."""

    @property
    def is_over(self) -> bool:
        """Whether nothing more will happen to it."""
        return self.state in OVER

    def latest(self) -> SimulationAnswer | None:
        """Return what it came to, or has come to so far."""
        running = self.running  # read before the report, which is there before this is let go
        return self.report or (running.answer(self.strategies) if running else None)

    @property
    def sessions(self) -> int:
        """Sessions played."""
        running = self.running
        if self.report:
            return self.report.sessions
        return running.sessions if running else 0

    def chart(self, say: Translator) -> bytes:
        """The picture of what is known now, as SVG."""
        try:
            from banca.analysis.charts import draw  # the extra `charts`
        except ImportError:
            raise Refusal(NEEDS_EXTRA, asked="chart.svg", allowed="charts") from None
        latest = self.latest()
        if not latest:
            raise Refusal(NOTHING_DONE)
        return draw(latest, "svg", say)

    def compute(self, seconds: float, clock: Callable[[], float], on_progress: Callable[["LabRun"], object]) -> None:
        """Play it to its end, or until it is stopped or its time is over; what comes before the first block is compiling."""
        from banca.analysis.simulation.run import Engine, run
        from banca.jit import is_compiled  # the extra `fast`

        work = self.work
        if work is None or self.is_stopped:
            return
        self.state = RunState.RUNNING if is_compiled() else RunState.COMPILING
        ends_at = math.inf

        def follow(running: "Run") -> None:
            nonlocal ends_at
            ends_at = min(ends_at, clock() + seconds)
            self._follow(running)
            on_progress(self)

        engine = Engine(workers=os.cpu_count() or 1)
        done = run(work, engine, on_progress=follow, is_stopped=lambda: self.is_stopped or clock() >= ends_at)
        if done is not None:
            self.report = done.answer(self.strategies)
        is_cut = self.is_stopped and not (done and done.is_complete)
        self._end(RunState.CANCELLED if is_cut else RunState.DONE)

    def _follow(self, running: "Run") -> None:
        self.running, self.state = running, RunState.RUNNING

    def _end(self, state: RunState) -> None:
        self.state, self.running, self.work = state, None, None

    def cancel(self) -> None:
        """Stop it; what was done is kept."""
        self.is_stopped = True
        if self.state is RunState.WAITING:
            self._end(RunState.CANCELLED)

    def fail(self) -> None:
        """End a run that a fault of the program stopped."""
        self._end(RunState.FAILED)


def make_lab_work(strategies: list[AnyStrategy], *, sessions: int, seed: int) -> "Work":
    """The work of a run; refused where the rules refuse a strategy, or where it would take too long."""
    try:
        from banca.analysis.simulation.run import make_work
    except ImportError:
        raise Refusal(NEEDS_EXTRA, asked="lab", allowed="fast") from None
    work = make_work(strategies, sessions=sessions, seed=seed)
    per_session = sum(program.rounds / program.rounds_per_block for program in work.programs)
    allowed = min(int(MOST_BLOCKS / per_session), MOST_SESSIONS)
    if sessions > allowed:
        raise Refusal(BAD_SESSIONS, asked=sessions, allowed=allowed)
    return work


LOG = logging.getLogger("banca")
NICENESS = 10
"""How far simulations stand back behind live tables."""
MOST_MADE_OF_ONE = 8
"""Requests of one person that are being made ready or wait for it: a page sends two as it opens, and others do not wait behind more."""
WRITE_SECONDS = 1.0
"""How often the figures of a run are written while it is computed, for who looks at it from another process."""


class RunRows:
    """Simulations of the lab in the store: every process can show a run, whichever computes it."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def add(self, **columns: object) -> None:
        """Add a new run."""
        self._store.execute(RUNS.insert().values(is_cancelled=False, figures=b"", **columns))

    def write(self, run_id: str, state: str, figures: bytes) -> bool:
        """Write how far a run has got and its figures so far; return whether somebody has cancelled it meanwhile."""
        with self._store.transaction() as connection:
            connection.execute(update(RUNS).where(RUNS.c.id == run_id).values(state=state, figures=figures))
            return bool(connection.execute(select(RUNS.c.is_cancelled).where(RUNS.c.id == run_id)).scalar())

    def cancel(self, run_id: str) -> None:
        """Ask for it to stop; the process that computes it learns so at its next write."""
        self._store.execute(update(RUNS).where(RUNS.c.id == run_id).values(is_cancelled=True))

    def find(self, run_id: str) -> Any | None:
        """Return one run."""
        return next(iter(self._store.fetch(select(RUNS).where(RUNS.c.id == run_id))), None)

    def of_person(self, owner: str) -> list[Any]:
        """Return a person's runs, the newest first."""
        return self._store.fetch(select(RUNS).where(RUNS.c.owner == owner).order_by(RUNS.c.made.desc()))

    def count(self, states: Collection[str], **columns: object) -> int:
        """Count the runs in some states, of a person or at a process."""
        same = (RUNS.c[name] == value for name, value in columns.items())
        return self._count(RUNS.c.state.in_(list(states)), *same)

    def count_before(self, row: Any, states: Collection[str]) -> int:
        """Count the runs that the process of a run computes first."""
        return self._count(RUNS.c.process == row.process, RUNS.c.made < row.made, RUNS.c.state.in_(list(states)))

    def _count(self, *conditions: Any) -> int:
        return int(self._store.scalar(select(func.count()).select_from(RUNS).where(*conditions)))

    def give_up(self, states: Collection[str], live: Collection[int], failed: str) -> None:
        """Mark as failed what processes had begun that are no longer there; their figures so far are kept."""
        lost = (RUNS.c.state.in_(list(states)), RUNS.c.process.not_in(list(live)))
        if self._count(*lost):  # most often there are none, and nothing is written
            self._store.execute(update(RUNS).where(*lost).values(state=failed))

    def forget(self, states: Collection[str], *, before: float, most: int, most_of_person: int) -> None:
        """Delete the oldest runs that are over: those made before a time, and more than so many."""
        over = select(RUNS.c.id, RUNS.c.owner, RUNS.c.made).where(RUNS.c.state.in_(list(states)))
        of_person: dict[str, int] = {}
        gone = []
        for number, row in enumerate(self._store.fetch(over.order_by(RUNS.c.made.desc()))):
            of_person[row.owner] = of_person.get(row.owner, 0) + 1
            if number >= most or of_person[row.owner] > most_of_person or row.made < before:
                gone.append(row.id)
        if gone:
            self._store.execute(delete(RUNS).where(RUNS.c.id.in_(gone)))


class Runs:
    """All runs of a house: those that this process computes, in the order in which they came, and the others by the store."""

    def __init__(
        self, store: Store, processes: Processes, limits: ServiceLimits, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._rows = RunRows(store)
        self._processes = processes
        self._limits = limits
        self._clock = clock
        self._lock = threading.Lock()
        self._here: dict[str, LabRun] = {}
        """Those that are computed here, or wait for it; and such as are over and could not be written."""
        self._written: dict[str, float] = {}
        # One at a time: a run takes all processors that it gets, and live tables need some.
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
        for count, limit in ((self._rows.count(ACTIVE, owner=owner), "runs_of_person"), (here, "runs_waiting")):
            most = getattr(self._limits, limit)
            if count >= most:
                raise Refusal(TOO_MANY_RUNS, limit=limit, allowed=most, seconds=int(self._limits.run_seconds))

    def start(self, run: LabRun) -> None:
        """Put a run behind those that wait."""
        with self._lock:
            if self._is_drained:
                raise Refusal(DRAINING)
            self.check(run.owner)
            self._forget()
            # Put into the store before it runs: every process shows it, and counts it against its owner.
            self._rows.add(
                id=run.id,
                owner=run.owner,
                process=self._processes.number,
                state=run.state,
                made=time.time(),
                asked=msgspec.json.encode(run.request),
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
        for run in [kept for kept in list(self._here.values()) if kept.is_over]:
            self._conclude(run)
        # Cut off from the others, this process knows of none, and must not take theirs for dead.
        if live := self._processes.live:
            self._rows.give_up(ACTIVE, [*live, self._processes.number], RunState.FAILED)

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
        new_run, state = msgspec.json.decode(row.asked, type=NewRun), RunState(row.state)
        live = self._processes.live
        if state in ACTIVE and live and row.process not in live:
            state = RunState.FAILED
        strategies = strategies_of(new_run)
        return LabRun(
            owner=row.owner,
            request=new_run,
            strategies=strategies,
            work=None,
            id=row.id,
            state=state,
            report=_report(row.figures, strategies),
            before=self._rows.count_before(row, ACTIVE) if state is RunState.WAITING else 0,
        )

    def before(self, run: LabRun) -> int:
        """How many are computed first."""
        active = [run_here for run_here in list(self._here.values()) if not run_here.is_over]
        return active.index(run) if run in active else run.before

    # Ending them

    def cancel(self, owner: str, run_id: str) -> None:
        """Stop a run, wherever it is computed; nothing changes where it is over."""
        run = self.find(owner, run_id)
        if run_id in self._here:
            self._stop(run)
        elif not run.is_over:
            self._rows.cancel(run_id)
            self._processes.publish(RunCancelled(id=run_id))

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
    shown = tuple(msgspec.structs.replace(played, **describe_strategy(strategy)) for played, strategy in figures)
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
