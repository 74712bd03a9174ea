"""The exact figures of a game's bets."""

from collections.abc import Iterable
from typing import Any

from banca.exact import Analysis, analysed
from banca.law import status_of
from banca.reports.heading import heading
from banca.rulebook import Bet, Rules, Win
from banca.words import Speech


def odds_report(rules: Rules, say: Speech, bets: Iterable[Bet] | None = None) -> dict[str, Any]:
    """One row per bet and selection, in the regulation's order; all of them unless some are named."""
    return {
        **heading(rules, say),
        "bets": [bet_report(bet, say) for bet in (rules.bets.values() if bets is None else bets)],
    }


def bet_report(bet: Bet, say: Speech, figures: Analysis | None = None) -> dict[str, Any]:
    """One bet: fractions as text, `sd` as a float; its figures where they are known already."""
    figures = figures or analysed(bet)
    prizes = dict.fromkeys(result.verdict.cite for result in figures.results if isinstance(result.verdict, Win))
    return {
        "id": bet.id,
        "selection": bet.selection,
        "name": say.bet(bet),
        "family": say.family(bet),
        "cite": str(bet.cite),
        "prize_cite": ", ".join(map(str, prizes)),
        "status": status_of(bet, *prizes).value,
        "reads": [str(cite) for cite in bet.reads],
        "pays": say.odds(figures.pays),
        "odds": [[odds.prize, odds.stake] for odds in figures.pays],
        "commission": str(bet.commission.rate) if bet.commission else "0",
        "commission_cite": str(bet.commission.cite) if bet.commission else "",
        "p_win": str(figures.p_win),
        "p_lose": str(figures.p_lose),
        "p_push": str(figures.p_push),
        "house_edge": str(figures.house_edge),
        "house_edge_resolved": str(figures.house_edge_resolved),
        "house_edge_per_round": str(figures.house_edge_per_round),
        "mean_rounds": str(figures.mean_rounds),
        "net": [{"net": str(net), "chance": str(chance)} for net, chance in figures.net_distribution.items()],
        "variance": str(figures.variance),
        "sd": figures.sd,
        "states": figures.states,
    }
