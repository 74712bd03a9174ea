"""The watch of a server: it reads on by itself, answers over HTTP, and shows its pages. For inspectors, and supervisors who run the tables."""

import asyncio
import math
from collections.abc import Callable, Iterator
from contextlib import suppress
from threading import Lock
from typing import Annotated
from urllib.parse import urlencode

from litestar import Response, get
from litestar.datastructures import State
from litestar.params import QueryParameter
from litestar.response import Redirect

from banca.house.database import StoreConflictError
from banca.house.people import Person
from banca.house.refusals import UNKNOWN_TABLE
from banca.house.store import Store
from banca.i18n import Translator, translator
from banca.law import law
from banca.rules import Message, Refusal, _
from banca.server.api.audit import READERS
from banca.server.auth import person_of
from banca.server.http import AnyRequest, localized_response, page_language
from banca.server.lifespan import breathing
from banca.server.openapi import SECURITY, refuses
from banca.server.pages.page import page, redirect_away
from banca.server.plugins import Job, MenuEntry, ServerPlugin
from banca.server.problems import NOT_FOUND
from banca.tables.commands import ROLES
from banca_watch import report as texts
from banca_watch.journals import MOST_ENTRIES, StoreWatch
from banca_watch.report import (
    BOUND_SENTENCE,
    NATURAL,
    STANDINGS,
    MoneyReport,
    SeriesReport,
    WatchReport,
    format_e_value,
    series_report,
    watch_report,
)
from banca_watch.store import SeriesState, stored_faults

WATCH_SECONDS = 30.0
"""How often the server reads on: rarely, because every table with new entries is loaded where it was left."""
READS_A_CHECK = 20
"""How often it reads on between two comparisons of everything that is stored: every ten minutes."""
PASSES = 10
"""The most passes that it makes in a row: the rest waits for the next time, so that no job holds a thread for long."""


class WatchDesk:
    """Reads on for a server, beside everything else and when somebody looks."""

    def __init__(self, store: Store, is_busy: Callable[[], bool]) -> None:
        self._store = store
        self._is_busy = is_busy
        self._lock = Lock()
        self._reads = 0
        self.faults: list[Message] = []
        """What is stored and the watch cannot have written, when it was last compared; the server's health shows it."""

    def go_on(self) -> int:
        """Read what is new, or as much of it as a few passes take; return how many entries that were."""
        if not self._reads % READS_A_CHECK:
            self.check()
        self._reads += 1
        total = 0
        # On top of rows that were changed nothing is built: what is wrong would be lost in what follows from it.
        for _pass in range(0 if self.faults else PASSES):
            count = self._read(breathing(self._is_busy))
            total += count
            if count < MOST_ENTRIES:
                break
        return total

    def check(self) -> None:
        """Compare what is stored with itself and with how far the journals go."""
        self.faults[:] = stored_faults(StoreWatch(self._store).rows)

    def _read(self, pause: Callable[[], None] | None = None) -> int:
        # A conflict: another process has read on, and what it read is stored.
        with self._lock, suppress(StoreConflictError):
            return StoreWatch(self._store, pause).read_on()
        return 0

    def report(self, tables: list[str]) -> WatchReport:
        """Return the report up to now, of some tables or all."""
        games = {name: row.game for name, row in self._store.tables().items()}
        for name in tables:
            if name not in games:
                raise Refusal(UNKNOWN_TABLE, asked=name, allowed=[])
        self.check()
        if not self.faults:
            self._read()
        return watch_report(StoreWatch(self._store), games, tables)

    def series(self, name: str) -> tuple[int, SeriesState]:
        """Return one series with its number; refused where there is none."""
        numbered = StoreWatch(self._store).rows.find_series(name)
        if numbered is None:
            raise Refusal(NOT_FOUND, asked=name)
        return numbered


@get("/watch", summary="Show the watch", responses=refuses(404), tags=["audit"], security=SECURITY)
async def watch(
    request: AnyRequest, state: State, table: Annotated[list[str] | None, QueryParameter(max_items=50)] = None
) -> Response[WatchReport]:
    """Every series with its evidence, the alarms, and the money beside them, as in `banca watch --json`; with `table`, only these tables. Inspectors and supervisors."""
    person_of(request, *READERS)
    desk: WatchDesk = state.watch_desk
    return localized_response(request, await asyncio.to_thread(desk.report, table or []))


# Pages

MOST_SERIES, MOST_CHARTS, MOST_ROWS = 200, 12, 300
"""On one page: series, those of them with a chart, and rows of money in each table."""


