"""The live table of Pai Kao: scenarios by clause."""

from fractions import Fraction
from math import comb

import pytest

from banca.games.pai_kao.bank import HOUSE, CompensationClaimed
from banca.games.pai_kao.exact import DESCRIBED
from banca.games.pai_kao.hands import format_setting, house_way, rank_of
from banca.games.pai_kao.nouns import POLICIES
from banca.games.pai_kao.practice import moves
from banca.games.pai_kao.procedure import first_gate_dealt
from banca.games.pai_kao.state import DiceShaken, PaiKaoState, TilesDealt, TilesSet
from banca.games.pai_kao.table import TakeBank
from banca.games.pai_kao.tiles import TILES
from banca.tables.banked import CASINO, BankFreed, BankPassed, BankSettled, StakeSettled
from banca.tables.chance import DrawKind
from banca.tables.commands import Actor, Role
from banca.tables.engine import PracticeMove
from banca.tables.events import STAKES, ActPerformed, CommitmentOpened, wallet
from support.tables import (
    DICE,
    FUNDED,
    MIDDLE,
    STRONG,
    WEAK,
    Table,
    banking,
    deal,
    in_stack_order,
    play_round,
    seated,
    sees,
    setting_of,
    viewer,
)

# A whole round


def ana_wins(ana: int, rui: int, **terms: int) -> Table:
    """Gate 2 beats the bank, which beats gate 3; all tiles are set."""
    table = banking("Lei", "Ana", "Rui", **terms)
    table.do("Ana", "stake", gate=2, stake=ana)
    table.do("Rui", "stake", gate=3, stake=rui)
    deal(table, g1=MIDDLE, g2=STRONG, g3=WEAK)
    assert table.live.tiles[2] == tuple(STRONG.split())
    table.do("Lei", "set_tiles", gate=1, setting="4-4 5-6 / 5-5 3-6")
    table.do("Ana", "set_tiles", gate=2, setting="6-6 6-6 / 1-1 1-1")
    table.do("Rui", "set_tiles", gate=3, setting="5-5 4-6 / 1-3 1-6")
    return table


def test_4_8_a_round_from_the_stacking_to_the_settlement() -> None:
    table = ana_wins(1000, 3000)
    events = table.finish()
    paid = {event.player: event.received for event in events if isinstance(event, StakeSettled)}
    assert paid == {"Ana": 1960, "Rui": 0}
    assert [event.received for event in events if isinstance(event, BankSettled)] == [11_920]
    assert table.balance("commission") == 40 + 80
    assert table.balance(STAKES) == 0
    assert (table.live.phase, table.live.round, table.live.rounds_banked) == ("settled", 2, 1)


def test_4_2_exact_commission_stands_in_the_event_and_whole_avos_in_the_books() -> None:
    table = ana_wins(35, 15, minimum=5, chip=5, maximum=100_000)
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


def test_1_4_the_whole_set_is_dealt() -> None:
    table = banking("Lei", "Ana")
    table.do("Lei", "shake", dice=DICE)
    table.refuses("wrong_tiles", "pai_kao 1.4", "croupier", "deal", tiles=TILES[:31])
    table.refuses("field_missing", "pai_kao 1.4", "croupier", "deal")
    table.refuses("too_many_tiles", "pai_kao 1.1", "croupier", "deal", tiles=("6-6",) * 32)


def test_1_5_a_cocked_die_is_shaken_again() -> None:
    table = banking("Lei", "Ana")
    table.do("Lei", "shake", cocked=1)
    table.refuses("dice_cocked", "pai_kao 1.5", "croupier", "deal", tiles=TILES)
    table.do("Lei", "shake_again", dice=(6, 6, 6, 6))
    table.refuses("throw_counts", "pai_kao 1.5", "Lei", "shake_again", dice=DICE)
    table.refuses("unknown_null", "pai_kao 1.5", "croupier", "null_shake", reason="ugly")
    table.do("croupier", "null_shake", reason="fell_out")
    assert table.live.dice == ()
    table.do("Lei", "shake_again", dice=DICE)
    assert table.live.dice == DICE


