"""Pai Kao by policy: how its strategies are read, its plan, its plain runner and its compiled one.

What is compiled is imported when a strategy is played, so that strategies are listed without the extra `fast`.
"""

from typing import TYPE_CHECKING

from banca.analysis.simulation.strategy import Session
from banca.files import Entries
from banca.games.pai_kao.simulation.plan import PaiKaoStrategy
from banca.law import Texts
from banca.rules import Limits, _

if TYPE_CHECKING:
    from banca.analysis.simulation.game_simulation import UniformRounds
    from banca.analysis.simulation.interpreter import SessionRecord
    from banca.analysis.simulation.tally import Program

__all__ = ["KEYS", "NO_EXACT_MEAN", "PaiKaoStrategy", "make_program", "play", "read", "rounds_alike"]

KEYS = ("seat", "policy", "against", "stake", "gates", "principal")
NO_EXACT_MEAN = _("no exact mean: a bank's commission is on the net gain of all gates together (R-pk-4)")


def read(entries: Entries, title: Texts, session: Session) -> PaiKaoStrategy:
    """The strategy that a file says."""
    return PaiKaoStrategy(
        title=title,
        seat=entries.take("seat", str),
        policy=entries.take("policy", str),
        against=entries.take("against", str),
        stake=entries.money("stake"),
        gates=entries.take("gates", int, 1),
        principal=entries.money("principal") if "principal" in entries else None,
        session=session,
        limits=entries.limits("limits", Limits()),
    )


def make_program(strategy: PaiKaoStrategy) -> "Program":
    """The strategy ready to run compiled; refused where it asks for what the rules do not allow."""
    from banca.games.pai_kao.simulation.compiled import make_pai_kao_program  # the extra `fast`

    return make_pai_kao_program(strategy)


def play(strategy: PaiKaoStrategy, seed: int, session: int) -> "SessionRecord":
    """One session by the plain runner, with the random words of its stream."""
    from banca.games.pai_kao.simulation.plan import make_pai_kao_plan, play_pai_kao, session_words  # the extra `fast`

    return play_pai_kao(make_pai_kao_plan(strategy), session_words(seed, session))


def rounds_alike(strategy: PaiKaoStrategy) -> "UniformRounds | None":
    """The rounds of a strategy, for an exact evening; against several gates whose policy is mixed there is none."""
    from banca.games.pai_kao.simulation.plan import exact_rounds  # the extra `fast`

    return exact_rounds(strategy)
