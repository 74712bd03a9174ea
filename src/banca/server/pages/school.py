"""The pages of the school: exams of a trainee, one exam, one question of it; classes, and one class."""

import asyncio
from typing import Annotated, Any

import msgspec
from litestar import Response, get
from litestar.datastructures import State
from litestar.params import FromPath, QueryParameter
from litestar.response import Redirect

from banca.drawing.devices import device
from banca.house.keys import Person
from banca.house.school import TRAINEES
from banca.i18n import Translator, translator
from banca.i18n.descriptions import result_words
from banca.school.report import at_macau, question_at
from banca.server.api.classes import READERS, visible_class
from banca.server.api.exams import one_sitting, school_of, visible_sitting
from banca.server.http import AnyRequest, aside, language_of
from banca.server.pages.page import game_titles, inline, page, sent_away
from banca.server.pages.school_texts import CLASS_WORDS, CLOCK_WORDS, FORM_WORDS, LIST_WORDS, MARK_WORDS, TEXTS
from banca.server.pages.trainer import LEVEL_NAMES, options_asked
from banca.tables.commands import Role
from banca.training.drills import KIND_NAMES
from banca.training.questions import practised


def _terms(say: Translator) -> dict[str, Any]:
    """What an exam may be made of, for the form that asks for it."""
    titles = game_titles(say)
    return {
        "practised": {game: titles[game] for game in practised()},
        "kinds": KIND_NAMES,
        "levels": LEVEL_NAMES,
        "options": {game: options for game in practised() if (options := options_asked(game, say.language))},
    }


def _named(say: Translator) -> dict[str, Any]:
    return {
        "titles": game_titles(say),
        "kinds": {kind: say(name) for kind, name in KIND_NAMES.items()},
        "options": {game: options_asked(game, say.language) for game in practised()},
    }


@get("/trainer/exams", include_in_schema=False)
async def exams_page(request: AnyRequest) -> Response[bytes] | Redirect:
    """The exams of a trainee."""
    away = sent_away(request, *TRAINEES)
    if away:
        return away
    say = translator(language_of(request))
    named, terms = await aside(request, _named, say), await aside(request, _terms, say)
    return page(request, "trainer_exams.html", words=LIST_WORDS, data=named, t=TEXTS, **terms)


@get("/trainer/exams/{number:int}", include_in_schema=False)
async def exam_page(
    request: AnyRequest, state: State, number: FromPath[int], late: Annotated[str, QueryParameter(max_length=1)] = ""
) -> Response[bytes] | Redirect:
    """One exam, under way or over."""
    away = sent_away(request)
    if away:
        return away
    person: Person = request.scope["user"]
    school, say = school_of(state), translator(language_of(request))
    row = await asyncio.to_thread(visible_sitting, school, person, number)
    sitting = await asyncio.to_thread(one_sitting, school, row)
    open_places = [place for place in range(1, sitting.terms.questions + 1) if place not in sitting.places]
    is_own = row.name == person.name
    about = {"number": number, "is_over": sitting.is_over, "left": sitting.left, "isOwn": is_own}
    return page(
        request,
        "trainer_exam.html",
        words={**LIST_WORDS, **MARK_WORDS, **CLOCK_WORDS},
        data={"exam": about},
        t=TEXTS,
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
    """One question; when the exam is over, or for others, there is only the whole."""
    away = sent_away(request)
    if away:
        return away
    person: Person = request.scope["user"]
    school, say = school_of(state), translator(language_of(request))
    row = await asyncio.to_thread(visible_sitting, school, person, number)
    wanted = question_at(row, place)
    sitting = await asyncio.to_thread(one_sitting, school, row)
    if sitting.is_over or row.name != person.name:
        return Redirect(f"/trainer/exams/{number}")
    about = {"number": number, "place": place, "questions": sitting.terms.questions, "left": sitting.left}
    return page(
        request,
        "trainer_question.html",
        words={**FORM_WORDS, **CLOCK_WORDS, **result_words(wanted.game)},
        data={"exam": about, "game": wanted.game},
        t=TEXTS,
        sitting=sitting,
        place=place,
        game_title=game_titles(say)[wanted.game],
        device=inline(device(wanted.game, say)),
    )


@get("/trainer/classes", include_in_schema=False)
async def classes_page(request: AnyRequest) -> Response[bytes] | Redirect:
    """Classes: a supervisor's own, for inspectors all."""
    away = sent_away(request, *READERS)
    if away:
        return away
    person: Person = request.scope["user"]
    data = {"isSupervisor": person.role is Role.SUPERVISOR}
    return page(request, "trainer_classes.html", words=CLASS_WORDS, data=data, t=TEXTS)


@get("/trainer/classes/{number:int}", include_in_schema=False)
async def class_page(request: AnyRequest, state: State, number: FromPath[int]) -> Response[bytes] | Redirect:
    """One class."""
    away = sent_away(request, *READERS)
    if away:
        return away
    person: Person = request.scope["user"]
    school_class = await asyncio.to_thread(visible_class, school_of(state), person, number)
    may_change = person.role is Role.SUPERVISOR and not school_class.is_closed
    say = translator(language_of(request))
    named, terms = await aside(request, _named, say), await aside(request, _terms, say)
    return page(
        request,
        "trainer_class.html",
        words=CLASS_WORDS,
        data={**named, "classNumber": number, "mayChange": may_change},
        t=TEXTS,
        school_class=msgspec.to_builtins(school_class),
        may_change=may_change,
        **terms,
    )


ROUTES: list[Any] = [exams_page, exam_page, question_page, classes_page, class_page]
