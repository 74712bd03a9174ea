"""The school of a server: the pages of exams and classes, and what the package adds to the server."""

import asyncio
from typing import Annotated, Any

import msgspec
from litestar import Response, get
from litestar.datastructures import State
from litestar.params import FromPath, QueryParameter
from litestar.response import Redirect

from banca.drawing.devices import device
from banca.house.keys import Person
from banca.i18n import Translator, translator
from banca.i18n.descriptions import result_words
from banca.rules import Text, _, _n, _p
from banca.server.http import AnyRequest, aside, language_of
from banca.server.pages.approvals import DIALOG_WORDS
from banca.server.pages.page import game_titles, inline, page, sent_away
from banca.server.pages.trainer import FORM_WORDS, LEVEL_NAMES, MARK_WORDS, options_asked
from banca.server.plugins import MenuEntry, ServerPlugin
from banca.tables.commands import Role
from banca.training.drills import KIND_NAMES
from banca.training.questions import practised
from banca_school.api import READERS, Classes, Exams, current_sitting, school_of, visible_class, visible_sitting
from banca_school.report import (
    ACCOUNT,
    ARTICLE,
    FAILED,
    GAMES,
    KINDS,
    LEVELS,
    MINUTES,
    MISTAKES,
    NAME,
    NO_WEAK,
    NOT_ANSWERED,
    OF,
    PASSED,
    QUESTION,
    RESULT,
    SAYS,
    STARTED,
    TOTALS,
    WEAK,
    WITHOUT_STAKE,
    at_macau,
    question_at,
)
from banca_school.store import TRAINEES, UNKNOWN_CLASS, UNKNOWN_EXAM, School

TEXTS: dict[str, Text] = {
    "exams": _("Exams"),
    "classes": _("Classes"),
    "class": _("Class"),
    "trainer": _("Trainer"),
    "add": _("Add"),
    "share_correct": _("share correct"),
    "exam": _("Exam {number}"),
    "exam_word": _("Exam"),
    "rules": _(
        "The time starts when you begin and runs by the server's clock. You can leave the page and come back, and change answers until you hand in or the time is up. Nothing is marked before the end."
    ),
    "written_name": _("Your name, as it should appear in the report"),
    "set_for_you": _("Set for you"),
    "own": _("Your own exam"),
    "begin_own": _("Begin the exam"),
    "sat": _("Your exams so far"),
    "games": GAMES,
    "kinds": KINDS,
    "levels": LEVELS,
    "options": _("Options of the tables"),
    "how_many": _("Number of questions"),
    "minutes": _("Minutes"),
    "pass_mark": _("Correct answers needed to pass, in %"),
    "question": QUESTION,
    "question_of": _("Question {number} of {count}"),
    "questions": _("Questions"),
    "answered": _(" answered"),
    "answered_of": _("Answered: {count} of {asked}"),
    "keep_and_go": _("Save and continue"),
    "keep_and_end": _("Save"),
    "hand_in": _("Hand in"),
    "marked_later": _("Marks and right answers are shown when the exam is over."),
    "too_late": _("The time was up: your last answer came too late and does not count."),
    "go_on": _("Continue"),
    "first_question": _("First question"),
    "pdf": _("Report as PDF"),
    "weak": WEAK,
    "no_weak": NO_WEAK,
    "weak_told": _(
        "From the finished exams of this class. Press a trainee's name to see only that trainee; press it again to see everybody."
    ),
    "article": ARTICLE,
    "says": SAYS,
    "correct": MISTAKES,
    "without_stake": WITHOUT_STAKE,
    "class_name": _("Name of the class"),
    "make_class": _("Create a class"),
    "closed": _p("class", "closed"),
    "trainees": _("Trainees"),
    "put_in": _("Add people to the class"),
    "put_in_told": _("account names of players or croupiers, separated by spaces or commas"),
    "account": ACCOUNT,
    "name": NAME,
    "exams_sat": _("exams taken"),
    "correct_of_answers": _("correct, of the answers given"),
    "last_exam": _("last exam"),
    "take_out": _("Take out of the class"),
    "results": _p("exam", "Results"),
    "result": RESULT,
    "begun": STARTED,
    "exams_of_class": _("Exams of this class"),
    "set_exam": _("Set an exam"),
    "exam_title": _("Title of the exam"),
    "close_class": _("Close the class"),
}
"""What the templates say."""

CLOCK_WORDS: dict[str, Text] = {
    **DIALOG_WORDS,
    "left": _("{time} left"),
    "hand_in": TEXTS["hand_in"],
    "hand_in_told": _("After this you cannot give or change answers, and the exam is marked."),
}
"""What an exam that is under way says."""