def test_2_1_two_gates_cut_then_the_banker_then_nobody() -> None:
    table = seated("Lei", "Ana", "Rui", "Wong")
    table.refuses("too_many_cuts", "pai_kao 2.1", "Ana", "cut", one_hand=False)
    table.do("Ana", "cut", one_hand=True)
    table.refuses("too_many_cuts", "pai_kao 2.1", "Ana", "cut", one_hand=True)
    table.do("Lei", "put_down_principal", stake=1000)
    table.do("Rui", "cut", one_hand=True)
    table.refuses("too_many_cuts", "pai_kao 2.1", "Wong", "cut", one_hand=True)
    table.refuses("wrong_stacks", "pai_kao 2.1", "Lei", "cut", one_hand=True, picked=8)
    table.do("Lei", "cut", one_hand=True)
    for who in ("Ana", "Lei"):
        table.refuses("too_many_cuts", "pai_kao 2.1", who, "cut", one_hand=True)
    table.do("Side", "sit")
    table.refuses("no_gate", "pai_kao 2.1", "Side", "cut", one_hand=True)


def test_2_2_one_exposed_tile_stands_and_2_3_two_put_the_gate_out() -> None:
    table = banking("Lei", "Ana", "Rui").stakes(("Ana", 2, 1000), ("Rui", 3, 1000))
    deal(table)
    table.do("croupier", "expose", gate=2, exposed=1)
    table.do("croupier", "expose", gate=3, exposed=2)
    assert table.balance(wallet("Rui")) == FUNDED
    assert table.live.to_be_set() == [2, 1]
    table.refuses("wrong_tiles", "pai_kao 2.2", "croupier", "expose", gate=2, exposed=1)
    table.refuses("wrong_gate", "pai_kao 2.3", "Rui", "set_tiles", gate=3, setting=setting_of(table, 3))
    events = table.finish()
    assert [event.player for event in events if isinstance(event, StakeSettled)] == ["Ana"]


# Article 4


def test_4_1_the_bank_goes_round_after_two_rounds_unless_all_agree() -> None:
    table = banking("Lei", "Ana", "Rui")
    play_round(table, Ana=100)
    table.do("croupier", "mix_and_stack")
    table.refuses("not_your_turn", "pai_kao 4.3", "croupier", "pass_bank")
    table.do("Lei", "put_down_principal", stake=20_000)
    play_round(table, Ana=100)
    table.do("croupier", "mix_and_stack")
    table.refuses("bank_too_long", "pai_kao 4.1", "Lei", "put_down_principal", stake=30_000)
    table.do("Ana", "agree")
    table.refuses("nothing_changes", "pai_kao 4.1", "Ana", "agree")
    table.refuses("bank_too_long", "pai_kao 4.1", "Lei", "put_down_principal", stake=30_000)
    table.do("Rui", "agree")
    table.do("Lei", "put_down_principal", stake=30_000)
    play_round(table, Ana=100)
    assert table.live.rounds_banked == 3
    (passed,) = table.do("croupier", "pass_bank")
    assert isinstance(passed, BankPassed)
    assert (passed.to, passed.refused, passed.cite) == (2, False, "pai_kao 4.1")


@pytest.mark.clause("4.1")
def test_4_1_nobody_shakes_for_the_banker() -> None:
    table = banking("Lei", "Ana")
    table.refuses("not_your_turn", "pai_kao 4.1", "Ana", "shake", dice=DICE)
    # where they are observed, the croupier may write down what the banker shook
    drawn = banking("Lei", "Ana", chance="drawn")
    drawn.refuses("not_your_turn", "pai_kao 4.1", "croupier", "shake")
    table.refuses("field_missing", "pai_kao 4.4", "Lei", "shake")
    table.refuses("dice_cocked", "pai_kao 1.2", "Lei", "shake", dice=(1, 2, 3))
    table.do("Lei", "shake", dice=DICE)


def test_4_3_a_gate_refuses_and_the_bank_goes_to_one_that_bet() -> None:
    table = banking("Lei", "Ana", "Rui", "Wong")
    play_round(table, Ana=100, Wong=100)
    table.do("Lei", "pass_bank")
    assert (table.live.banker, table.live.last_banker) == (2, 1)
    (passed,) = table.do("Ana", "pass_bank")
    assert isinstance(passed, BankPassed)
    assert (passed.to, passed.refused, passed.cite) == (4, True, "R-pk-18")  # Rui has not bet
    (free,) = table.do("Wong", "pass_bank")
    assert isinstance(free, BankFreed)
    assert (table.live.banker, table.live.refusing) == (0, frozenset({2, 4}))
    table.do("Rui", "take_bank")
    assert table.live.banker_name == "Rui"


