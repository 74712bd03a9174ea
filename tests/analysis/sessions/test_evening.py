"""Exact evenings: every path played one by one, closed forms, a bound that holds, and the simulation."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import accumulate

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from banca.analysis.sessions import Precision, evening
from banca.analysis.sessions.distribution import SHARES
from banca.analysis.simulation import simulate
from banca.analysis.simulation.plan import Plan, make_plan, outcome_classes
from banca.analysis.simulation.strategy import (
    Play,
    Session,
    SessionEnd,
    Strategy,
    dalembert,
    labouchere,
    martingale,
    press,
)
from banca.analysis.simulation.strategy_file import find_strategy
from banca.games.pai_kao.exact import bank_value, orders_between
from banca.games.pai_kao.simulation import PaiKaoStrategy, make_pai_kao_plan
from banca.rules import Limits, Outcome
from support.commands import refuses
from support.lanes import many
from support.pai_kao_sessions import mean
from support.runners import SessionRecord, play

pytestmark = pytest.mark.compiled

EXACT = Precision.EXACT
MONEY = Limits(minimum=100, maximum=10_000_000, chip=100)


@dataclass
class AllPaths:
    """Every session that is over within some rounds, with its chance; and the chance of the others."""

    sessions: list[tuple[SessionRecord, Fraction]] = field(default_factory=list)
    longer: Fraction = Fraction(0)

    def spread(self, figure: str) -> dict[int, Fraction]:
        """The chances of a figure of the sessions."""
        chances: dict[int, Fraction] = {}
        for record, chance in self.sessions:
            amount = getattr(record, figure)
            chances[amount] = chances.get(amount, Fraction(0)) + chance
        return dict(sorted(chances.items()))

    def at(self, point: int) -> dict[int, Fraction]:
        """The chances of the money at a point of the way."""
        chances: dict[int, Fraction] = {}
        for record, chance in self.sessions:
            chances[record.path[point]] = chances.get(record.path[point], Fraction(0)) + chance
        return dict(sorted(chances.items()))


class TooShort(Exception):  # noqa: N818 - not a fault: the path goes on
    """More outcomes are needed."""


def follow(outcomes: tuple[Outcome, ...]) -> Iterator[Outcome]:
    yield from outcomes
    raise TooShort


def all_paths(plan: Plan, rounds: int) -> AllPaths:
    """Play every path of at most so many rounds by the plain runner."""
    class_of, outcomes = outcome_classes(plan)
    weights = [0] * len(outcomes)
    for place, (_, weight) in zip(class_of, plan.space, strict=True):
        weights[place] += weight
    paths = AllPaths()
    pending: list[tuple[tuple[Outcome, ...], Fraction]] = [((), Fraction(1))]
    while pending:
        path, chance = pending.pop()
        try:
            paths.sessions.append((play(plan, follow(path)), chance))
        except TooShort:
            if len(path) == rounds:
                paths.longer += chance
                continue
            for outcome, weight in zip(outcomes, weights, strict=True):
                pending.append(((*path, outcome), chance * Fraction(weight, plan.space.total)))
    return paths


def strategy(game: str, *plays: Play, limits: Limits = MONEY, **session: int) -> Strategy:
    return Strategy(game=game, plays=plays, limits=limits, session=Session(**session))


RED = Play(bet="red", stake=1000)
FIELD = Play(bet="field", stake=1000)
LINE = Play(bet="pass_line", stake=1000)
COME = Play(bet="come", stake=1000, count=2)
ODDS = Play(bet="pass_odds", times=2)
COME_ODDS = Play(bet="come_odds", times=1)
SIX = Play(bet="big_number:6", stake=1200)
KUOC = Play(bet="kuoc:1-2", stake=700, progression=dalembert(4))
CENTS, LOW_MAXIMUM = Limits(minimum=100, maximum=100_000, chip=50), Limits(minimum=1000, maximum=5000, chip=100)


def red(progression: object, **session: int) -> Strategy:
    return strategy("roulette", replace(RED, progression=progression), **session)  # type: ignore[arg-type]


DECIDED_AT_ONCE = {
    "flat": strategy("roulette", RED, rounds=6),
    "martingale, target": red(martingale(3), bankroll=9000, target=11_000, rounds=7),
    "labouchere": red(labouchere((1, 2, 3)), bankroll=9000, target=15_000, rounds=6),
    "two bets, short of money": strategy(
        "roulette", Play(bet="dozen:1", stake=700), Play(bet="straight:7", stake=300), bankroll=1900, rounds=5
    ),
    "held to the maximum": replace(red(martingale(6), bankroll=20_000, rounds=7), limits=LOW_MAXIMUM),
    "commission and a coarse chip": strategy("fantan", KUOC, limits=CENTS, bankroll=3000, stop_loss=2000, rounds=6),
}
STANDING_ON = {
    "pass line, target": (strategy("craps", LINE, ODDS, bankroll=4000, target=6000, rounds=3), 4),
    "come bets with odds, short": (strategy("craps", LINE, COME, ODDS, COME_ODDS, bankroll=4000, rounds=2), 3),
    "taken down": (strategy("craps", LINE, replace(SIX, when=("point",), down=("come_out",)), rounds=3), 4),
    "en prison": (replace(find_strategy("roulette", "red_en_prison"), session=Session(bankroll=4000, rounds=4)), 6),
}


@pytest.mark.parametrize("name", DECIDED_AT_ONCE)
def test_every_figure_is_that_of_all_paths(name: str) -> None:
    asked = DECIDED_AT_ONCE[name]
    brute, computed = all_paths(make_plan(asked), asked.session.rounds), evening(asked, EXACT)
    assert brute.longer == 0
    assert computed.net.chances == brute.spread("net")
    assert computed.rounds.chances == brute.spread("rounds")
    staked, longest = computed.staked(), computed.longest()
    assert staked is not None
    assert staked.chances == brute.spread("staked")
    assert longest is not None
    assert longest.chances == brute.spread("longest")
    assert {cause: share.low for cause, share in computed.ended.items() if share.low} == brute.spread("ended")
    assert computed.mean_staked.low == sum(amount * chance for amount, chance in brute.spread("staked").items())
    assert computed.mean_rounds.low == sum(amount * chance for amount, chance in brute.spread("rounds").items())
    assert computed.ahead.low == sum(chance for net, chance in brute.spread("net").items() if net > 0)
    for point, row in enumerate(computed.fan):
        chances = brute.at(point)
        running = dict(zip(chances, accumulate(chances.values()), strict=True))
        for share, quantile in zip(SHARES, row.quantiles, strict=True):
            assert quantile.is_proven
            assert quantile.amount == next(amount for amount, sums in running.items() if sums >= share)


@pytest.mark.parametrize("name", STANDING_ON)
def test_bets_that_stand_on_are_waited_for(name: str) -> None:
    asked, rounds = STANDING_ON[name]
    assert isinstance(asked, Strategy)
    brute, computed = all_paths(make_plan(asked), rounds), evening(asked, EXACT)
    over = brute.spread("rounds")
    assert {number: chance for number, chance in computed.rounds.chances.items() if number <= rounds} == over
    assert sum(computed.net.chances.values()) == 1
    for figure, spread in (("net", computed.net), ("staked", computed.staked()), ("longest", computed.longest())):
        if spread is not None:
            for amount, chance in brute.spread(figure).items():
                assert chance <= spread.chances[amount] <= chance + brute.longer
    for cause, chance in brute.spread("ended").items():
        assert chance <= computed.ended[SessionEnd(cause)].low <= chance + brute.longer


def test_all_that_is_staked_without_a_bankroll_in_floats() -> None:
    """Flat bets come to one amount; with odds the distribution has the mean that was found on the way."""
    flat = evening(strategy("roulette", RED, rounds=100)).staked()
    assert flat is not None
    assert {amount: pytest.approx(chance) for amount, chance in flat.chances.items()} == {100_000: 1}
    computed = evening(strategy("craps", LINE, ODDS, rounds=20))
    staked = computed.staked()
    assert staked is not None
    assert staked.mean.low <= computed.mean_staked.high
    assert computed.mean_staked.low <= staked.mean.high


def test_the_pass_line_once_and_gamblers_ruin() -> None:
    """244 of 495 are won (Epstein); (1 - (q/p)^a) / (1 - (q/p)^(a+b)): S. N. Ethier, The Doctrine of Chances, 7.1."""
    once = evening(strategy("craps", LINE, rounds=1), EXACT)
    assert once.net.chances == {-1000: Fraction(251, 495), 1000: Fraction(244, 495)}
    assert once.mean_rounds.low == Fraction(557, 165)
    ended = evening(strategy("roulette", RED, bankroll=5000, target=10_000, rounds=2000)).ended
    ratio = Fraction(19, 18)
    reaches = (1 - ratio**5) / (1 - ratio**10)
    assert ended[SessionEnd.TARGET].low <= reaches <= ended[SessionEnd.TARGET].high + ended[SessionEnd.ROUNDS].high
    assert ended[SessionEnd.RUIN].low <= 1 - reaches <= ended[SessionEnd.RUIN].high + ended[SessionEnd.ROUNDS].high
    assert ended[SessionEnd.ROUNDS].high < Fraction(1, 10**20)
    assert float(ended[SessionEnd.TARGET].high - ended[SessionEnd.TARGET].low) < 1e-11


SMALL = st.builds(
    lambda play, bankroll, target, rounds: strategy(
        play[0], *play[1], bankroll=bankroll, target=bankroll + target, rounds=rounds
    ),
    st.sampled_from(
        [
            ("roulette", (replace(RED, progression=martingale(3)),)),
            ("craps", (LINE, COME)),
            ("craps", (Play(bet="big_number:8", stake=600, progression=press()),)),
            ("craps", (FIELD, LINE, ODDS)),
        ]
    ),
    st.integers(20, 60).map(lambda hundreds: hundreds * 100),
    st.integers(10, 60).map(lambda hundreds: hundreds * 100),
    st.integers(1, 12),
)


@settings(max_examples=many(10))
@given(SMALL)
def test_the_bound_holds(asked: Strategy) -> None:
    exact, near = evening(asked, EXACT), evening(asked)
    for cause, chance in exact.ended.items():
        assert near.ended[cause].low <= chance.low <= near.ended[cause].high
    assert near.ahead.low <= exact.ahead.low <= near.ahead.high
    assert near.mean_rounds.low <= exact.mean_rounds.low <= near.mean_rounds.high
    assert near.mean_staked.low <= exact.mean_staked.low <= near.mean_staked.high
    assert near.net.mean.low <= exact.net.mean.low <= near.net.mean.high
    assert near.net.variance.low <= exact.net.variance.low <= near.net.variance.high
    for amount, single in exact.net.chances.items():
        known = near.net.chance(amount, amount)
        assert known.low <= single <= known.high
    assert near.net.error < Fraction(1, 10**12)
    for row, other in zip(exact.fan, near.fan, strict=True):
        for quantile, approximate in zip(row.quantiles, other.quantiles, strict=True):
            assert quantile.amount == approximate.amount or not approximate.is_proven


def test_what_is_too_large_is_refused_before_working() -> None:
    with refuses("too_many_seats"):
        evening(red(labouchere((1, 2, 3, 4)), rounds=1000))
    with refuses("too_much_to_work_out"):
        evening(strategy("craps", LINE, replace(COME, count=3), ODDS, COME_ODDS, rounds=10_000_000))
    with refuses("too_much_to_work_out"):
        evening(strategy("roulette", RED, rounds=100_000), EXACT)


def pai_kao(name: str) -> PaiKaoStrategy:
    shipped = find_strategy("pai_kao", name)
    assert isinstance(shipped, PaiKaoStrategy)
    return shipped


@pytest.mark.parametrize("name", ["player", "banker_seven_gates"])
def test_pai_kao_agrees_with_the_simulation_though_money_is_short(name: str) -> None:
    shipped = pai_kao(name)
    if shipped.gates == 1:
        asked = replace(shipped, session=Session(bankroll=35_050, target=60_000, rounds=40))
    else:
        session = Session(bankroll=900_00, target=2000_00, rounds=40)
        asked = replace(shipped, session=session, limits=replace(shipped.limits, chip=100))
    computed, played = evening(asked), simulate(asked, sessions=4000, seed=21)
    for cause in SessionEnd:
        share = getattr(played.chances, cause.name.lower())
        assert abs(share.measured - float(computed.ended[cause])) <= 4 * share.error
    assert played.per_session.error is not None
    assert abs(played.per_session.measured * 100 - float(computed.net.mean)) < 4 * played.per_session.error * 100
    assert abs(played.staked.avos / 4000 - float(computed.mean_staked)) < 0.05 * float(computed.mean_staked)
    assert computed.ended[SessionEnd.RUIN].low > Fraction(1, 1000)


def test_pai_kao_once_has_the_exact_value_of_the_deal_and_of_the_bank() -> None:
    for name in ("player", "banker"):
        asked = pai_kao(name)
        once = evening(replace(asked, session=Session(rounds=1)), EXACT)
        assert once.net.mean.low == mean(make_pai_kao_plan(asked), asked.stake)
    asked = pai_kao("banker_seven_gates")
    each = orders_between(asked.against, asked.policy, asked.gates)
    for principal in (None, 50_00):
        once = evening(replace(asked, principal=principal, session=Session(rounds=1)), EXACT)
        value = bank_value(each, gates=asked.gates, stake=asked.stake, principal=principal or 700_00)
        assert once.net.mean.low == value.value
    with refuses("too_many_seats"):  # chips are refused before their rounds are looked at, which took 45 seconds
        evening(replace(asked, limits=replace(asked.limits, chip=1)))
    with refuses("only_chance"):
        evening(replace(asked, against="equilibrium"))
