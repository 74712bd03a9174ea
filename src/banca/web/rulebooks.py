"""The rulebooks: every clause by article, in one language or beside each other, with readings and status."""

from collections import Counter
from fractions import Fraction
from functools import lru_cache
from typing import Any

from litestar import Response, get
from litestar.params import FromPath

from banca.finder import find_game
from banca.games import find, rulebook
from banca.law import ClauseKind, Language, law
from banca.reports import game_report, rules_report
from banca.rulebook import term
from banca.service.background import aside
from banca.service.http import AnyRequest, language_of
from banca.service.problems import TAGS
from banca.web.explorer import index, statuses
from banca.web.page import page
from banca.words import Speech, speech
from banca.words.figures import DATES, KINDS
from banca.words.numbers import SEPARATORS

KIND_MEANS = {
    ClauseKind.COMPUTED: term("the figures follow from it"),
    ClauseKind.PROCEDURAL: term("the live table keeps it"),
    ClauseKind.DEFINITIONAL: term("it describes, and nothing is computed from it"),
}
WORDS = {
    "shown": term("{shown} of {count} clauses shown"),
    "none_shown": term("No clause has these words."),
}


@get("/rules", include_in_schema=False)
async def rules_index(request: AnyRequest) -> Response[bytes]:
    """Every rulebook."""
    return index(request, "rules")


@get("/rules/{game:str}", include_in_schema=False)
async def rules_game(request: AnyRequest, game: FromPath[str]) -> Response[bytes]:
    """One rulebook by article."""
    return await aside(request, _rulebook, request, find_game(game).value.id)


def _rulebook(request: AnyRequest, game: str) -> Response[bytes]:
    say = speech(language_of(request))
    articles = articles_of(game, say.language)
    return page(
        request,
        "rules.html",
        words=WORDS,
        report=game_report(game, say),
        articles=articles,
        counts=Counter(clause["status"] for article in articles for clause in article["clauses"]),
        tags={one.value: TAGS[one] for one in Language},
        kinds={kind.value: {"name": say(KINDS[kind]), "means": say(KIND_MEANS[kind])} for kind in ClauseKind},
        statuses=statuses(say),
        dates=DATES,
        spoken=say.language.value,
        order=sorted((one.value for one in Language), key=lambda one: one != say.language),
        speeches={one.value: speech(one) for one in Language},
    )


@lru_cache
def articles_of(game: str, spoken: Language) -> list[dict[str, Any]]:
    """The articles in order, each with its headings and its clauses; texts by language, what else there is as `spoken`."""
    say = speech(spoken)
    reports = {one: rules_report(game, None, one) for one in Language}
    names = bet_names(game, say)
    found: dict[str, dict[str, Any]] = {
        article: {"article": article, "headings": headings, "clauses": []}
        for article, headings in law(game).articles.items()
    }
    for place, clause in enumerate(reports[spoken]["clauses"]):
        texts = {one.value: _texts(reports[one]["clauses"][place]) for one in Language}
        compared = [_compared(row, names, say) for row in clause["compared"]]
        bets = [{"bet": bet, "name": names[bet]} for bet in clause["bets"]]
        found[clause["article"]]["clauses"].append(clause | {"texts": texts, "compared": compared, "bets": bets})
    return [one for one in found.values() if one["clauses"]]


def _texts(clause: dict[str, Any]) -> dict[str, Any]:
    """What is in words, of one language."""
    return {name: clause[name] for name in ("text", "reason", "readings")}


def _compared(row: dict[str, str], names: dict[str, str], say: Speech) -> dict[str, Any]:
    """What the house has of a bet as it is read and in the other reading, exactly and rounded."""
    edges = {
        name: {"exactly": row[name].replace("-", "−"), "rounded": percent(row[name], say.language)}
        for name in ("as_read", "otherwise")
    }
    return {"bet": row["bet"], "name": names[row["bet"]]} | edges


def bet_names(game: str, say: Speech) -> dict[str, str]:
    """The families and the bets of a game, by id and by key."""
    if not find(game).rulebook:
        return {}
    bets = rulebook(game).under().bets
    return {bet.id: say.family(bet) for bet in bets.values()} | {key: say.bet(bet) for key, bet in bets.items()}


def percent(fraction: str, spoken: Language) -> str:
    """A fraction as a percentage with three decimals, written as in that language.

    >>> percent("-17/48", Language.PT)
    '−35,417%'
    """
    return f"{float(Fraction(fraction)):.3%}".replace("-", "−").replace(".", SEPARATORS[spoken][1])


ROUTES: list[Any] = [rules_index, rules_game]
