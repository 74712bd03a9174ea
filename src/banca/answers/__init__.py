"""What the program answers: typed data, which the faces print, serve or draw, and add nothing to."""

from banca.answers.clauses import game_answer, games_answer, rules_answer
from banca.answers.editions import check_in_force, edition_of, edition_on, editions_answer
from banca.answers.odds import bet_figures, families, figures_of
from banca.answers.plain import plain
from banca.answers.settlement import settlement_answer
from banca.answers.together import together_answer
from banca.answers.value import Money

__all__ = [
    "Money",
    "bet_figures",
    "check_in_force",
    "edition_of",
    "edition_on",
    "editions_answer",
    "families",
    "figures_of",
    "game_answer",
    "games_answer",
    "plain",
    "rules_answer",
    "settlement_answer",
    "together_answer",
]
