"""The live table of Pai Kao: scenarios by clause."""

from collections.abc import Callable
from fractions import Fraction

import pytest

from banca.games.pai_kao import settings as three_settings
from banca.games.pai_kao.hands import format_setting
from banca.games.pai_kao.live.event import BankFreed, BankPassed, BankSettled, CompensationClaimed, StakeSettled
from banca.games.pai_kao.live.tile_event import DiceShaken, TilesDealt
from banca.games.pai_kao.refusals import (
    ALREADY_TURNED,
    BANK_TOO_LONG,
    DICE_COCKED,
    NO_GATE,
    NOT_SET,
    PRINCIPAL_REDUCED,
    STAKE_AFTER_SHAKE,
    TOO_MANY_CUTS,
    TOO_MANY_TILES,
    TWICE_AT_THE_BANK,
    WRONG_GATE,
    WRONG_STACKS,
    WRONG_TILES,
)
from banca.games.pai_kao.tiles import TILES
from banca.live.event import STAKES, wallet
from banca.live.refusals import (
    BETS_STAND,
    FIELD_MISSING,
    NO_SUCH_BET,
    NOT_YOUR_ACT,
    NOT_YOUR_TURN,
    NOTHING_CHANGES,
    OUT_OF_PHASE,
    PLAYER_LIMIT,
    THROW_COUNTS,
)
from banca.rulebook.money import STAKE_TOO_LARGE
from banca.rulebook.refusals import STAKE_NOT_MULTIPLE, STAKE_NOT_POSITIVE, UNKNOWN_NULL
from pai_kao_table import DICE, FUNDED, MIDDLE, STRONG, WEAK, Table, banking, deal, play_round, seated

Refused = Callable[..., None]


# A whole round


def test_4_8_a_round_from_the_stacking_to_the_settlement() -> None:
    table = banking("Lei", "Ana", "Rui")
    table.do("Ana", "stake", gate=2, stake=1000)
    table.do("Rui", "stake", gate=3, stake=3000)
    deal(table, g1=MIDDLE, g2=STRONG, g3=WEAK)
    assert table.live.tiles[2] == tuple(STRONG.split())
    table.do("Lei", "set_tiles", gate=1, setting="4-4 5-6 / 5-5 3-6")
    table.do("Ana", "set_tiles", gate=2, setting="6-6 6-6 / 1-1 1-1")
    table.do("Rui", "set_tiles", gate=3, setting="5-5 4-6 / 1-3 1-6")
    events = table.finish()
    paid = {event.player: event.received for event in events if isinstance(event, StakeSettled)}
    assert paid == {"Ana": 1960, "Rui": 0}
    assert [event.received for event in events if isinstance(event, BankSettled)] == [11_920]
    assert table.balance("commission") == 40 + 80
    assert table.balance(STAKES) == 0
    assert (table.live.phase, table.live.round, table.live.rounds_banked) == ("settled", 2, 1)


def test_4_2_exact_commission_stands_in_the_event_and_whole_avos_in_the_books() -> None:
    table = banking("Lei", "Ana", "Rui", principal=10_000, minimum=5, chip=5, maximum=100_000)
    table.do("Ana", "stake", gate=2, stake=35)
    table.do("Rui", "stake", gate=3, stake=15)
    deal(table, g1=MIDDLE, g2=STRONG, g3=WEAK)
    table.do("Lei", "set_tiles", gate=1, setting="4-4 5-6 / 5-5 3-6")
    table.do("Ana", "set_tiles", gate=2, setting="6-6 6-6 / 1-1 1-1")
    table.do("Rui", "set_tiles", gate=3, setting="5-5 4-6 / 1-3 1-6")
    ana = next(event for event in table.finish() if isinstance(event, StakeSettled))
    assert (Fraction(ana.commission), Fraction(ana.breakage), ana.received) == (Fraction(7, 5), Fraction(18, 5), 65)
    assert (table.balance("commission"), table.balance("breakage")) == (1, 4)


# Articles 1 and 2