LIST_WORDS: dict[str, Text] = {
    "more": _("More"),
    "exam": TEXTS["exam"],
    "question": TEXTS["question"],
    "level": _("level"),
    "under_way": _("under way"),
    "passed": PASSED,
    "failed": FAILED,
    "not_answered": NOT_ANSWERED,
    "score": _("{right} of {asked} correct"),
    "of": OF,
    "total_said": TOTALS,
    "questions_said": _n("{count} question", "{count} questions", by="count"),
    "minutes_said": MINUTES,
    "pass_said": _("pass mark {share}"),
    "choose_terms": _("Choose at least one game, one kind of exercise and one level."),
    "open": _("Open"),
    "begin": _("Begin"),
    "go_on": TEXTS["go_on"],
    "none_set": _("No exam is set."),
    "none_sat": _("No exams yet."),
    "another_version": _("Another version of the program drew and marked this question. It cannot be shown again."),
}
"""What lists of exams say."""

CLASS_WORDS: dict[str, Text] = {
    **LIST_WORDS,
    **DIALOG_WORDS,
    "no_classes": _("No classes yet."),
    "trainees": _n("{count} trainee", "{count} trainees", by="count"),
    "made_by": _("by {name}"),
    "closed": TEXTS["closed"],
    "nobody": _("This class has no trainees."),
    "no_results": _("No trainee has begun an exam."),
    "no_weak": _("No mistakes so far."),
    "everybody": _("everybody"),
    "last": TEXTS["last_exam"],
    "take_out": TEXTS["take_out"],
    "take_out_told": _("{name} leaves the class. The exams taken can still be read."),
    "withdraw": _p("class", "Withdraw"),
    "withdrawn": _("withdrawn"),
    "withdraw_told": _("No one can begin this exam any more. Trainees who have begun it can continue."),
    "put_in": _("Added to the class."),
    "exam_set": _("The exam is set."),
    "close_class": TEXTS["close_class"],
    "close_told": _(
        "Trainees can no longer begin exams of this class. All records can still be read. This cannot be undone."
    ),
}
"""What the pages of classes say."""


def _terms(say: Translator) -> dict[str, Any]:
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
    """Show the exams of a trainee."""
    away = sent_away(request, *TRAINEES)
    if away:
        return away
    say = translator(language_of(request))
    named, terms = await aside(request, _named, say), await aside(request, _terms, say)
    return page(request, "school/exams.html", words=LIST_WORDS, data=named, t=TEXTS, **terms)


@get("/trainer/exams/{number:int}", include_in_schema=False)
async def exam_page(
    request: AnyRequest, state: State, number: FromPath[int], late: Annotated[str, QueryParameter(max_length=1)] = ""
) -> Response[bytes] | Redirect:
    """Show one exam, under way or over."""
    away = sent_away(request)
    if away:
        return away
    person: Person = request.scope["user"]
    school, say = school_of(state), translator(language_of(request))
    row = await asyncio.to_thread(visible_sitting, school, person, number)
    sitting = await asyncio.to_thread(current_sitting, school, row)
    open_places = [place for place in range(1, sitting.terms.questions + 1) if place not in sitting.places]
    is_own = row.name == person.name
    about = {"number": number, "is_over": sitting.is_over, "left": sitting.left, "isOwn": is_own}
    return page(
        request,
        "school/exam.html",
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
    """Show one question; when the exam is over, or to others, only the whole exam."""
    away = sent_away(request)
    if away:
        return away
    person: Person = request.scope["user"]
    school, say = school_of(state), translator(language_of(request))
    row = await asyncio.to_thread(visible_sitting, school, person, number)
    wanted = question_at(row, place)
    sitting = await asyncio.to_thread(current_sitting, school, row)
    if sitting.is_over or row.name != person.name:
        return Redirect(f"/trainer/exams/{number}")
    about = {"number": number, "place": place, "questions": sitting.terms.questions, "left": sitting.left}
    return page(
        request,
        "school/question.html",
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
    """Show classes: a supervisor their own, an inspector all."""
    away = sent_away(request, *READERS)
    if away:
        return away
    person: Person = request.scope["user"]
    data = {"isSupervisor": person.role is Role.SUPERVISOR}
    return page(request, "school/classes.html", words=CLASS_WORDS, data=data, t=TEXTS)


@get("/trainer/classes/{number:int}", include_in_schema=False)
async def class_page(request: AnyRequest, state: State, number: FromPath[int]) -> Response[bytes] | Redirect:
    """Show one class."""
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
        "school/class.html",
        words=CLASS_WORDS,
        data={**named, "classNumber": number, "mayChange": may_change},
        t=TEXTS,
        school_class=msgspec.to_builtins(school_class),
        may_change=may_change,
        **terms,
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
            TEXTS["exams"],
            page="/trainer",
            about=_("Timed questions, a pass mark, and a PDF report with your name."),
        ),
        MenuEntry(
            "/trainer/classes",
            TEXTS["classes"],
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