def test_4_4_no_principal_no_round() -> None:
    table = seated("Lei", "Ana")
    table.refuses("not_your_turn", "pai_kao 4.4", "Ana", "put_down_principal", stake=100)
    table.refuses("out_of_phase", "pai_kao 4.6", "Ana", "stake", gate=2, stake=100)
    table.refuses("stake_not_positive", "pai_kao 4.4", "Lei", "put_down_principal", stake=0)
    table.do("Lei", "put_down_principal", stake=100)
    table.refuses("twice_at_the_bank", "pai_kao 4.4", "Lei", "stake", gate=2, stake=100)
    table.refuses("wrong_gate", "pai_kao 4.4", "Ana", "stake", gate=1, stake=100)


def test_4_6_stakes_within_limits_and_4_7_nothing_changes_after_the_shake() -> None:
    table = banking("Lei", "Ana", maximum=1000, player_maximum=1500)
    table.do("Side", "sit")
    table.do("Ana", "stake", gate=2, stake=600)
    table.refuses("stake_too_large", "R-money-3", "Ana", "stake", gate=2, stake=500)
    table.refuses("stake_not_multiple", "R-money-2", "Ana", "stake", gate=2, stake=150)
    table.do("Side", "stake", gate=3, stake=700)
    table.refuses("player_limit", "None", "Side", "stake", gate=2, stake=900)
    table.do("Side", "withdraw_stake", gate=3)
    table.refuses("no_such_bet", "pai_kao 4.7", "Side", "withdraw_stake", gate=3)
    assert table.balance(wallet("Side")) == FUNDED
    table.refuses("bets_stand", "None", "Ana", "leave")
    table.do("Lei", "shake", dice=DICE)
    for who, do, fields in (
        ("Ana", "stake", {"gate": 2, "stake": 100}),
        ("Ana", "withdraw_stake", {"gate": 2}),
        ("Ana", "co_bank", {"stake": 100}),
        ("Lei", "put_down_principal", {"stake": 100}),
    ):
        table.refuses("stake_after_shake", "pai_kao 4.7", who, do, **fields)


def test_4_9_who_won_and_banks_again_leaves_everything() -> None:
    table = banking("Lei", "Ana", principal=1000)
    play_round(table, Ana=500)
    table.do("croupier", "mix_and_stack")
    table.refuses("principal_reduced", "pai_kao 4.9", "Lei", "put_down_principal", stake=1479)
    table.do("Lei", "put_down_principal", stake=1480)
    table.do("supervisor", "void_round", reason="lights out")
    table.do("croupier", "mix_and_stack")  # a void round is no round: who won is still bound
    table.refuses("principal_reduced", "pai_kao 4.9", "Lei", "put_down_principal", stake=1000)
    assert table.live.rounds_banked == 1


# Articles 7 to 9


@pytest.mark.clause("7.2", "R-pk-6")
def test_7_2_a_claim_moves_no_money() -> None:
    table = banking("Lei", "Rui", "Ines").stakes(("Rui", 2, 300), ("Ines", 2, 100))
    deal(table, g1="5-5 4-6 1-6 2-6", g2="1-3 3-3 2-2 3-5")
    table.do("Lei", "set_tiles", gate=1, setting="5-5 4-6 / 1-6 2-6")
    table.do("Rui", "set_tiles", gate=2, setting="1-3 3-3 / 2-2 3-5")
    (claim,) = [event for event in table.finish() if isinstance(event, CompensationClaimed)]
    assert (claim.owed_by, claim.owed_to, claim.amount, claim.would) == ("Rui", "Ines", 200, "win")
    assert list(claim.transfers()) == []
    assert table.balance(wallet("Ines")) == FUNDED - 100