def test_1_2_the_dice_name_the_gate_dealt_first() -> None:
    table = banking("Lei", "Ana")
    (_, shaken) = table.do("Lei", "shake", dice=(1, 1, 1, 1))
    assert isinstance(shaken, DiceShaken)
    assert shaken.first == 4
    dealt = table.do("croupier", "deal", tiles=TILES)[-1]
    assert isinstance(dealt, TilesDealt)
    assert (dealt.tiles[4], dealt.tiles[3]) == (TILES[:4], TILES[28:])


def test_1_4_the_whole_set_is_dealt(refused: Refused) -> None:
    table = banking("Lei", "Ana")
    table.do("Lei", "shake", dice=DICE)
    refused(lambda: table.do("croupier", "deal", tiles=TILES[:31]), WRONG_TILES, "pai_kao 1.4")
    refused(lambda: table.do("croupier", "deal"), FIELD_MISSING, "pai_kao 1.4")
    refused(lambda: table.do("croupier", "deal", tiles=("6-6",) * 32), TOO_MANY_TILES, "pai_kao 1.1")


def test_1_5_a_cocked_die_is_shaken_again(refused: Refused) -> None:
    table = banking("Lei", "Ana")
    table.do("Lei", "shake", cocked=1)
    refused(lambda: table.do("croupier", "deal", tiles=TILES), DICE_COCKED, "pai_kao 1.5")
    table.do("Lei", "shake_again", dice=(6, 6, 6, 6))
    refused(lambda: table.do("Lei", "shake_again", dice=DICE), THROW_COUNTS, "pai_kao 1.5")
    refused(lambda: table.do("croupier", "null_shake", reason="ugly"), UNKNOWN_NULL, "pai_kao 1.5")
    table.do("croupier", "null_shake", reason="fell_out")
    cleared = table.live
    assert cleared.dice == ()
    table.do("Lei", "shake_again", dice=DICE)
    assert table.live.dice == DICE


def test_2_1_two_gates_cut_then_the_banker_then_nobody(refused: Refused) -> None:
    table = seated("Lei", "Ana", "Rui", "Wong")
    refused(lambda: table.do("Ana", "cut", one_hand=False), TOO_MANY_CUTS, "pai_kao 2.1")
    table.do("Ana", "cut", one_hand=True)
    refused(lambda: table.do("Ana", "cut", one_hand=True), TOO_MANY_CUTS, "pai_kao 2.1")
    table.do("Lei", "put_down_principal", stake=1000)
    table.do("Rui", "cut", one_hand=True)
    refused(lambda: table.do("Wong", "cut", one_hand=True), TOO_MANY_CUTS, "pai_kao 2.1")
    refused(lambda: table.do("Lei", "cut", one_hand=True, picked=8), WRONG_STACKS, "pai_kao 2.1")
    table.do("Lei", "cut", one_hand=True)
    refused(lambda: table.do("Ana", "cut", one_hand=True), TOO_MANY_CUTS, "pai_kao 2.1")
    table.do("Side", "sit")
    refused(lambda: table.do("Side", "cut", one_hand=True), NO_GATE, "pai_kao 2.1")


def test_2_2_one_exposed_tile_stands_and_2_3_two_put_the_gate_out(refused: Refused) -> None:
    table = banking("Lei", "Ana", "Rui")
    table.do("Ana", "stake", gate=2, stake=1000)
    table.do("Rui", "stake", gate=3, stake=1000)
    deal(table)
    table.do("croupier", "expose", gate=2, exposed=1)
    table.do("croupier", "expose", gate=3, exposed=2)
    assert table.balance(wallet("Rui")) == FUNDED
    assert table.live.to_be_set() == [2, 1]
    refused(lambda: table.do("croupier", "expose", gate=2, exposed=1), WRONG_TILES, "pai_kao 2.2")
    written = format_setting(three_settings(table.live.tiles[3])[0])
    refused(lambda: table.do("Rui", "set_tiles", gate=3, setting=written), WRONG_GATE, "pai_kao 2.3")
    events = table.finish()
    assert [event.player for event in events if isinstance(event, StakeSettled)] == ["Ana"]


# Article 4


