"""The whole dossier as plain data in one language: what the PDF and the page print, and what `--json` writes."""

import hashlib
import json
import math
from collections.abc import Mapping
from datetime import date
from fractions import Fraction
from importlib.metadata import version
from typing import Any

from banca.answers import bet_figures, plain
from banca.answers.clauses import dates_of
from banca.dossier import texts
from banca.dossier.endings import Ending
from banca.dossier.proof import proposal_certificate, rests_on
from banca.dossier.simulated import Simulated
from banca.dossier.study import BetStudy, Study
from banca.drawing import layout, standalone
from banca.exact.analysis import fraction
from banca.games import rulebook
from banca.law import Clause, Status, clause, law
from banca.rulebook import KINDS, Decided, Win, format_patacas, net_per_unit
from banca.rulebook.proposed import OPTION, PROPOSED
from banca.words import Speech
from banca.words.figures import MARKS
from banca.words.options import option_said, value_said

FORMAT = "banca dossier 1"
STATES_SHOWN = 8
"""States of a long bet whose row is printed; the certificate has them all."""

Json = dict[str, Any]


def dossier_report(
    whole: Study, say: Speech, simulated: Mapping[str, Simulated] | None = None, dated: date | None = None
) -> Json:
    """Everything about a proposal; `simulated` by the key of the bet, where it was asked for; `dated` only where it shall be."""
    report = study_report(whole, say)
    certificate = proposal_certificate(whole)
    return {
        "format": FORMAT,
        "version": version("banca"),
        "language": say.language.value,
        "date": dated.isoformat() if dated else "",
        **report,
        "source": whole.proposal.source,
        "bets": [
            shown | _proved(one, say, (simulated or {}).get(one.bet.key))
            for shown, one in zip(report["bets"], whole.bets, strict=True)
        ],
        "layout": standalone(layout(whole.rules, say)),
        "rests_on": [_clause(one, say) for one in rests_on(whole)],
        "certificate": certificate,
        "certificate_digest": hashlib.sha256(json.dumps(certificate, sort_keys=True).encode()).hexdigest(),
    }


def study_report(whole: Study, say: Speech) -> Json:
    """What is said of a proposal while it is being written: the figures, without their proof and without the layout."""
    proposal = whole.proposal
    instrument = law(proposal.game).instrument
    return {
        "id": proposal.id,
        "digest": proposal.digest,
        "title": say(proposal.title),
        "game": proposal.game,
        "game_title": instrument.title[say.language],
        "instrument": instrument.name[say.language],
        "dates": plain(dates_of(instrument), say),
        "is_granted": bool(whole.rules.rulebook.new_bets),
        "asked_under": [_clause(one, say) for one in _asked_under(proposal.game)],
        "minimum": format_patacas(whole.limits.minimum),
        "maximum": format_patacas(whole.limits.maximum),
        "chip": format_patacas(whole.limits.chip),
        "options": [
            {
                "option": option.name,
                "name": option_said(option, say),
                "value": str(whole.rules.chosen[option]),
                "said": value_said(option, whole.rules.chosen[option], say),
            }
            for option in whole.rules.rulebook.options
            if option.name != OPTION
        ],
        "warnings": [{"code": str(warning.code), "said": say.message(warning)} for warning in whole.warnings],
        "bets": [_bet(one, say) for one in whole.bets],
        "comparison": _comparison(whole, say),
    }


def _asked_under(game: str) -> list[Clause]:
    """The clauses by which new bets are asked for, and the reading where the game has none."""
    cites = rulebook(game).new_bets or (PROPOSED,)
    return [clause(cite.game, cite.clause) for cite in cites]


def _clause(one: Clause, say: Speech) -> Json:
    return {"cite": str(one.cite), "clause": one.cite.clause, "text": one.text[say.language]}


def _figure(value: Fraction) -> Json:
    """Exactly, and rounded for the eye: to four decimals of a percent, or to as many as show four digits."""
    percent = float(value) * 100
    decimals = 4 if not value or abs(percent) >= 0.1 else 3 - math.floor(math.log10(abs(percent)))
    return {"exact": str(value), "decimal": f"{float(value):.{decimals + 2}f}", "percent": f"{percent:.{decimals}f}"}


def _bet(one: BetStudy, say: Speech) -> Json:
    figures = one.analysis
    phase = one.new.phase if one.new else ""
    return {
        **plain(bet_figures(one.bet, figures), say),
        "key": one.bet.key,
        "is_new": one.new is not None,
        "description": say(one.bet.about) or clause(one.bet.cite.game, one.bet.cite.clause).text[say.language],
        "pays_before": say.odds(one.before.pays) if one.before else "",
        "place": one.bet.place.value if one.new else "",
        "phase": phase,
        "when": say(one.rules.rulebook.table.phase_words.get(phase, phase)),
        "line": one.new.line if one.new else 0,
        "edge": _figure(figures.house_edge),
        "edge_before": _figure(one.before.house_edge) if one.before else None,
        "edge_per_round": _figure(figures.house_edge_per_round),
        "win": _figure(figures.p_win),
        "lose": _figure(figures.p_lose),
        "push": _figure(figures.p_push),
        "one_in": f"{float(1 / figures.p_win):.2f}",
        "rounds": _figure(figures.mean_rounds),
        "prizes": [
            {
                "row": row.key,
                "name": say(row.name),
                "pays": say.odds([row.odds]),
                "chance": _figure(row.chance),
                "one_in": f"{float(1 / row.chance):.2f}" if row.chance else "",
                "returns": _figure(row.chance * net_per_unit(Win(row.odds, one.bet.cite), one.bet.commission)),
                "lower": say.odds([row.lower]) if row.lower else "",
                "edge_lower": _figure(row.edge_lower) if row.edge_lower is not None else None,
                "higher": say.odds([row.higher]),
                "edge_higher": _figure(row.edge_higher),
            }
            for row in one.rows
        ],
        "results": [
            {
                "kind": KINDS[type(result.verdict)],
                "said": _decision(result.verdict, one, say),
                "net": str(result.net),
                "chance": _figure(result.chance),
                "share": _figure(result.chance * result.net),
            }
            for result in figures.results
        ],
        "examples": [_example(ending, one, say) for ending in one.endings],
        "rounded": {
            "stake": format_patacas(one.rounded.stake),
            "chip": format_patacas(one.rounded.chip),
            "edge": _figure(one.rounded.edge),
            "costs": _figure(one.rounded.edge - figures.house_edge),
        },
        "liability": {
            "stake": format_patacas(one.liability.stake),
            "pays": say.odds([one.liability.odds]),
            "prize": format_patacas(one.liability.prize),
            "chance": _figure(one.liability.chance),
        },
    }


