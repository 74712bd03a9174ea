"""The rulebooks: every clause by article, in one language or beside each other, with readings and status."""

from collections import Counter
from datetime import date
from functools import lru_cache
from typing import Any, NamedTuple

from litestar import Response, get
from litestar.params import FromPath, FromQuery

from banca.games import find, rulebook
from banca.i18n import Translator, translator
from banca.i18n.descriptions import CLAUSE_KINDS, EFFECTS
from banca.i18n.lookup import find_game, read_day
from banca.law import ClauseKind, Language
from banca.law.rulebooks import ClauseAnswer, EdgesCompared, edition_on, game_answer, rules_answer
from banca.rules import Text, _
from banca.server.http import AnyRequest, aside, language_of
from banca.server.pages.explorer import index, statuses
from banca.server.pages.page import page
from banca.server.problems import TAGS

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
    return await aside(request, _rulebook, request, find_game(game).value.id, read_day(on) if on else None)


def _rulebook(request: AnyRequest, game: str, on: date | None) -> Response[bytes]:
    say = translator(language_of(request), game)
    articles = articles_of(game, say.language)
    return page(
        request,
        "rules.html",
        game=game,
        report=game_answer(game),
        edition=edition_on(game, on) if on else None,
        articles=articles,
        counts=Counter(clause.answer.status for article in articles for clause in article.clauses),
        tags={language.value: TAGS[language] for language in Language},
        kinds={kind.value: {"name": say(CLAUSE_KINDS[kind]), "means": say(KIND_MEANS[kind])} for kind in ClauseKind},
        statuses=statuses(say),
        effects=EFFECTS,
        spoken=say.language.value,
        order=sorted((one.value for one in Language), key=lambda one: one != say.language),
        speeches={one.value: translator(one, game) for one in Language},
    )


class NamedEdges(NamedTuple):
    """A bet whose figures depend on a reading."""

    name: str
    edges: EdgesCompared


class ClauseShown(NamedTuple):
    """A clause, and the bets it bears on with their names."""

    answer: ClauseAnswer
    bets: list[tuple[str, str]]
    compared: list[NamedEdges]


class ArticleShown(NamedTuple):
    """An article with its heading and its clauses."""

    article: str
    heading: Text
    clauses: list[ClauseShown]


@lru_cache
def articles_of(game: str, spoken: Language) -> list[ArticleShown]:
    """The articles in order, each with its clauses; texts in every language, names of bets as `spoken`."""
    book, names = rules_answer(game), bet_names(game, translator(spoken, game))
    articles = {article: ArticleShown(article, heading, []) for article, heading in book.articles.items()}
    for clause in book.clauses:
        bets = [(bet, names[bet]) for bet in clause.bets]
        compared = [NamedEdges(names[article_shown.bet], article_shown) for article_shown in clause.compared]
        articles[clause.article].clauses.append(ClauseShown(clause, bets, compared))
    return [article_shown for article_shown in articles.values() if article_shown.clauses]


def bet_names(game: str, say: Translator) -> dict[str, str]:
    """The families and the bets of a game, by id and by key."""
    if not find(game).rulebook:
        return {}
    bets = rulebook(game).under().bets
    return {bet.id: say.family(bet) for bet in bets.values()} | {key: say.bet(bet) for key, bet in bets.items()}


ROUTES: list[Any] = [rules_index, rules_game]
