"""The watch as pages: every series with the course of its evidence, the money, and a report of one series for a hearing."""

import asyncio
from typing import Annotated, Any
from urllib.parse import urlencode

from litestar import Response, get
from litestar.datastructures import State
from litestar.params import QueryParameter
from litestar.response import Redirect
from markupsafe import Markup

from banca.answers import watch_texts
from banca.answers.watch import NATURAL, SeriesShown, WatchAnswer, course_of, series_shown
from banca.answers.watch_money import MoneyShown
from banca.answers.watch_words import bound_text, e_said
from banca.drawing.evidence_course import CourseDay, course
from banca.house.keys import Person
from banca.house.watch import SeriesState
from banca.i18n import Translator, translator
from banca.law import law
from banca.live.command import ROLES
from banca.rules.money import AVOS
from banca.service.audit import READERS
from banca.service.http import AnyRequest, language_of
from banca.service.watch import WatchDesk
from banca.web import watch_texts as texts
from banca.web.admission import sent_away
from banca.web.page import inline, page

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
    charts = await asyncio.to_thread(_charts, desk, answer, say)
    return page(
        request,
        "watch.html",
        texts=texts,
        standings=watch_texts.STANDINGS,
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
        power=lambda log: e_said(log * NATURAL, say),
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
    number, kept = await asyncio.to_thread(desk.series, series)
    answer = await asyncio.to_thread(desk.look, [])
    shown = series_shown(
        series, number, kept, is_named=any(one.id == series and one.standing == "review" for one in answer.series)
    )
    say = translator(language_of(request), shown.game)
    person: Person = request.scope["user"]
    return page(
        request,
        "watch_report.html",
        texts=texts,
        standing=watch_texts.STANDINGS[shown.standing],
        one=shown,
        game=shown.game,
        instrument=law(shown.game).instrument if shown.game else None,
        alert=next((one for one in answer.alerts if one.series == series), None),
        chart=_chart(shown, kept, say),
        bound=bound_text(say),
        role=ROLES[person.role],
    )


def _charts(desk: WatchDesk, answer: WatchAnswer, say: Translator) -> dict[str, Markup]:
    """The course of the evidence of the first series."""
    return {one.id: _chart(one, desk.series(one.id)[1], say) for one in answer.series[:MOST_CHARTS]}


def _chart(one: SeriesShown, kept: SeriesState, say: Translator) -> Markup:
    days = [CourseDay(day.day, day.log10_e, day.log10_most) for day in course_of(kept)]
    about = say.labelled(say(texts.COURSE), f"{say(one.about)} {one.who or one.table}")
    return inline(course(days, one.log10_needed, about, say(texts.ALARM_LINE), say))


def _rows(rows: tuple[MoneyShown, ...], say: Translator) -> list[dict[str, str]]:
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
