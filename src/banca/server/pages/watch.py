"""The watch as pages: every series with the course of its evidence, the money, and a report of one series for a hearing."""

import asyncio
from typing import Annotated, Any
from urllib.parse import urlencode

from litestar import Response, get
from litestar.datastructures import State
from litestar.params import QueryParameter
from litestar.response import Redirect
from markupsafe import Markup

from banca.drawing.evidence_chart import evidence_chart
from banca.house.keys import Person
from banca.house.watch.report import (
    BOUND_SENTENCE,
    NATURAL,
    STANDINGS,
    MoneyReport,
    SeriesReport,
    format_e_value,
)
from banca.i18n import Translator, translator
from banca.law import law
from banca.rules.money import AVOS
from banca.server.api.audit import READERS
from banca.server.api.watch import WatchDesk
from banca.server.http import AnyRequest, language_of
from banca.server.pages import watch_texts as texts
from banca.server.pages.page import inline, page, sent_away
from banca.tables.commands import ROLES

MOST_SERIES, MOST_CHARTS, MOST_ROWS = 200, 12, 300
"""Of one page: series, those of them with a picture, and rows of money in each of its tables."""


@get("/watch", include_in_schema=False)
async def watch(
    request: AnyRequest, state: State, table: Annotated[str, QueryParameter(max_length=40)] = ""
) -> Response[bytes] | Redirect:
    """Everything, or what is about one table."""
    away = sent_away(request, *READERS)
    if away:
        return away
    desk: WatchDesk = state.watch_desk
    say = translator(language_of(request))
    answer = await asyncio.to_thread(desk.look, [table] if table else [])
    charts = await asyncio.to_thread(lambda: {series.id: _chart(series, say) for series in answer.series[:MOST_CHARTS]})
    return page(
        request,
        "watch.html",
        texts=texts,
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
async def watch_report(
    request: AnyRequest, state: State, series: Annotated[str, QueryParameter(max_length=300)]
) -> Response[bytes] | Redirect:
    """One series for a hearing, on paper."""
    away = sent_away(request, *READERS)
    if away:
        return away
    desk: WatchDesk = state.watch_desk
    number, watched = await asyncio.to_thread(desk.series, series)
    answer = await asyncio.to_thread(desk.look, [])
    # The series as it is kept, and not as the answer has it: that may have been read on in between.
    shown = SeriesReport(
        id=series,
        number=number,
        state=watched,
        is_for_review=any(report.id == series and report.standing == "review" for report in answer.series),
    )
    say = translator(language_of(request), watched.game)
    person: Person = request.scope["user"]
    return page(
        request,
        "watch_report.html",
        texts=texts,
        standing=STANDINGS[shown.standing],
        one=shown,
        game=watched.game,
        instrument=law(watched.game).instrument if watched.game else None,
        alert=next((alert for alert in answer.alerts if alert.row.series == series), None),
        chart=_chart(shown, say),
        bound=say(BOUND_SENTENCE),
        role=ROLES[person.role],
    )


def _chart(series: SeriesReport, say: Translator) -> Markup:
    """Draw how the evidence of a series came about, day by day."""
    days = [(day.day, day.log_e / NATURAL, day.most / NATURAL) for day in series.state.days]
    about = say.labelled(say(texts.COURSE), f"{say(series.about)} {series.subject}")
    return inline(evidence_chart(days, series.log10_needed, about, say(texts.ALARM_LINE), say))


def _rows(rows: tuple[MoneyReport, ...], say: Translator) -> list[dict[str, str]]:
    """Rows of money as they are written."""
    return [
        {
            "name": " ".join(
                filter(None, (one.player or one.table or one.game, one.bet, one.day, str(one.shift or "")))
            ),
            "rounds": say.count(one.rounds),
            "drop": "" if one.drop is None else say.money(one.drop.avos),
            "handle": say.money(one.handle.avos),
            "win": say.signed(one.win.avos),
            "theoretical": say.measured(float(one.theoretical.avos) / AVOS),
            "luck": f"{say.measured(float(one.luck.avos) / AVOS)} ± {say.measured(one.luck_error)}",
        }
        for one in rows[:MOST_ROWS]
    ]


ROUTES: list[Any] = [watch, watch_report]
