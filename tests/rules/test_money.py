"""The readings that hold for every game, and the vocabulary they are written in."""

import pickle
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from banca.analysis.exact import together
from banca.analysis.game import GameAtTable, game
from banca.analysis.settlement import read_slip, settle_bets
from banca.games import of_chance, rulebook, rules_of
from banca.law import Status, status_of
from banca.proposals import examples, read_file
from banca.rules import (
    LOSE,
    PUSH,
    Bet,
    Citation,
    Commission,
    Limits,
    Lose,
    Odds,
    Push,
    Refusal,
    Space,
    Standing,
    Stay,
    Win,
    carrying,
    citing,
    explore,
    format_patacas,
    net_per_unit,
    parse_patacas,
    pay,
    round_down_to_chip,
)
from banca.rules.money import (
    NamedLimits,
    PaymentStep,
    StepKind,
    format_exact,
    steps_of,
)
from banca.rules.settlement import decided_by

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


@pytest.mark.parametrize(
    ("bet", "stake", "throws", "received"),
    [
        ("pass_odds:6", 35, ["2-4", "3-3"], 75),  # 77
        ("pass_odds:5", 35, ["2-3", "1-4"], 85),  # 87.50
        ("pass_odds:5", 40, ["2-3", "1-4"], 100),
        ("big_number:6", 25, ["2-4"], 50),  # 54 1/6
        ("hard_way:8", 25, ["4-4"], 250),
    ],
)
def test_R_money_1_a_chip_of_five_is_never_rounded_up(
    craps: GameAtTable, bet: str, stake: int, throws: list[str], received: int
) -> None:
    placed = {"pass_line": 40, bet: stake} if bet.startswith("pass_odds") else {bet: stake}
    *_, fate = craps.settle(placed, throws, Limits(minimum=500, chip=500)).fates
    assert fate.payment
    assert fate.payment.received == received * 100


def test_R_money_1_one_players_stakes_on_one_bet_are_one_bet(craps: GameAtTable) -> None:
    table = Limits(minimum=1000, chip=100)
    for slips in (("big_number:6", "big_number:6"), ("big_number:6@1", "big_number:6@2")):
        settled = settle_bets(craps.rules, [read_slip(craps.rules, key, 10) for key in slips], ["1-1", "3-3"], table)
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
    slips = [
        read_slip(craps.rules, "come@2", 10),
        read_slip(craps.rules, "come@3", 10),
        read_slip(craps.rules, "come@3", 20),
    ]
    moved = settle_bets(craps.rules, slips, ["2-4", "2-2", "5-5"], table)  # one on 4, two on 10
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
    twice = [read_slip(craps.rules, "field", 300), read_slip(craps.rules, "field", 300)]
    refused(lambda: settle_bets(craps.rules, twice, ["1-2"], posted), "stake_too_large", "R-money-3")
    one_after_another = [
        read_slip(craps.rules, "come@2", 300),
        read_slip(craps.rules, "come@3", 300),
    ]  # the first has its number by then
    assert len(settle_bets(craps.rules, one_after_another, ["2-4", "1-3", "5-5"], posted).standing) == 2


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


cite = citing("craps")
TWENTIETH = Commission(rate=Fraction(1, 20), cite=cite("6.2"))
WON = Win(Odds(7, 6), cite("6.15"))


