"""The best way to play over HTTP: worked out for a purse and a goal, and given as a strategy that the lab plays."""

from functools import partial
from typing import Annotated

from litestar import Controller, Response, post
from litestar.datastructures import State
from litestar.params import JSONBody
from msgspec import Meta, Struct

from banca.analysis.best_play import PlayProblem
from banca.analysis.best_play.problem import parse_goal
from banca.analysis.simulation.strategy_file import write_policy
from banca.answers.best import BestAnswer, best_answer
from banca.games import rulebook
from banca.i18n.answer import AnswerStruct
from banca.live.command import MOST_AVOS
from banca.rules import Refusal
from banca.rules.money import NamedLimits
from banca.rules.refusal import NEEDS_EXTRA
from banca.service.http import AnyRequest
from banca.service.lab import answered_in_turn
from banca.service.new_run import MOST_LETTERS, Word
from banca.service.openapi import BODY, SECURITY, refuses

MOST_WORK = 1_000_000_000
"""Products of chances: a few seconds."""
MOST_ROUNDS = 1000

Avos = Annotated[int, Meta(ge=1, le=MOST_AVOS)]


class NewBest(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A purse and a goal: `target`, `last` or `stake`. Amounts in avos; without bets or stakes, all that the rules allow."""

    game: Word
    goal: Word = "target"
    bankroll: Avos
    target: Avos | None = None
    rounds: Annotated[int, Meta(ge=1, le=MOST_ROUNDS)] | None = None
    turnover: Avos | None = None
    bets: Annotated[list[Word], Meta(max_length=40)] = []
    stakes: Annotated[list[Avos], Meta(max_length=100)] = []
    options: Annotated[dict[Word, str | int], Meta(max_length=20)] = {}
    minimum: Avos | None = None
    maximum: Avos | None = None
    chip: Avos | None = None


class FoundBest(AnswerStruct, frozen=True, kw_only=True):
    """What `banca best --json` prints, and the policy as a strategy file; none where that is too long for the lab."""

    best: BestAnswer
    text: str | None


class LabBest(Controller):
    """The best way to play."""

    path = "/lab"
    tags = ("lab",)

    @post(
        "/best",
        status_code=200,
        summary="Work out the best way to play",
        security=SECURITY,
        responses=refuses(404, 422, *BODY),
    )
    async def work_out(self, request: AnyRequest, state: State, data: JSONBody[NewBest]) -> Response[FoundBest]:
        """For a purse and a goal: the chance, the mean loss, and the map of what to bet. This is not a way to win."""
        return await answered_in_turn(request, state, partial(work_out, data))


def work_out(data: NewBest) -> FoundBest:
    """Work it out; refused where it is too large."""
    try:
        from banca.analysis.best_play import best  # compiled code is loaded when it is used
        from banca.analysis.best_play.best import find_other_ways
    except ModuleNotFoundError:
        raise Refusal(NEEDS_EXTRA, asked="/lab/best", allowed="fast") from None
    goal = parse_goal(data.goal)
    limits = NamedLimits(minimum=data.minimum, maximum=data.maximum, chip=data.chip)
    problem = PlayProblem(
        game=data.game,
        goal=goal,
        bankroll=data.bankroll,
        target=data.target,
        rounds=data.rounds,
        turnover=data.turnover,
        bets=tuple(data.bets),
        stakes=tuple(data.stakes),
        options=data.options,
        limits=limits.put_into(rulebook(data.game).limits),
    )
    play = best(problem, most=MOST_WORK)
    text = write_policy(play.strategy, play.policy)
    return FoundBest(
        best=best_answer(play, find_other_ways(play)), text=text if 0 < len(text) <= MOST_LETTERS else None
    )
