"""What the program answers, as plain data: the faces print it, serve it or draw it, and add nothing."""

from banca.reports.clauses import game_report, games_report, rules_report
from banca.reports.editions import check_in_force, edition_report, editions_report
from banca.reports.odds import bet_report, odds_report
from banca.reports.settlement import settlement_report
from banca.reports.together import together_report

__all__ = [
    "bet_report",
    "check_in_force",
    "edition_report",
    "editions_report",
    "game_report",
    "games_report",
    "odds_report",
    "rules_report",
    "settlement_report",
    "together_report",
]
