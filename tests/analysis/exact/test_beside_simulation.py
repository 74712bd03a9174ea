"""The exact figure beside a simulation: what the stakes made are worth at the table's chip, whatever happened."""

from fractions import Fraction

import pytest

from banca.analysis.simulation.compiled.program import make_program
from banca.analysis.simulation.plan import make_plan
from banca.analysis.simulation.results import Results, results
from banca.analysis.simulation.run import Work
from banca.analysis.simulation.strategy import Play, Session, Strategy
from banca.games import of_chance, rulebook
from banca.rules import Limits, Rules, Stay
from support.runners import play

pytestmark = pytest.mark.compiled


def simulated(strategy: Strategy, seed: int, *, folds: bool = True) -> Results:
    program = make_program(make_plan(strategy), folds=folds)
    counted = Work(programs=(program,), seed=seed, sessions=30).run(0)
    return results(counted.tallies[0], program, strategy)


@pytest.mark.parametrize(
    ("chip", "advantage"), [(1, Fraction(17, 1100)), (50, Fraction(1, 44)), (100, Fraction(1, 22))]
)
@pytest.mark.parametrize("folds", [True, False])
def test_R_money_1_big_six_at_each_chip(chip: int, advantage: Fraction, *, folds: bool) -> None:
    """The table of the reading: ten patacas, rounded down."""
    strategy = Strategy(
        game="craps",
        plays=(Play(bet="big_number:6", stake=1000),),
        limits=Limits(chip=chip),
        session=Session(rounds=50),
    )
    assert simulated(strategy, 1, folds=folds).per_staked.exact == -advantage


def decided_at_once(rules: Rules) -> list[str]:
    """Bets that every outcome decides."""
    found = []
    for key, bet in rules.bets.items():
        verdicts = (bet.verdict(bet.start, outcome) for outcome, _ in bet.space)
        if not bet.added_to and not any(isinstance(verdict, Stay) for verdict in verdicts):
            found.append(key)
    return found


@pytest.mark.parametrize("game", of_chance())
def test_luck_has_mean_zero_over_all_outcomes(game: str) -> None:
    """Three units and seven on one bet are paid as one, at a chip that few prizes divide."""
    rules = rulebook(game).under()
    for key in decided_at_once(rules)[:6]:
        plays = (Play(bet=key, stake=300), Play(bet=key, stake=700))
        strategy = Strategy(game=game, plays=plays, limits=Limits(chip=50), session=Session(rounds=1))
        plan = make_plan(strategy)
        luck = [(weight, play(plan, iter([outcome])).luck) for outcome, weight in plan.space]
        assert sum(weight * one for weight, one in luck) == 0, key
