"""Pai Kao over HTTP, for anybody: how tiles and pairs rank, what each setting is worth, and the game; a round settled."""

from functools import lru_cache, partial
from typing import Annotated, Any

from litestar import Controller, Response, get, post
from litestar.params import FromQuery, JSONBody, QueryParameter
from msgspec import to_builtins
from msgspec.structs import asdict, replace

from banca.games.pai_kao import Faces, Kind, pair_rank, parse_tiles, settle_round
from banca.games.pai_kao.answers import (
    GAME,
    BankAnswer,
    ChancesAnswer,
    PairAnswer,
    RoundAnswer,
    TileAnswer,
    ValueAnswer,
    bank_answer,
    chances_answer,
    pair_answer,
    round_answer,
    tile_answer,
    value_answer,
)
from banca.games.pai_kao.exact import DESCRIBED, Chances, Seat, chances, policy
from banca.games.pai_kao.exact.deals import in_order
from banca.games.pai_kao.exact.gates import MOST_GATES
from banca.games.pai_kao.exact.policies import EQUILIBRIUM, shipped_counts
from banca.games.pai_kao.nouns import POLICIES
from banca.games.pai_kao.pages.asked import RoundAsked
from banca.games.pai_kao.pairs import pair_kinds
from banca.games.pai_kao.round_file import parse_round
from banca.games.pai_kao.tiles import HAND, TILES, find_tiles
from banca.i18n.answer import AnswerStruct, caution
from banca.live.command import MOST_AVOS
from banca.rules import Text
from banca.service.background import answered_aside, aside
from banca.service.http import AnyRequest, answered
from banca.service.openapi import BODY, refuses

KEPT = 5000
"""Hands whose chances are at hand; there are 4,285 by kind."""

Tiles = Annotated[
    str,
    QueryParameter(min_length=3, max_length=60, description="Four tiles with commas between them: 6-6,4-5,1-1,2-3."),
]
Against = Annotated[str, QueryParameter(max_length=40, description="How the other side sets its tiles.")]
BankersPolicy = Annotated[str, QueryParameter(max_length=40, description="How the banker sets.")]
Gates = Annotated[int, QueryParameter(description="The number of gates that play, 1 to 7.")]
EachStake = Annotated[int, QueryParameter(ge=1, le=MOST_AVOS, description="The stake of each gate, in avos.")]
Principal = Annotated[
    int | None,
    QueryParameter(
        ge=1, le=MOST_AVOS, description="What the banker puts up, in avos; by default the stakes of all gates."
    ),
]


class PolicyAnswer(AnswerStruct, frozen=True, kw_only=True):
    """A way of setting tiles."""

    policy: str
    name: Text
    about: Text


class ValuesAnswer(AnswerStruct, frozen=True, kw_only=True):
    """Every policy, and the value of the game between every two of them."""

    policies: tuple[PolicyAnswer, ...]
    values: tuple[ValueAnswer, ...]
    caution: Text | None


class PairClass(PairAnswer, frozen=True, kw_only=True):
    """Pairs of one rank, and every two tiles that make it."""

    made_by: tuple[tuple[str, str], ...]


class RanksAnswer(AnswerStruct, frozen=True, kw_only=True):
    """Tables 1 and 2 of the annex, the highest first."""

    tiles: tuple[TileAnswer, ...]
    pairs: tuple[PairClass, ...]
    caution: Text | None


