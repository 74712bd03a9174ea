"""What a game's folder exports as `environment` where a table with bets against the house does not fit."""

from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import accumulate
from typing import Any, Protocol

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from banca.analysis.simulation.interpreter import SeatState, StandingBet, act, first_seat
from banca.analysis.simulation.plan import make_plan
from banca.analysis.simulation.strategy import BANKROLL_TOO_SMALL, OTHER_GAME, TOO_LARGE_TO_COUNT, PolicyCount, Strategy
from banca.games import rulebook
from banca.rules import (
    KINDS,
    Bet,
    Layout,
    Limits,
    Message,
    Outcome,
    Refusal,
    Space,
    Standing,
    State,
    Stay,
    _,
    decided_by,
    explore,
    format_patacas,
    parse_patacas,
    pay,
    under,
)
from banca.rules.money import AVOS


class GameEnvironment(Protocol):
    """The environment of one game. The module is imported only when `gymnasium.make` is called for it."""

    @property
    def ENVIRONMENT(self) -> type[gymnasium.Env[Any, Any]]:  # noqa: N802 - a constant of the module
        """The class to make, with the arguments of `gymnasium.make`; it ends its episodes itself."""
        ...


Ints = npt.NDArray[np.int64]
Observation = dict[str, Any]
Cell = tuple[str, State]
"""Where a stake can stand between rounds: the key of a bet, and one of its states."""

MOST_ROUNDS = 1000
"""Rounds of an episode at a game of chance, unless `max_episode_steps` says otherwise."""
MOST_AVOS = 2**53
"""The upper end of every amount that is observed; a float still tells all whole amounts below it apart."""


@dataclass(frozen=True, slots=True, eq=False)
class Device:
    """The chance device. Its outcomes are drawn by their integer weights: exactly, with no probability as a float."""

    outcomes: tuple[Outcome, ...]
    ends: tuple[int, ...]
    """The running sums of the weights."""

    @classmethod
    def of(cls, space: Space) -> "Device":
        """Return the device with this space of outcomes."""
        return cls(tuple(outcome for outcome, _ in space), tuple(accumulate(weight for _, weight in space)))

    def draw(self, rng: np.random.Generator) -> Outcome:
        """Draw one outcome."""
        return self.outcomes[bisect_right(self.ends, rng.integers(self.ends[-1]))]


def cells_of(bet: Bet) -> list[Cell]:
    """Return where the bet can stand between rounds: the states that some outcome leaves it in."""
    automaton = explore(bet)
    reached = {cell for row in automaton.rows for cell in row if isinstance(cell, int)}
    return [(bet.key, automaton.states[number]) for number in sorted(reached)]


def check_in_hand(bet: Bet, stake: int, money: int) -> None:
    """Refuse a stake that the money in hand does not pay."""
    if stake > money:
        raise Refusal(BANKROLL_TOO_SMALL, asked=format_patacas(money), bet=bet.key, stake=format_patacas(stake))


