"""The device, the layout, the conduct and the stakes of Cussec, clause by clause."""

from collections.abc import Callable
from functools import partial
from itertools import product

import pytest
from banca import Refusal, game
from banca.rules import Null
from banca.rules.refusal import (
    IMPOSSIBLE_OUTCOME,
    STAKE_NOT_MULTIPLE,
    STAKE_NOT_POSITIVE,
    UNKNOWN_BET,
    UNKNOWN_NULL,
    UNKNOWN_VALUE,
)
from banca.rules.rulebook import UNKNOWN_SELECTION
from banca.tables.acts import OUT_OF_PHASE, find_act

from banca_cussec import GAME, RULEBOOK
from banca_cussec.device import DICE, NullRound, facts, null_round, parse, show
from banca_cussec.procedure import ACTS, LEVER_PRESSES, SHAKER_NOT_STARTED, check_shaken


def next_phase(phase: str, act: str) -> str:
    """Where an act leads; refused where it does not belong in the phase."""
    return find_act(ACTS, phase, act).then


def refused(action: Callable[[], object], code: str, cite: str) -> None:
    with pytest.raises(Refusal) as caught:
        action()
    assert (caught.value.code, str(caught.value.cite)) == (code, cite)


@pytest.mark.clause("M-1")
def test_three_dice_fall_in_216_ways_and_are_written_as_they_lie() -> None:
    assert DICE.total == len(DICE) == 216
    for throw in product(range(1, 7), range(1, 7), range(1, 7)):
        assert parse(show(throw)) == throw
    assert show(parse("3-4-4")) == "3-4-4"
    assert facts((4, 3, 4)) == {"numbers": (3, 4, 4), "total": 11, "is_triple": False}
    assert facts((2, 2, 2)) == {"numbers": (2, 2, 2), "total": 6, "is_triple": True}


@pytest.mark.clause("M-1")
@pytest.mark.parametrize("wrong", ["", "3-4", "3-4-4-1", "0-1-2", "7-1-1", "3 4 4", "fish-crab-crab", "３-4-4", "11"])
def test_what_the_dice_cannot_show_is_refused(wrong: str) -> None:
    refused(lambda: parse(wrong), IMPOSSIBLE_OUTCOME, "cussec M-1")


@pytest.mark.clause("M-2", "C-1")
def test_the_dice_are_shaken_by_lever_three_times_or_by_an_electronic_drive() -> None:
    lever = game("cussec").rules.chosen
    check_shaken(lever, presses=3, started=False)
    for presses in (0, 2, 4):
        shaken = partial(check_shaken, lever, presses=presses, started=True)
        refused(shaken, LEVER_PRESSES, "cussec C-1")
    electronic = game("cussec", drive="electronic").rules.chosen
    check_shaken(electronic, presses=0, started=True)
    refused(lambda: check_shaken(electronic, presses=3, started=False), SHAKER_NOT_STARTED, "cussec C-1")
    refused(lambda: game("cussec", drive="steam"), UNKNOWN_VALUE, "cussec M-2")


@pytest.mark.clause("M-3", "R-cussec-3")
def test_the_layout_says_which_bets_there_are() -> None:
    """World Gaming counts fifty bets; Odd, Even and the combinations are the house's choice."""
    assert len(game("cussec").bets) == 50
    assert len(game("cussec", odd_even="yes").bets) == 52
    assert len(game("cussec", combinations="yes").bets) == 50 + 20 + 30 + 4
    refused(lambda: game("cussec").bet("odd"), UNKNOWN_BET, "cussec M-3")
    refused(lambda: game("cussec", odd_even="maybe"), UNKNOWN_VALUE, "R-cussec-3")
    refused(lambda: game("cussec", combinations="yes").bet("four_numbers:1-2-5-6"), UNKNOWN_SELECTION, "cussec B-14")


def test_numbers_may_be_named_in_any_order() -> None:
    table = game("cussec", combinations="yes")
    for asked, found in (("pair:2-1", "1-2"), ("double_and_one:4-1-1", "1-1-4"), ("four_numbers:6-5-4-3", "3-4-5-6")):
        assert table.bet(asked).terms.selection == found


@pytest.mark.clause("C-2", "R-cussec-6")
def test_bets_open_only_after_the_shake() -> None:
    assert next_phase("paid", "cover") == "covered"
    assert next_phase("covered", "shake") == "bets open"
    refused(lambda: next_phase("covered", "place_bet"), OUT_OF_PHASE, "R-cussec-6")
    assert next_phase("bets open", "place_bet") == "bets open"
    assert next_phase("bets open", "withdraw_bet") == "bets open"
    refused(lambda: next_phase("bets closed", "withdraw_bet"), OUT_OF_PHASE, "cussec C-2")


