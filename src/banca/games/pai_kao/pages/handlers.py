"""Pai Kao's exact figures over HTTP, for anybody: how tiles and pairs rank, what each setting is worth, and the game."""

from functools import lru_cache
from typing import Annotated, Any

from litestar import Controller, get
from litestar.params import FromQuery, QueryParameter

from banca.games.pai_kao import Faces, Kind, pair_rank, parse_tiles
from banca.games.pai_kao.answers import chances_report, pair_report, tile_report, value_report
from banca.games.pai_kao.exact import DESCRIBED, Chances, Seat, chances, policy
from banca.games.pai_kao.exact.deals import in_order
from banca.games.pai_kao.exact.policies import EQUILIBRIUM, shipped_counts
from banca.games.pai_kao.live import POLICIES
from banca.games.pai_kao.pairs import pair_kinds
from banca.games.pai_kao.tiles import HAND, TILES, find_tiles
from banca.law import Language
from banca.service.background import aside
from banca.service.http import AnyRequest, spoken
from banca.service.openapi import refuses
from banca.words import Speech, speech

KEPT = 5000
"""Hands whose chances are at hand; there are 4,285 by kind."""

Tiles = Annotated[
    str,
    QueryParameter(min_length=3, max_length=60, description="Four tiles with commas between them: 6-6,4-5,1-1,2-3."),
]
Against = Annotated[str, QueryParameter(max_length=40, description="How the other side sets.")]


class PaiKao(Controller):
    """Best play in Pai Kao, exact by enumeration."""

    tags = ("games",)

    @get("/settings", summary="The three settings of four tiles, with exact chances", responses=refuses(422))
    async def settings(
        self, request: AnyRequest, tiles: Tiles, seat: FromQuery[Seat] = Seat.PLAYER, against: Against = EQUILIBRIUM
    ) -> dict[str, Any]:
        """Over every hand that the tiles left can make; `banca pai-kao set --json` says the same."""
        asked = parse_tiles(find_tiles(tiles.split(",")), count=HAND)
        other = policy(against, Seat.BANKER if seat is Seat.PLAYER else Seat.PLAYER)
        found = await aside(request, chances_of, in_order(asked), seat, against)
        return chances_report(found, seat, other, speech(spoken(request)))

    @get("/values", summary="What the game is worth, by how each side sets", responses=refuses())
    async def values(self, request: AnyRequest) -> dict[str, Any]:
        """All 736,281,000 deals of a player's gate against the banker's, with commission, for every two policies."""
        return await aside(request, values_report, spoken(request))

    @get("/ranks", summary="How tiles and pairs rank", responses=refuses())
    async def ranks(self, request: AnyRequest) -> dict[str, Any]:
        """The 32 tiles, and every class of pairs with the tiles that make it, the highest first."""
        return await aside(request, ranks_report, spoken(request))


@lru_cache(KEPT)
def chances_of(tiles: Faces, seat: Seat, against: str) -> tuple[Chances, ...]:
    """The chances of three settings; about 15 milliseconds the first time."""
    return chances(tiles, policy(against, Seat.BANKER if seat is Seat.PLAYER else Seat.PLAYER), seat)


@lru_cache
def values_report(spoken: Language) -> dict[str, Any]:
    """Every policy, and the value of the game between every two of them."""
    say = speech(spoken)
    return {
        "policies": [
            {"policy": name, "name": say(POLICIES[name]), "about": say(about)} for name, about in DESCRIBED.items()
        ],
        "values": [
            value_report(policy(mine, Seat.PLAYER), policy(other, Seat.BANKER), shipped_counts(mine, other))
            | {"player": mine, "banker": other}
            for mine in DESCRIBED
            for other in DESCRIBED
        ],
    }


@lru_cache
def ranks_report(spoken: Language) -> dict[str, Any]:
    """Tables 1 and 2 of the annex, the highest first."""
    say = speech(spoken)
    by_rank: dict[Any, list[tuple[Kind, Kind]]] = {}
    for first, second in pair_kinds():
        by_rank.setdefault(pair_rank(first, second), []).append((first, second))
    return {
        "tiles": [tile_report(face, say) for face in TILES],
        "pairs": [_class(by_rank[rank], say) for rank in sorted(by_rank, reverse=True)],
    }


def _class(pairs: list[tuple[Kind, Kind]], say: Speech) -> dict[str, Any]:
    """Pairs of one rank: what they are called, their place, and every two tiles that make it."""
    made = [_faces(first, second) for first, second in pairs]
    return pair_report(made[0], say) | {"made_by": [list(pair) for pair in made]}


def _faces(first: Kind, second: Kind) -> tuple[str, str]:
    """Two tiles of these kinds; of a mixed kind that makes a pair with itself, one of each face."""
    return first.faces[0], second.faces[-1] if first is second else second.faces[0]
