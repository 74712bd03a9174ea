"""Craps at the live table as its text has it: when bets are open (5.5), minimums (5.6), and the ceiling of lay bets (R-craps-9)."""

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any, cast

import pytest

from banca.analysis.game import GameAtTable, game
from banca.dossier import study
from banca.games import rulebook
from banca.games.craps.rules import DICE, FIRST_THROW, INSPECTION, NULLS, NullThrow, check_inspected, null_throw, parse
from banca.games.craps.table import (
    DicePassed,
    ShooterNamed,
    check_dice,
    check_shooter,
    next_shooter,
    why_shooter_changes,
)
from banca.law import law
from banca.proposals import read_file, read_proposal
from banca.rules import Defect, Null, Refusal, carrying, citing, extended
from banca.tables.events import BetDecided, BetMoved, NullDeclared, ResultCalled
from support.tables import At, actor

Refused = Callable[..., None]


@pytest.mark.clause("5.5", "R-craps-16")
def test_5_5_bets_are_open_between_throws_also_while_dice_are_inspected(refused: Refused) -> None:
    table = At("craps").seat("ana", "rui")
    late = {"bet": "hard_way:8", "stake": 1000}

    def closed() -> None:
        refused(lambda: table.do("rui", "place_bet", **late), "out_of_phase", "R-craps-16")
        refused(lambda: table.do("ana", "withdraw_bet", bet="field"), "out_of_phase", "R-craps-16")

    table.do("ana", "place_bet", bet="field", stake=1000)
    table.do("rui", "place_bet", **late)
    table.do("croupier", "offer_dice")
    table.do("rui", "place_bet", **late)  # the dice are offered, not thrown
    table.do("ana", "throw")
    closed()
    table.do("croupier", "declare_off_board")
    assert {"place_bet", "withdraw_bet"} <= table.offers("rui")
    table.do("rui", "place_bet", **late)  # the dice are on their way back
    table.do("rui", "place_bet", bet="pass_line", stake=1000)  # no point: line bets keep their own times
    refused(lambda: table.do("rui", "place_bet", bet="come", stake=1000), "no_point", "craps 5.2.5")
    table.do("rui", "withdraw_bet", bet="pass_line")
    table.do("croupier", "inspect_dice", passed=("1.2.1", "1.2.2", "1.2.3", "1.2.4"))
    table.do("ana", "throw")
    table.do("croupier", "declare_null", reason="short")
    table.do("rui", "place_bet", **late)  # thrown again, and null again
    table.do("ana", "throw")
    table.do("croupier", "call_result", outcome="4-4")
    closed()
    table.do("croupier", "settle")
    assert table.net("rui") == 4 * 9000
    table.do("rui", "place_bet", **late)
    table.check_replay()


@pytest.mark.clause("5.6", "R-craps-17")
def test_5_6_a_kind_of_bet_may_have_a_minimum_of_its_own(craps: GameAtTable, refused: Refused) -> None:
    own = replace(craps.rules.rulebook.limits, minimum=1000, minimums={"field": 2500, "hard_way": 500})
    assert craps.settle({"field": 25, "hard_way:8": 5, "big": 10}, ["1-2"], own).answer().net.avos == 2500 - 1000
    refused(lambda: craps.settle({"field": 10}, ["1-2"], own), "stake_not_multiple", "R-craps-17")
    refused(lambda: craps.settle({"hard_way:8": 7}, ["1-2"], own), "stake_not_multiple", "R-craps-17")
    refused(lambda: craps.settle({"big": 25}, ["1-2"], own), "stake_not_multiple", "craps 5.6")
    refused(lambda: replace(own, minimums={"field": 0}), "bad_limits", "R-money-1")
    table = At("craps", minimums={"field": 2500, "hard_way": 500}).seat("ana")
    refused(lambda: table.do("ana", "place_bet", bet="field", stake=1000), "stake_not_multiple", "R-craps-17")
    table.do("ana", "place_bet", bet="hard_way:8", stake=500)
    refused(lambda: table.do("croupier", "offer_dice"), "not_the_shooter", "craps 2.1")  # the table's minimum is 10
    table.do("ana", "place_bet", bet="field", stake=2500)
    assert "field" in next(
        one.choices["bet"] for one in table.engine.available_acts(table.live, actor("ana")) if one.do == "place_bet"
    )
    table.do("croupier", "offer_dice")
    refused(lambda: table.do("ana", "withdraw_bet", bet="field", stake=1000), "stake_not_multiple", "R-craps-17")