def test_4_1_the_bank_goes_round_after_two_rounds_unless_all_agree(refused: Refused) -> None:
    table = banking("Lei", "Ana", "Rui")
    play_round(table, Ana=100)
    table.do("croupier", "mix_and_stack")
    refused(lambda: table.do("croupier", "pass_bank"), NOT_YOUR_TURN, "pai_kao 4.3")
    table.do("Lei", "put_down_principal", stake=20_000)
    play_round(table, Ana=100)
    table.do("croupier", "mix_and_stack")
    refused(lambda: table.do("Lei", "put_down_principal", stake=30_000), BANK_TOO_LONG, "pai_kao 4.1")
    table.do("Ana", "agree")
    refused(lambda: table.do("Ana", "agree"), NOTHING_CHANGES, "pai_kao 4.1")
    refused(lambda: table.do("Lei", "put_down_principal", stake=30_000), BANK_TOO_LONG, "pai_kao 4.1")
    table.do("Rui", "agree")
    table.do("Lei", "put_down_principal", stake=30_000)
    play_round(table, Ana=100)
    assert table.live.rounds_banked == 3
    (passed,) = table.do("croupier", "pass_bank")
    assert isinstance(passed, BankPassed)
    assert (passed.to, passed.refused, passed.cite) == (2, False, "pai_kao 4.1")


@pytest.mark.clause("4.1")
def test_4_1_nobody_shakes_for_the_banker(refused: Refused) -> None:
    table = banking("Lei", "Ana")
    refused(lambda: table.do("Ana", "shake", dice=DICE), NOT_YOUR_TURN, "pai_kao 4.1")
    drawn = banking(
        "Lei", "Ana", chance="drawn"
    )  # where they are observed, the croupier may write down what the banker shook
    refused(lambda: drawn.do("croupier", "shake"), NOT_YOUR_TURN, "pai_kao 4.1")
    refused(lambda: table.do("Lei", "shake"), FIELD_MISSING, "pai_kao 4.4")
    refused(lambda: table.do("Lei", "shake", dice=(1, 2, 3)), DICE_COCKED, "pai_kao 1.2")
    table.do("Lei", "shake", dice=DICE)


def test_4_3_a_gate_refuses_and_the_bank_goes_to_one_that_bet() -> None:
    table = banking("Lei", "Ana", "Rui", "Wong")
    play_round(table, Ana=100, Wong=100)
    table.do("Lei", "pass_bank")
    assert (table.live.banker, table.live.last_banker) == (2, 1)
    (passed,) = table.do("Ana", "pass_bank")
    assert isinstance(passed, BankPassed)
    assert (passed.to, passed.refused, passed.cite) == (4, True, "pai_kao 4.3")  # Rui has not bet
    (free,) = table.do("Wong", "pass_bank")
    assert isinstance(free, BankFreed)
    assert (table.live.banker, table.live.refusing) == (0, frozenset({2, 4}))
    table.do("Rui", "take_bank")
    assert table.live.banker_name == "Rui"


def test_4_4_no_principal_no_round(refused: Refused) -> None:
    table = seated("Lei", "Ana")
    refused(lambda: table.do("Ana", "put_down_principal", stake=100), NOT_YOUR_TURN, "pai_kao 4.4")
    refused(lambda: table.do("Ana", "stake", gate=2, stake=100), OUT_OF_PHASE, "pai_kao 4.6")
    refused(lambda: table.do("Lei", "put_down_principal", stake=0), STAKE_NOT_POSITIVE, "pai_kao 4.4")
    table.do("Lei", "put_down_principal", stake=100)
    refused(lambda: table.do("Lei", "stake", gate=2, stake=100), TWICE_AT_THE_BANK, "pai_kao 4.4")
    refused(lambda: table.do("Ana", "stake", gate=1, stake=100), WRONG_GATE, "pai_kao 4.4")


