"""The trainer over HTTP, for anybody: exercises, and marks for what somebody would pay. The house remembers nothing of it."""

import secrets
from collections.abc import Mapping

from litestar import Router, post
from litestar.params import FromPath, JSONBody
from msgspec import Struct, structs

from banca.i18n import translator
from banca.i18n.answer import caution
from banca.i18n.lookup import find_game
from banca.law import Language
from banca.rules import Proposal
from banca.server.api.games import with_proposal
from banca.server.http import AnyRequest, api_language, asker_of, compute
from banca.server.openapi import BODY, refuses
from banca.training.drills import Exercise, check_offered, make_exercise
from banca.training.exercise import MOST_SEED, ExerciseRequest, LevelNumber, Seed, WantedExercise
from banca.training.questions import Mark, PlayerTotal, Question, Reply, totals


class NamedExercise(ExerciseRequest, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What names an exercise: the same from the same."""

    level: LevelNumber
    seed: Seed


class Answers(Reply, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An exercise, and an answer to it: for bets one for each, for other kinds as its question takes it."""

    exercise: NamedExercise


class ShownExercise(Question, frozen=True, kw_only=True):
    """An exercise by its name, and what a trainee sees of it. Money is in avos."""

    exercise: NamedExercise
    game: str
    caution: str | None
    """What to know before relying on the game's text, where there is anything."""


class Marks(Struct, frozen=True, kw_only=True):
    """All bets of an exercise, marked, and what is taken from and paid to each player."""

    right: int
    asked: int
    marks: list[Mark]
    totals: list[PlayerTotal]
    caution: str | None
    """What to know before relying on the game's text, where there is anything."""


@post("/{game:str}/exercises", summary="Create an exercise", status_code=200, responses=refuses(422, *BODY))
async def exercise(request: AnyRequest, game: FromPath[str], data: JSONBody[ExerciseRequest]) -> ShownExercise:
    """Bets on a layout and a result, generated from the rulebook; only bets that the rules allow together."""
    game = find_game(game).value.id
    request.app.state.exercises.check(asker_of(request))
    seed = secrets.randbelow(MOST_SEED) if data.seed is None else data.seed
    named = NamedExercise(**structs.asdict(data) | {"seed": seed})
    return await compute(request, _shown, game, named, proposals_of(request), api_language(request))


@post("/{game:str}/answers", summary="Mark answers", status_code=200, responses=refuses(422, *BODY))
async def answers(request: AnyRequest, game: FromPath[str], data: JSONBody[Answers]) -> Marks:
    """Right or wrong for each bet, with the right answer, the arithmetic and the articles."""
    game = find_game(game).value.id
    request.app.state.exercises.check(asker_of(request))
    return await compute(request, _marked, game, data, proposals_of(request), api_language(request))


def proposals_of(request: AnyRequest) -> Mapping[str, Proposal]:
    """Those that tables of this house carry."""
    proposals: Mapping[str, Proposal] = request.app.state.house.proposals
    return proposals


def _exercise(game: str, named: NamedExercise, proposals: Mapping[str, Proposal]) -> Exercise:
    check_offered(game, named.kind)  # refused before its options are read
    options = with_proposal(named.options, proposals)
    return make_exercise(WantedExercise(game=game, **structs.asdict(named) | {"options": options}))


def _marked(game: str, answers: Answers, proposals: Mapping[str, Proposal], language: Language) -> Marks:
    say = translator(language, game)
    exercise = _exercise(game, answers.exercise, proposals)
    marks = exercise.mark(answers, say)
    return Marks(
        right=sum(mark.is_right for mark in marks),
        asked=len(marks),
        marks=marks,
        totals=totals(exercise.question(say), marks),
        caution=_caution(game, language),
    )


def _shown(game: str, named: NamedExercise, proposals: Mapping[str, Proposal], language: Language) -> ShownExercise:
    question = _exercise(game, named, proposals).question(translator(language, game))
    return ShownExercise(exercise=named, game=game, caution=_caution(game, language), **structs.asdict(question))


def _caution(game: str, language: Language) -> str | None:
    about = caution(game)
    return translator(language, game).spell(about) if about else None


ROUTES = Router("/trainer", route_handlers=[exercise, answers], tags=("trainer",))
