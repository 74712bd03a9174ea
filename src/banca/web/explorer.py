"""The explorer: every bet with its exact figures, under any options; a game without bets has a page of its own."""

from functools import lru_cache
from typing import Any

from litestar import Response, get
from litestar.datastructures import State
from litestar.params import FromPath
from litestar.response import Redirect

from banca.answers import game_answer, games_answer
from banca.finder import find_game
from banca.games import find, rules_of
from banca.law import Language, readable
from banca.rulebook import Given, Term, plural, term
from banca.service.background import aside
from banca.service.games import Options, OptionValues, odds_of, odds_under, read_options
from banca.service.http import AnyRequest, language_of
from banca.service.plugins import pages_of
from banca.web.page import clauses_told, page
from banca.words import Speech, speech
from banca.words.figures import FIGURES, figure_words
from banca.words.options import option_said, options_said, value_said
from banca.words.statuses import STATUSES

KEPT = 100

SHOWN = (
    *("pays", "commission", "p_win", "p_lose", "p_push", "house_edge", "house_edge_resolved", "house_edge_per_round"),
    *("mean_rounds", "variance"),
)
"""The figures that a page compares."""
COMPARING: dict[str, Term] = {name: FIGURES[name] for name in SHOWN} | {
    "sd": term("standard deviation"),
    "game": term("game"),
    "options": term("options"),
    "status": term("status"),
    "figure": term("figure"),
    "less_commission": term("less {rate} commission"),
    "default_options": term("default"),
    "lowest": term("lowest"),
    "highest": term("highest"),
    "tray": term("Bets to compare: {count} of {most}"),
    "tray_full": term("You can compare at most {most} bets. Remove one first."),
    "take_away": term("Remove {name}"),
    "added": term("{name} added to the comparison."),
    "taken_away": term("{name} removed from the comparison."),
}
WORDS: dict[str, Term] = COMPARING | {
    "bet": term("bet"),
    "edge": term("house edge"),
    "rounds": term("rounds"),
    "spread": term("deviation"),
    "firmness": term("status, clause"),
    "compare": term("compare"),
    "compare_bet": term("Compare {name}"),
    "selections": plural("{count} selection with the same figures", "{count} selections with the same figures"),
    "choose_selection": term("Choose a selection to see it on the layout"),
    "shown": term("Rows shown: {shown} of {count} · bets: {bets}"),
    "none_shown": term("No bet name contains these words."),
    "changed": term("changed"),
    "was": term("default: {value}"),
    "changes": plural(
        "{count} bet has figures different from those of the default options",
        "{count} bets have figures different from those of the default options",
    ),
    "no_changes": term("All figures are the same as with the default options."),
    "exactly": term("exactly"),
    "rounded": term("rounded"),
    "net": term("net"),
    "chance": term("chance"),
    "distribution": term("Net result of one unit staked"),
    "all_figures": term("Every figure"),
    "rests_on": term("Clauses and readings"),
    "mean": term("mean {value}"),
    "states": term("number of states"),
    "prize_by": term("prize"),
    "defined_by": term("bet"),
    "commission_by": term("commission"),
    "read_by": term("reading"),
}


@get("/explore", include_in_schema=False)
async def explore_index(request: AnyRequest) -> Response[bytes]:
    """Every game."""
    return index(request, "explore")


def index(request: AnyRequest, to: str) -> Response[bytes]:
    """Every game with its instrument and how firm its clauses are, each a way to its page under `to`."""
    say = speech(language_of(request))
    return page(
        request,
        "games.html",
        words=COMPARING,
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
    found = find_game(game).value
    own = pages_of(found).explore
    if own:
        return await aside(request, own, request)
    if not found.rulebook:
        return Redirect(f"/rules/{found.id}")  # there is nothing to compare
    return await aside(request, _of_chance, request, found.id, read_options(found, option, state.house.proposals))


def _of_chance(request: AnyRequest, game: str, options: OptionValues) -> Response[bytes]:
    spoken = language_of(request)
    data = data_of(game, options, spoken)
    return page(
        request,
        "explore.html",
        words={**WORDS, **_own(game)},
        data=data,
        game=game,
        report=game_answer(game),
        options=data["options"],
        statuses=data["statuses"],
    )


def _own(game: str) -> dict[str, Term | Given]:
    """The headings that a game has in its own words."""
    named = figure_words(game)
    return {name: named[name] for name in (*SHOWN, "rounds")}


@lru_cache(KEPT)
def data_of(game: str, options: OptionValues, spoken: Language) -> dict[str, Any]:
    """What the page's script is told: the figures as asked for and by default, the options, the clauses."""
    say = speech(spoken, game)
    usual, asked = odds_of(game, (), spoken), odds_of(game, options, spoken)
    return {
        "usual": usual,
        "asked": None if asked is usual else asked,
        "options": options_of(game, spoken),
        "clauses": clauses_told(game, spoken),
        "statuses": statuses(say),
        "optionWords": option_words(say),
    }


def option_words(say: Speech) -> dict[str, dict[str, dict[str, Any]]]:
    """The options of every game in words, for bets of other games that stand beside each other."""
    return {game: words_of_options(game, say) for game in readable()}


def words_of_options(game: str, say: Speech) -> dict[str, dict[str, Any]]:
    """The options of one game in words, by their names."""
    return {
        option.name: {
            "name": option_said(option, say),
            "values": {str(value): value_said(option, value, say) for value in option.values},
        }
        for option in find(game).options
    }


@lru_cache(KEPT)
def options_of(game: str, spoken: Language) -> list[dict[str, Any]]:
    """Every option in words, with the clause that grants it, and whether it changes any figure."""
    return [
        one | {"changes": changes_figures(game, one["option"], (one["values"][0]["value"], one["values"][-1]["value"]))}
        for one in options_said(find(game).options, speech(spoken, game))
    ]


@lru_cache(KEPT)
def changes_figures(game: str, option: str, ends: tuple[str, str]) -> bool:
    """Whether a bet has other figures at one end of an option's values than at the other."""
    first, last = (odds_under(rules_of(game, ((option, value),))).bets for value in ends)
    return {bet.key: bet.results for bet in first} != {bet.key: bet.results for bet in last}


def statuses(say: Speech) -> dict[str, dict[str, str]]:
    """Each status with its mark, its word and what it means, the firmest first."""
    return {
        status.value: {"mark": worded.mark, "name": say(worded.name), "means": say(worded.means)}
        for status, worded in STATUSES.items()
    }


ROUTES: list[Any] = [explore_index, explore_game]