class PaiKao(Controller):
    """Best play in Pai Kao, exact by enumeration; and its rounds."""

    tags = ("games",)

    @get("/settings", summary="Show the three settings of four tiles, with exact chances", responses=refuses(422))
    async def settings(
        self, request: AnyRequest, tiles: Tiles, seat: FromQuery[Seat] = Seat.PLAYER, against: Against = EQUILIBRIUM
    ) -> Response[ChancesAnswer]:
        """Over every hand that the remaining tiles can make; the same as `banca pai-kao set --json`."""
        asked = parse_tiles(find_tiles(tiles.split(",")), count=HAND)
        other = policy(against, Seat.BANKER if seat is Seat.PLAYER else Seat.PLAYER)
        found = await aside(request, chances_of, in_order(asked), seat, against)
        return answered(request, chances_answer(found, seat, other))

    @get("/values", summary="Show what the game is worth, by how each side sets", responses=refuses())
    async def values(self, request: AnyRequest) -> Response[ValuesAnswer]:
        """All 736,281,000 deals of a player's gate against the banker's, with commission, for every pair of policies."""
        return await answered_aside(request, values_answer)

    @get("/bank", summary="Show what banking is worth against several gates", responses=refuses(422))
    async def bank(
        self,
        request: AnyRequest,
        gates: Gates = MOST_GATES,
        stake: EachStake = 100_00,
        principal: Principal = None,
        policy: BankersPolicy = EQUILIBRIUM,
        against: Against = EQUILIBRIUM,
    ) -> Response[BankAnswer]:
        """Over all deals, with commission on the round's net gain; the same as `banca pai-kao banker --json`."""
        asked = partial(bank_answer, gates=gates, stake=stake, principal=principal)
        return await answered_aside(request, asked, policy, against)

    @get("/ranks", summary="Rank tiles and pairs", responses=refuses())
    async def ranks(self, request: AnyRequest) -> Response[RanksAnswer]:
        """The 32 tiles, and every class of pairs with the tiles that make it, the highest first."""
        return await answered_aside(request, ranks_answer)

    @post("/settle", summary="Settle a whole round", status_code=200, responses=refuses(422, *BODY))
    async def settle(self, request: AnyRequest, data: JSONBody[RoundAsked]) -> Response[RoundAnswer]:
        """Who pays whom, commission and claims, with the articles; the same as `banca pai-kao settle --json`."""
        return await answered_aside(request, settled_round, data)


def settled_round(asked: RoundAsked) -> RoundAnswer:
    """The round as its file would be read and settled."""
    found = parse_round(_said(to_builtins(asked)))
    return round_answer(found.table, settle_round(found.table, found.limits), found.dice)


def _said(asked: Any) -> Any:  # plain data
    """Without the keys that say nothing: a file does not have them."""
    if isinstance(asked, dict):
        return {name: _said(one) for name, one in asked.items() if one is not None}
    return [_said(one) for one in asked] if isinstance(asked, list) else asked


@lru_cache(KEPT)
def chances_of(tiles: Faces, seat: Seat, against: str) -> tuple[Chances, ...]:
    """The chances of three settings; about 15 milliseconds the first time."""
    return chances(tiles, policy(against, Seat.BANKER if seat is Seat.PLAYER else Seat.PLAYER), seat)


@lru_cache
def values_answer() -> ValuesAnswer:
    """Every policy, and the value of the game between every two of them."""
    return ValuesAnswer(
        policies=tuple(
            PolicyAnswer(policy=name, name=POLICIES[name], about=about) for name, about in DESCRIBED.items()
        ),
        values=tuple(
            replace(
                value_answer(policy(mine, Seat.PLAYER), policy(other, Seat.BANKER), shipped_counts(mine, other)),
                player=mine,
                banker=other,
            )
            for mine in DESCRIBED
            for other in DESCRIBED
        ),
        caution=caution(GAME),
    )


@lru_cache
def ranks_answer() -> RanksAnswer:
    """Tables 1 and 2 of the annex, the highest first."""
    by_rank: dict[Any, list[tuple[Kind, Kind]]] = {}
    for first, second in pair_kinds():
        by_rank.setdefault(pair_rank(first, second), []).append((first, second))
    return RanksAnswer(
        tiles=tuple(map(tile_answer, TILES)),
        pairs=tuple(_class(by_rank[rank]) for rank in sorted(by_rank, reverse=True)),
        caution=caution(GAME),
    )


def _class(pairs: list[tuple[Kind, Kind]]) -> PairClass:
    """Pairs of one rank: what they are called, their place, and every two tiles that make it."""
    made = tuple(_faces(first, second) for first, second in pairs)
    return PairClass(**asdict(pair_answer(made[0])), made_by=made)


def _faces(first: Kind, second: Kind) -> tuple[str, str]:
    """Two tiles of these kinds; of a mixed kind that makes a pair with itself, one of each face."""
    return first.faces[0], second.faces[-1] if first is second else second.faces[0]