@pytest.mark.parametrize(
    ("verdict", "commission", "chip", "expected"),
    [
        # stake 10.00: prize, commission, received, breakage, all in avos
        (WON, None, 1, (Fraction(3500, 3), 0, 2166, Fraction(2, 3))),
        (WON, None, 50, (Fraction(3500, 3), 0, 2150, Fraction(50, 3))),
        (WON, TWENTIETH, 1, (Fraction(3500, 3), Fraction(175, 3), 2108, Fraction(1, 3))),
        (Win(Odds(3), cite("6.1")), TWENTIETH, 100, (3000, 150, 3800, 50)),
        (LOSE, TWENTIETH, 1, (0, 0, 0, 0)),
        (Lose(share=Fraction(1, 2)), None, 300, (0, 0, 300, 200)),
        (PUSH, TWENTIETH, 1, (0, 0, 1000, 0)),
    ],
)
def test_R_money_1_a_bet_is_paid_to_the_avo(
    verdict: Win | Lose | Push, commission: Commission | None, chip: int, expected: tuple[object, ...]
) -> None:
    payment = pay(1000, verdict, commission, chip)
    assert (payment.prize, payment.commission, payment.received, payment.breakage) == expected
    assert (payment.stake, payment.net) == (1000, payment.received - 1000)


def test_what_a_unit_gains_before_rounding() -> None:
    assert net_per_unit(WON, TWENTIETH) == Fraction(7, 6) * Fraction(19, 20)
    assert net_per_unit(WON, None) == Fraction(7, 6)
    assert net_per_unit(Lose(share=Fraction(1, 2)), TWENTIETH) == Fraction(-1, 2)
    assert net_per_unit(PUSH, TWENTIETH) == 0


def test_the_steps_of_a_payment_name_their_clauses() -> None:
    upper, odd = (rules_of("football_poker").bets[key] for key in ("upper", "odd"))
    won = upper.verdict(upper.start, ("5", "2"))
    assert isinstance(won, Win)
    payment = pay(1000, won, upper.commission, 100)
    prize, twentieth = Fraction(1000), Fraction(1, 20)
    assert steps_of(upper, won, payment, 1000) == (
        PaymentStep(
            StepKind.PRIZE, {"stake": 1000, "odds": Odds(1), "prize": prize}, Citation("football_poker", "11.1")
        ),
        PaymentStep(
            StepKind.COMMISSION,
            {"rate": twentieth, "prize": prize, "commission": Fraction(50)},
            Citation("football_poker", "12"),
        ),
        PaymentStep(StepKind.BREAKAGE, {"breakage": Fraction(50)}, Citation("rulebook", "R-money-1")),
        PaymentStep(StepKind.HANDED_OVER, {"received": 1900, "net": 900}),
    )
    lost, tied = pay(1000, LOSE, None, 1), pay(1000, PUSH, None, 1)
    assert steps_of(odd, LOSE, lost, 1000) == (
        PaymentStep(StepKind.TAKEN, {"stake": 1000, "share": Fraction(1)}),
        PaymentStep(StepKind.HANDED_OVER, {"received": 0, "net": -1000}),
    )
    assert steps_of(odd, PUSH, tied, 1000) == (
        PaymentStep(StepKind.RETURNED, {"stake": 1000}),
        PaymentStep(StepKind.HANDED_OVER, {"received": 1000, "net": 0}),
    )
    assert steps_of(odd, None, None, 1000) == (PaymentStep(StepKind.STANDS, {"stake": 1000}),)


def test_a_decision_names_the_clause_of_the_bet_the_prize_and_the_commission() -> None:
    def clauses(game: str, key: str, outcome: object) -> list[str]:
        bet = rules_of(game).bets[key]
        verdict = bet.verdict(bet.start, outcome)
        assert not isinstance(verdict, Stay)
        return [one.clause for one in decided_by(bet, verdict, pay(1000, verdict, bet.commission, 1))]

    assert clauses("football_poker", "upper", ("5", "2")) == ["A-2", "11.1", "12"]
    assert clauses("football_poker", "upper", ("2", "K")) == ["A-2"]
    assert clauses("football_poker", "upper", ("K", "9", "K")) == ["10.2"]
    assert clauses("fantan", "fan:1", 1) == ["F-3", "9"]  # the bet and its prize have one clause
    assert clauses("wheel", "symbol:1", 1) == ["5", "6.1"]
    assert clauses("wheel", "symbol:1", 2) == ["5"]


# Limits


