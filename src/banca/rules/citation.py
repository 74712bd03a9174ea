"""A citation names the clause that says so."""

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Citation:
    """One clause of one regulation; a reading (`R-…`) names its game in its own id.

    >>> str(Citation("game", "5.2.3")), str(Citation("game", "R-game-5"))
    ('game 5.2.3', 'R-game-5')
    """

    game: str
    clause: str

    def __str__(self) -> str:
        return self.clause if self.clause.startswith("R-") else f"{self.game} {self.clause}"


def citing(game: str) -> Callable[[str], Citation]:
    """Return the function `cite` for one game's folder."""

    def cite(clause: str) -> Citation:
        return Citation(game, clause)

    return cite
