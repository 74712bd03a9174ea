"""A saved policy at an environment: it looks at what is observed, and says which bets to place."""

from dataclasses import replace
from typing import Any

import numpy as np

from banca.analysis.simulation.interpreter import SeatState, StandingBet, act, first_seat
from banca.analysis.simulation.plan import make_plan
from banca.analysis.simulation.policy import PolicyCount
from banca.analysis.simulation.refusals import OTHER_GAME
from banca.analysis.simulation.strategy import Strategy
from banca.environments.chance import ChanceEnv, Ints, Observation
from banca.rules import Refusal, _, format_patacas


class PolicyPlayer:
    """Plays a policy: `env.step(player.action(observation))`, after `player.sit_down()` at every reset.

    `act` decides what it does, as in a simulation; the environment's own checks follow.
    """

    def __init__(self, env: Any, strategy: Strategy) -> None:  # whatever wraps the table
        self.env: ChanceEnv = env.unwrapped
        if strategy.game != self.env.rules.rulebook.game:
            raise Refusal(OTHER_GAME, asked="policy", found=strategy.game, game=self.env.rules.rulebook.game)
        self.plan = make_plan(replace(strategy, limits=self.env.limits), self.env.rules)
        self.policy = self.plan.policy
        self.sit_down()

    def sit_down(self) -> None:
        """Start a new session."""
        self._memory = first_seat(self.plan).memory
        self._has_begun = False

    def action(self, observation: Observation) -> Ints:
        """Return the bets to place now; none if the player waits, is ruined or has reached the target."""
        left, number = self._memory[0]
        if self._has_begun and self.policy is not None and self.policy.count is PolicyCount.ROUNDS:
            left -= 1
        self._has_begun = True
        seat = self._seat(observation, ((left, number), *self._memory[1:]))
        cash = int(observation["money"][0])
        target = self.plan.session.target
        is_leaving = target is not None and cash + seat.standing >= target
        acted = act(self.plan, seat, cash, is_leaving=is_leaving)
        self._memory = acted.seat.memory
        units = {}
        for line, before, after in zip(self.plan.lines, seat.held, acted.seat.held, strict=True):
            placed = sum(one.stake for one in after) - sum(one.stake for one in before)
            if placed:
                units[line.bet.key] = self._units(placed)
        return self.env.action(units)

    def _units(self, stake: int) -> int:
        units, rest = divmod(stake, self.env.unit)
        if rest or units > self.env.most_units:
            about = {"allowed": self.env.most_units, "unit": format_patacas(self.env.unit)}
            raise Refusal(
                "other_units",
                _(
                    "the policy stakes {asked}, but a stake must be 1 to {allowed} units of {unit}; create the environment with another unit or most_units"
                ),
                asked=format_patacas(stake),
                **about,
            )
        return units

    def _seat(self, observation: Observation, memory: tuple[tuple[int, ...], ...]) -> SeatState:
        """What is observed, as a simulation knows it."""
        standing = np.asarray(observation["standing"]).tolist()
        cells = [(cell, stake) for cell, stake in zip(self.env.cells, standing, strict=True) if stake]
        held = tuple(
            tuple(StandingBet(state, stake) for (key, state), stake in cells if key == line.bet.key)
            for line in self.plan.lines
        )
        return SeatState(self.env.table_states[int(observation["table"])], held, memory)
