"""The rulebooks as texts: which games there are, and what each clause says."""

from typing import Any

from banca.exact import analyse
from banca.games import GAMES, rulebook
from banca.law import Language, Status, clause, law, shared_readings
from banca.rulebook import Citation, Rules, explore
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
    """The rulebook by article, or one clause; each with its readings, the bets it bears on, and what it decides."""
    its = law(game)
    rules = rulebook(game).under()
    bets, compared = _bets_by_clause(rules), _compared_by_clause(rules)
    chosen = [*its.clauses.values(), *shared_readings().values()] if number is None else [clause(game, number)]
    return {
        "game": game,
        "title": its.instrument.title[spoken],
        "instrument": its.instrument.name[spoken],
        "holds": its.instrument.holds[spoken],
        "articles": {article: heading[spoken] for article, heading in its.articles.items()},
        "clauses": [
            {
                "clause": one.cite.clause,
                "article": one.article,
                "status": one.status.value,
                "kind": one.kind.value,
                "text": one.text[spoken],
                "reason": one.reason,
                "readings": {cite.clause: clause(game, cite.clause).text[spoken] for cite in one.readings},
                "bets": list(bets.get(one.cite, ())),
                "compared": compared.get(one.cite, []),
            }
            for one in chosen
        ],
    }


def _bets_by_clause(rules: Rules) -> dict[Citation, dict[str, None]]:
    """The families of bets that each clause bears on: it defines them, decides or pays them, or they rest on it."""
    families: dict[Citation, dict[str, None]] = {}
    for bet in rules.bets.values():
        decisions = {cell for row in explore(bet).rows for cell in row if not isinstance(cell, int)}
        commission = bet.commission.cite if bet.commission else None
        for cite in (bet.cite, *bet.reads, commission, *(decision.cite for decision in decisions)):
            if cite:
                families.setdefault(cite, {})[bet.id] = None
    return families


def _compared_by_clause(rules: Rules) -> dict[Citation, list[dict[str, str]]]:
    """For readings that decide figures: the house edge as Banca reads the source, and in the other reading."""
    compared: dict[Citation, list[dict[str, str]]] = {}
    for other in rules.rulebook.other_readings(rules.chosen):
        edges = {"as_read": analyse(other.as_read).house_edge, "otherwise": analyse(other.otherwise).house_edge}
        row = {"bet": other.as_read.key} | {name: str(edge) for name, edge in edges.items()}
        compared.setdefault(other.cite, []).append(row)
    return compared
