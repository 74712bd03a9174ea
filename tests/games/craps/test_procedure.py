"""The material and conduct of craps, clause by clause: articles 1 to 4."""

from collections.abc import Callable
from pathlib import Path
from typing import cast

import pytest

from banca.dossier import study
from banca.games import rulebook
from banca.games.craps.device import DICE, INSPECTION, NullThrow, check_inspected, null_throw, parse, show
from banca.games.craps.procedure import (
    ACTS,
    check_dice,
    check_shooter,
    next_shooter,
    why_shooter_changes,
)
from banca.games.craps.refusals import DICE_NOT_INSPECTED, NOT_THE_SHOOTER, WRONG_DICE
from banca.games.craps.steps import FIRST_THROW
from banca.interface import GameAtTable, game
from banca.law import law
from banca.live.act import find_act
from banca.live.refusals import OUT_OF_PHASE
from banca.proposals import read_file
from banca.rulebook import Defect, citing, extended
from banca.rulebook.refusals import BAD_OUTCOME, IMPOSSIBLE_OUTCOME, UNKNOWN_VALUE

Refused = Callable[..., None]
cite = citing("craps")

# Article 1: material


def test_1_1_1_four_or_five_dice_with_faces_1_to_6(craps: GameAtTable, refused: Refused) -> None:
    assert DICE.total == 36
    assert {face for pair, _ in DICE for face in cast("tuple[int, int]", pair)} == {1, 2, 3, 4, 5, 6}
    assert craps.options["dice_offered"] == 5
    check_dice(game("craps", dice_offered=4).rules.chosen, offered=4, picked=2)
    refused(lambda: check_dice(craps.rules.chosen, offered=4, picked=2), WRONG_DICE, "craps 1.1.1")
    refused(lambda: game("craps", dice_offered=6), UNKNOWN_VALUE, "craps 1.1.1")
    for text in ("0-4", "7-1", "3-66"):
        refused(lambda text=text: parse(text), IMPOSSIBLE_OUTCOME, "craps 1.1.1")


def test_R_craps_15_the_number_of_dice_is_the_concessionaires_choice() -> None:  # noqa: N802
    option = next(one for one in rulebook("craps").options if one.name == "dice_offered")
    assert (str(option.cite), str(option.left_by), option.authorised_by) == ("craps 1.1.1", "R-craps-15", None)
    for text in law("craps").clauses["1.1.1"].text.values():  # the gazette does not say whose choice it is
        assert not any(word in text for word in ("choose", "escolha", "選定"))


@pytest.mark.clause("1.1.2", "1.1.3")
def test_definitional_clauses_say_why_they_are_not_computed() -> None:
    for clause in ("1.1.2", "1.1.3"):
        assert law("craps").clauses[clause].reason


@pytest.mark.clause("1.2.1", "1.2.2", "1.2.3", "1.2.4")
def test_1_2_1_to_4_are_the_inspection(refused: Refused) -> None:
    assert [str(cite) for cite in INSPECTION.values()] == ["craps 1.2.1", "craps 1.2.2", "craps 1.2.3", "craps 1.2.4"]
    for missing in INSPECTION:
        refused(
            lambda missing=missing: check_inspected(frozenset(INSPECTION) - {missing}),
            DICE_NOT_INSPECTED,
            "craps 3.4",
        )


# Article 2: taking part


def test_2_1_only_a_player_with_the_minimum_staked_throws(refused: Refused) -> None:
    check_shooter(staked=1000, minimum=1000)
    refused(lambda: check_shooter(staked=999, minimum=1000), NOT_THE_SHOOTER, "craps 2.1")


def test_2_2_two_dice_are_picked(craps: GameAtTable, refused: Refused) -> None:
    check_dice(craps.rules.chosen, offered=5, picked=2)
    refused(lambda: check_dice(craps.rules.chosen, offered=5, picked=3), WRONG_DICE, "craps 2.2")
    refused(lambda: parse("1-2-3"), IMPOSSIBLE_OUTCOME, "craps 2.2")
    refused(lambda: parse("three-four"), BAD_OUTCOME, "craps 2.2")


def test_2_3_the_player_on_the_stickmans_left_starts_unless_waiving() -> None:
    assert next_shooter(["left", "next", "last"], None, frozenset()) == ("left", cite("2.3"))
    assert next_shooter(["left", "next", "last"], None, frozenset({"left"})) == ("next", cite("2.3"))
    assert next_shooter(["left"], None, frozenset({"left"})) is None
    with pytest.raises(Defect):
        next_shooter(["left"], "gone", frozenset())


def test_2_4_the_throw_comes_between_the_offer_and_the_call(refused: Refused) -> None:
    assert find_act(ACTS, "dice offered", "throw").then == "thrown"
    refused(lambda: find_act(ACTS, "between throws", "throw"), OUT_OF_PHASE, "craps 2.4")
    assert null_throw(left_board=False, passed_middle=True, hit_wall=False, rolled=True) is None


def test_2_5_the_dice_must_roll() -> None:
    assert null_throw(left_board=False, passed_middle=True, hit_wall=True, rolled=False) == NullThrow.NO_ROLL


# Article 3: irregular throws


def test_3_1_a_cocked_die_is_called_by_its_most_exposed_face(refused: Refused) -> None:
    assert show(parse("3-4")) == "3-4"
    assert find_act(ACTS, "thrown", "call_result").then == "called"
    refused(lambda: find_act(ACTS, "dice offered", "call_result"), OUT_OF_PHASE, "craps 3.1")


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


def test_3_4_dice_that_left_the_table_are_inspected_first(refused: Refused) -> None:
    check_inspected(frozenset(INSPECTION))
    refused(lambda: check_inspected(frozenset()), DICE_NOT_INSPECTED, "craps 3.4")


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


def test_R_craps_4b_the_dice_pass_to_the_next_on_the_left() -> None:  # noqa: N802
    assert next_shooter(["a", "b", "c"], "a", frozenset()) == ("b", cite("R-craps-4b"))
    assert next_shooter(["a", "b", "c"], "c", frozenset({"a"})) == ("b", cite("R-craps-4b"))


@pytest.mark.clause("7.1", "7.2", "7.3")
def test_7_1_new_bets_and_other_prizes_are_options_that_need_an_authorisation() -> None:
    book = extended(rulebook("craps"), [read_file(Path("other_prizes")), read_file(Path("all_tall_small"))])
    option = book.options[-1]
    assert [str(cite) for cite in book.new_bets] == ["craps 7.1", "craps 7.2", "R-craps-14", "craps 7.3"]
    assert (str(option.cite), str(option.authorised_by)) == ("craps 7.1", "craps 7.1")
    _, other_prizes, new_bets = (book.under(proposal=value).bets.keys() for value in option.values)
    assert other_prizes == rulebook("craps").under().bets.keys()
    assert new_bets > other_prizes


def test_R_craps_14_both_the_chance_and_the_prize_of_every_result_are_given() -> None:  # noqa: N802
    for bet in study(read_file(Path("all_tall_small"))).bets:
        assert sum(row.chance for row in bet.rows) == bet.analysis.p_win  # probabilidades
        assert all(row.odds.prize > 0 for row in bet.rows)  # 賠率