LAID_EVEN = """
proposal(game = "craps", title = say(en = "Even lays", pt = "Adicionais a um para um", zh = "附加投注一賠一"))
change(bet = "dont_pass_odds:4", pays = "1 to 1")
"""


def test_R_craps_9_the_ceiling_follows_the_prize_in_force(refused: Refused) -> None:
    changed = read_proposal(LAID_EVEN)
    carries = GameAtTable(carrying(rulebook("craps"), changed, {}), changed)
    lay = {"dont_pass": 10, "dont_pass_odds:4": 30}  # a prize of 30 is three times the flat bet
    assert carries.settle(lay, ["1-3", "3-4"]).answer().net.avos == 1000 + 3000
    refused(lambda: carries.settle(lay | {"dont_pass_odds:4": 31}, ["1-3"]), "additional_too_large", "R-craps-9")
    assert carries.settle({"dont_pass": 10, "dont_pass_odds:5": 45}, ["1-4"]).standing  # unchanged: 2 to 3
    table = At("craps", options={"proposal": changed.id}, proposal=LAID_EVEN).seat("ana")
    table.do("ana", "place_bet", bet="dont_pass", stake=1000)
    for act in ({"do": "offer_dice"}, {"do": "throw"}, {"do": "call_result", "outcome": "1-3"}, {"do": "settle"}):
        table.do("croupier", **act)
    too_much = {"bet": "dont_pass_odds:4", "stake": 6000}
    refused(lambda: table.do("ana", "place_bet", **too_much), "additional_too_large", "R-craps-9")
    table.do("ana", "place_bet", bet="dont_pass_odds:4", stake=3000)


def throw(table: At, outcome: str) -> tuple[Any, ...]:
    """One throw of craps from between throws to paid."""
    table.do("croupier", "offer_dice")
    table.do("croupier", "throw")
    table.do("croupier", "call_result", outcome=outcome)
    return table.do("croupier", "settle")


@pytest.mark.clause("5.2.1", "5.2.2", "5.5")
def test_craps_a_come_out_a_point_and_odds(refused: Refused) -> None:
    table = At("craps").seat("ana")
    table.do("ana", "place_bet", bet="pass_line", stake=10_000)
    refused(lambda: table.do("ana", "place_bet", bet="come", stake=1000), "no_point", "craps 5.2.5")
    (moved,) = (event for event in throw(table, "2-4") if isinstance(event, BetMoved))
    assert (moved.to, moved.cite) == ("6", "craps 5.2.1")
    assert table.live.table == 6
    refused(lambda: table.do("ana", "place_bet", bet="pass_line", stake=1000), "point_stands", "R-craps-7")
    table.do("ana", "place_bet", bet="pass_odds:6", stake=20_000)
    refused(lambda: table.do("ana", "withdraw_bet", bet="pass_line", on="6"), "cannot_take_down", "R-craps-8")
    decided = [event for event in throw(table, "3-3") if isinstance(event, BetDecided)]
    assert {one.bet: one.received for one in decided} == {"pass_line": 20_000, "pass_odds:6": 44_000}
    assert table.net("ana") == 10_000 + 24_000
    table.check_replay()


