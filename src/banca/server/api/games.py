"""Games over HTTP, for anybody: what there is, the exact figures, the rulebook, the layout, a settlement."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Annotated, Any

from litestar import Response, Router, get, post
from litestar.datastructures import State
from litestar.params import FromPath, JSONBody, QueryParameter

from banca.analysis.exact.odds import GameFigures, figures_of
from banca.analysis.rounds import TogetherAnswer, together_answer
from banca.analysis.settlement import Dispute, SettlementAnswer, settle_dispute
from banca.drawing import Form, table_file, table_of, to_text
from banca.drawing.felt import Size, measured
from banca.game import Game
from banca.games import rulebook, rules_of
from banca.i18n import translator
from banca.i18n.answer import plain
from banca.i18n.lookup import find_game, find_option, read_day
from banca.law import Language
from banca.law.rulebooks import (
    GameAnswer,
    GamesAnswer,
    RulesAnswer,
    check_in_force,
    edition_on,
    game_answer,
    games_answer,
    rules_answer,
)
from banca.rules import Proposal, Rules
from banca.rules.rulebook import OPTION
from banca.server.http import (
    AnyRequest,
    api_language,
    compressed_response,
    compute,
    computed_response,
    localized_response,
)
from banca.server.openapi import BODY, refuses

KEPT = 200
"""Answers that are at hand: the figures of a game under its options do not change."""

Options = Annotated[list[str] | None, QueryParameter(name="option", max_items=20)]
"""What the house chose, as `NAME=VALUE`."""


On = Annotated[
    str | None,
    QueryParameter(max_length=40, description="The day on which the text must have applied, such as 2010-03-09."),
]
OptionValues = tuple[tuple[str, object], ...]
"""Options by name; a proposal is its own value."""


@get(summary="List games", responses=refuses())
async def list_games(request: AnyRequest) -> Response[GamesAnswer]:
    """Its instrument, options, bets, and how outcomes are written."""
    return localized_response(request, games_answer())


@get("/{game:str}", summary="Show a game", responses=refuses(422))
async def one_game(request: AnyRequest, game: FromPath[str]) -> Response[GameAnswer]:
    """Its instrument, options, bets, and how outcomes are written."""
    return localized_response(request, game_answer(find_game(game).value.id))


@get("/{game:str}/odds", summary="Show the exact figures of every bet", responses=refuses(422))
async def odds(request: AnyRequest, state: State, game: FromPath[str], option: Options = None) -> Response[GameFigures]:
    """Fractions as text, under the given options; the same as `banca odds GAME --json`."""
    meant = find_game(game).value
    rulebook(meant.id)
    chosen = read_options(meant, option, state.house.proposals)
    return Response(await compute(request, odds_of, meant.id, chosen, api_language(request)))


@get("/{game:str}/rules", summary="Show the rulebook by article", responses=refuses(422))
async def rules(request: AnyRequest, game: FromPath[str], on: On = None) -> Response[RulesAnswer]:
    """Every clause with its status, its readings and the bets that it concerns; with `on`, refused if another text applied on that day."""
    return await computed_response(request, rules_on, find_game(game).value.id, on)


@get("/{game:str}/layout", summary="Draw the layout", media_type="image/svg+xml", responses=refuses(422))
async def layout(  # as an address names them
    request: AnyRequest,
    state: State,
    game: FromPath[str],
    option: Options = None,
    form: Annotated[Form, QueryParameter()] = Form.WIDE,
    part: Annotated[str, QueryParameter(max_length=80)] = "",
    width: Annotated[int, QueryParameter(ge=0, le=10_000)] = 0,
    height: Annotated[int, QueryParameter(ge=0, le=10_000)] = 0,
    bare: Annotated[bool, QueryParameter()] = False,  # noqa: FBT002 - a query parameter
) -> Response[bytes]:
    """An SVG drawn from the rulebook; with `bare`, without its style, for embedding in a page.

    The forms `wide` and `tall` are the table. A `board` is one `part` of it, by default the first, as boxes that fill
    `width` and `height` in pixels.
    """
    meant = find_game(game).value
    chosen = read_options(meant, option, state.house.proposals)
    drawn = await compute(
        request, layout_of, meant.id, chosen, api_language(request), form, part, measured((width, height)), bare
    )
    return compressed_response(request, drawn, "image/svg+xml")


def rules_on(game: str, on: str | None) -> RulesAnswer:
    """The rulebook, with the edition of a day where one is asked for; refused where another was in force."""
    if on is None:
        return rules_answer(game)
    day = read_day(on)
    check_in_force(game, day)
    return rules_answer(game, on=edition_on(game, day))


def read_options(game: Game, written: list[str] | None, proposals: Mapping[str, Proposal]) -> OptionValues:
    """Options as they stand in an address, a proposal of the house by its id; of one that stands there twice, the last."""
    named: dict[str, str] = {}
    for name, _, value in (option.partition("=") for option in written or []):
        key, choice = (name, value) if name == OPTION else find_option(game, name, value).value
        named[key] = str(choice)
    return tuple(sorted(with_proposal(named, proposals).items()))


def with_proposal(options: Mapping[str, str], proposals: Mapping[str, Proposal]) -> dict[str, object]:
    """Options with the proposal itself in the place of its id."""
    proposal = proposals.get(options.get(OPTION, ""))
    return {**options, OPTION: proposal} if proposal else dict(options)


def odds_of(game: str, options: OptionValues, spoken: Language) -> Any:  # JSON of `GameFigures`
    """The exact figures of a game under options, as they are sent."""
    return _odds_said(rules_of(game, options), spoken)


@lru_cache(KEPT)
def _odds_said(rules: Rules, spoken: Language) -> Any:  # as above
    """Written once for all who ask: a large layout takes longer to write than to send."""
    return plain(odds_under(rules), translator(spoken, rules.rulebook.game))


@lru_cache(KEPT)
def odds_under(rules: Rules) -> GameFigures:
    """The exact figures of the bets under some rules."""
    return figures_of(rules)


@lru_cache(KEPT)
def layout_of(
    game: str,
    options: OptionValues,
    spoken: Language,
    form: Form,
    part: str,
    size: Size,
    bare: bool,  # noqa: FBT001 - of an address
) -> bytes:
    """The layout of a game as SVG."""
    say = translator(spoken, game)
    if bare:  # a page that it is put into says itself what to know of the game's text
        return to_text(table_of(game, dict(options), say, form, part, size)).encode()
    return table_file(game, dict(options), say, form, part, size).encode()


@post("/{game:str}/settle", summary="Settle bets", status_code=200, responses=refuses(422, *BODY))
async def settle(request: AnyRequest, game: FromPath[str], data: JSONBody[Dispute]) -> Response[SettlementAnswer]:
    """The result, arithmetic and articles of every bet; the same as `banca settle GAME --json`."""
    return await computed_response(request, _settlement, rulebook(game).game, data, _options(request, data))


@post(
    "/{game:str}/together",
    summary="Analyse the next round of several bets",
    status_code=200,
    responses=refuses(422, *BODY),
)
async def together(request: AnyRequest, game: FromPath[str], data: JSONBody[Dispute]) -> Response[TogetherAnswer]:
    """Every net result of the round after the throws, with its exact probability; the same as `banca together GAME --json`."""
    return await computed_response(request, _together, rulebook(game).game, data, _options(request, data))


def _options(request: AnyRequest, asked: Dispute) -> dict[str, object]:
    return with_proposal(asked.options, request.app.state.house.proposals)


def _settlement(game: str, asked: Dispute, options: Mapping[str, object]) -> SettlementAnswer:
    return settle_dispute(game, asked, options).answer()


def _together(game: str, asked: Dispute, options: Mapping[str, object]) -> TogetherAnswer:
    so_far = settle_dispute(game, asked, options)
    return together_answer(so_far.rules, so_far.all_standing(), so_far.limits.chip)


ROUTES = Router("/games", route_handlers=[list_games, one_game, odds, rules, layout, settle, together], tags=("games",))
