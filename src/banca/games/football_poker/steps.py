"""How a football poker bet is decided: by the hand's final points."""

from collections.abc import Collection

from banca.games.football_poker.device import POST_POINTS
from banca.rules import LOSE, Decided, Lose, Push, State, Step, Verdict, Win


def final_points(wins: Collection[int], prize: Win, on_post: Decided, otherwise: Lose = LOSE) -> Step:
    """The points that win, and what 0 or 9 after three cards does to the bet. football_poker 10.2, A-2, A-3, A-4."""

    def step(_: State, points: int) -> Verdict:
        if points in POST_POINTS:
            return on_post
        return prize if points in wins else otherwise

    return step


def post_opened(step: Step, not_opened: Push) -> Step:
    """A Post bet that is in action only when two cards make 0 or 9: without a third card it is returned. R-fp-1."""

    def opened(state: State, points: int | None) -> Verdict:
        return not_opened if points is None else step(state, points)

    return opened