@pytest.mark.clause("8.1", "8.2", "8.3")
def test_8_1_the_banker_turns_after_all_are_set_and_8_2_nothing_changes_then() -> None:
    table = banking("Lei", "Ana").stakes(("Ana", 2, 100))
    deal(table)
    table.refuses("not_set", "pai_kao 8.1", "Lei", "turn_banker")
    first, other = setting_of(table, 2), setting_of(table, 2, 1)
    table.do("Ana", "set_tiles", gate=2, setting=first)
    table.do("Ana", "set_tiles", gate=2, setting=other)  # still down and closed
    table.set_all()
    table.refuses("not_your_turn", "pai_kao 8.1", "Ana", "turn_banker")
    table.do("Lei", "turn_banker")
    table.refuses("already_turned", "pai_kao 8.2", "Ana", "set_tiles", gate=2, setting=first)
    table.refuses("not_your_act", "pai_kao 8.3", "Ana", "turn_gates")
    table.do("croupier", "turn_gates")


@pytest.mark.clause("7.3", "9")
def test_9_the_casino_replaces_a_set_between_rounds() -> None:
    table = Table()
    table.do("supervisor", "replace_set")
    table.do("croupier", "mix_and_stack")
    table.refuses("out_of_phase", "pai_kao 9", "croupier", "replace_set")


def test_seats_and_gates() -> None:
    table = Table()
    table.do("Ana", "sit", gate=3)
    table.refuses("already_seated", "None", "Ana", "sit")
    table.refuses("wrong_gate", "None", "Rui", "sit", gate=3)
    table.do("Rui", "sit")
    table.refuses("no_gate", "pai_kao 4.1", "Rui", "take_bank")
    table.do("Wong", "sit", gate=5)
    table.do("Ana", "take_bank")
    table.refuses("not_your_turn", "pai_kao 4.1", "Wong", "take_bank")
    table.do("Ana", "leave")
    assert (table.live.banker_name, table.live.seats) == ("Wong", ("Rui", "Wong"))
    table.do("Wong", "leave")
    assert table.live.banker == 0
    table.do("croupier", "mix_and_stack")
    table.refuses("round_under_way", "None", "supervisor", "close")
    table.do("supervisor", "void_round", reason="nobody left")
    table.do("supervisor", "close")
    table.refuses("table_closed", "None", "Rui", "leave")


@pytest.mark.clause("7.1", "3.4")
def test_7_1_nobody_sees_anothers_tiles_before_they_are_turned() -> None:
    table = banking("Lei", "Ana", "Rui", principal=500, casino=900).stakes(("Ana", 2, 400), ("Rui", 2, 100))
    table.do("Lei", "shake", dice=DICE)
    dealt = table.do("croupier", "deal", tiles=TILES)[-1]
    visible = {who: sees(table, who) for who in ("Lei", "Ana", "Rui", CASINO, "", "nobody")}
    assert visible == {"Lei": {1}, "Ana": {2}, "Rui": set(), CASINO: {1}, "": set(), "nobody": set()}
    for who, gates in visible.items():
        shown = table.engine.redact(dealt, table.live, viewer(who))
        assert isinstance(shown, TilesDealt)
        assert {gate for gate, tiles in shown.tiles.items() if tiles} == gates
    (laid,) = table.do("Ana", "set_tiles", gate=2, setting=setting_of(table, 2))
    received = {who: table.engine.redact(laid, table.live, viewer(who)) for who in visible}
    assert {who for who, shown in received.items() if isinstance(shown, TilesSet) and shown.setting} == {"Ana"}
    assert table.engine.redact(laid, table.live, Actor("Rui", Role.INSPECTOR)) == laid
    table.set_all()
    table.do("croupier", "turn_banker")
    assert sees(table, "Rui") == {1}
    table.do("croupier", "turn_gates")
    assert sees(table, "Rui") == set(range(1, 9))
    assert table.engine.redact(laid, table.live, viewer("Rui")) == laid
    table.do("croupier", "settle")
    assert table.engine.redact(laid, table.live, viewer("Rui")) != laid  # the turning has shown it


