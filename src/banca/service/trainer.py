"""The trainer over HTTP, for anybody: exercises, and marks for what somebody would pay. The house remembers nothing of it."""

import secrets
from collections.abc import Mapping
from typing import Annotated, Literal

from litestar import Controller, post
from litestar.params import FromPath, JSONBody
from msgspec import Meta, Struct, structs

from banca.finder import find_game
from banca.law import Language
from banca.live.command import MOST_AVOS
from banca.rulebook import Proposal
from banca.service.background import aside
from banca.service.games import with_proposal
from banca.service.http import AnyRequest, asker_of, spoken
from banca.service.openapi import BODY, refuses
from banca.training.exercises import exercises_of
from banca.training.marking import Answer, Article, articles, check_answers
from banca.training.question import Question
from banca.training.wanted import LEVELS, MOST_SEED, MOST_WEIGHT, WantedExercise
from banca.words import speech

Name = Annotated[str, Meta(min_length=1, max_length=40)]
Weights = Annotated[dict[Name, Annotated[int, Meta(ge=1, le=MOST_WEIGHT)]], Meta(max_length=40)]
Options = Annotated[dict[Name, Name], Meta(max_length=10)]
LevelNumber = Annotated[int, Meta(ge=min(LEVELS), le=max(LEVELS))]
Seed = Annotated[int, Meta(ge=0, le=MOST_SEED)]
Avos = Annotated[int, Meta(ge=0, le=MOST_AVOS)]
ResultName = Literal["win", "lose", "push", "stands"]


class Ask(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An exercise to be made: of a level, with more of the families whose weight is higher; without a seed, a new one."""

    level: LevelNumber = 1
    seed: Seed | None = None
    options: Options = {}
    weights: Weights = {}


class NamedExercise(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What names an exercise: the same from the same."""

    level: LevelNumber
    seed: Seed
    options: Options = {}
    weights: Weights = {}


class Choice(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What somebody would do with one bet; `paid` is in avos: what a winner gets in addition to the stake, or a loser of the stake."""

    result: ResultName
    paid: Avos = 0


class Answers(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An exercise, and one answer for each of its bets."""

    exercise: NamedExercise
    answers: Annotated[list[Choice], Meta(min_length=1, max_length=20)]


class Shown(Question, frozen=True, kw_only=True):
    """An exercise by its name, and what a trainee sees of it. Money is in avos."""

    exercise: NamedExercise
    game: str


class Mark(Struct, frozen=True, kw_only=True):
    """What is right for one bet, and whether it was answered."""

    family: str
    is_right: bool
    result: str
    paid: int
    steps: list[str]
    articles: list[Article]


class Marks(Struct, frozen=True, kw_only=True):
    """All bets of an exercise, marked."""

    right: int
    asked: int
    marks: list[Mark]


class Trainer(Controller):
    """What croupiers practise."""

    path = "/trainer"
    tags = ("trainer",)

    @post("/{game:str}/exercises", summary="An exercise", status_code=200, responses=refuses(422, *BODY))
    async def exercise(self, request: AnyRequest, game: FromPath[str], data: JSONBody[Ask]) -> Shown:
        """Bets on a layout and a result, made from the rulebook; only bets that the rules allow together."""
        game = find_game(game).value.id
        request.app.state.exercises.check(asker_of(request))
        seed = secrets.randbelow(MOST_SEED) if data.seed is None else data.seed
        named = NamedExercise(level=data.level, seed=seed, options=data.options, weights=data.weights)
        return await aside(request, _shown, game, named, proposals_of(request), spoken(request))

    @post("/{game:str}/answers", summary="Mark answers", status_code=200, responses=refuses(422, *BODY))
    async def answers(self, request: AnyRequest, game: FromPath[str], data: JSONBody[Answers]) -> Marks:
        """Right or wrong for each bet, with the right answer, the arithmetic and the articles."""
        game = find_game(game).value.id
        request.app.state.exercises.check(asker_of(request))
        return await aside(request, _marked, game, data, proposals_of(request), spoken(request))


def proposals_of(request: AnyRequest) -> Mapping[str, Proposal]:
    """Those that tables of this house carry."""
    found: Mapping[str, Proposal] = request.app.state.house.proposals
    return found


def _wanted(game: str, named: NamedExercise, proposals: Mapping[str, Proposal]) -> WantedExercise:
    options = with_proposal(named.options, proposals)
    return WantedExercise(game=game, level=named.level, seed=named.seed, options=options, weights=named.weights)


def _marked(game: str, asked: Answers, proposals: Mapping[str, Proposal], spoken: Language) -> Marks:
    say, exercises = speech(spoken), exercises_of(game)
    found = exercises.dues(exercises.make(_wanted(game, asked.exercise, proposals)), say)
    given = [Answer(result=one.result, paid=one.paid) for one in asked.answers]
    check_answers(found, given)
    marks = [
        Mark(
            family=due.family,
            is_right=due.is_met(answer),
            result=due.result,
            paid=due.paid,
            steps=list(due.steps),
            articles=articles(game, due.cites, say),
        )
        for due, answer in zip(found, given, strict=True)
    ]
    return Marks(right=sum(mark.is_right for mark in marks), asked=len(marks), marks=marks)


def _shown(game: str, named: NamedExercise, proposals: Mapping[str, Proposal], spoken: Language) -> Shown:
    exercises = exercises_of(game)
    asked = exercises.question(exercises.make(_wanted(game, named, proposals)), speech(spoken))
    return Shown(exercise=named, game=game, **structs.asdict(asked))
