"""The live table of Pai Kao: void deals, the casino and co-bankers, the turn of the bank, who sets which gate. Scenarios by clause."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from banca.games.pai_kao.hands import format_setting
from banca.games.pai_kao.state import DealDeclared, TilesSet, as_dealt, as_stacked
from banca.games.pai_kao.tiles import TILES
from banca.tables.banked import CASINO, BankSettled, StakeReturned, StakeSettled
from banca.tables.events import BANK, NullDeclared, wallet
from support.tables import DICE, FUNDED, MIDDLE, STRONG, WEAK, Table, banking, deal, seated, sees, setting_of

# Articles 1 and 2


@pytest.mark.clause("1.5", "R-pk-9")
def test_R_pk_9_stacked_dice_are_shaken_again_as_cocked_ones_are() -> None:
    table = banking("Lei", "Ana")
    table.do("Lei", "shake", dice=DICE)
    cited = {"cocked": ("pai_kao 1.5",), "stacked": ("pai_kao 1.5", "R-pk-9"), "fell_out": ("pai_kao 1.5",)}
    for reason, cites in cited.items():
        assert table.do("croupier", "null_shake", reason=reason) == (NullDeclared(reason=reason, cites=cites),)
        table.do("Lei", "shake_again", dice=DICE)


@pytest.mark.clause("2.3", "R-pk-10")
def test_R_pk_10_the_stakes_of_a_gate_that_takes_no_part_are_returned() -> None:
    table = banking("Lei", "Ana", "Rui").stakes(("Ana", 2, 1000), ("Rui", 2, 500))
    deal(table)
    events = table.do("croupier", "expose", gate=2, exposed=2)
    returned = [event for event in events if isinstance(event, StakeReturned)]
    assert [(one.player, one.stake) for one in returned] == [("Ana", 1000), ("Rui", 500)]
    assert {one.cite for one in returned} == {"R-pk-10"}
    assert table.balance(wallet("Ana")) == table.balance(wallet("Rui")) == FUNDED


@pytest.mark.clause("2.3", "3.2", "4.7", "R-pk-10")
def test_R_pk_10_the_principal_and_the_other_bets_of_its_player_stay() -> None:
    table = banking("Lei", "Ana", "Rui", principal=1000).stakes(("Ana", 2, 300))
    table.do("Ana", "co_bank", stake=500)
    table.stakes(("Rui", 3, 1400), ("Ana", 4, 200))
    deal(table, g1=STRONG)
    events = table.do("croupier", "expose", gate=2, exposed=2)
    returned = [event for event in events if isinstance(event, StakeReturned)]
    assert [(one.player, one.gate, one.stake) for one in returned] == [("Ana", 2, 300)]
    assert [(share.who, share.amount) for share in table.live.bank] == [("Lei", 1000), ("Ana", 500)]
    settled = {event.who: event for event in table.finish() if isinstance(event, BankSettled)}
    # the bank of 1,500 beats 1,400 and then 100 of the 200: Ana wins 500 less 4% as a co-banker, and loses 100 on gate 4
    assert settled["Ana"].received == 500 + 480
    assert table.balance(wallet("Ana")) == FUNDED + 480 - 100


def void_deal(**terms: int) -> Table:
    """Two of the banker's tiles were exposed; gate 3 was out already."""
    table = banking("Lei", "Ana", "Rui", "Wong", **terms)
    table.do("Ana", "cut", one_hand=True, picked=2)
    table.do("Lei", "cut", one_hand=True)
    table.stakes(("Ana", 2, 1000), ("Rui", 3, 1000))
    deal(table)
    table.do("croupier", "expose", gate=3, exposed=3)
    table.do("croupier", "expose", gate=1, exposed=2)
    return table


CHANGES: tuple[tuple[str, str, dict[str, int]], ...] = (
    ("Ana", "stake", {"gate": 2, "stake": 500}),
    ("Rui", "stake", {"gate": 3, "stake": 500}),
    ("Ana", "withdraw_stake", {"gate": 2}),
    ("Wong", "co_bank", {"stake": 500}),
    ("croupier", "co_bank", {"stake": 500}),
    ("Lei", "put_down_principal", {"stake": 20_000}),
)


@pytest.mark.clause("2.3", "4.7", "R-pk-12")
def test_R_pk_12_after_a_void_deal_no_stake_and_no_principal_changes() -> None:
    table = void_deal()
    onward: dict[str, tuple[str, str, dict[str, Any]] | None] = {
        "deal void": ("croupier", "deal_again", {}),
        "stacked again": ("Lei", "shake", {"dice": DICE}),
        "shaken": None,
    }
    for phase, act in onward.items():
        assert table.live.phase == phase
        for who, do, fields in CHANGES:
            table.refuses("stake_after_shake", "pai_kao 4.7", who, do, **fields)
        if act:
            table.do(*act[:2], **act[2])
    assert (table.live.staked("Ana"), table.live.staked("Rui"), table.live.bank[0].amount) == (1000, 0, 10_000)


