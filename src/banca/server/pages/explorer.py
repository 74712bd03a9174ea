"""The explorer: every bet with its exact figures, under any options; and the rulebooks by article."""

from collections import Counter
from datetime import date
from functools import lru_cache
from typing import Any

from litestar import Response, get
from litestar.datastructures import State
from litestar.params import FromPath, FromQuery
from litestar.response import Redirect

from banca.games import find, rulebook, rules_of
from banca.i18n import Translator, translator
from banca.i18n.descriptions import (
    CLAUSE_KINDS,
    EFFECTS,
    FIGURES,
    STATUSES,
    describe_options,
    figure_words,
    option_name,
    option_value_name,
)
from banca.i18n.lookup import find_game, read_day
from banca.law import ClauseKind, Language, readable
from banca.law.rulebooks import RulesAnswer, edition_on, game_answer, games_answer, rules_answer
from banca.rules import Text, _
from banca.server.api.games import Options, OptionValues, odds_of, odds_under, read_options
from banca.server.http import AnyRequest, compute, page_language
from banca.server.pages.page import clauses_told, page
from banca.server.plugins import pages_of
from banca.server.problems import TAGS

KEPT = 100

SHOWN = (
    *("pays", "commission", "p_win", "p_lose", "p_push", "house_edge", "house_edge_resolved", "house_edge_per_round"),
    *("mean_rounds", "variance"),
)
"""The figures that a page compares."""


@get("/explore", include_in_schema=False)
async def explore_index(request: AnyRequest) -> Response[bytes]:
    """Every game."""
    return index(request, "explore")


def index(request: AnyRequest, to: str) -> Response[bytes]:
    """Every game with its instrument and how firm its clauses are, each a way to its page under `to`."""
    say = translator(page_language(request))
    return page(
        request,
        "games.html",
        words={name: FIGURES[name] for name in SHOWN},
        data={"statuses": statuses(say), "optionWords": option_words(say)},
        to=to,
        reports=games_answer().games,
        statuses=statuses(say),
    )


@get("/explore/{game:str}", include_in_schema=False)
async def explore_game(
    request: AnyRequest, state: State, game: FromPath[str], option: Options = None
) -> Response[bytes] | Redirect:
    """The bets of one game under options; of a game that has another page in its folder, that."""
    named = find_game(game).value
    own = pages_of(named).explore
    if own:
        return await compute(request, own, request)
    if not named.rulebook:
        return Redirect(f"/rules/{named.id}")  # there is nothing to compare
    return await compute(request, _of_chance, request, named.id, read_options(named, option, state.house.proposals))


def _of_chance(request: AnyRequest, game: str, options: OptionValues) -> Response[bytes]:
    spoken = page_language(request)
    data = data_of(game, options, spoken)
    return page(
        request,
        "explore.html",
        words=_own(game),
        data=data,
        game=game,
        report=game_answer(game),
        options=data["options"],
        statuses=data["statuses"],
    )


def _own(game: str) -> dict[str, Text]:
    """The headings that a game has in its own words."""
    named = figure_words(game)
    return {name: named[name] for name in (*SHOWN, "rounds")}


@lru_cache(KEPT)
def data_of(game: str, options: OptionValues, spoken: Language) -> dict[str, Any]:
    """What the page's script is told: the figures as asked for and by default, the options, the clauses."""
    say = translator(spoken, game)
    usual, chosen = odds_of(game, (), spoken), odds_of(game, options, spoken)
    return {
        "usual": usual,
        "asked": None if chosen is usual else chosen,
        "options": options_of(game, spoken),
        "clauses": clauses_told(game, spoken),
        "statuses": statuses(say),
        "optionWords": option_words(say),
    }


def option_words(say: Translator) -> dict[str, dict[str, dict[str, Any]]]:
    """The options of every game in words, for bets of other games that stand beside each other."""
    return {game: words_of_options(game, say) for game in readable()}


def words_of_options(game: str, say: Translator) -> dict[str, dict[str, Any]]:
    """The options of one game in words, by their names."""
    return {
        option.name: {
            "name": option_name(option, say),
            "values": {str(value): option_value_name(option, value, say) for value in option.values},
        }
        for option in find(game).options
    }


@lru_cache(KEPT)
def options_of(game: str, spoken: Language) -> list[dict[str, Any]]:
    """Every option in words, with the clause that grants it, and whether it changes any figure."""
    return [
        option
        | {
            "changes": changes_figures(
                game,
                option["option"],
                (option["values"][0]["value"], option["values"][-1]["value"]),
            )
        }
        for option in describe_options(find(game).options, translator(spoken, game))
    ]


@lru_cache(KEPT)
def changes_figures(game: str, option: str, ends: tuple[str, str]) -> bool:
    """Whether a bet has other figures at one end of an option's values than at the other."""
    first, last = (odds_under(rules_of(game, ((option, value),))).bets for value in ends)
    return {bet.bet.key: bet.payments for bet in first} != {bet.bet.key: bet.payments for bet in last}


def statuses(say: Translator) -> dict[str, dict[str, str]]:
    """Each status with its mark, its word and what it means, the firmest first."""
    return {
        status.value: {"mark": worded.mark, "name": say(worded.name), "means": say(worded.means)}
        for status, worded in STATUSES.items()
    }


# The rulebooks: every clause by article, in one language or beside each other, with readings and status

KIND_MEANS = {
    ClauseKind.COMPUTED: _("the figures are computed from it"),
    ClauseKind.PROCEDURAL: _("the live table enforces it"),
    ClauseKind.DEFINITIONAL: _("descriptive only: no figure depends on it"),
}


@get("/rules", include_in_schema=False)
async def rules_index(request: AnyRequest) -> Response[bytes]:
    """Every rulebook."""
    return index(request, "rules")


@get("/rules/{game:str}", include_in_schema=False)
async def rules_game(request: AnyRequest, game: FromPath[str], on: FromQuery[str | None] = None) -> Response[bytes]:
    """One rulebook by article; and, of a day, which text applied on it."""
    return await compute(request, _rulebook, request, find_game(game).value.id, read_day(on) if on else None)


def _rulebook(request: AnyRequest, game: str, on: date | None) -> Response[bytes]:
    say = translator(page_language(request), game)
    book = read_book(game)
    return page(
        request,
        "rules.html",
        game=game,
        report=game_answer(game),
        edition=edition_on(game, on) if on else None,
        book=book,
        names=bet_names(game, say),
        counts=Counter(clause.status for clause in book.clauses),
        tags={language.value: TAGS[language] for language in Language},
        kinds={kind.value: {"name": say(CLAUSE_KINDS[kind]), "means": say(KIND_MEANS[kind])} for kind in ClauseKind},
        statuses=statuses(say),
        effects=EFFECTS,
        spoken=say.language.value,
        order=sorted((language.value for language in Language), key=lambda language: language != say.language),
        speeches={language.value: translator(language, game) for language in Language},
    )


@lru_cache
def read_book(game: str) -> RulesAnswer:
    """A rulebook by article, its texts in every language."""
    return rules_answer(game)


def bet_names(game: str, say: Translator) -> dict[str, str]:
    """The families and the bets of a game, by id and by key."""
    if not find(game).rulebook:
        return {}
    bets = rulebook(game).under().bets
    return {bet.id: say.family(bet) for bet in bets.values()} | {key: say.bet(bet) for key, bet in bets.items()}


ROUTES: list[Any] = [explore_index, explore_game, rules_index, rules_game]
