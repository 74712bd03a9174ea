"""The sum of many rounds: against all ways of adding them up, against the binomial, and with a bound that holds."""

from decimal import Decimal
from fractions import Fraction
from itertools import product
from math import prod

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import banca
from support.commands import refuses
from support.lanes import many

pytestmark = pytest.mark.compiled

BETS = [
    ("roulette", {"red": 10, "straight:7": 5}),
    ("craps", {"field": 10, "any_seven": 5}),
    ("fantan", {"nga:12-3": 10}),
    ("fish_prawn_crab", {"figure:fish": 5, "big": 10}),
]


@pytest.mark.parametrize(("game", "bets"), BETS)
def test_every_way_of_adding_up(game: str, bets: dict[str, int]) -> None:
    once = banca.game(game).together(bets)
    chances: dict[Decimal, Fraction] = {}
    for way in product(once.chances.items(), repeat=4):
        net = sum((amount for amount, _ in way), Decimal(0))
        chances[net] = chances.get(net, Fraction(0)) + prod((chance for _, chance in way), start=Fraction(1))
    added = once.after(4)
    assert added.lost == 0
    assert added.chances == dict(sorted(chances.items()))


@settings(max_examples=many(6))
@given(st.sampled_from(BETS), st.integers(1, 100))
def test_what_rounding_takes_away_is_known(asked: tuple[str, dict[str, int]], rounds: int) -> None:
    once = banca.game(asked[0]).together(asked[1])
    exact, rounded = once.after(rounds, exact=True), once.after(rounds, exact=False)
    assert exact.lost == 0
    assert 0 <= rounded.lost < Fraction(1, 10**25)
    rounded_chances = rounded.chances  # made anew at every access
    for net, chance in exact.chances.items():
        known = rounded_chances.get(net, Fraction(0))
        assert known <= chance <= known + rounded.lost
    assert rounded.figures.mean.low <= once.together.mean * rounds <= rounded.figures.mean.high
    assert exact.quantile(Fraction(1, 3)) == rounded.quantile(Fraction(1, 3))


def test_what_cannot_be_added_up_is_refused() -> None:
    with refuses("stands_on"):
        banca.game("craps").together({"pass_line": 10}).after(2)
    for rounds, exact in ((0, None), (10**6, True), (10**15, None)):
        with refuses("too_many_rounds"):
            banca.game("roulette").together({"red": 10}).after(rounds, exact=exact)