@pytest.mark.clause("4.3", "R-pk-12")
@pytest.mark.parametrize(("procedure", "remembered"), [(1, {2}), (3, {2, 3})])
def test_4_3_who_bet_on_a_gate_that_was_out_has_bet_in_the_round_void_deal_or_not(
    procedure: int, remembered: set[int]
) -> None:
    table = void_deal(procedure=procedure)
    table.do("croupier", "deal_again")
    deal(table)
    table.finish()
    assert table.live.bet_before == remembered
    table.do("Lei", "pass_bank")
    table.do("Ana", "pass_bank")  # refuses: the nearest on its right that bet is Rui's gate 3
    assert table.live.banker == (3 if 3 in remembered else 0)
    table.check_replay()


@pytest.mark.clause("1.1", "2.1", "R-pk-12")
def test_R_pk_12_the_tiles_are_mixed_cut_and_shaken_for_before_the_new_deal() -> None:
    table = void_deal()
    assert (table.live.tiles, table.live.dice, table.live.cuts, table.live.lifted) == ({}, (), (), 0)
    table.refuses("out_of_phase", "pai_kao 4.4", "Lei", "shake", dice=DICE)
    table.do("croupier", "deal_again")
    table.refuses("out_of_phase", "pai_kao 1.4", "croupier", "deal", tiles=TILES)
    table.do("Wong", "cut", one_hand=True, picked=1)
    table.do("Lei", "cut", one_hand=True)
    deal(table)
    events = table.finish()
    assert [(event.player, event.stake) for event in events if isinstance(event, StakeSettled)] == [("Ana", 1000)]


def test_R_pk_12_a_round_with_a_void_deal_may_still_be_voided_before_the_new_one() -> None:
    table = void_deal()
    table.do("croupier", "deal_again")
    table.do("supervisor", "void_round", reason="a tile is missing")
    assert {table.balance(wallet(who)) for who in ("Lei", "Ana", "Rui")} == {FUNDED}


# Article 3


@pytest.mark.clause("3.1", "R-pk-15")
def test_R_pk_15_the_casino_fixes_its_principal_before_bets_open() -> None:
    table = seated("Lei", "Ana")
    table.refuses("bank_too_small", "pai_kao 3.1", "croupier", "co_bank", stake=FUNDED + 1)
    table.refuses("not_your_act", "pai_kao 3.1", "Ana", "co_bank", stake=500)
    table.do("croupier", "co_bank", stake=500)
    table.refuses("twice_at_the_bank", "pai_kao 3.2", "supervisor", "co_bank", stake=500)
    assert table.balance(BANK) == FUNDED - 500
    table.do("Lei", "put_down_principal", stake=1000)
    assert [(share.who, share.amount) for share in table.live.bank] == [("Lei", 1000), (CASINO, 500)]
    table.do("Ana", "stake", gate=2, stake=2000)
    deal(table, g1=STRONG)
    table.finish()
    assert table.balance(wallet("Ana")) == FUNDED - 1500  # the bank covers 1,500 of 2,000
    assert table.balance(BANK) == FUNDED + 480
    late = banking("Lei", "Ana")
    late.refuses("casino_too_late", "R-pk-15", "croupier", "co_bank", stake=500)
    assert "co_bank" not in late.offers("croupier")


def test_3_1_whichever_gate_banks_the_casinos_principal_stays() -> None:
    table = seated("Lei", "Ana")
    table.do("croupier", "co_bank", stake=500)
    table.do("Lei", "pass_bank")
    table.do("Ana", "take_bank")
    table.do("Ana", "put_down_principal", stake=1000)
    assert [(share.who, share.amount) for share in table.live.bank] == [("Ana", 1000), (CASINO, 500)]
    table.do("supervisor", "void_round", reason="lights out")
    assert table.balance(BANK) == FUNDED


def test_3_2_players_of_other_gates_co_bank() -> None:
    table = banking("Lei", "Ana", "Rui", principal=1000)
    table.do("Side", "sit")
    table.refuses("no_gate", "pai_kao 3.2", "Side", "co_bank", stake=100)
    table.refuses("twice_at_the_bank", "pai_kao 3.2", "Lei", "co_bank", stake=100)
    table.refuses("stake_not_positive", "pai_kao 3.2", "Ana", "co_bank", stake=0)
    table.do("Ana", "co_bank", stake=700)
    assert [(share.who, share.amount) for share in table.live.bank] == [("Lei", 1000), ("Ana", 700)]


