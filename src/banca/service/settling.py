"""Settling a dispute over HTTP, for anybody: each bet's fate with its arithmetic and articles, and what bets may do together."""

from collections.abc import Mapping

from litestar import Controller, Response, post
from litestar.params import FromPath, JSONBody

from banca.analysis.rounds import TogetherAnswer
from banca.analysis.settlement import Dispute, SettlementAnswer, settle_dispute
from banca.answers import together_answer
from banca.games import rulebook
from banca.service.background import answered_aside
from banca.service.games import with_proposal
from banca.service.http import AnyRequest
from banca.service.openapi import BODY, refuses


class Settling(Controller):
    """What throws do to bets."""

    path = "/games"
    tags = ("games",)

    @post("/{game:str}/settle", summary="Settle bets", status_code=200, responses=refuses(422, *BODY))
    async def settle(
        self, request: AnyRequest, game: FromPath[str], data: JSONBody[Dispute]
    ) -> Response[SettlementAnswer]:
        """The result, arithmetic and articles of every bet; the same as `banca settle GAME --json`."""
        return await answered_aside(request, _settlement, rulebook(game).game, data, _options(request, data))

    @post(
        "/{game:str}/together",
        summary="Analyse the next round of several bets",
        status_code=200,
        responses=refuses(422, *BODY),
    )
    async def together(
        self, request: AnyRequest, game: FromPath[str], data: JSONBody[Dispute]
    ) -> Response[TogetherAnswer]:
        """Every net result of the round after the throws, with its exact probability; the same as `banca together GAME --json`."""
        return await answered_aside(request, _together, rulebook(game).game, data, _options(request, data))


def _options(request: AnyRequest, asked: Dispute) -> dict[str, object]:
    return with_proposal(asked.options, request.app.state.house.proposals)


def _settlement(game: str, asked: Dispute, options: Mapping[str, object]) -> SettlementAnswer:
    return settle_dispute(game, asked, options).answer()


def _together(game: str, asked: Dispute, options: Mapping[str, object]) -> TogetherAnswer:
    so_far = settle_dispute(game, asked, options)
    return together_answer(so_far.rules, so_far.all_standing(), so_far.limits.chip)
