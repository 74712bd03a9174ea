"""The program's answers: typed data, which is printed, served or drawn with nothing added."""

from typing import TYPE_CHECKING

from banca.lazy import read_when_asked

if TYPE_CHECKING:
    from banca.analysis.exact.odds import bet_figures, families, figures_of
    from banca.analysis.rounds import together_answer
    from banca.analysis.settlement import settlement_answer
    from banca.law.rulebooks import (
        check_in_force,
        edition_of,
        edition_on,
        editions_answer,
        game_answer,
        games_answer,
        rules_answer,
    )

__all__ = [
    "bet_figures",
    "check_in_force",
    "edition_of",
    "edition_on",
    "editions_answer",
    "families",
    "figures_of",
    "game_answer",
    "games_answer",
    "rules_answer",
    "settlement_answer",
    "together_answer",
]

__getattr__ = read_when_asked(
    __name__,
    {
        "banca.analysis.exact.odds": ("bet_figures", "families", "figures_of"),
        "banca.law.rulebooks": (
            "check_in_force",
            "edition_of",
            "edition_on",
            "editions_answer",
            "game_answer",
            "games_answer",
            "rules_answer",
        ),
        "banca.analysis.rounds": ("together_answer",),
        "banca.analysis.settlement": ("settlement_answer",),
    },
)
