"""The ways of playing that ship with Cussec, each played for some evenings."""

import pytest
from banca.analysis.simulation import simulate
from banca.analysis.simulation.strategy import Strategy
from banca.analysis.simulation.strategy_file import find_strategy, library
from banca.law import Language

from banca_cussec import RULEBOOK

pytestmark = pytest.mark.compiled

SHIPPED = library("cussec")


@pytest.mark.parametrize("name", SHIPPED)
def test_an_evening_of_each(name: str) -> None:
    strategy = find_strategy("cussec", name)
    assert isinstance(strategy, Strategy)
    assert len(set(strategy.title.values())) >= len(Language) - 1
    rules = RULEBOOK.under(**strategy.options)
    for play in strategy.plays:
        rules.bet(play.bet)
    played = simulate(strategy, sessions=200, seed=4)
    assert 200 <= played.rounds <= 200 * strategy.session.rounds
    assert played.per_staked.exact is not None
    assert played.per_staked.exact < 0
    assert played.z is not None
    assert abs(played.z) < 5


def test_there_are_some_to_choose_from() -> None:
    assert len(SHIPPED) >= 5
