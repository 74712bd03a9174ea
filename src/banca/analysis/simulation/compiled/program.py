"""A strategy made ready to run: its plan as tables, folded where it can be."""

from dataclasses import dataclass
from fractions import Fraction
from math import gcd

import numpy as np

from banca.analysis.simulation.compiled.chance import HALVES, OutcomeClasses, make_chance, outcome_classes
from banca.analysis.simulation.compiled.folded import MOST_WIDE, JointAutomaton, fold, run_guarded, widen
from banca.analysis.simulation.compiled.lanes import LaneCells, lane_cells, run_lanes
from banca.analysis.simulation.compiled.per_bet import run_sessions
from banca.analysis.simulation.compiled.tables import CompiledTables, decisions, denominator, drift, make_tables
from banca.analysis.simulation.plan import Plan
from banca.analysis.simulation.tally import AT, BEGUN, KEEP, RECORD, SEAT, TURN, WORTH, Array
from banca.analysis.simulation.strategy import Ladder
from banca.rules import pay


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ReadyProgram:
    """Plain arrays, sent anywhere."""

    chance: OutcomeClasses
    tables: CompiledTables
    denominator: int
    grain: int
    """What all net results are multiples of, in avos."""
    edge: Fraction | None
    """The exact mean per amount staked, where it does not depend on what is staked."""
    drift: Fraction
    """By how much luck is counted too low per amount staked; 0 where it is counted exactly."""

    @property
    def rounds(self) -> int:
        """Rounds of a session."""
        return self.tables.rounds

    @property
    def points(self) -> tuple[int, ...]:
        """The rounds after which the money is looked at."""
        return tuple(self.tables.points.tolist())

    @property
    def outcomes(self) -> tuple[object, ...]:
        """The weights of the space drawn from."""
        return tuple(self.chance.upper.tolist())

    @property
    def unit(self) -> Fraction:
        """What one of luck is worth, in avos."""
        return Fraction(self.tables.minimum, self.denominator)


NO_SEATS = np.zeros((0, 1), dtype=np.int64)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ChanceProgram(ReadyProgram):
    """What a machine needs to play a strategy."""

    joint: JointAutomaton | None
    lanes: LaneCells | None
    """The joint automaton once more, for sessions without a bankroll."""

    @property
    def rounds_per_block(self) -> int:
        """Folded, a round takes a tenth of the time or less."""
        return 1 << (21 if self.joint is None else 24)

    def run(self, seed: int, first: int, count: int) -> tuple[Array, Array]:
        """Records and paths of `count` sessions from the session `first` on."""
        begun = np.zeros((count, BEGUN), dtype=np.int64)
        left = np.zeros((count, KEEP), dtype=np.uint8)
        records = np.zeros((count, RECORD), dtype=np.int64)
        paths = np.zeros((count, len(self.tables.points)), dtype=np.int64)
        if self.lanes is not None:
            run_lanes(self.chance, self.tables, self.joint, self.lanes, seed, first, begun, left, paths)
        elif self.joint is not None and self.tables.bankroll >= self.joint.first_need:
            run_guarded(self.chance, self.tables, self.joint, seed, first, begun, left, paths)
        else:
            begun[:, SEAT] = begun[:, TURN] = -1
            begun[:, AT] = HALVES * self.chance.many
            begun[:, WORTH] = max(self.tables.bankroll, 0)
        seats = NO_SEATS if self.joint is None else self.joint.seats
        run_sessions(self.chance, self.tables, seats, seed, first, begun, left, records, paths)
        return records, paths


def find_grain(plan: Plan) -> int:
    """The largest amount that divides whatever any bet of a plan can win or lose."""
    chip, found = plan.limits.chip, 0
    for line in plan.lines:
        progression, stake = line.play.progression, line.play.stake
        stakes, is_fixed = [stake or plan.limits.minimum], False
        if stake and isinstance(progression, Ladder):
            stakes, is_fixed = [plan.hold(stake * step) for step in progression.steps], True
        for decision in decisions(plan, line):
            payments = [pay(one, decision, line.bet.commission, chip) for one in stakes]
            is_shared = sum(other.play.count for other in plan.lines if other.bet is line.bet) > 1
            if (is_shared or not is_fixed) and any(payment.breakage for payment in payments):
                return chip  # what a multiple of the stake brings, or several together, is no multiple
            found = gcd(found, *(payment.net for payment in payments))
    return found or chip


def find_edge(plan: Plan, tables: CompiledTables) -> Fraction | None:
    """One value for all bets, none of them taken down before it is decided, and nothing lost in rounding."""
    edges = {line.values[0] for line in plan.lines}
    is_rounded = bool((tables.per_unit < 0).any())
    return None if is_rounded or len(edges) > 1 or any(line.down_in for line in plan.lines) else edges.pop()


def make_program(plan: Plan, *, folds: bool = True) -> ChanceProgram:
    """Return the program of a plan: one joint automaton where it folds into one, else every bet by itself."""
    class_of, outcomes = outcome_classes(plan)
    tables = make_tables(plan, outcomes)
    whole = denominator(plan)
    joint = fold(plan, tables, outcomes, whole, range(len(plan.lines))) if folds else None
    is_wide = joint is not None and len(joint.seats) * plan.space.total <= MOST_WIDE
    chance = make_chance(plan.space, class_of, converts=joint is not None and not is_wide)
    if joint is not None and is_wide:
        joint = widen(joint, chance.direct)
    return ChanceProgram(
        chance=chance,
        tables=tables,
        joint=joint,
        lanes=lane_cells(joint) if joint is not None and tables.bankroll < 0 else None,
        denominator=whole,
        grain=find_grain(plan),
        edge=find_edge(plan, tables),
        drift=drift(plan),
    )