@pytest.mark.clause("2.1", "2.2", "2.3", "4.1", "4.2", "R-craps-4b")
def test_craps_the_dice_go_round(refused: Refused) -> None:
    table = At("craps").seat("ana", "bia", "rui")
    refused(lambda: table.do("croupier", "offer_dice"), "not_the_shooter", "craps 2.1")
    table.do("rui", "place_bet", bet="field", stake=1000)
    table.do("bia", "place_bet", bet="pass_line", stake=1000)
    named = table.do("croupier", "offer_dice")[-1]
    assert named == ShooterNamed(player="bia", cite="craps 2.3")  # ana has staked nothing
    refused(lambda: table.do("rui", "throw"), "not_your_turn", "craps 2.2")
    refused(lambda: table.do("bia", "throw", picked=3), "wrong_dice", "craps 2.2")
    refused(lambda: table.do("bia", "take_dice"), "nothing_changes", "craps 2.3")
    table.do("bia", "waive_dice")
    refused(lambda: table.do("bia", "waive_dice"), "nothing_changes", "craps 2.3")
    refused(lambda: table.do("bia", "throw"), "no_shooter", "craps 2.3")
    table.do("croupier", "take_back_dice")
    named = table.do("croupier", "offer_dice")[-1]
    assert isinstance(named, ShooterNamed)
    assert named.player == "rui"
    table.do("rui", "throw", picked=2)
    table.do("croupier", "call_result", outcome="2-4")
    table.do("croupier", "settle")
    table.do("bia", "take_dice")
    named = table.do("croupier", "offer_dice")[-1]  # rui's field bet lost: nothing staked any more
    assert named == ShooterNamed(player="bia", cite="craps 4.1")
    table.do("bia", "throw")
    table.do("croupier", "call_result", outcome="3-4")
    passed = table.do("croupier", "settle")[-1]
    assert passed == DicePassed(cite="craps 4.2")
    for player in ("ana", "rui", "bia"):
        table.do(player, "place_bet", bet="field", stake=1000)
    assert table.do("croupier", "offer_dice")[-1] == ShooterNamed(player="rui", cite="R-craps-4b")


@pytest.mark.clause("3.1", "3.2.1", "3.2.2", "3.3", "3.4", "2.4", "2.5")
def test_craps_null_throws_and_dice_off_the_table(refused: Refused) -> None:
    table = At("craps").seat("ana")
    table.do("ana", "place_bet", bet="pass_line", stake=1000)
    table.do("croupier", "offer_dice", offered=5)
    table.do("ana", "throw")
    wall = {"reason": "short", "hit_wall": True}
    refused(lambda: table.do("croupier", "declare_null", **wall), "throw_counts", "craps 3.2.2")
    refused(lambda: table.do("croupier", "declare_null", reason="off_board"), "unknown_null", "craps 3.2.2")
    null = table.do("croupier", "declare_null", reason="short")[-1]
    assert isinstance(null, NullDeclared)
    assert null.cites == ("craps 3.2.2", "craps 2.4")
    table.do("ana", "throw")
    null = table.do("croupier", "declare_null", reason="no_roll")[-1]
    assert isinstance(null, NullDeclared)
    assert null.cites == ("craps 3.3", "craps 2.5")
    table.do("ana", "throw")
    null = table.do("croupier", "declare_off_board")[-1]
    assert isinstance(null, NullDeclared)
    assert null.cites == ("craps 3.2.1",)
    refused(lambda: table.do("ana", "throw"), "out_of_phase", "craps 2.4")
    points = [clause.clause for clause in INSPECTION.values()]
    refused(lambda: table.do("croupier", "inspect_dice", passed=tuple(points[:3])), "dice_not_inspected", "craps 3.4")
    more = (*points, "9.9")
    refused(lambda: table.do("croupier", "inspect_dice", passed=more), "unknown_clause", "craps 3.4")
    table.do("croupier", "inspect_dice", passed=tuple(points))
    table.do("ana", "throw")
    refused(lambda: table.do("croupier", "call_result", outcome="6-5", cocked=3), "wrong_dice", "craps 3.1")
    called = table.do("croupier", "call_result", outcome="6-5", cocked=2)[-1]
    assert isinstance(called, ResultCalled)
    assert (called.outcome, called.cocked) == ("6-5", 2)
    table.do("croupier", "settle")
    assert table.net("ana") == 1000
    refused(lambda: table.do("croupier", "offer_dice", offered=4), "wrong_dice", "craps 1.1.1")


