"""Evenings over HTTP: what a simulation of the lab is held against, worked out before it has begun."""

from functools import partial

from litestar import Controller, Response, post
from litestar.datastructures import State
from litestar.params import JSONBody

from banca.answers.evening import EveningAnswer, evening_answer
from banca.i18n.answer import AnswerStruct
from banca.rules import Message, Refusal
from banca.rules.refusal import NEEDS_EXTRA
from banca.service.http import AnyRequest
from banca.service.lab import REFUSED_STRATEGY, answered_in_turn, on_strategy
from banca.service.new_run import NewRun, StrategyRefusal, at_strategy, strategies_of
from banca.service.openapi import BODY, SECURITY, refuses

MOST_WORK = 12_000_000_000
"""Products of chances for one strategy: a few seconds."""


class StrategyEvening(AnswerStruct, frozen=True, kw_only=True):
    """A strategy's evening, or why it is not worked out."""

    evening: EveningAnswer | None = None
    because: Message | None = None


class Evenings(AnswerStruct, frozen=True, kw_only=True):
    """One for each strategy."""

    evenings: tuple[StrategyEvening, ...]


class LabEvenings(Controller):
    """What a way of playing does to the money, without sampling."""

    path = "/lab"
    tags = ("lab",)

    @post(
        "/evenings",
        status_code=200,
        summary="Work out a session exactly",
        security=SECURITY,
        responses=refuses(*BODY) | {422: REFUSED_STRATEGY},
        exception_handlers={StrategyRefusal: on_strategy},
    )
    async def work_out(self, request: AnyRequest, state: State, data: JSONBody[NewRun]) -> Response[Evenings]:
        """As `banca evening --json` prints it, for each strategy of a run; `sessions` and `seed` have no effect."""
        return await answered_in_turn(request, state, partial(work_out, data))


def work_out(new_run: NewRun) -> Evenings:
    """The evening of each strategy; what is too large is said, what cannot be played is refused with its place."""
    try:
        from banca.analysis.sessions import evening  # compiled code is loaded when it is used
        from banca.analysis.sessions.automaton import ONLY_CHANCE, TOO_MANY_SEATS, TOO_MUCH_TO_WORK_OUT
    except ModuleNotFoundError:
        raise Refusal(NEEDS_EXTRA, asked="/lab/evenings", allowed="fast") from None
    evenings = []
    for index, strategy in enumerate(strategies_of(new_run)):
        with at_strategy(index, new_run):
            try:
                answer = evening_answer(strategy, evening(strategy, most=MOST_WORK))
            except Refusal as refusal:
                if refusal.code not in (ONLY_CHANCE, TOO_MANY_SEATS, TOO_MUCH_TO_WORK_OUT):
                    raise
                evenings.append(StrategyEvening(because=refusal.message))
            else:
                evenings.append(StrategyEvening(evening=answer))
    return Evenings(evenings=tuple(evenings))
