"""Settle a dispute: the bets on the layout, the throws in order, and what becomes of each bet by which article."""

from functools import lru_cache
from typing import Any, NamedTuple
from urllib.parse import urlencode

from litestar import Response, get
from litestar.params import FromPath
from litestar.response import Redirect

from banca.analysis.settlement import Dispute, WorkedDispute, worked
from banca.drawing.devices import device
from banca.games import find, rules_of
from banca.i18n import translator
from banca.i18n.descriptions import describe_options, result_words
from banca.law import Language, readable
from banca.law.rulebooks import game_answer
from banca.rules import Refusal, Text
from banca.server.http import AnyRequest, compute, page_language
from banca.server.pages.console import faces, outcome_names
from banca.server.pages.page import clauses_told, inline, page
from banca.server.plugins import pages_of

KEPT = 100


class DisputeLink(NamedTuple):
    """A worked dispute, and where it is opened."""

    game: str
    title: Text
    about: Text
    link: str


@get("/settle", include_in_schema=False)
async def settle_index(request: AnyRequest) -> Response[bytes]:
    """The games to choose from, and the worked disputes."""
    games = [game for game in readable() if find(game).rulebook or pages_of(find(game)).settle]
    return page(
        request, "settle_games.html", settled=games, examples=[example for game in games for example in examples(game)]
    )


@get("/settle/{game:str}", include_in_schema=False)
async def settle_game(request: AnyRequest, game: FromPath[str]) -> Response[bytes] | Redirect:
    """The page of one game; a link carries what is asked, which the page reads by itself."""
    own = pages_of(find(game)).settle
    if own:
        return await compute(request, own.show, request)
    if not find(game).rulebook:
        return Redirect(f"/rules/{game}")  # there is nothing to settle
    return await compute(request, _of_chance, request, game)


def _of_chance(request: AnyRequest, game: str) -> Response[bytes]:
    say = translator(page_language(request), game)
    data = data_of(game, say.language)
    return page(
        request,
        "settle.html",
        words=result_words(game),
        data=data,
        game=game,
        report=game_answer(game),
        house_options=data["houseOptions"],
        reasons=data["reasons"],
        examples=examples(game),
        device=inline(device(game, say)),
    )


@lru_cache(KEPT)
def data_of(game: str, spoken: Language) -> dict[str, Any]:
    """What the page's script is told of a game: bets, options, how throws are entered, the clauses; nothing is settled by it."""
    say, rules = translator(spoken, game), rules_of(game)
    book = rules.rulebook
    shown = [book.show(outcome).split("-") for outcome, _ in rules.space]
    return {
        "game": game,
        "options": [],
        "houseOptions": describe_options(find(game).options, say),
        "limits": {name: getattr(book.limits, name) for name in ("minimum", "maximum", "chip")},
        "minimum": book.limits.minimum,
        "maximum": book.limits.maximum,
        "bets": {key: {"name": say.bet(bet)} for key, bet in rules.bets.items()},
        "faces": faces(rules),
        "names": outcome_names(rules, say),
        "entered": {"parts": max(map(len, shown)), "form": say(book.outcome_form)},
        "reasons": {
            str(name): {"said": say(null.says), "clauses": [cite.clause for cite in null.by]}
            for name, null in book.nulls.items()
        },
        "clauses": clauses_told(game, spoken),
    }


def examples(game: str) -> list[DisputeLink]:
    """The worked disputes of a game; none where its files cannot be read."""
    try:
        return [
            DisputeLink(game, *dispute.texts(), f"/settle/{game}?{_asked(game, dispute)}")
            for dispute in worked(game).values()
        ]
    except Refusal:
        return []


def _asked(game: str, one: WorkedDispute) -> str:
    own = pages_of(find(game)).settle
    return own.link(one.request) if own else link(one.dispute)


def link(asked: Dispute) -> str:
    """A dispute as the part of an address behind the question mark, in the words of the command line."""
    limits = ((name, getattr(asked.limits, name)) for name in ("minimum", "maximum", "chip"))
    return urlencode(
        [
            *(("option", f"{name}={value}") for name, value in asked.options.items()),
            *(("bet", f"{bet.bet}{f'@{bet.at}' if bet.at else ''}={bet.stake}") for bet in asked.bets),
            *(("outcome", outcome) for outcome in asked.outcomes),
            *((name, value) for name, value in limits if value is not None),
        ]
    )


ROUTES: list[Any] = [settle_index, settle_game]