def test_3_3_a_co_bankers_gate_takes_no_side_bets() -> None:
    table = banking("Lei", "Ana", "Rui", "Wong").stakes(("Ana", 2, 500))
    table.do("Ana", "co_bank", stake=700)
    for stake in (100, 600):  # smaller or larger than Ana's
        table.refuses("co_banker_side_bet", "pai_kao 3.3", "Rui", "stake", gate=2, stake=stake)
    table.stakes(("Ana", 2, 200), ("Rui", 3, 100), ("Wong", 3, 100))
    table.refuses("co_banker_side_bet", "pai_kao 3.3", "Rui", "co_bank", stake=1)
    table.do("Wong", "withdraw_stake", gate=3)
    table.do("Rui", "co_bank", stake=1)


def test_3_3_a_co_banker_sets_no_gate_with_stakes_of_others() -> None:
    table = banking("Lei", "Ana", "Rui")
    table.do("Ana", "co_bank", stake=700)
    table.do("Ana", "stake", gate=5, stake=900)  # nobody's gate
    table.do("Rui", "stake", gate=5, stake=100)
    deal(table)
    assert table.live.setters == {5: "Rui", 1: "Lei"}
    table.finish()


@pytest.mark.clause("3.4", "R-pk-2")
def test_3_4_the_banker_sets_and_in_doubt_the_larger_principal_has_the_last_word() -> None:
    for casino, clause in ((500, "pai_kao 3.4"), (1000, "R-pk-2")):
        table = banking("Lei", "Ana", principal=1000, casino=casino)
        deal(table)
        assert sees(table, CASINO) == set()
        table.do("Lei", "set_tiles", gate=1, setting=setting_of(table, 1))
        table.refuses("not_the_setter", clause, "croupier", "set_tiles", gate=1, setting=setting_of(table, 1, 1))
        table.do("Lei", "turn_banker")
    table = banking("Lei", "Ana", principal=1000, casino=1500)
    deal(table)
    assert (sees(table, CASINO), table.live.setters[1]) == ({1}, "Lei")
    other = setting_of(table, 1, 1)
    table.refuses("nothing_to_doubt", "pai_kao 3.4", "croupier", "set_tiles", gate=1, setting=other)
    (first,) = table.do("Lei", "set_tiles", gate=1, setting=setting_of(table, 1))
    assert isinstance(first, TilesSet)
    assert (first.who, first.cites) == ("Lei", ("pai_kao 7.4",))
    (last,) = table.do("croupier", "set_tiles", gate=1, setting=other)
    assert isinstance(last, TilesSet)
    assert (last.who, last.cites) == (CASINO, ("pai_kao 3.4",))
    table.refuses("not_the_setter", "pai_kao 3.4", "Lei", "set_tiles", gate=1, setting=setting_of(table, 1))
    table.do("croupier", "turn_banker")
    assert format_setting(table.live.settings[1]) == last.setting


@pytest.mark.clause("3.4", "R-pk-2")
def test_R_pk_2_the_croupier_turns_where_the_casino_has_the_last_word() -> None:
    table = banking("Lei", "Ana", principal=1000, casino=1500).stakes(("Ana", 2, 100))
    deal(table)
    table.set_all()
    table.refuses("not_your_turn", "R-pk-2", "Lei", "turn_banker")
    table.do("croupier", "turn_banker")  # without an objection the banker's setting counts
    assert table.live.setters[1] == "Lei"


# Article 4


def bank_twice(table: Table, *stakes: tuple[str, int, int]) -> None:
    """Play two rounds of Lei's bank, and stack the tiles for a third."""
    for number in range(2):
        if number:
            table.do("Lei", "put_down_principal", stake=20_000)
        table.stakes(*stakes)
        deal(table, g1=STRONG)
        table.finish()
        table.do("croupier", "mix_and_stack")


@pytest.mark.clause("4.1", "R-pk-13")
def test_R_pk_13_a_third_round_needs_somebody_elses_agreement() -> None:
    table = banking("Lei")
    table.do("Side", "sit")  # bets, and holds no gate
    bank_twice(table, ("Side", 5, 100))
    table.refuses("bank_too_long", "R-pk-13", "Lei", "put_down_principal", stake=30_000)
    table.do("Ana", "sit", gate=2)
    table.refuses("bank_too_long", "pai_kao 4.1", "Lei", "put_down_principal", stake=30_000)
    table.do("Ana", "agree")
    table.do("Lei", "put_down_principal", stake=30_000)


def test_R_pk_13_the_bank_goes_round_empty_gates_and_may_come_back() -> None:
    table = banking("Lei")
    bank_twice(table)
    table.do("croupier", "pass_bank")
    assert table.live.banker == 0
    table.do("Lei", "take_bank")
    table.do("Lei", "put_down_principal", stake=30_000)


