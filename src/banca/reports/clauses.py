"""The rulebooks as texts: which games there are, and what each clause says."""

from typing import Any

from banca.games import GAMES, rulebook
from banca.law import Clause, Language, Status, clause, law, shared_readings
from banca.rulebook import Bet, Citation, explore
from banca.words import Speech


def games_report(say: Speech) -> dict[str, Any]:
    """Every game with its instrument, its options and how firm its clauses are."""
    return {"games": [_game(game, say.language) for game in GAMES]}


def _game(game: str, spoken: Language) -> dict[str, Any]:
    rules = rulebook(game).under()
    its = law(game)
    statuses = [one.status for one in its.clauses.values()]
    return {
        "game": game,
        "title": its.instrument.title[spoken],
        "instrument": its.instrument.name[spoken],
        "holds": its.instrument.holds[spoken],
        "bets": len(rules.bets),
        "clauses": {status.value: statuses.count(status) for status in Status},
        "options": [
            {
                "option": option.name,
                "values": [str(value) for value in option.values],
                "spelled": option.spelled(),
                "default": str(option.default),
                "cite": str(option.cite),
            }
            for option in rules.rulebook.options
        ],
        "outcome": rules.rulebook.outcome_form,
        "nulls": {str(reason): list(map(str, cites)) for reason, cites in rules.rulebook.nulls.items()},
    }


def rules_report(game: str, number: str | None, spoken: Language) -> dict[str, Any]:
    """The rulebook by article, or one clause with the readings and bets that belong to it."""
    its = law(game)
    chosen = [*its.clauses.values(), *shared_readings().values()] if number is None else [clause(game, number)]
    return {
        "game": game,
        "title": its.instrument.title[spoken],
        "instrument": its.instrument.name[spoken],
        "holds": its.instrument.holds[spoken],
        "articles": {article: heading[spoken] for article, heading in its.articles.items()},
        "clauses": [_clause(game, one, spoken) for one in chosen],
    }


def _clause(game: str, one: Clause, spoken: Language) -> dict[str, Any]:
    return {
        "clause": one.cite.clause,
        "article": one.article,
        "status": one.status.value,
        "kind": one.kind.value,
        "text": one.text[spoken],
        "reason": one.reason,
        "readings": {reading.clause: clause(game, reading.clause).text[spoken] for reading in one.readings},
        "bets": bets_citing(game, one.cite),
    }


def bets_citing(game: str, cite: Citation) -> list[str]:
    """The families of bets that a clause bears on: it defines them, pays them, or they rest on it."""
    return list(dict.fromkeys(bet.id for bet in rulebook(game).under().bets.values() if cite in _cites(bet)))


def _cites(bet: Bet) -> set[Citation]:
    cites = {bet.cite, *bet.reads}
    if bet.commission:
        cites.add(bet.commission.cite)
    decisions = {cell for row in explore(bet).rows for cell in row if not isinstance(cell, int)}
    return cites | {decision.cite for decision in decisions if decision.cite}