@pytest.mark.clause("C-3")
def test_the_bell_ends_the_bets() -> None:
    assert next_phase("bets open", "ring_bell") == "bets closed"
    refused(lambda: next_phase("bets closed", "place_bet"), OUT_OF_PHASE, "R-cussec-6")
    refused(lambda: next_phase("covered", "ring_bell"), OUT_OF_PHASE, "cussec C-3")


@pytest.mark.clause("C-4")
def test_the_cover_is_lifted_after_the_bell_and_the_result_called() -> None:
    assert next_phase("bets closed", "lift_cover") == "revealed"
    assert next_phase("revealed", "call_result") == "called"
    refused(lambda: next_phase("bets open", "lift_cover"), OUT_OF_PHASE, "cussec C-4")
    refused(lambda: next_phase("bets closed", "call_result"), OUT_OF_PHASE, "cussec C-4")


@pytest.mark.clause("C-5")
def test_no_cover_before_every_prize_is_paid() -> None:
    assert next_phase("called", "pay") == "paid"
    refused(lambda: next_phase("called", "cover"), OUT_OF_PHASE, "cussec C-5")


@pytest.mark.clause("N-1", "N-2", "N-3")
@pytest.mark.parametrize(
    ("reason", "clause"), [("stacked", "cussec N-1"), ("leaning", "cussec N-2"), ("outside", "cussec N-3")]
)
def test_a_round_is_null_for_a_reason(reason: str, clause: str) -> None:
    assert null_round(**{reason: True}) == NullRound(reason)
    thrown = RULEBOOK.parse_throw(f"null:{reason}")
    assert isinstance(thrown, Null)
    assert [str(cite) for cite in thrown.cites] == [clause]


def test_dice_that_lie_flat_in_the_cup_count() -> None:
    assert null_round() is None
    assert null_round(stacked=True, leaning=True) is NullRound.STACKED
    refused(lambda: RULEBOOK.parse_throw("null:wet"), UNKNOWN_NULL, "cussec N-1")


@pytest.mark.clause("N-4", "R-cussec-7")
def test_after_a_null_round_bets_stand_and_new_ones_are_taken() -> None:
    table = game("cussec")
    assert (
        table.settle({"small": 10}, ["null:stacked", "null:leaning", "null:outside", "1-2-3"]).answer().net.avos == 1000
    )
    assert table.settle({"small": 10, "big@2": 10}, ["null:stacked", "1-2-3"]).answer().net.avos == 0
    assert next_phase("revealed", "declare_null") == "null"
    assert next_phase("null", "cover") == "covered again"
    assert next_phase("covered again", "shake") == "bets open again"
    assert str(find_act(ACTS, "bets open again", "place_bet").cite) == "R-cussec-7"
    refused(lambda: next_phase("bets open again", "withdraw_bet"), OUT_OF_PHASE, "cussec C-2")
    refused(lambda: next_phase("bets open", "declare_null"), OUT_OF_PHASE, "cussec N-4")


@pytest.mark.clause("S-1")
def test_a_stake_is_a_whole_multiple_of_the_lowest() -> None:
    table = game("cussec")
    assert table.settle({"big": 7}, ["6-5-1"]).answer().net.avos == 700
    refused(lambda: table.settle({"big": "1.50"}, ["6-5-1"]), STAKE_NOT_MULTIPLE, "cussec S-1")
    refused(lambda: table.settle({"big": 0}, ["6-5-1"]), STAKE_NOT_POSITIVE, "cussec S-1")


def test_a_round_of_several_bets_by_clause() -> None:
    settled = game("cussec").settle({"small": 100, "double:2": 10, "single:2": 10, "total:7": 10}, ["2-3-2"])
    assert settled.answer().net.avos == 100 * (100 + 8 * 10 + 2 * 10 + 12 * 10)
    cites = [bet["cites"] for bet in settled.report()["bets"]]
    for decided, (bet, prize) in zip(
        cites, (("B-1", "P-1"), ("B-6", "P-5"), ("B-4", "P-3"), ("B-3", "P-2")), strict=True
    ):
        assert f"cussec {bet}" in decided
        assert f"cussec {prize}" in decided


def test_every_act_has_a_way_on_and_the_round_comes_back_to_its_start() -> None:
    phases = {act.phase for act in GAME.acts}
    assert {act.then for act in GAME.acts} == phases
    phase = "paid"
    for act in ("cover", "shake", "place_bet", "ring_bell", "lift_cover", "call_result", "pay"):
        phase = next_phase(phase, act)
    assert phase == "paid"
