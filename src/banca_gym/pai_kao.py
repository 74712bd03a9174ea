"""Setting hands of Pai Kao as an environment: an episode is one hand against a policy that comes with Banca."""

from bisect import bisect_right
from fractions import Fraction
from itertools import accumulate
from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from banca.games.pai_kao.exact import EQUILIBRIUM, HANDS, OTHER_SEAT, Policy, Seat, hand_of, in_order, policy, value_of
from banca.games.pai_kao.hands import SPLITS, Faces, Setting, compare, settings
from banca.games.pai_kao.tiles import HAND, KINDS, TILES
from banca.tables.banked import Result

Ints = npt.NDArray[np.int64]

FROM_THE_BANK = {Result.WIN: Result.LOSE, Result.TIE: Result.TIE, Result.LOSE: Result.WIN}
"""What a player's result is to the banker."""
REWARDS = {
    Result.WIN: float(value_of(win=Fraction(1), lose=Fraction(0))),
    Result.TIE: 0.0,
    Result.LOSE: float(value_of(win=Fraction(0), lose=Fraction(1))),
}
"""Per unit staked: even money less commission, nothing, the stake. R-pk-4."""


def setting_by(chosen: Policy, tiles: Faces, rng: np.random.Generator) -> Setting:
    """How a policy sets these tiles (in order), drawn exactly by its integer weights."""
    ends = tuple(accumulate(chosen.weights[hand_of(tiles)]))
    return settings(tiles)[bisect_right(ends, rng.integers(chosen.total))]


def written(setting: Setting) -> str:
    """Front and rear as the command line writes them: `1-1 2-3 | 6-6 4-5`."""
    return f"{' '.join(setting.front)} | {' '.join(setting.rear)}"


class PaiKaoEnv(gymnasium.Env[Ints, np.int64]):
    """Four tiles are dealt to the `seat`, "player" or "banker", and four of those left to the other, who sets by policy `against`.

    *Observation*: the kinds of the four tiles by their place in table 1, the highest first (`KINDS`). *Action*: which of
    the three settings, in the order of `info["settings"]`: the first tile with the second, the third or the fourth; whichever
    pair is lower is the front (pai_kao 5.1, 5.2). *Reward*: per unit staked, 0.96, 0 or -1. One step ends the episode.

    >>> env = PaiKaoEnv(against="highest_rear")
    >>> hand, info = env.reset(seed=5)
    >>> _, reward, terminated, _, after = env.step(2)
    >>> terminated, reward in (0.96, 0, -1), after["set"] == info["settings"][2]
    (True, True, True)
    """

    metadata = {"render_modes": ["ansi"], "render_fps": 1}

    def __init__(self, *, seat: str = Seat.PLAYER, against: str = EQUILIBRIUM, render_mode: str | None = None) -> None:
        self.seat = Seat(seat)
        self.against = policy(against, OTHER_SEAT[self.seat])
        self.render_mode = render_mode
        self.observation_space = spaces.MultiDiscrete([len(KINDS)] * HAND)
        self.action_space = spaces.Discrete(len(SPLITS))
        self._mine: Faces = ()
        self._theirs: Faces = ()
        self._settings: tuple[Setting, ...] = ()
        self._shown = ""

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Ints, dict[str, Any]]:
        """Deal both hands; `options` are not used."""
        super().reset(seed=seed, options=options)
        dealt = tuple(TILES[index] for index in self.np_random.permutation(len(TILES))[: 2 * HAND])
        self._mine, self._theirs = in_order(dealt[:HAND]), in_order(dealt[HAND:])
        self._settings = settings(self._mine)
        self._shown = " ".join(self._mine)
        return self._observation(), self._info()

    def step(self, action: np.int64) -> tuple[Ints, float, bool, bool, dict[str, Any]]:
        """Set the hand; the other seat sets its own, and the two are compared. pai_kao 6.1 to 6.4."""
        if not self._settings:
            raise gymnasium.error.ResetNeeded("the hand is played; reset deals the next")
        if not self.action_space.contains(action):
            raise gymnasium.error.InvalidAction("a hand has settings 0, 1 and 2")
        ours, theirs = self._settings[action], setting_by(self.against, self._theirs, self.np_random)
        # Hands are compared from the player's side, whichever is one's own: a copy is the banker's (6.1).
        if self.seat is Seat.PLAYER:
            compared = compare(ours, theirs)
            result = compared.result
        else:
            compared = compare(theirs, ours)
            result = FROM_THE_BANK[compared.result]
        self._shown = f"{written(ours)}, against {written(theirs)}: {result}"
        info = self._info() | {"set": written(ours), "against": written(theirs), "result": result.value}
        info["cites"] = [str(cite) for cite in compared.cites]
        self._settings = ()
        return self._observation(), REWARDS[result], True, False, info

    def render(self) -> str | None:
        """The hand in one line, where `render_mode` is "ansi"."""
        return self._shown if self.render_mode == "ansi" else None

    def _observation(self) -> Ints:
        return np.array(HANDS[hand_of(self._mine)], dtype=np.int64)

    def _info(self) -> dict[str, Any]:
        return {"tiles": list(self._mine), "settings": [written(setting) for setting in self._settings]}