def _proved(one: BetStudy, say: Speech, simulated: Simulated | None) -> Json:
    """What a regulator checks the figures with."""
    return {
        "derivation": _derivation(one, say),
        "at_options": [
            {
                "option": at.option.name,
                "name": option_said(at.option, say),
                "value": at.value,
                "said": value_said(at.option, at.value, say),
                "edge": _figure(at.edge),
            }
            for at in one.under_options
        ],
        "simulation": {
            "rounds": simulated.rounds,
            "seed": simulated.seed,
            "edge": f"{simulated.edge:.6f}",
            "error": f"{simulated.error:.6f}",
            "z": f"{simulated.z:+.2f}",
        }
        if simulated
        else None,
    }


def _decision(decision: Decided, one: BetStudy, say: Speech) -> str:
    """What a decision is called: the row and prize of a win, lost, tied."""
    if not isinstance(decision, Win):
        return say(texts.DECIDED[type(decision)])
    name = next((row.name for row in one.rows if row.key == decision.row and row.odds == decision.odds), "")
    pays = say.odds([decision.odds])
    return say(texts.WINS_ROW, row=say(name), pays=pays) if name else say(texts.WINS, pays=pays)


def _derivation(one: BetStudy, say: Speech) -> Json:
    """State by state: in how many of all ways each thing happens, and what follows from there."""
    automaton = one.solved.automaton
    columns = [(str(seen), weight) for seen, weight in automaton.space]
    nets = [net_per_unit(decision, one.bet.commission) for decision in one.solved.decisions]
    wins = [place for place, decision in enumerate(one.solved.decisions) if isinstance(decision, Win)]
    states = []
    for number, state in enumerate(automaton.states[:STATES_SHOWN]):
        *chances, rounds = (fraction(value) for value in one.solved.values[number])
        moves: dict[int | Decided, list[tuple[str, int]]] = {}
        for column, cell in zip(columns, automaton.rows[number], strict=True):
            moves.setdefault(cell, []).append(column)
        states.append(
            {
                "state": say.state(state),
                "moves": [
                    {
                        "to": say(texts.STAYS)
                        if cell == number
                        else say.state(automaton.states[cell])
                        if isinstance(cell, int)
                        else _decision(cell, one, say),
                        "is_decided": not isinstance(cell, int),
                        "ways": sum(weight for _, weight in ways),
                        "seen": [seen for seen, _ in ways],
                    }
                    for cell, ways in moves.items()
                ],
                "win": _figure(sum((chances[place] for place in wins), Fraction(0))),
                "mean": _figure(sum((net * chance for net, chance in zip(nets, chances, strict=True)), Fraction(0))),
                "rounds": _figure(rounds),
            }
        )
    return {
        "total": one.bet.space.total,
        "weights_cite": str(one.bet.space.cite or ""),
        "states": states,
        "of": len(automaton.states),
    }


def _example(ending: Ending, one: BetStudy, say: Speech) -> Json:
    return {
        "outcomes": list(ending.outcomes),
        "said": _decision(ending.decision, one, say),
        "kind": KINDS[type(ending.decision)],
        "stake": format_patacas(ending.payment.stake),
        "received": format_patacas(ending.payment.received),
        "net": format_patacas(ending.payment.net),
    }


def _comparison(whole: Study, say: Speech) -> list[Json]:
    """The proposed bets among the game's own, from the lowest edge to the highest; equal bets of a family once."""
    proposed = set(whole.proposal.keys)
    known = {one.bet.key: one.analysis for one in whole.bets}
    rows: dict[tuple[str, str, str], Json] = {}
    for bet in whole.rules.bets.values():
        report = plain(bet_figures(bet, known.get(bet.key)), say)
        key = (bet.id, report["house_edge"], report["pays"])
        row = rows.setdefault(
            key,
            {
                "name": report["name"],
                "count": 0,
                "pays": report["pays"],
                "edge": _figure(Fraction(report["house_edge"])),
                "win": _figure(Fraction(report["p_win"])),
                "rounds": _figure(Fraction(report["mean_rounds"])),
                "sd": f"{report['sd']:.4f}",
                "status": say.status(Status(report["status"])),
                "mark": MARKS[Status(report["status"])],
                "cite": report["cite"],
                "is_proposed": bet.key in proposed,
            },
        )
        row["count"] += 1
        if row["count"] > 1:
            row["name"] = report["family"]
    return sorted(rows.values(), key=lambda row: Fraction(row["edge"]["exact"]))
