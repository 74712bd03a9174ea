"""The readings that hold for every game, and the vocabulary they are written in."""

import pickle
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from banca.analysis.exact import together
from banca.games import of_chance, rulebook
from banca.interface import GameAtTable, game
from banca.law import Status, status_of
from banca.proposals import examples, read_file
from banca.rules import (
    Commission,
    Odds,
    Standing,
    Win,
    carrying,
    citing,
    format_patacas,
    parse_patacas,
    pay,
    round_down_to_chip,
)
from banca.rules.money import Limits

Refused = Callable[..., None]
cite = citing("craps")

stakes = st.integers(1, 10**9)
chips = st.sampled_from([1, 5, 10, 50, 100, 500])
odds = st.builds(Odds, st.integers(0, 200), st.integers(1, 10))
rates = st.fractions(0, 1, max_denominator=100)


def test_R_money_1_a_prize_is_rounded_down_to_the_chip(craps: GameAtTable) -> None:
    by_chip = {
        chip: craps.settle({"big_number:6": 10}, ["3-3"], Limits(chip=chip)).fates[0].payment for chip in (1, 50, 100)
    }
    assert {chip: payment.received for chip, payment in by_chip.items() if payment} == {1: 2166, 50: 2150, 100: 2100}
    assert {chip: payment.breakage for chip, payment in by_chip.items() if payment} == {
        1: Fraction(2, 3),
        50: Fraction(50, 3),
        100: Fraction(200, 3),
    }
    report = craps.settle({"big_number:6": 10}, ["3-3"]).report()["bets"][0]
    assert "R-money-1" in report["cites"]


def test_R_money_1_one_players_stakes_on_one_bet_are_one_bet(craps: GameAtTable) -> None:
    table = Limits(minimum=1000, chip=100)
    for slips in (("big_number:6", "big_number:6"), ("big_number:6@1", "big_number:6@2")):
        settled = craps.settle_slips([craps.slip(key, 10) for key in slips], ["1-1", "3-3"], table)
        (fate,) = settled.fates
        assert (fate.stake, fate.payment.net if fate.payment else 0) == (2000, 2300)  # 20 at 7 to 6; 11 + 11 apart
        assert [part.slip.stake for part in fate.parts] == [1000, 1000]
    report = settled.report()["bets"][0]
    assert report["parts"] == [{"stake": "10", "placed": 1}, {"stake": "10", "placed": 2}]
    assert (report["stake"], report["received"], report["breakage"]) == ("20", "43", "1/3")
    again = pickle.loads(pickle.dumps(settled))  # noqa: S301 - our own
    assert (again, again.report()) == (settled, settled.report())
    waiting = together([Standing(fate.slip.bet, 1000, fate.slip.bet.start)] * 2, 100)
    assert max(waiting.chances) == 2300


def test_R_money_1_bets_in_different_states_stay_apart(craps: GameAtTable) -> None:
    table = Limits(minimum=1000, chip=100)
    slips = [craps.slip("come@2", 10), craps.slip("come@3", 10), craps.slip("come@3", 20)]
    moved = craps.settle_slips(slips, ["2-4", "2-2", "5-5"], table)  # one on 4, two on 10
    assert [(fate.stake, fate.state) for fate in moved.fates] == [(1000, 4), (3000, 10)]


@given(stakes, odds, rates, chips)
def test_R_money_1_nothing_is_lost_from_the_books(stake: int, odds: Odds, rate: Fraction, chip: int) -> None:
    payment = pay(stake, Win(odds, cite("6.1")), Commission(rate=rate, cite=cite("6.1")), chip)
    assert payment.stake + payment.prize == payment.received + payment.commission + payment.breakage
    assert 0 <= payment.breakage < chip
    assert payment.received % chip == 0
    assert payment.net == payment.received - stake


@given(st.fractions(0, 10**9), chips)
def test_R_money_1_rounding_is_down_and_by_less_than_a_chip(amount: Fraction, chip: int) -> None:
    assert 0 <= amount - round_down_to_chip(amount, chip) < chip


@pytest.mark.parametrize("name", [name for name in of_chance() if name != "craps"])
def test_R_money_2_stakes_are_multiples_of_the_minimum_in_every_game(name: str, refused: Refused) -> None:
    table = game(name)
    bet = table.bets[0].key
    outcome = table.rules.rulebook.outcome_form
    refused(lambda: table.settle({bet: "0.50"}, [outcome]), "stake_not_multiple", "R-money-2")
    refused(lambda: table.settle({bet: 0}, [outcome]), "stake_not_positive", "R-money-2")
    for wrong in ("ten", "1e3", "", "1.005", "½", "1,000", "nan", "１０"):
        refused(lambda wrong=wrong: table.settle({bet: wrong}, [outcome]), "bad_stake", "R-money-2")


def test_R_money_3_a_stake_above_the_maximum_is_refused(craps: GameAtTable, refused: Refused) -> None:
    refused(lambda: craps.settle({"field": 10**30}, ["3-4"]), "stake_too_large", "R-money-3")
    posted = Limits(maximum=50_000)
    assert craps.settle({"field": 500}, ["1-2"], posted).answer().net.avos == 50_000
    refused(lambda: craps.settle({"field": 501}, ["1-2"], posted), "stake_too_large", "R-money-3")
    twice = [craps.slip("field", 300), craps.slip("field", 300)]
    refused(lambda: craps.settle_slips(twice, ["1-2"], posted), "stake_too_large", "R-money-3")
    one_after_another = [craps.slip("come@2", 300), craps.slip("come@3", 300)]  # the first has its number by then
    assert len(craps.settle_slips(one_after_another, ["2-4", "1-3", "5-5"], posted).standing) == 2


@given(st.integers(-(10**12), 10**12))
def test_patacas_round_trip(avos: int) -> None:
    assert parse_patacas(format_patacas(avos)) == avos


@pytest.mark.slow
def test_R_proposal_1_a_proposed_bet_is_no_law() -> None:  # the reading's own id
    for name in examples():
        proposal = read_file(Path(name))
        rules = carrying(rulebook(proposal.game), proposal, {})
        for key, bet in rules.bets.items():
            assert (status_of(bet) is Status.PROPOSED) == (key in proposal.keys)
        cites = {str(new.bet.cite) for new in proposal.bets}
        assert cites <= {"craps 7.1" if proposal.game == "craps" else "R-proposal-1"}