def test_another_players_flat_bet_carries_no_additional_bet(refused: Refused) -> None:
    table = At("craps").seat("ana", "rui")
    table.do("ana", "place_bet", bet="pass_line", stake=1000)
    throw(table, "2-4")
    refused(lambda: table.do("rui", "place_bet", bet="pass_odds:6", stake=1000), "no_flat_bet", "craps 5.2.2")


def test_breakage_is_shown_and_booked() -> None:
    table = At("craps", minimum=1000, chip=500).seat("ana")
    table.do("ana", "place_bet", bet="big_number:6", stake=1000)
    decided = throw(table, "3-3")[1]
    assert (decided.prize, decided.received, decided.breakage) == ("3500/3", 2000, "500/3")
    assert table.books["breakage"] == 166  # whole avos; the third of one stays in the bank


@pytest.mark.clause("2.2", "R-craps-4b")
def test_when_the_shooter_leaves_the_dice_are_offered_anew(refused: Refused) -> None:
    table = At("craps").seat("ana", "rui", "eva")
    table.do("rui", "place_bet", bet="field", stake=1000)
    table.do("croupier", "offer_dice")
    for player in ("ana", "eva"):
        table.do(player, "place_bet", bet="field", stake=1000)
    table.do("rui", "withdraw_bet", bet="field")
    table.do("rui", "leave")
    refused(lambda: table.do("ana", "throw"), "dice_not_offered", "craps 2.2")
    table.do("croupier", "take_back_dice")
    assert table.do("croupier", "offer_dice")[-1] == ShooterNamed(player="eva", cite="R-craps-4b")
    table.do("eva", "throw")


def test_at_a_drawn_table_nobody_says_what_came_up(refused: Refused) -> None:
    table = At("craps", chance="drawn").seat("ana")
    table.do("ana", "place_bet", bet="pass_line", stake=1000)
    table.do("croupier", "offer_dice")
    table.do("ana", "throw")
    refused(lambda: table.do("croupier", "call_result", outcome="6-5"), "drawn_counts", "craps 3.1")
    refused(lambda: table.do("croupier", "declare_null", reason="short"), "drawn_counts", "craps 3.2.2")
    table.do("croupier", "call_result")
    table.do("croupier", "settle")


cite = citing("craps")

# Article 1: material


def test_1_1_1_four_or_five_dice_with_faces_1_to_6(craps: GameAtTable, refused: Refused) -> None:
    assert DICE.total == 36
    assert {face for pair, _ in DICE for face in cast("tuple[int, int]", pair)} == {1, 2, 3, 4, 5, 6}
    assert craps.options["dice_offered"] == 5
    check_dice(game("craps", dice_offered=4).rules.chosen, offered=4, picked=2)
    refused(lambda: check_dice(craps.rules.chosen, offered=4, picked=2), "wrong_dice", "craps 1.1.1")
    refused(lambda: game("craps", dice_offered=6), "unknown_value", "craps 1.1.1")
    for text in ("0-4", "7-1", "3-66"):
        refused(lambda text=text: parse(text), "impossible_outcome", "craps 1.1.1")


def test_R_craps_15_the_number_of_dice_is_the_concessionaires_choice() -> None:
    option = next(one for one in rulebook("craps").options if one.name == "dice_offered")
    assert (str(option.cite), str(option.left_by), option.authorised_by) == ("craps 1.1.1", "R-craps-15", None)
    for text in law("craps").clauses["1.1.1"].text.values():  # the gazette does not say whose choice it is
        assert not any(word in text for word in ("choose", "escolha", "選定"))