def test_4_6_stakes_within_limits_and_4_7_nothing_changes_after_the_shake(refused: Refused) -> None:
    table = banking("Lei", "Ana", maximum=1000, player_maximum=1500)
    table.do("Side", "sit")
    table.do("Ana", "stake", gate=2, stake=600)
    refused(lambda: table.do("Ana", "stake", gate=2, stake=500), STAKE_TOO_LARGE, "R-money-3")
    refused(lambda: table.do("Ana", "stake", gate=2, stake=150), STAKE_NOT_MULTIPLE, "R-money-2")
    table.do("Side", "stake", gate=3, stake=700)
    refused(lambda: table.do("Side", "stake", gate=2, stake=900), PLAYER_LIMIT, "None")
    table.do("Side", "withdraw_stake", gate=3)
    refused(lambda: table.do("Side", "withdraw_stake", gate=3), NO_SUCH_BET, "pai_kao 4.7")
    assert table.balance(wallet("Side")) == FUNDED
    refused(lambda: table.do("Ana", "leave"), BETS_STAND, "None")
    table.do("Lei", "shake", dice=DICE)
    for who, do, fields in (
        ("Ana", "stake", {"gate": 2, "stake": 100}),
        ("Ana", "withdraw_stake", {"gate": 2}),
        ("Ana", "co_bank", {"stake": 100}),
        ("Lei", "put_down_principal", {"stake": 100}),
    ):
        refused(lambda who=who, do=do, fields=fields: table.do(who, do, **fields), STAKE_AFTER_SHAKE, "pai_kao 4.7")


def test_4_9_who_won_and_banks_again_leaves_everything(refused: Refused) -> None:
    table = banking("Lei", "Ana", principal=1000)
    play_round(table, Ana=500)
    table.do("croupier", "mix_and_stack")
    refused(lambda: table.do("Lei", "put_down_principal", stake=1479), PRINCIPAL_REDUCED, "pai_kao 4.9")
    table.do("Lei", "put_down_principal", stake=1480)
    table.do("supervisor", "void_round", reason="lights out")
    table.do("croupier", "mix_and_stack")  # a void round is no round: who won is still bound
    refused(lambda: table.do("Lei", "put_down_principal", stake=1000), PRINCIPAL_REDUCED, "pai_kao 4.9")
    assert table.live.rounds_banked == 1


# Articles 7 to 9


@pytest.mark.clause("7.2", "R-pk-6")
def test_7_2_a_claim_moves_no_money() -> None:
    table = banking("Lei", "Rui", "Ines")
    table.do("Rui", "stake", gate=2, stake=300)
    table.do("Ines", "stake", gate=2, stake=100)
    deal(table, g1="5-5 4-6 1-6 2-6", g2="1-3 3-3 2-2 3-5")
    table.do("Lei", "set_tiles", gate=1, setting="5-5 4-6 / 1-6 2-6")
    table.do("Rui", "set_tiles", gate=2, setting="1-3 3-3 / 2-2 3-5")
    (claim,) = [event for event in table.finish() if isinstance(event, CompensationClaimed)]
    assert (claim.owed_by, claim.owed_to, claim.amount, claim.would) == ("Rui", "Ines", 200, "win")
    assert list(claim.transfers()) == []
    assert table.balance(wallet("Ines")) == FUNDED - 100


@pytest.mark.clause("8.1", "8.2", "8.3")
def test_8_1_the_banker_turns_after_all_are_set_and_8_2_nothing_changes_then(refused: Refused) -> None:
    table = banking("Lei", "Ana")
    table.do("Ana", "stake", gate=2, stake=100)
    deal(table)
    refused(lambda: table.do("Lei", "turn_banker"), NOT_SET, "pai_kao 8.1")
    first, other = (format_setting(one) for one in three_settings(table.live.tiles[2])[:2])
    table.do("Ana", "set_tiles", gate=2, setting=first)
    table.do("Ana", "set_tiles", gate=2, setting=other)  # still down and closed
    table.set_all()
    refused(lambda: table.do("Ana", "turn_banker"), NOT_YOUR_TURN, "pai_kao 8.1")
    table.do("Lei", "turn_banker")
    refused(lambda: table.do("Ana", "set_tiles", gate=2, setting=first), ALREADY_TURNED, "pai_kao 8.2")
    refused(lambda: table.do("Ana", "turn_gates"), NOT_YOUR_ACT, "pai_kao 8.3")
    table.do("croupier", "turn_gates")


@pytest.mark.clause("9")
def test_9_the_casino_replaces_a_set_between_rounds(refused: Refused) -> None:
    table = Table()
    table.do("supervisor", "replace_set")
    table.do("croupier", "mix_and_stack")
    refused(lambda: table.do("croupier", "replace_set"), OUT_OF_PHASE, "pai_kao 9")
