"""How a fantan bet is decided: numbers that win, numbers that tie, the rest lose."""

from collections.abc import Collection

from banca.rules import LOSE, Push, State, Step, Verdict, Win


def numbers(wins: Collection[int], ties: Collection[int], prize: Win, tie: Push) -> Step:
    """Winning numbers take the prize, tied ones return the stake. fantan 8, F-3 to F-7."""

    def step(_: State, result: int) -> Verdict:
        if result in wins:
            return prize
        return tie if result in ties else LOSE

    return step