def test_1_1_a_drawn_order_is_hidden_cut_and_opened_last() -> None:
    table = seated("Lei", "Ana", chance="drawn")
    committed = table.live.commitment
    assert committed
    table.do("Lei", "put_down_principal", stake=1000)
    table.do("Ana", "cut", one_hand=True, picked=5)
    table.do("Lei", "cut", one_hand=True, picked=4)
    table.do("Ana", "stake", gate=2, stake=100)
    table.refuses("drawn_counts", "pai_kao 4.4", "Lei", "shake", dice=DICE)
    table.do("Lei", "shake")
    table.refuses("drawn_counts", "pai_kao 1.5", "croupier", "null_shake", reason="cocked")
    table.refuses("drawn_counts", "pai_kao 1.4", "croupier", "deal", tiles=TILES)
    dealt = table.do("croupier", "deal")
    assert not any(isinstance(event, CommitmentOpened) for event in dealt)
    first, _ = first_gate_dealt(1, table.live.dice)
    assert table.live.tiles[first] == tuple(table.hidden.split()[4:8])  # nine stacks cut is one
    table.refuses("drawn_counts", "pai_kao 2.2", "croupier", "expose", gate=2, exposed=2)
    events = table.finish()
    (opened,) = [event for event in events if isinstance(event, CommitmentOpened)]
    assert (opened.commitment, opened.outcome) == (committed, table.hidden)
    assert table.live.commitment == ""


def test_every_shake_is_as_likely() -> None:
    table = banking("Lei", chance="drawn")
    shake, stake = table.command("shake"), table.command("stake", gate=2, stake=100)
    wanted = table.engine.draw_request(table.live, shake)
    assert wanted is not None
    results = wanted.device.results
    assert (wanted.kind, len(set(results)), {weight for _, weight in results}) == (DrawKind.DRAW, 6**4, {1})
    assert table.engine.draw_request(table.live, stake) is None
    assert Table().engine.draw_request(table.live, shake) is None


def test_practice_seats_play_whole_rounds() -> None:
    table = Table("drawn")
    assert set(POLICIES) == set(DESCRIBED)
    table.refuses("unknown_policy", "None", "supervisor", "seat_practice", player="p1", gate=1, policy="wild")
    for gate, policy in enumerate((*POLICIES, *POLICIES), 1):
        table.do("supervisor", "seat_practice", player=f"p{gate}", gate=gate, policy=policy)
    bankers = []
    for _ in range(6):
        table.do("croupier", "mix_and_stack")
        follow(table)
        bankers.append(table.live.banker)
        table.do("croupier", "deal")
        follow(table)
        table.do("croupier", "turn_gates")
        table.do("croupier", "settle")
    assert bankers == [1, 1, 2, 2, 3, 3]


def owed(table: Table) -> list[PracticeMove]:
    return list(moves(table.engine, table.live))


def follow(table: Table) -> None:
    """Do what the practice seats owe until they owe nothing."""
    while move := next(moves(table.engine, table.live), None):
        given = move.commands[0][0].given()
        if "setting" in given:
            given["setting"] = setting_of(table, given["gate"])
        table.do(move.player, move.commands[0][0].do, **given)


def test_a_practice_seat_leaves_a_free_bank_to_others_first() -> None:
    table = Table()
    table.do("Ana", "sit", gate=1)
    table.do("supervisor", "seat_practice", player="p", gate=2, policy="balanced")
    assert table.live.gates == {1: "Ana", 2: "practice:p"}
    assert owed(table) == []
    table.do("Ana", "pass_bank")
    assert owed(table) == [PracticeMove("practice:p", [(TakeBank(), 1)])]
    table.do("practice:p", "take_bank")
    assert owed(table) == []
    table.do("croupier", "mix_and_stack")  # it banks, or, where it cannot pay, lets the bank go
    due = [move.commands[0][0].do for move in owed(table)]
    assert due == ["put_down_principal", "pass_bank"]


@pytest.mark.clause("7.1", "7.4", "7.5", "R-pk-5")
def test_7_5_stakes_on_several_gates_but_nobody_sets_two() -> None:
    table = banking("Lei", "Ana", "Rui").stakes(("Ana", 2, 500), ("Rui", 3, 100), ("Ana", 3, 500))
    deal(table)
    assert table.live.setters == {2: "Ana", 3: "Rui", 1: "Lei"}
    written = setting_of(table, 3)
    table.refuses("not_the_setter", "pai_kao 7.5", "Ana", "set_tiles", gate=3, setting=written)
    table.refuses("not_the_setter", "pai_kao 7.5", "Lei", "set_tiles", gate=3, setting=written)
    table.do("Side", "sit")
    table.refuses("not_the_setter", "pai_kao 7.4", "Side", "set_tiles", gate=3, setting=written)
    table.refuses("not_the_setter", "pai_kao 7.4", "croupier", "set_tiles", gate=3, setting=written)
    table.refuses("wrong_gate", "pai_kao 7.1", "Rui", "set_tiles", gate=8, setting=written)
    table.refuses("wrong_setting", "pai_kao 5.1", "Rui", "set_tiles", gate=3, setting="6-6")
    table.do("Rui", "set_tiles", gate=3, setting=written)


