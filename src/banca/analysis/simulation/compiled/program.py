"""A plan made ready to run: which of the runners plays it, and on which arrays.

- `folded`, for strategies whose bets fold into one automaton: nearly all that people write. What it leaves over of a session is
  played by `per_bet`.
- `per_bet`, for Labouchère lines, for strategies with too many states, and where the money in hand decides what is bet.

Both give the same records for the same seed, and so does the interpreter; the tests compare them on generated strategies.
"""

from fractions import Fraction
from math import gcd
from typing import Any

from banca.analysis.simulation.compiled.chance import OutcomeClasses, make_chance, make_draws
from banca.analysis.simulation.compiled.folded import MOST_WIDE, JointAutomaton, fold, play_guarded, widen
from banca.analysis.simulation.compiled.per_bet import clear_bets, make_player_bets, play_session, restore_bets
from banca.analysis.simulation.compiled.tables import (
    NONE,
    CompiledTables,
    PolicyTables,
    decisions,
    denominator,
    drift,
    make_policy_tables,
    make_tables,
)
from banca.analysis.simulation.plan import Plan, outcome_classes
from banca.analysis.simulation.strategy import Ladder
from banca.analysis.simulation.tally import Array, Program
from banca.jit import jit
from banca.rules import pay

PER_BET, FOLDED = 1 << 21, 1 << 24
"""Rounds of a block. Folded, a round takes a tenth of the time or less; sessions of a policy are mostly far shorter than they may be."""


def make_program(plan: Plan, *, folds: bool = True) -> Program:
    """Return the program of a plan; `folds=False` plays every bet by itself in any case."""
    class_of, outcomes = outcome_classes(plan)
    tables, whole = make_tables(plan, outcomes), denominator(plan)
    joint = fold(plan, tables, outcomes, whole) if folds and plan.policy is None else None
    is_wide = joint is not None and len(joint.seats) * plan.space.total <= MOST_WIDE
    chance = make_chance(plan.space, class_of, converts=joint is not None and not is_wide)
    if joint is not None and is_wide:
        joint = widen(joint, chance.direct)
    policy = None if plan.policy is None else make_policy_tables(plan, plan.policy, tables)
    is_slow = joint is None and policy is None
    return Program(
        play=play_bets,
        arrays=(chance, tables, joint, policy),
        rounds_per_block=PER_BET if is_slow else FOLDED,
        edge=find_edge(plan, tables) if plan.policy is None else None,
        grain=find_grain(plan),
        rounds=plan.session.rounds,
        points=plan.session.looked_at,
        outcomes=tuple(chance.upper.tolist()),  # the weights of the space
        unit=Fraction(plan.limits.minimum, whole),
        drift=drift(plan),
    )


def play_bets(*arguments: Any) -> None:
    """Play sessions: a function of Python, so that a program is sent to other processes by its name."""
    run_sessions(*arguments)


@jit()
def run_sessions(
    chance: OutcomeClasses,
    tables: CompiledTables,
    joint: JointAutomaton | None,
    policy: PolicyTables | None,
    seed: int,
    first: int,
    records: Array,
    paths: Array,
) -> None:
    """Play sessions in the joint automaton as far as that goes, and to their end bet by bet; a row of `records` and of `paths` for each."""
    bets = make_player_bets(tables)
    draws = make_draws(chance, seed, first)
    # Buffers are made once, as numpy's arrays are the dearest thing in here; rows are taken where no references are counted (`jit_part`).
    for session in range(records.shape[0]):
        room, occupied, standing, table, has_acted = clear_bets(tables, bets), NONE, 0, 0, False
        # Before the first round no turn is drawn, and the next outcome is behind the end of none.
        course = (max(tables.bankroll, 0), 0, 0), 0, 0, 0, 0, -1, draws.raw.shape[0]
        # Two conditions: by the first alone, numba leaves the branch out where there is no automaton.
        if joint is not None:  # noqa: SIM102
            if tables.bankroll >= joint.first_need:
                state, course = play_guarded(tables, joint, draws, session, paths)
                table, occupied, room, standing = restore_bets(tables, joint.seats, state, bets, room)
                has_acted = True
        seated = (table, occupied, room, standing, has_acted)
        play_session(tables, policy, draws, bets, seated, course, session, records, paths)


def find_grain(plan: Plan) -> int:
    """Return the largest amount that divides whatever any bet of a plan can win or lose."""
    chip, grain = plan.limits.chip, 0
    for line in plan.lines:
        progression, unit = line.play.progression, line.play.stake
        stakes, is_fixed = [unit or plan.limits.minimum], False
        if plan.policy is not None:
            stakes, is_fixed = [stake for key, stake in plan.policy.stakes if key == line.bet.key], True
        elif unit and isinstance(progression, Ladder):
            stakes, is_fixed = [plan.hold(unit * step) for step in progression.steps], True
        for decision in decisions(plan, line):
            payments = [pay(stake, decision, line.bet.commission, chip) for stake in stakes]
            is_shared = sum(other.play.count for other in plan.lines if other.bet is line.bet) > 1
            if (is_shared or not is_fixed) and any(payment.breakage for payment in payments):
                return chip  # what a multiple of the stake brings, or several together, is no multiple
            grain = gcd(grain, *(payment.net for payment in payments))
    return grain or chip


def find_edge(plan: Plan, tables: CompiledTables) -> Fraction | None:
    """Return the exact mean per amount staked; None unless all bets have the same, are played to their end and lose nothing in rounding."""
    edges = {line.values[0] for line in plan.lines}
    is_rounded = bool((tables.per_unit < 0).any())
    return None if is_rounded or len(edges) > 1 or any(line.down_in for line in plan.lines) else edges.pop()