@get("/watch", include_in_schema=False)
async def watch_page(
    request: AnyRequest, state: State, table: Annotated[str, QueryParameter(max_length=40)] = ""
) -> Response[bytes] | Redirect:
    """Show everything, or what is about one table."""
    away = redirect_away(request, *READERS)
    if away:
        return away
    desk: WatchDesk = state.watch_desk
    say = translator(page_language(request))
    answer = await asyncio.to_thread(desk.report, [table] if table else [])
    charts = await asyncio.to_thread(lambda: {series.id: _chart(series, say) for series in answer.series[:MOST_CHARTS]})
    return page(
        request,
        "watch/watch.html",
        standings=STANDINGS,
        table=table,
        watched=answer,
        shown=answer.series[:MOST_SERIES],
        charts=charts,
        bound=say(answer.bound),
        money=[
            (texts.PER_TABLE, _rows(answer.tables, say)),
            (texts.PER_SHIFT, _rows(answer.shifts, say)),
            (texts.PER_BET, _rows(answer.bets, say)),
            (texts.PER_PLAYER, _rows(answer.players, say)),
        ],
        power=lambda log10: format_e_value(log10 * NATURAL, say),
        report=lambda name: f"/watch/report?{urlencode({'series': name})}",
    )


@get("/watch/report", include_in_schema=False)
async def report_page(
    request: AnyRequest, state: State, series: Annotated[str, QueryParameter(max_length=300)]
) -> Response[bytes] | Redirect:
    """Show one series for a hearing, on paper."""
    away = redirect_away(request, *READERS)
    if away:
        return away
    desk: WatchDesk = state.watch_desk
    number, watched = await asyncio.to_thread(desk.series, series)
    answer = await asyncio.to_thread(desk.report, [])
    # The series as it is stored, and not as the answer has it: that may have been read on in between.
    is_for_review = any(report.id == series and report.standing == "review" for report in answer.series)
    shown = series_report(series, number, watched, is_for_review=is_for_review)
    say = translator(page_language(request), watched.game)
    person: Person = request.scope["user"]
    return page(
        request,
        "watch/report.html",
        standing=STANDINGS[shown.standing],
        series=shown,
        game=watched.game,
        instrument=law(watched.game).instrument if watched.game else None,
        alert=next((alert for alert in answer.alerts if alert.row.series == series), None),
        chart=_chart(shown, say),
        bound=say(BOUND_SENTENCE),
        role=ROLES[person.role],
    )


LEFT, RIGHT, TOP, BOTTOM = 64.0, 624.0, 12.0, 190.0
"""The edges of the chart that `course.html` draws, 640 by 220."""
MOST_LINES = 6
"""Across the chart, about."""
FEW_DIGITS = 4


def _chart(series: SeriesReport, say: Translator) -> dict[str, object]:
    """Where the evidence at the end of each day lies in the chart, and the most that it was; both as powers of ten."""
    days, needed = series.evidence.days, series.log10_needed
    courses = {"most": [day.most / NATURAL for day in days], "last": [day.log_e / NATURAL for day in days]}
    # Evidence that is 1 within the rounding of floats lies on the line of 1, and needs none below it.
    floor = math.floor(round(min([0.0, *courses["last"]]), 9))
    # A little more than the highest, so that its line is not drawn on the edge.
    ceiling = math.ceil(max([needed, *courses["most"]]) + 0.1)
    step = max(1, math.ceil((ceiling - floor) / MOST_LINES))

    def x(number: int) -> float:
        return round(LEFT + (RIGHT - LEFT) * (number / (len(days) - 1) if len(days) > 1 else 0.5), 1)

    def y(power: float) -> float:
        return round(TOP + (BOTTOM - TOP) * (ceiling - power) / (ceiling - floor), 1)

    anchors = {0: (), 1: ("middle",)}.get(len(days), ("start", "end"))
    return {
        "about": say.labelled(say(_("Evidence over time")), f"{say(series.about)} {series.subject}"),
        "ticks": [(_power_text(power, say), y(power)) for power in range(floor, ceiling + 1, step)],
        "ends": [(days[end].day, x(end % len(days)), anchor) for end, anchor in zip((0, -1), anchors, strict=False)],
        "needed": y(needed),
        "courses": {name: [(x(n), y(power)) for n, power in enumerate(powers)] for name, powers in courses.items()},
    }


def _power_text(power: int, say: Translator) -> str:
    """A power of ten, in digits where these are few."""
    if abs(power) > FEW_DIGITS:
        return say.scientific(10.0**power)
    return say.count(10**power) if power >= 0 else say.decimal(10.0**power, -power)


def _rows(rows: tuple[MoneyReport, ...], say: Translator) -> list[dict[str, str]]:
    names = ((row.player or row.table or row.game, row.bet, row.day, str(row.shift or "")) for row in rows)
    return [
        {"name": " ".join(filter(None, name)), **texts.money_texts(row, say)}
        for name, row in zip(names, rows[:MOST_ROWS], strict=False)
    ]


def _start(state: State) -> None:
    state.watch_desk = WatchDesk(state.house.store, lambda: state.batches.is_under_load)


def _jobs(state: State) -> Iterator[Job]:
    if state.house.store.is_shared:  # what is in memory alone is read when somebody looks
        yield Job(WATCH_SECONDS, state.watch_desk.go_on)


PLUGIN = ServerPlugin(
    package="banca_watch",
    api=(watch,),
    pages=(watch_page, report_page),
    menu=(MenuEntry("/watch", _("Watch"), READERS),),
    start=_start,
    jobs=_jobs,
    faults=lambda state: state.watch_desk.faults,
)