def test_R_pk_5_a_player_sets_the_own_gate_first() -> None:
    table = banking("Lei", "Ana", "Rui")
    table.do("Rui", "stake", gate=2, stake=900)  # earlier in the betting order than Rui's own
    table.stakes(("Rui", 3, 100), ("Ana", 2, 100))
    deal(table)
    assert table.live.setters == {2: "Ana", 3: "Rui", 1: "Lei"}


def test_7_5_a_withdrawal_is_not_blocked_by_anothers_stakes() -> None:
    table = banking("Lei", "Ana", "Rui").stakes(("Ana", 2, 500), ("Rui", 3, 100), ("Ana", 3, 500))
    table.do("Rui", "withdraw_stake", gate=3)
    deal(table)
    assert table.live.setters == {2: "Ana", 3: HOUSE, 1: "Lei"}


@pytest.mark.clause("7.5", "R-pk-5")
def test_R_pk_5_a_gate_whose_bettors_all_set_others_is_set_by_the_house_way() -> None:
    table = banking("Lei", "Ana", "Rui").stakes(("Ana", 2, 500), ("Rui", 3, 500), ("Ana", 4, 300), ("Rui", 4, 200))
    table.do("Lei", "shake", dice=DICE)
    hands = {1: "5-5 4-6 1-6 2-6", 4: "1-3 3-3 2-2 3-5"}
    dealt = table.do("croupier", "deal", tiles=in_stack_order(hands))
    way = format_setting(house_way(tuple(hands[4].split())))
    assert dealt[-1] == TilesSet(number=1, gate=4, who=HOUSE, setting=way, cites=("pai_kao 7.5", "R-pk-5"))
    assert {who: sees(table, who) for who in ("Ana", "Rui", CASINO)} == {"Ana": {2}, "Rui": {3}, CASINO: set()}
    assert table.engine.redact(dealt[-1], table.live, None).setting == ""
    table.refuses("not_the_setter", "pai_kao 7.5", "Ana", "set_tiles", gate=4, setting=way)
    table.refuses("not_the_setter", "pai_kao 7.4", "croupier", "set_tiles", gate=4, setting=way)
    events = table.finish()
    settled = {(event.player, event.gate) for event in events if isinstance(event, StakeSettled)}
    assert settled == {("Ana", 2), ("Rui", 3), ("Ana", 4), ("Rui", 4)}
    assert not [event for event in events if isinstance(event, CompensationClaimed) and event.gate == 4]


CITED = {
    "BankTaken": "4.1",
    "BankingAgreed": "4.1",
    "CoBanked": "3.1 3.2",  # the casino, and a player
    "DealDeclared": "4.4 R-pk-14",
    "StacksCut": "2.1",
    "NullDeclared": "1.5",
    "DiceShaken": "1.2 R-pk-1",
    "TilesDealt": "1.3 1.4 R-pk-1",
    "TilesExposed": "2.2 2.3",  # one of gate 2, and two of gate 3
    "GatePutOut": "2.3",
    "StakeReturned": "R-pk-10",
    "TilesSet": "7.1 7.4",
    "StakeSettled": "1.3 3.2 4.2 4.5 6.3 R-pk-3 R-pk-4",
    "BankSettled": "1.3 3.2 4.5 R-pk-3",
    "CommissionTaken": "4.2 R-pk-4",
    "BankPassed": "4.1",
}
"""By event of a whole round, the clauses that it names."""