@pytest.mark.clause("1.1.2", "1.1.3", "1.2.1", "1.2.2", "1.2.3", "1.2.4")
def test_1_2_1_to_4_are_the_inspection(refused: Refused) -> None:
    assert [str(cite) for cite in INSPECTION.values()] == ["craps 1.2.1", "craps 1.2.2", "craps 1.2.3", "craps 1.2.4"]
    assert all(law("craps").clauses[clause].reason for clause in ("1.1.2", "1.1.3"))  # definitional
    check_inspected(frozenset(INSPECTION))
    for missing in INSPECTION:
        refused(
            lambda missing=missing: check_inspected(frozenset(INSPECTION) - {missing}),
            "dice_not_inspected",
            "craps 3.4",
        )


# Article 2: taking part


def test_2_1_only_a_player_with_the_minimum_staked_throws(refused: Refused) -> None:
    check_shooter(staked=1000, minimum=1000)
    refused(lambda: check_shooter(staked=999, minimum=1000), "not_the_shooter", "craps 2.1")


def test_2_2_two_dice_are_picked(craps: GameAtTable, refused: Refused) -> None:
    check_dice(craps.rules.chosen, offered=5, picked=2)
    refused(lambda: check_dice(craps.rules.chosen, offered=5, picked=3), "wrong_dice", "craps 2.2")
    refused(lambda: parse("1-2-3"), "impossible_outcome", "craps 2.2")
    refused(lambda: parse("three-four"), "bad_outcome", "craps 2.2")


def test_2_3_the_player_on_the_stickmans_left_starts_unless_waiving() -> None:
    assert next_shooter(["left", "next", "last"], None, frozenset()) == ("left", cite("2.3"))
    assert next_shooter(["left", "next", "last"], None, frozenset({"left"})) == ("next", cite("2.3"))
    assert next_shooter(["left"], None, frozenset({"left"})) is None
    with pytest.raises(Defect):
        next_shooter(["left"], "gone", frozenset())


# Article 3: irregular throws


def test_3_2_1_null_when_dice_leave_the_board(craps: GameAtTable) -> None:
    assert null_throw(left_board=True, passed_middle=True, hit_wall=True, rolled=True) == NullThrow.OFF_BOARD
    assert craps.settle({"pass_line": 10}, ["null:off_board", "3-4"]).answer().net.avos == 1000


def test_3_2_2_null_when_short_of_the_middle_unless_a_wall_is_hit(craps: GameAtTable) -> None:
    assert null_throw(left_board=False, passed_middle=False, hit_wall=False, rolled=True) == NullThrow.SHORT
    assert null_throw(left_board=False, passed_middle=False, hit_wall=True, rolled=True) is None
    assert craps.settle({"any_seven": 10}, ["null:short", "3-4"]).answer().net.avos == 4000


def test_3_3_null_when_thrown_without_rolling(craps: GameAtTable) -> None:
    assert null_throw(left_board=False, passed_middle=False, hit_wall=False, rolled=False) == NullThrow.NO_ROLL
    assert craps.settle({"pass_line": 10}, ["2-2", "null:no_roll", "null", "1-3"]).answer().net.avos == 1000


# Article 4: changing the shooter


def test_4_1_the_shooter_changes_when_no_longer_betting(craps: GameAtTable) -> None:
    assert why_shooter_changes(craps.rules.chosen, FIRST_THROW, (3, 4), still_betting=False) == cite("4.1")


