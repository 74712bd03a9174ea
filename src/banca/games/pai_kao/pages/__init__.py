"""What only Pai Kao has in the browser: its table, its pages of figures and of disputes, and best play over HTTP."""

from collections.abc import Mapping
from functools import cache, lru_cache, partial
from typing import Annotated, Any
from urllib.parse import urlencode

from litestar import Controller, Response, get, post
from litestar.params import FromQuery, JSONBody, QueryParameter
from markupsafe import Markup

from banca.drawing.svg import element
from banca.games.pai_kao import answers, nouns
from banca.games.pai_kao.answers import (
    CASINO_SETS,
    GAME,
    RESULT_WORDS,
    BankAnswer,
    ChancesAnswer,
    Pair,
    RoundAnswer,
    RoundForm,
    Tile,
    answer_round,
    bank_answer,
    chances_answer,
    read_round,
    write_words,
)
from banca.games.pai_kao.bank import COMMISSION, COMMISSION_CITES, COVER_CITE, HOUSE
from banca.games.pai_kao.exact import (
    DESCRIBED,
    EQUILIBRIUM,
    HANDS_LEFT,
    MOST_GATES,
    OTHER_SEAT,
    WAYS,
    Chances,
    Seat,
    Value,
    chances,
    in_order,
    policy,
    value_between,
)
from banca.games.pai_kao.felt import symbols
from banca.games.pai_kao.hands import LINES_CITE, Faces
from banca.games.pai_kao.procedure import GATES
from banca.games.pai_kao.tiles import (
    COPIES_OF_FACE,
    HAND,
    RANK_CITE,
    TABLE_CITE,
    TILES,
    Kind,
    find_tiles,
    pair_kinds,
    pair_rank,
    parse_tiles,
)
from banca.i18n import Translator, translator
from banca.i18n.answer import AnswerStruct, caution, plain
from banca.law.rulebooks import game_answer
from banca.rules import Text, _
from banca.rules.refusal import BAD_OUTCOME
from banca.rules.text import SEPARATORS
from banca.server.http import AnyRequest, compute, computed_response, localized_response, page_language
from banca.server.openapi import BODY, refuses
from banca.server.pages.page import clauses_told, inline, page
from banca.server.pages.settle import examples
from banca.server.plugins import Pages, SettlePage
from banca.tables.banked import CASINO
from banca.tables.commands import MOST_AVOS
from banca.tables.engine import PRACTICE

TABLE_WORDS: dict[str, Text] = {
    "gate": nouns.GATE_WITHIN,
    "banker": nouns.BANKER,
    "casino": nouns.THE_CASINO,
    "house_way_sets": nouns.THE_HOUSE_WAY,
    "front": nouns.FRONT,
    "rear": nouns.REAR,
    "principal": nouns.PRINCIPAL,
    "bad_outcome": BAD_OUTCOME.says,
}


def data(say: Translator) -> dict[str, Any]:
    """The gates, the tiles of the set, and what an act may choose from."""
    return {
        "gates": list(GATES),
        "casino": CASINO,
        "houseWay": HOUSE,
        "practice": PRACTICE,
        "copies": COPIES_OF_FACE,
        "linesCite": str(LINES_CITE),
        "policies": {name: say(words) for name, words in nouns.POLICIES.items()},
    }


CACHED_HANDS = 5000
"""Hands whose chances are kept; there are 4,285 by kind."""

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
    values: tuple[Value, ...]
    caution: Text | None


class PairClass(Pair, frozen=True, kw_only=True):
    """Pairs of one rank, and every two tiles that make it."""

    made_by: tuple[tuple[str, str], ...]


class RanksAnswer(AnswerStruct, frozen=True, kw_only=True):
    """Tables 1 and 2 of the annex, the highest first."""

    tiles: tuple[Tile, ...]
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
        hand = parse_tiles(find_tiles(tiles.split(",")), count=HAND)
        other = policy(against, OTHER_SEAT[seat])
        settings = await compute(request, chances_of, in_order(hand), seat, against)
        return localized_response(request, chances_answer(settings, seat, other))

    @get("/values", summary="Show what the game is worth, by how each side sets", responses=refuses())
    async def values(self, request: AnyRequest) -> Response[ValuesAnswer]:
        """All 736,281,000 deals of a player's gate against the banker's, with commission, for every pair of policies."""
        return await computed_response(request, values_answer)

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
        banking = partial(bank_answer, gates=gates, stake=stake, principal=principal)
        return await computed_response(request, banking, policy, against)

    @get("/ranks", summary="Rank tiles and pairs", responses=refuses())
    async def ranks(self, request: AnyRequest) -> Response[RanksAnswer]:
        """The 32 tiles, and every class of pairs with the tiles that make it, the highest first."""
        return await computed_response(request, ranks_answer)

    @post("/settle", summary="Settle a whole round", status_code=200, responses=refuses(422, *BODY))
    async def settle(self, request: AnyRequest, data: JSONBody[RoundForm]) -> Response[RoundAnswer]:
        """Who pays whom, commission and claims, with the articles; the same as `banca pai-kao settle --json`."""
        return await computed_response(request, lambda: answer_round(read_round(data)))


# By the tiles in order, so that four tiles in another order are looked up and not worked out again.
@lru_cache(CACHED_HANDS)
def chances_of(tiles: Faces, seat: Seat, against: str) -> tuple[Chances, ...]:
    """The chances of three settings; about 15 milliseconds the first time."""
    return chances(tiles, policy(against, OTHER_SEAT[seat]), seat)


@lru_cache
def values_answer() -> ValuesAnswer:
    """Every policy, and the value of the game between every two of them."""
    return ValuesAnswer(
        policies=tuple(
            PolicyAnswer(policy=name, name=nouns.POLICIES[name], about=about) for name, about in DESCRIBED.items()
        ),
        values=tuple(value_between(mine, other) for mine in DESCRIBED for other in DESCRIBED),
        caution=caution(GAME),
    )


