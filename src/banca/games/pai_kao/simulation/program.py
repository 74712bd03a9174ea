"""The program of a Pai Kao strategy: its plan as tables, for the compiled runner."""

from dataclasses import dataclass
from fractions import Fraction
from math import prod

import numpy as np

from banca.analysis.simulation.compiled.tables import NEVER
from banca.analysis.simulation.records import RECORD, Array
from banca.games.pai_kao import COMMISSION
from banca.games.pai_kao.exact import Policy, Seat
from banca.games.pai_kao.simulation.compiled import TILE_SET, PaiKaoTables, run_pai_kao
from banca.games.pai_kao.simulation.interpreter import WORD
from banca.games.pai_kao.simulation.plan import make_pai_kao_plan
from banca.games.pai_kao.simulation.strategy import PaiKaoStrategy


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class PaiKaoProgram:
    """What a machine needs to play Pai Kao: plain arrays, sent anywhere."""

    tables: PaiKaoTables
    unit: Fraction
    """What one of luck is worth, in avos; 0 where no exact mean is known."""
    drift: Fraction
    """By how much luck is counted too low per avo staked, where its unit is too coarse for the exact mean.

    Where a bank's money falls short, breakage differs from round to round: then to within a billionth of an avo.
    """

    @property
    def rounds_per_block(self) -> int:
        """About a quarter of a second's."""
        return 1 << 21

    @property
    def outcomes(self) -> tuple[object, ...]:
        """What is drawn in a round: as many hands as there are gates, and how they are set."""
        return tuple(self.tables.bases.tolist())

    @property
    def edge(self) -> Fraction | None:
        """Not worth spelling out: commission is rounded, and the fractions are long."""
        return None

    @property
    def grain(self) -> int:
        """What all net results are multiples of, in avos."""
        return self.tables.chip

    @property
    def rounds(self) -> int:
        """Rounds of a session."""
        return self.tables.rounds

    @property
    def points(self) -> tuple[int, ...]:
        """The rounds after which the money is looked at."""
        return tuple(self.tables.points.tolist())

    def run(self, seed: int, first: int, count: int) -> tuple[Array, Array]:
        """Records and paths of `count` sessions from the session `first` on."""
        records = np.zeros((count, RECORD), dtype=np.int64)
        paths = np.zeros((count, len(self.tables.points)), dtype=np.int64)
        run_pai_kao(self.tables, TILE_SET, seed, first, records, paths)
        return records, paths


def make_pai_kao_program(strategy: PaiKaoStrategy) -> PaiKaoProgram:
    """The program of a strategy; refused where it asks for what the rules do not allow."""
    plan = make_pai_kao_plan(strategy)
    session, draws, whole = plan.session, plan.draws, plan.denominator
    exact = plan.chances or (Fraction(0), Fraction(0))
    win, lose = (round(chance * whole) for chance in exact)
    tables = PaiKaoTables(
        bases=np.array([base for batch in draws for base in batch], dtype=np.uint64),
        until=np.cumsum([len(batch) for batch in draws], dtype=np.int64),
        least=np.array([WORD % prod(batch) for batch in draws], dtype=np.uint64),
        bank_ends=_ends(plan.banker),
        gate_ends=_ends(plan.players),
        is_banker=plan.seat is Seat.BANKER,
        gates=strategy.gates,
        stake=strategy.stake,
        at_risk=plan.most_at_risk,
        chip=plan.limits.chip,
        bankroll=-1 if session.bankroll is None else session.bankroll,
        target=NEVER if session.target is None else session.target,
        floor=-NEVER if session.stop_loss is None else (session.bankroll or 0) - session.stop_loss,
        rounds=session.rounds,
        points=np.array(session.looked_at, dtype=np.int64),
        part=plan.part,
        whole=0 if plan.chances is None else whole,
        win=win,
        lose=lose,
    )
    unit = Fraction(0) if plan.chances is None else Fraction(plan.part, whole)
    kept = Fraction(plan.kept(plan.most_at_risk), plan.most_at_risk) if plan.is_fixed else 1 - COMMISSION
    drift = (Fraction(win, whole) - exact[0]) * kept - Fraction(lose, whole) + exact[1]
    return PaiKaoProgram(tables=tables, unit=unit, drift=drift)


def _ends(policy: Policy) -> Array:
    """Per hand: below which number its first setting is taken, and below which its second."""
    return np.cumsum(policy.weights, axis=1, dtype=np.int32)[:, :2].copy()
