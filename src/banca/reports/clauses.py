"""The rulebooks as texts: which games there are, and what each clause says."""

from typing import Any

from banca.exact import analyse
from banca.games import find, rulebook
from banca.law import Instrument, Language, Status, clause, clauses_of, clauses_under, law, readable
from banca.reports.heading import title_of
from banca.rulebook import Citation, Rules, explore
from banca.words import Speech


def games_report(say: Speech) -> dict[str, Any]:
    """Every game."""
    return {"games": [game_report(game, say) for game in readable()]}


def game_report(game: str, say: Speech) -> dict[str, Any]:
    """One game: its instrument, how firm its clauses are, its options and bets, how outcomes are written."""
    report = _instrument(game, say.language) | {"clauses": _firmness(game)}
    if not find(game).rulebook:
        return report | {"bets": 0, "families": [], "options": [], "outcome": "", "nulls": {}}
    rules = rulebook(game).under()
    families: dict[str, list[str]] = {}
    names: dict[str, str] = {}
    for bet in rules.bets.values():
        families.setdefault(bet.id, []).append(bet.selection)
        names.setdefault(bet.id, say.family(bet))
    return report | {
        "bets": len(rules.bets),
        "families": [
            {"id": bet_id, "name": names[bet_id], "selections": [one for one in selections if one]}
            for bet_id, selections in families.items()
        ],
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
        "nulls": {str(reason): list(map(str, null.cites)) for reason, null in rules.rulebook.nulls.items()},
    }


def _instrument(game: str, spoken: Language) -> dict[str, Any]:
    """The game, its instrument with its dates, and what the source holds of it."""
    instrument = law(game).instrument
    return title_of(game, spoken) | {"dates": dates_of(instrument), "holds": instrument.holds[spoken]}


def _firmness(game: str) -> dict[str, int]:
    """How many of its clauses are gazetted, readings, reconstructed."""
    statuses = [one.status for one in law(game).clauses.values()]
    return {status.value: statuses.count(status) for status in Status}


def rules_report(game: str, number: str | None, spoken: Language) -> dict[str, Any]:
    """The rulebook by article, or one clause; each with its readings, the bets it bears on, and what it decides."""
    rules = None if not find(game).rulebook else rulebook(game).under()
    bets = _bets_by_clause(rules) if rules else {}
    compared = _compared_by_clause(rules) if rules else {}
    chosen = list(clauses_of(game).values()) if number is None else clauses_under(game, number)
    return _instrument(game, spoken) | {
        "articles": {article: heading[spoken] for article, heading in law(game).articles.items()},
        "clauses": [
            {
                "clause": one.cite.clause,
                "article": one.article,
                "status": one.status.value,
                "kind": one.kind.value,
                "text": one.text[spoken],
                "reason": one.reason[spoken] if one.reason else "",
                "readings": {cite.clause: clause(game, cite.clause).text[spoken] for cite in one.readings},
                "bets": list(bets.get(one.cite, ())),
                "compared": compared.get(one.cite, []),
            }
            for one in chosen
        ],
    }


def dates_of(instrument: Instrument) -> dict[str, str]:
    """When it was signed and published, where, and since when it is in force, as far as the source says."""
    dates = {
        "signed": instrument.signed,
        "published": instrument.published,
        "gazette": instrument.gazette,
        "in_force": instrument.in_force,
    }
    return {name: str(value) for name, value in dates.items() if value}


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
