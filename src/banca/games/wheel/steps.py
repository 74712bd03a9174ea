"""How a bet on the wheel is decided: by the section the pointer shows when the wheel stands still."""

from banca.rules import LOSE, State, Step, Verdict, Win


def symbol(chosen: int, prize: Win) -> Step:
    """The chosen symbol wins, any other loses. wheel 5."""

    def step(_: State, shown: int) -> Verdict:
        return prize if shown == chosen else LOSE

    return step