@lru_cache
def ranks_answer() -> RanksAnswer:
    """Tables 1 and 2 of the annex, the highest first."""
    by_rank: dict[Any, list[tuple[Kind, Kind]]] = {}
    for first, second in pair_kinds():
        by_rank.setdefault(pair_rank(first, second), []).append((first, second))
    return RanksAnswer(
        tiles=tuple(Tile(face=face) for face in TILES),
        pairs=tuple(_class(by_rank[rank]) for rank in sorted(by_rank, reverse=True)),
        caution=caution(GAME),
    )


def _class(pairs: list[tuple[Kind, Kind]]) -> PairClass:
    # Of a mixed kind that makes a pair with itself, one tile of each face.
    made = tuple((first.faces[0], second.faces[-1] if first is second else second.faces[0]) for first, second in pairs)
    return PairClass(tiles=made[0], made_by=made)


DEALS = sum(WAYS) * HANDS_LEFT
BANK_TEXTS: dict[str, Text] = {
    "TITLE": _("Banking against several gates"),
    "ABOUT": _(
        "For equal stakes and all deals, with each side setting its tiles as chosen in the table above. Gates are settled in order within the principal, and commission is taken from the net gain of the round."
    ),
    "GATES": _("Gates"),
    "STAKE": _("Stake of each gate"),
    "PRINCIPAL": _("Principal"),
    "ALL_STAKES": _("all stakes"),
}
"""What the explorer says of a bank against several gates."""
EXPLORER_WORDS: dict[str, Text] = {
    "front": nouns.FRONT,
    "rear": nouns.REAR,
    "player": nouns.PLAYER,
    "banker": nouns.BANKER,
    "bank_win": answers.BANK_WINS,
    "bank_even": answers.BANK_EVEN,
    "bank_lose": answers.BANK_LOSES,
    "bank_gross": answers.GROSS,
    "bank_commission": answers.MEAN_COMMISSION,
    "bank_value": answers.VALUE_BANK,
    "bank_value_gate_by_gate": answers.GATE_BY_GATE,
    "bank_mean": answers.MEAN_GAIN,
    "most_often": answers.MOST_OFTEN,
    "won": answers.WON,
}


def explore(request: AnyRequest) -> Response[bytes]:
    """The page of the explorer."""
    say = translator(page_language(request), "pai_kao")
    values, ranks = plain(values_answer(), say), plain(ranks_answer(), say)
    return page(
        request,
        "pai_kao/explore.html",
        words=EXPLORER_WORDS,
        data={
            "values": values,
            "tiles": {tile["tile"]: tile for tile in ranks["tiles"]},
            "hand": HAND,
            "hands": HANDS_LEFT,
        },
        most_gates=MOST_GATES,
        game="pai_kao",
        report=game_answer("pai_kao"),
        nouns=nouns,
        bank_texts=BANK_TEXTS,
        ranks=ranks,
        values=values,
        deals=f"{DEALS:,}".replace(",", SEPARATORS[say.language][0]),
        cites={
            "tiles": RANK_CITE.clause,
            "pairs": TABLE_CITE.clause,
            "commission": [cite.clause for cite in COMMISSION_CITES],
            "bank": [cite.clause for cite in (COVER_CITE, *COMMISSION_CITES)],
        },
        sheet=sheet(),
    )


@cache
def sheet() -> Markup:
    """Every tile as a symbol, to be drawn with `use`."""
    drawn = element("svg", element("defs", *symbols()), class_="felt tile-sheet", aria_hidden="true")
    return inline(drawn)


SETTLE_WORDS: dict[str, Text] = {
    "gate": nouns.GATE_WITHIN,
    "banker": nouns.BANKER,
    "front": nouns.FRONT,
    "rear": nouns.REAR,
    "stake_by": nouns.PLAYER,
    "first_dealt": answers.FIRST_DEALT,
    "gate_set_by": answers.GATE_SET_BY,
    "is_void": answers.VOID,
    "claim": answers.CLAIM,
    **{f"result_{name}": words for name, words in RESULT_WORDS.items()},
    "bank": nouns.BANK,
    "casino": nouns.THE_CASINO,
    "house_way_sets": nouns.THE_HOUSE_WAY,
    "then": answers.THEN,
}


def settle(request: AnyRequest) -> Response[bytes]:
    """The page; a link carries the round, which the page reads by itself."""
    say = translator(page_language(request), "pai_kao")
    ranks = plain(ranks_answer(), say)
    return page(
        request,
        "pai_kao/settle.html",
        words=SETTLE_WORDS,
        data={
            "game": "pai_kao",
            "gates": list(GATES),
            "hand": HAND,
            "casino": CASINO_SETS,
            "houseWay": HOUSE,
            "tiles": {tile["tile"]: tile["name"] for tile in ranks["tiles"]},
            "clauses": clauses_told("pai_kao", say.language),
        },
        game="pai_kao",
        report=game_answer("pai_kao"),
        nouns=nouns,
        examples=examples("pai_kao"),
        tiles=ranks["tiles"],
        lines_cite=LINES_CITE.clause,
        rate=say.percent_of(COMMISSION),
        commission_cites=[cite.clause for cite in COMMISSION_CITES],
        sheet=sheet(),
    )


def link(written: Mapping[str, Any]) -> str:
    """Return a round as the part of an address behind the question mark, in the words of the command line."""
    return urlencode(write_words(written))


PAGES = Pages(
    api=(PaiKao,),
    explore=explore,
    settle=SettlePage(show=settle, link=link),
    table_words=TABLE_WORDS,
    table_data=data,
)