class ChanceEnv(gymnasium.Env[Observation, Ints]):
    """One player at a table of `game`, under the house's `options`. Money is in avos; constructor and reward speak patacas.

    *Action*: for each bet, in the order of `bets`, how many units to place on it now, 0 to `most_units`. They are placed in
    that order. A stake that the rules, the limits or the money in hand refuse is not placed, and `info["refused"]` says why.

    *Observation*: `money` in hand; `table`, the place of the table's state in `table_states` (no point, or which);
    `standing`, the stake on each of `cells`. Stakes of one bet in one state lie on one spot: they are one bet, paid as one (R-money-1).

    *Reward*: the change of worth, money in hand and stakes standing together. *Terminated* when nothing stands and the money
    in hand does not pay one unit.

    >>> from banca.games import of_chance
    >>> env = ChanceEnv(of_chance()[0], unit=5)
    >>> observation, info = env.reset(seed=3)
    >>> observation, reward, *_, info = env.step(env.action_space.sample(env.action_mask()))
    >>> sum(bet["net"] for bet in info["decided"]) == 100 * reward
    True
    """

    metadata = {"render_modes": ["ansi"], "render_fps": 1}

    def __init__(
        self,
        game: str,
        *,
        options: Mapping[str, object] | None = None,
        limits: Limits | None = None,
        bankroll: int | str = 1000,
        unit: int | str | None = None,
        most_units: int = 10,
        render_mode: str | None = None,
    ) -> None:
        self.rules = under(rulebook(game), options or {})
        self.limits = limits or self.rules.rulebook.limits
        self.bets = tuple(self.rules.bets.values())
        self.bankroll = parse_patacas(str(bankroll))
        if self.bankroll > MOST_AVOS // 100:  # room to win a hundred times as much
            raise Refusal(TOO_LARGE_TO_COUNT, asked=format_patacas(self.bankroll), rounds=MOST_ROUNDS)
        self.unit = self.limits.minimum if unit is None else parse_patacas(str(unit))
        for stake in (self.unit, self.unit * most_units):
            self.limits.check(stake)
        check_in_hand(self.bets[0], self.unit, self.bankroll)
        self.most_units = most_units
        self.render_mode = render_mode

        space = self.rules.space
        self._device = Device.of(space)
        self.table_states = self.rules.rulebook.table.states(space)
        # An observation needs a fixed shape: a cell for every state of every bet, whether anything stands there or not.
        self.cells = tuple(cell for bet in self.bets for cell in cells_of(bet))
        self.action_space = spaces.MultiDiscrete([most_units + 1] * len(self.bets))
        self.observation_space = spaces.Dict(
            {
                "money": spaces.Box(0, MOST_AVOS, (1,), np.int64),
                "table": spaces.Discrete(len(self.table_states)),
                "standing": spaces.Box(0, MOST_AVOS, (len(self.cells),), np.int64),
            }
        )
        self._sit_down()

    def _sit_down(self) -> None:
        """A fresh table and the whole bankroll in hand."""
        self._money = self.bankroll
        self._table = self.rules.rulebook.table.start
        self._standing: dict[Cell, Standing] = {}
        self._shown = ""

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Seat a new player at a fresh table; `options` are not used."""
        super().reset(seed=seed, options=options)
        self._sit_down()
        return self._observation(), self._info(refused=[], decided=[])

    def step(self, action: Ints) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Place the bets, draw one outcome, settle."""
        refused = self._place(action)
        outcome = self._device.draw(self.np_random)
        decided = self._settle(outcome)
        self._table = self.rules.rulebook.table.after(self._table, outcome)
        self._shown = self.rules.rulebook.show(outcome)
        terminated = not self._standing and self._money < self.unit
        reward = sum(bet["net"] for bet in decided) / AVOS
        return self._observation(), reward, terminated, False, self._info(refused=refused, decided=decided)

    def action(self, units: Mapping[str, int] | None = None, /, **more: int) -> Ints:
        """Return the action that places these units on the bets named; `hard_way:6` needs the mapping."""
        wanted = {self.rules.bet(key).key: count for key, count in {**(units or {}), **more}.items()}
        return np.array([wanted.get(bet.key, 0) for bet in self.bets], dtype=np.int64)

    def can_place(self) -> npt.NDArray[np.bool_]:
        """Return for each bet whether one unit of it would be placed now."""
        layout = self._layout()
        return np.array([self._against(bet, self.unit, layout) is None for bet in self.bets])

    def action_mask(self) -> tuple[npt.NDArray[np.int8], ...]:
        """Return the mask that `env.action_space.sample(mask)` takes: zero units are always possible, any number if one is."""
        return tuple(np.array([1] + [can] * self.most_units, dtype=np.int8) for can in self.can_place())

    def render(self) -> str | None:
        """Return the table in a few lines, if `render_mode` is "ansi"."""
        if self.render_mode != "ansi":
            return None
        phase = self.rules.rulebook.table.phases(self._table)[-1:]
        lines = [", ".join((self.rules.rulebook.game, self._shown or "no round yet", *phase))]
        lines.append(f"in hand {format_patacas(self._money)}")
        lines += [f"{key} ({state}) {format_patacas(bet.stake)}" for (key, state), bet in self._standing.items()]
        return "\n".join(lines)

    def _place(self, action: Ints) -> list[dict[str, Any]]:
        """Place what may be placed, in the rulebook's order, and return what was refused and by which clause."""
        refused = []
        for bet, units in zip(self.bets, action, strict=True):
            if not units:
                continue
            stake = int(units) * self.unit
            against = self._against(bet, stake, self._layout())
            if against is None:
                self._money -= stake
                self._add(bet, stake, bet.start)
            else:
                code, cite = str(against.code), str(against.cite or "")
                refused.append({"bet": bet.key, "stake": stake, "code": code, "cite": cite})
        return refused

    def _against(self, bet: Bet, stake: int, layout: Layout) -> Message | None:
        """Why this stake may not be placed now; None where it may."""
        already = self._standing.get((bet.key, bet.start))
        try:
            self.rules.rulebook.check_placing(self.rules.chosen, bet, stake, layout)
            self.limits.check(stake, already=already.stake if already else 0, of=bet.id)
            check_in_hand(bet, stake, self._money)
        except Refusal as refusal:
            return refusal.message
        return None

    def _layout(self) -> Layout:
        """The layout as the next bet finds it."""
        return Layout(tuple(self._standing.values()), self._table)

    def _add(self, bet: Bet, stake: int, state: State) -> None:
        """Put a stake to what stands on the same spot."""
        there = self._standing.get((bet.key, state))
        self._standing[bet.key, state] = Standing(bet, stake + (there.stake if there else 0), state)

    def _settle(self, outcome: Outcome) -> list[dict[str, Any]]:
        """Let the outcome decide or move every bet standing, and return what it decided."""
        # Built anew: a bet that moves may come to lie on a spot that another has just left.
        before, self._standing = self._standing, {}
        decided = []
        for standing in before.values():
            bet, stake = standing.bet, standing.stake
            verdict = bet.verdict(standing.state, outcome)
            if isinstance(verdict, Stay):
                self._add(bet, stake, verdict.state)
                continue
            payment = pay(stake, verdict, bet.commission, self.limits.chip)
            self._money += payment.received
            decided.append(
                {
                    "bet": bet.key,
                    "state": standing.state,
                    "stake": stake,
                    "verdict": KINDS[type(verdict)],
                    "net": payment.net,
                    "cites": list(map(str, decided_by(bet, verdict, payment))),
                }
            )
        return decided

    def _observation(self) -> Observation:
        standing = [self._standing[cell].stake if cell in self._standing else 0 for cell in self.cells]
        return {
            "money": np.array([self._money], dtype=np.int64),
            "table": np.int64(self.table_states.index(self._table)),
            "standing": np.array(standing, dtype=np.int64),
        }

    def _info(self, *, refused: list[dict[str, Any]], decided: list[dict[str, Any]]) -> dict[str, Any]:
        return {"outcome": self._shown, "refused": refused, "decided": decided}


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
        # Rounds are counted when they are over, as `resolve` does in a simulation; the environment does not say when that was.
        left, number = self._memory[0]
        if self._has_begun and self.policy is not None and self.policy.count is PolicyCount.ROUNDS:
            left -= 1
        self._has_begun = True
        seat = self._seat(observation, ((left, number), *self._memory[1:]))
        cash = int(observation["money"][0])
        target = self.plan.session.target
        # The environment has no target: the player of a policy goes home by itself.
        is_leaving = target is not None and cash + seat.standing >= target
        acted = act(self.plan, seat, cash, is_leaving=is_leaving)
        self._memory = acted.seat.memory
        units = {}
        for line, before, after in zip(self.plan.lines, seat.held, acted.seat.held, strict=True):
            placed = sum(bet.stake for bet in after) - sum(bet.stake for bet in before)
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
        """Return what is observed as a simulation knows it."""
        standing = np.asarray(observation["standing"]).tolist()
        cells = [(cell, stake) for cell, stake in zip(self.env.cells, standing, strict=True) if stake]
        held = tuple(
            tuple(StandingBet(state, stake) for (key, state), stake in cells if key == line.bet.key)
            for line in self.plan.lines
        )
        return SeatState(self.env.table_states[int(observation["table"])], held, memory)