def test_R_money_2_the_limits_of_a_table_that_names_none() -> None:
    limits = Limits()
    assert (limits.minimum, limits.maximum, limits.chip) == (100, 10_000_000_000, 1)
    assert (str(limits.multiple_cite), str(limits.minimums_cite)) == ("R-money-2", "R-money-2")
    limits.check(limits.maximum)
    limits.check(100, already=limits.maximum - 100)
    with pytest.raises(Refusal) as caught:
        Limits(maximum=50_000).check(30_000, already=30_000)
    assert (caught.value.code, str(caught.value.cite)) == ("stake_too_large", "R-money-3")
    assert (caught.value.about["asked"], caught.value.about["maximum"]) == ("600", "500")
    with pytest.raises(Refusal) as caught:
        Limits(minimum=1000, minimums={"field": 2500}).check(1000, of="field")
    assert (caught.value.about["asked"], caught.value.about["minimum"]) == ("10", "25")


def test_R_money_1_a_chip_fits_the_minimum_and_the_minimum_the_maximum(refused: Refused) -> None:
    assert Limits(minimum=500, maximum=500, chip=500).chip == 500
    for wrong in (
        {"chip": 0},
        {"chip": -1},
        {"chip": 200},
        {"minimum": 200, "maximum": 100},
        {"minimum": 300, "chip": 200},
    ):
        refused(lambda wrong=wrong: Limits(**wrong), "bad_limits", "R-money-1")
    own = Limits(minimum=1000, minimums={"field": 2500})
    assert (own.minimum_of("field"), own.minimum_of("big")) == (2500, 1000)


def test_named_limits_leave_a_games_own() -> None:
    named = NamedLimits(maximum=0, chip=50)
    assert named.names == ("maximum", "chip")
    put = NamedLimits(minimum=500, chip=50).put_into(Limits(minimum=100, maximum=900))
    assert (put.minimum, put.maximum, put.chip) == (500, 900, 50)
    put = NamedLimits(maximum=800).put_into(Limits(minimum=200, maximum=900, chip=100))
    assert (put.minimum, put.maximum, put.chip) == (200, 800, 100)


def test_amounts_are_read_and_written_exactly(refused: Refused) -> None:
    assert [parse_patacas(text) for text in ("0.5", "0.05", "-1", "12.50")] == [50, 5, -100, 1250]
    assert [format_exact(Fraction(avos)) for avos in ("-50", "5", "100", "1/3")] == ["-0.50", "0.05", "1", "1/300"]
    refused(lambda: parse_patacas("1" * 101), "bad_stake", "R-money-2")


# Bets as automata


def counting(to: int) -> Bet:
    """A bet that waits for so many throws."""
    return Bet(
        id="wait",
        name="Wait",
        cite=cite("7.1"),
        space=Space.uniform((1,)),
        start=1,
        step=lambda state, _: Stay(state + 1) if state < to else LOSE,
    )


def test_a_bet_has_as_many_states_as_are_allowed_and_no_more() -> None:
    assert len(explore(counting(to=3), most_states=3).states) == 3
    with pytest.raises(Refusal) as caught:
        explore(counting(to=3), most_states=2)
    assert (caught.value.code, caught.value.about["allowed"]) == ("too_many_states", 2)


def test_a_bet_without_selections_takes_none(refused: Refused) -> None:
    refused(lambda: rules_of("craps").bet("field:3"), "no_selection", "craps 5.3.8")
    assert rules_of("craps").bet(" Big_Number:6 ").key == "big_number:6"


def test_R_money_2_one_avo_is_positive_and_no_multiple(refused: Refused) -> None:
    limits = Limits(minimum=1000, minimums={"field": 2500})
    refused(lambda: limits.check(1, of="come"), "stake_not_multiple", str(limits.multiple_cite))
    refused(lambda: limits.check(0, of="come"), "stake_not_positive", str(limits.multiple_cite))
    assert hash(limits) == hash(Limits(minimum=1000))  # a map has no hash of its own