def test_every_event_of_a_round_names_its_clauses() -> None:
    table = Table()
    table.do("supervisor", "fund_bank", stake=FUNDED)
    for gate, player in enumerate(("Lei", "Ana", "Rui"), 1):
        table.do(player, "sit", gate=gate)
    table.do("Lei", "take_bank")
    table.do("Ana", "agree")
    table.do("croupier", "mix_and_stack")
    table.do("croupier", "co_bank", stake=100)
    table.do("Lei", "put_down_principal", stake=1000)
    table.do("Rui", "co_bank", stake=100)
    table.do("Ana", "cut", one_hand=True)
    table.stakes(("Ana", 2, 300), ("Rui", 3, 200))
    table.do("Lei", "shake", cocked=1)
    table.do("Lei", "shake_again", dice=DICE)
    table.do("croupier", "deal", tiles=in_stack_order({1: MIDDLE, 2: STRONG, 3: WEAK}))
    table.do("croupier", "expose", gate=2, exposed=1)
    table.do("croupier", "expose", gate=3, exposed=2)
    table.finish()
    table.do("Lei", "pass_bank")
    found: dict[str, set[str]] = {}
    for event in table.events:
        cites = getattr(event, "cites", ()) or list(filter(None, [getattr(event, "cite", "")]))
        if cites and not isinstance(event, ActPerformed):
            found.setdefault(type(event).__name__, set()).update(one.removeprefix("pai_kao ") for one in cites)
    assert {name: " ".join(sorted(cites)) for name, cites in found.items()} == CITED


@pytest.mark.clause("5.5", "R-pk-16")
@pytest.mark.parametrize(
    ("supreme", "laid", "result"),
    [("both", "5-5 1-6 / 6-6 1-2", "lose"), ("players", "6-6 1-2 / 5-5 1-6", "win")],
)
def test_R_pk_16_a_table_opens_with_who_may_count_3_or_6(supreme: str, laid: str, result: str) -> None:
    table = banking("Lei", "Ana", options={"supreme": supreme}).stakes(("Ana", 2, 1000))
    assert table.live.banker == 1
    deal(table, g1="6-6 1-2 5-5 1-6", g2="4-4 2-6 5-6 2-5")
    table.do("Ana", "set_tiles", gate=2, setting="4-4 2-6 / 5-6 2-5")
    (by_banker,) = table.do("Lei", "set_tiles", gate=1, setting="6-6 1-2 / 5-5 1-6")
    assert isinstance(by_banker, TilesSet)
    assert by_banker.setting == format_setting(table.live.settings[1]) == laid  # on its lines as it is compared
    events = table.finish()
    (paid,) = [event for event in events if isinstance(event, StakeSettled)]
    assert paid.result == result
    table.check_replay()


def test_R_pk_16_the_house_way_sets_the_banker_by_what_the_tiles_count() -> None:
    tiles = ("6-6", "1-2", "5-5", "1-6")
    for face_value in (False, True):
        best = house_way(tiles, face_value=face_value)
        ranks = [rank_of(pair, face_value=face_value) for pair in (best.front, best.rear)]
        assert ranks == sorted(ranks)


@pytest.mark.clause("2.3", "R-pk-17")
def test_R_pk_17_exposed_tiles_are_counted_gate_by_gate() -> None:
    table = banking("Lei", "Ana", "Rui").stakes(("Ana", 2, 1000), ("Rui", 3, 1000))
    deal(table)
    for gate in (1, 2, 3):  # three tiles in all, one of each gate
        table.do("croupier", "expose", gate=gate, exposed=1)
    assert (table.live.phase, table.live.out) == ("dealt", frozenset())
    table.do("croupier", "expose", gate=3, exposed=3)
    assert table.live.out == {3}
    of_one_gate = 8 * comb(4, 2)
    assert 1 - Fraction(of_one_gate, comb(32, 2)) == Fraction(28, 31)  # how often two tiles are of two gates


@pytest.mark.clause("4.3", "R-pk-18")
@pytest.mark.parametrize(("procedure", "cited"), [(3, "pai_kao 4.3"), (4, "R-pk-18")])
def test_R_pk_18_a_gate_that_did_not_bet_is_skipped(procedure: int, cited: str) -> None:
    table = banking("Lei", "Ana", "Rui", "Wong", procedure=procedure)
    play_round(table, Ana=100, Wong=100)
    table.do("Lei", "pass_bank")
    (passed,) = table.do("Ana", "pass_bank")
    assert isinstance(passed, BankPassed)
    assert (passed.to, passed.cite) == (4, cited)  # as journals of the form before have it
    table.check_replay()


def test_snapshots_have_the_fields_in_the_order_of_1_0() -> None:
    """The slow test of kept journals compares the digests; this one tells at once of a field that the order lacks."""
    assert sorted(PaiKaoState.written_order) == sorted(PaiKaoState.__struct_fields__)
    assert PaiKaoState.written_order.index("procedure") < PaiKaoState.written_order.index("gates")
