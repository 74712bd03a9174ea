"""The school of a server: the pages of exams and classes, and what the package adds to the server."""

import asyncio
from typing import Annotated, Any

import msgspec
from litestar import Response, get
from litestar.datastructures import State
from litestar.params import FromPath, QueryParameter
from litestar.response import Redirect

from banca.drawing.devices import device
from banca.house.people import Person
from banca.i18n import Translator, translator
from banca.i18n.descriptions import result_words
from banca.rules import _
from banca.server.http import AnyRequest, compute, page_language
from banca.server.pages.page import game_titles, inline, page, redirect_away
from banca.server.pages.trainer import LEVEL_NAMES, options_asked
from banca.server.plugins import MenuEntry, ServerPlugin
from banca.tables.commands import Role
from banca.training.drills import KIND_NAMES
from banca.training.questions import practised
from banca_school.api import READERS, Classes, Exams, current_sitting, school_of, visible_class, visible_sitting
from banca_school.report import at_macau, question_at
from banca_school.store import TRAINEES, UNKNOWN_CLASS, UNKNOWN_EXAM, School


def _form(say: Translator) -> dict[str, Any]:
    """What the terms of an exam are chosen from."""
    titles = game_titles(say)
    options = {game: options_asked(game, say.language) for game in practised()}
    return {
        "practised": {game: titles[game] for game in options},
        "kinds": KIND_NAMES,
        "levels": LEVEL_NAMES,
        "options": {game: choices for game, choices in options.items() if choices},
        # For the scripts, which name the terms of any exam.
        "named": {
            "titles": titles,
            "kinds": {kind: say(name) for kind, name in KIND_NAMES.items()},
            "options": options,
        },
    }


@get("/trainer/exams", include_in_schema=False)
async def exams_page(request: AnyRequest) -> Response[bytes] | Redirect:
    """Show the exams of a trainee."""
    away = redirect_away(request, *TRAINEES)
    if away:
        return away
    form = await compute(request, _form, translator(page_language(request)))
    return page(request, "school/exams.html", data=form.pop("named"), **form)


@get("/trainer/exams/{number:int}", include_in_schema=False)
async def exam_page(
    request: AnyRequest, state: State, number: FromPath[int], late: Annotated[str, QueryParameter(max_length=1)] = ""
) -> Response[bytes] | Redirect:
    """Show one exam, under way or over."""
    away = redirect_away(request)
    if away:
        return away
    person: Person = request.scope["user"]
    school, say = school_of(state), translator(page_language(request))
    row = await asyncio.to_thread(visible_sitting, school, person, number)
    sitting = await asyncio.to_thread(current_sitting, school, row)
    open_places = [place for place in range(1, sitting.terms.questions + 1) if place not in sitting.places]
    is_own = row.name == person.name
    about = {"number": number, "is_over": sitting.is_over, "left": sitting.left, "isOwn": is_own}
    return page(
        request,
        "school/exam.html",
        data={"exam": about},
        sitting=sitting,
        is_own=is_own,
        is_late=bool(late) and sitting.is_over,
        next=open_places[0] if open_places else 1,
        started=at_macau(sitting.started, say),
    )


@get("/trainer/exams/{number:int}/{place:int}", include_in_schema=False)
async def question_page(
    request: AnyRequest, state: State, number: FromPath[int], place: FromPath[int]
) -> Response[bytes] | Redirect:
    """Show one question; when the exam is over, or to others, only the whole exam."""
    away = redirect_away(request)
    if away:
        return away
    person: Person = request.scope["user"]
    school, say = school_of(state), translator(page_language(request))
    row = await asyncio.to_thread(visible_sitting, school, person, number)
    wanted = question_at(row, place)
    sitting = await asyncio.to_thread(current_sitting, school, row)
    if sitting.is_over or row.name != person.name:
        return Redirect(f"/trainer/exams/{number}")
    about = {"number": number, "place": place, "questions": sitting.terms.questions, "left": sitting.left}
    return page(
        request,
        "school/question.html",
        words=result_words(wanted.game),
        data={"exam": about, "game": wanted.game},
        sitting=sitting,
        place=place,
        game_title=game_titles(say)[wanted.game],
        device=inline(device(wanted.game, say)),
    )


@get("/trainer/classes", include_in_schema=False)
async def classes_page(request: AnyRequest) -> Response[bytes] | Redirect:
    """Show classes: a supervisor their own, an inspector all."""
    away = redirect_away(request, *READERS)
    if away:
        return away
    person: Person = request.scope["user"]
    data = {"isSupervisor": person.role is Role.SUPERVISOR}
    return page(request, "school/classes.html", data=data)


@get("/trainer/classes/{number:int}", include_in_schema=False)
async def class_page(request: AnyRequest, state: State, number: FromPath[int]) -> Response[bytes] | Redirect:
    """Show one class."""
    away = redirect_away(request, *READERS)
    if away:
        return away
    person: Person = request.scope["user"]
    school_class = await asyncio.to_thread(visible_class, school_of(state), person, number)
    may_change = person.role is Role.SUPERVISOR and not school_class.is_closed
    form = await compute(request, _form, translator(page_language(request)))
    return page(
        request,
        "school/class.html",
        data={**form.pop("named"), "classNumber": number, "mayChange": may_change},
        school_class=msgspec.to_builtins(school_class),
        may_change=may_change,
        **form,
    )


def _start(state: State) -> None:
    state.school = School(state.house.store, state.house.clock)


PLUGIN = ServerPlugin(
    package="banca_school",
    api=(Exams, Classes),
    pages=(exams_page, exam_page, question_page, classes_page, class_page),
    menu=(
        MenuEntry(
            "/trainer/exams",
            _("Exams"),
            page="/trainer",
            about=_("Timed questions, a pass mark, and a PDF report with your name."),
        ),
        MenuEntry(
            "/trainer/classes",
            _("Classes"),
            READERS,
            page="/trainer",
            about=_(
                "Add people to a class, set an exam, and see each trainee's results and the articles with mistakes."
            ),
        ),
        MenuEntry("/trainer", page="/", about=_("Timed exams with a report; classes for supervisors.")),
    ),
    not_found=(UNKNOWN_CLASS, UNKNOWN_EXAM),
    start=_start,
)