@pytest.mark.clause("4.2", "R-craps-4")
@pytest.mark.parametrize(
    ("option", "on_seven_out", "on_come_out_loss"),
    [("seven_out", True, False), ("come_out_loss", False, True), ("either", True, True)],
)
def test_4_2_the_shooter_changes_on_a_losing_total(option: str, on_seven_out: bool, on_come_out_loss: bool) -> None:  # noqa: FBT001
    chosen = game("craps", shooter_change=option).rules.chosen
    changed = cite("4.2")
    assert why_shooter_changes(chosen, 6, (3, 4), still_betting=True) == (changed if on_seven_out else None)
    for craps_total in ((1, 1), (1, 2), (6, 6)):
        expected = changed if on_come_out_loss else None
        assert why_shooter_changes(chosen, FIRST_THROW, craps_total, still_betting=True) == expected
    assert why_shooter_changes(chosen, FIRST_THROW, (3, 4), still_betting=True) is None
    assert why_shooter_changes(chosen, 6, (3, 3), still_betting=True) is None


def test_R_craps_4b_the_dice_pass_to_the_next_on_the_left() -> None:
    assert next_shooter(["a", "b", "c"], "a", frozenset()) == ("b", cite("R-craps-4b"))
    assert next_shooter(["a", "b", "c"], "c", frozenset({"a"})) == ("b", cite("R-craps-4b"))


@pytest.mark.clause("7.1", "7.2", "7.3")
def test_7_1_new_bets_and_other_prizes_are_options_that_need_an_authorisation() -> None:
    book = extended(rulebook("craps"), [read_file(Path("other_prizes")), read_file(Path("all_tall_small"))])
    option = book.options[-1]
    assert [str(cite) for cite in book.new_bets] == ["craps 7.1", "craps 7.2", "R-craps-14", "craps 7.3", "R-craps-19"]
    assert (str(option.cite), str(option.authorised_by)) == ("craps 7.1", "craps 7.1")
    _, other_prizes, new_bets = (book.under(proposal=value).bets.keys() for value in option.values)
    assert other_prizes == rulebook("craps").under().bets.keys()
    assert new_bets > other_prizes


def test_R_craps_14_both_the_chance_and_the_prize_of_every_result_are_given() -> None:
    for bet in study(read_file(Path("all_tall_small"))).bets:
        assert sum(prize.chance.exact for prize in bet.prizes) == bet.p_win  # probabilidades
        assert all(prize.odds.prize > 0 for prize in bet.prizes)  # 賠率


def test_R_craps_18_a_throw_without_rolling_is_null_by_our_reading(craps: GameAtTable) -> None:
    null = craps.rules.rulebook.parse_throw("null:no_roll")
    assert isinstance(null, Null)
    assert list(map(str, null.cites)) == ["craps 3.3", "craps 2.5", "R-craps-18"]
    # what a die that slides on its six would be worth if the throw counted: the other die decides Boxcars alone
    slid = sum(30 if die == 6 else -1 for die in range(1, 7))
    assert Fraction(slid, 6) == Fraction(25, 6)
    assert craps.bet("boxcars").analysis().house_edge == Fraction(5, 36)


def test_R_craps_22_all_bets_of_the_shooter_count_together() -> None:
    table = At("craps", minimums={"hard_way": 500}).seat("ana")
    table.do("ana", "place_bet", bet="hard_way:8", stake=500)
    with pytest.raises(Refusal, match="R-craps-22"):
        table.do("croupier", "offer_dice")
    table.do(
        "ana", "place_bet", bet="hard_way:6", stake=500
    )  # neither reaches the table's minimum of 10, both together do
    table.do("croupier", "offer_dice")


def test_R_craps_23_one_short_die_is_enough(craps: GameAtTable) -> None:
    short = NULLS[NullThrow.SHORT]
    assert null_throw(left_board=False, passed_middle=False, hit_wall=False, rolled=True) is NullThrow.SHORT
    assert null_throw(left_board=False, passed_middle=False, hit_wall=True, rolled=True) is None
    assert list(map(str, short.cites)) == ["craps 3.2.2", "craps 2.4"]  # as journals have them
    null = craps.rules.rulebook.parse_throw("null:short")
    assert isinstance(null, Null)
    assert null.cites == (*short.cites, cite("R-craps-23"))
