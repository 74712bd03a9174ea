"""Settling a dispute over HTTP, for anybody: each bet's fate with its arithmetic and articles, and what bets may do together."""

from litestar import Controller, Response, post
from litestar.params import FromPath, JSONBody

from banca.answers import together_answer
from banca.answers.settlement import SettlementAnswer
from banca.answers.together import TogetherAnswer
from banca.disputes import Dispute, settle_dispute
from banca.games import rulebook
from banca.interface import Settlement
from banca.service.background import aside
from banca.service.games import with_proposal
from banca.service.http import AnyRequest, answered
from banca.service.openapi import BODY, refuses


class Settling(Controller):
    """What throws do to bets."""

    path = "/games"
    tags = ("games",)

    @post("/{game:str}/settle", summary="Settle bets over throws", status_code=200, responses=refuses(422, *BODY))
    async def settle(
        self, request: AnyRequest, game: FromPath[str], data: JSONBody[Dispute]
    ) -> Response[SettlementAnswer]:
        """Fate, arithmetic and articles of every bet; `banca settle GAME --json` says the same."""
        return answered(request, (await _settled(request, game, data)).answer())

    @post(
        "/{game:str}/together",
        summary="The next round of bets together",
        status_code=200,
        responses=refuses(422, *BODY),
    )
    async def together(
        self, request: AnyRequest, game: FromPath[str], data: JSONBody[Dispute]
    ) -> Response[TogetherAnswer]:
        """Every net result of the round after the throws, with its exact chance; `banca together GAME --json` says the same."""
        so_far = await _settled(request, game, data)
        standing = so_far.all_standing()
        return answered(request, await aside(request, together_answer, so_far.rules, standing, so_far.limits.chip))


async def _settled(request: AnyRequest, game: str, asked: Dispute) -> Settlement:
    rulebook(game)
    options = with_proposal(asked.options, request.app.state.house.proposals)
    return await aside(request, settle_dispute, game, asked, options)