@pytest.mark.clause("4.4", "R-pk-14")
def test_R_pk_14_the_banker_declares_with_which_stack_the_deal_begins() -> None:
    table = seated("Lei", "Ana", chance="drawn")
    table.refuses("unknown_deal", "R-pk-14", "Lei", "put_down_principal", stake=100, dealt_from=3)
    events = table.do("Lei", "put_down_principal", stake=1000, dealt_from=8)
    assert events[-1] == DealDeclared(stack=8, cites=("pai_kao 4.4", "R-pk-14"))
    table.do("Ana", "cut", one_hand=True, picked=3)
    table.do("Lei", "shake")
    table.do("croupier", "deal")
    first = 1 + (sum(table.live.dice) - 1) % 8
    assert table.live.tiles[first] == tuple(table.hidden.split()[8:12])  # three stacks moved: the third is the last
    table.finish()
    (declared,) = [event for event in banking("Lei").events if isinstance(event, DealDeclared)]
    assert declared.stack == 1  # where nothing else is said


@given(st.permutations(TILES), st.integers(0, 7), st.sampled_from([0, 1, 8]))
def test_R_pk_14_the_order_of_the_stacks_follows_from_the_deal(tiles: list[str], lifted: int, dealt_from: int) -> None:
    dealt = as_dealt(tiles, lifted=lifted, dealt_from=dealt_from)
    assert as_stacked(dealt, lifted=lifted, dealt_from=dealt_from) == tuple(tiles)
    assert sorted(dealt) == sorted(TILES)


# Tables that opened by the first form of the procedure


def test_a_table_of_the_first_form_goes_on_by_it() -> None:
    table = banking("Lei", "Ana", "Rui", principal=1000, procedure=1)
    assert not [event for event in table.events if isinstance(event, DealDeclared)]
    table.do("Ana", "stake", gate=2, stake=500)
    table.do("Ana", "co_bank", stake=100)
    table.do("Rui", "stake", gate=2, stake=600)  # a co-banker's gate took side bets
    table.do("croupier", "co_bank", stake=1500)  # the casino had seen the stakes
    deal(table, g1=MIDDLE, g2=WEAK)
    table.do("croupier", "expose", gate=1, exposed=2)
    table.do("croupier", "deal_again")
    assert table.live.phase == "bank open"
    table.do("Rui", "stake", gate=2, stake=100)  # stakes changed after a void deal
    deal(table, g1=MIDDLE, g2=WEAK)
    assert table.live.setters == {2: "Rui", 1: CASINO}  # the casino set outright
    table.set_all()
    table.do("Lei", "turn_banker")
    table.do("croupier", "turn_gates")
    table.do("croupier", "settle")
    table.check_replay()


def test_4_1_by_the_first_form_a_third_round_needed_nobody_where_no_other_gate_was_held() -> None:
    table = banking("Lei", procedure=1)
    bank_twice(table)
    table.do("Lei", "put_down_principal", stake=30_000)
    assert table.live.rounds_banked == 2


def winning(table: Table) -> None:
    """Lei at gate 1 wins a stake of 500 from a player without a gate."""
    table.do("Side", "stake", gate=2, stake=500)
    deal(table, g1=STRONG)
    table.finish()
    table.do("croupier", "mix_and_stack")


@pytest.mark.clause("4.1", "4.9", "R-pk-13")
@pytest.mark.parametrize(("procedure", "is_bound"), [(1, True), (3, False)])
def test_R_pk_13_a_new_turn_begins_with_any_principal(procedure: int, is_bound: bool) -> None:  # noqa: FBT001
    table = banking("Lei", principal=1000, procedure=procedure)
    table.do("Side", "sit")
    winning(table)
    table.refuses("principal_reduced", "pai_kao 4.9", "Lei", "put_down_principal", stake=1000)
    table.do("Lei", "put_down_principal", stake=1480)
    winning(table)
    table.do("Lei", "pass_bank")
    table.do("Lei", "take_bank")
    if is_bound:
        table.refuses("principal_reduced", "pai_kao 4.9", "Lei", "put_down_principal", stake=100)
    else:
        table.do("Lei", "put_down_principal", stake=100)
    table.check_replay()


@pytest.mark.clause("4.9", "R-pk-13")
def test_4_9_to_pass_the_bank_after_one_round_and_take_it_back_is_to_bank_on() -> None:
    table = banking("Lei", principal=1000)
    table.do("Side", "sit")
    winning(table)
    table.do("Lei", "pass_bank")
    assert table.live.banker == 0
    table.do("Lei", "take_bank")
    table.refuses("principal_reduced", "pai_kao 4.9", "Lei", "put_down_principal", stake=1000)
    table.do("Lei", "put_down_principal", stake=1480)
