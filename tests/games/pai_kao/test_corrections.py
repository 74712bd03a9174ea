"""Dice and tiles of an observed Pai Kao table that were entered wrongly: R-live-2; and dice that the croupier enters."""

import pytest
from msgspec import structs

from banca.games.pai_kao.hands import format_setting, house_way
from banca.games.pai_kao.state import DiceCorrected, TilesCorrected, TilesSet
from banca.house.rng_trial import _results
from banca.rules import Refusal
from banca.tables.commands import Actor, Role
from support.tables import DICE, Table, banking, in_stack_order

ENTERED = {1: "6-6 6-6 1-1 1-1", 2: "4-4 4-4 1-3 1-3", 3: "5-5 5-5 3-3 3-3"}
LIES = {1: "6-6 6-6 1-1 1-1", 2: "4-4 5-5 1-3 1-3", 3: "4-4 5-5 3-3 3-3"}
"""A tile of gate 2 and one of gate 3 were taken for each other."""
REASON = "two tiles taken for each other"


def dealt() -> Table:
    """Ana banks; rui at gate 2 and eva at gate 3 have staked, and look at their tiles."""
    table = banking("ana", "rui", "eva").stakes(("rui", 2, 1000), ("eva", 3, 1000))
    table.do("ana", "shake", dice=DICE)
    table.do("croupier", "deal", tiles=in_stack_order(ENTERED))
    return table


def corrected(table: Table, *settings: str) -> TilesCorrected:
    tiles = in_stack_order(LIES)
    event, *_ = table.do("croupier", "correct_tiles", tiles=tiles, settings=settings or None, reason=REASON)
    assert isinstance(event, TilesCorrected)
    return event


def test_dice_are_entered_anew_until_the_deal() -> None:
    table = banking("ana", "rui").stakes(("rui", 2, 1000))
    assert "correct_dice" not in table.offers("croupier")
    table.do("ana", "shake", dice=DICE)
    assert "correct_dice" in table.offers("croupier")
    assert "correct_dice" not in table.offers("ana")
    (event,) = table.do("croupier", "correct_dice", dice=(6, 6, 6, 6), reason="wrong key")
    assert isinstance(event, DiceCorrected)
    assert (event.before, event.dice, event.first) == (DICE, (6, 6, 6, 6), 8)
    assert table.live.dice == (6, 6, 6, 6)
    assert not table.can("croupier", "correct_dice", dice=(6, 6, 6, 6), reason="again")
    hands = {1: "6-6 6-6 1-1 1-1"}
    table.do("croupier", "deal", tiles=in_stack_order(hands, dice=(6, 6, 6, 6)))
    assert " ".join(table.live.tiles[1]) == hands[1]
    assert not table.can("croupier", "correct_dice", dice=DICE, reason="too late")
    table.finish()
    table.check_replay()


def test_who_sees_other_tiles_than_were_entered_sets_them_again() -> None:
    table = dealt()
    table.set_all()
    banker = table.live.settings[1]
    event = corrected(table)
    assert event.undone == (2, 3)
    assert table.live.to_be_set() == [2, 3]
    assert table.live.settings[1] == banker  # entered rightly: what was decided stays decided
    assert table.live.dice == DICE
    assert not table.can("ana", "turn_banker")
    table.finish()
    assert sorted(table.live.tiles) == []
    table.check_replay()


def test_tiles_that_lie_open_are_set_as_they_lie() -> None:
    table = dealt()
    table.set_all()
    table.do("ana", "turn_banker")
    table.do("croupier", "turn_gates")
    with pytest.raises(Refusal) as refused:
        table.ask("croupier", "correct_tiles", tiles=in_stack_order(LIES), reason=REASON)
    assert refused.value.code == "setting_needed"
    corrected(table, "2: 1-3 1-3 / 4-4 5-5", "3: 4-4 3-3 / 5-5 3-3")
    assert table.live.phase == "turned"
    assert {gate: format_setting(one) for gate, one in table.live.settings.items() if gate != 1} == {
        2: "4-4 5-5 / 1-3 1-3",
        3: "4-4 3-3 / 5-5 3-3",
    }
    assert not table.can("rui", "set_tiles", gate=2, setting="4-4 1-3 / 5-5 1-3")  # 8.2
    sheet = table.engine.payments(table.live)
    settled = table.do("croupier", "settle")
    received = {one.player: one.received for one in settled if hasattr(one, "player") and hasattr(one, "received")}
    assert {one.player: one.received for one in sheet if one.bet != "bank"} == received
    assert not table.can("croupier", "correct_tiles", tiles=in_stack_order(ENTERED), reason="too late")


def test_a_gate_that_the_house_sets_is_set_so_again() -> None:
    table = banking("ana", "rui").stakes(("rui", 2, 1000))
    table.do("rui", "stake", gate=3, stake=2000)  # rui sets gate 3, so nobody sets gate 2: 7.5
    table.do("ana", "shake", dice=DICE)
    table.do("croupier", "deal", tiles=in_stack_order(ENTERED))
    house = next(gate for gate in (2, 3) if table.live.setters[gate] != "rui")
    events = table.do("croupier", "correct_tiles", tiles=in_stack_order(LIES), reason=REASON)
    (again,) = [one for one in events if isinstance(one, TilesSet)]
    assert (again.gate, again.setting) == (house, format_setting(house_way(table.live.tiles[house])))


def test_a_correction_says_which_tiles_lie_there() -> None:
    table = dealt()
    table.refuses(
        "field_missing", "R-live-2", "croupier", "correct_tiles", settings=["2: 1-3 1-3 / 4-4 5-5"], reason=REASON
    )


def test_4_4_a_shake_without_a_cocked_die_shows_its_dice() -> None:
    table = banking("ana", "rui").stakes(("rui", 2, 1000))
    table.refuses("field_missing", "pai_kao 4.4", "croupier", "shake", cocked=0)


def test_1_1_a_correction_of_some_gates_is_checked_with_the_tiles_of_all() -> None:
    """A third and fourth 1-6: two lie before a gate that does not play, and were entered with the deal."""
    table = dealt()
    assert "1-6" in table.live.tiles[8]
    tiles = ["1-6", "1-6", "1-1", "1-1", "4-4", "4-4", "1-3", "1-3", "5-5", "5-5", "3-3", "3-3"]
    table.refuses("too_many_tiles", "pai_kao 1.1", "croupier", "correct_tiles", tiles=tiles, reason=REASON)


def test_a_table_with_more_tiles_than_there_are_is_still_shown() -> None:
    """As a correction could leave one before all tiles were checked."""
    table = dealt()
    table.live = structs.replace(table.live, tiles={**table.live.tiles, 1: ("2-2", "2-2", "2-2", "2-2")})
    for role in Role:
        table.engine.available_acts(table.live, Actor("boss", role))
        table.engine.view(table.live, Actor("boss", role))


def test_nobody_learns_anothers_tiles_by_a_correction() -> None:
    table = dealt()
    event = corrected(table)
    for who, sees in (("rui", {2}), ("eva", {3}), ("ana", set())):
        shown = table.engine.redact(event, table.live, Actor(who, Role.PLAYER))
        assert {gate for gate, faces in shown.tiles.items() if faces} == sees
        assert {gate for gate, faces in shown.before.items() if faces} == sees
    assert table.engine.redact(event, table.live, None).tiles == {2: (), 3: ()}


def test_tests_of_recorded_results_take_what_lay_there() -> None:
    table = banking("ana", "rui").stakes(("rui", 2, 1000))
    table.do("ana", "shake", dice=(1, 2, 3, 4))
    table.do("croupier", "correct_dice", dice=DICE, reason="wrong key")
    table.do("croupier", "deal", tiles=in_stack_order(ENTERED))
    corrected(table)
    table.finish()
    dice, tiles = _results(table.engine, table.events)
    assert dice == "-".join(map(str, DICE))
    assert tiles.split() == list(in_stack_order(LIES))


def test_what_was_drawn_is_never_corrected() -> None:
    table = banking("ana", "rui", chance="drawn").stakes(("rui", 2, 1000))
    assert not table.can("croupier", "shake")
    table.do("ana", "shake")
    assert "correct_dice" not in table.offers("croupier")
    for fields in ({"dice": DICE}, {}):
        assert not table.can("croupier", "correct_dice", reason="I wish", **fields)


def test_4_4_at_an_observed_table_the_croupier_writes_the_bankers_dice_down() -> None:
    table = banking("ana", "rui").stakes(("rui", 2, 1000))
    assert "shake" in table.offers("croupier")
    assert not table.can("rui", "shake", dice=DICE)
    table.do("croupier", "shake", dice=DICE)
    assert table.live.dice == DICE
    table.do("croupier", "null_shake", reason="cocked")
    table.do("croupier", "shake_again", dice=DICE)
    assert table.live.dice == DICE


def test_a_table_says_for_whom_it_waits() -> None:
    table = banking("ana", "rui", "eva")
    assert table.engine.awaited_acts(table.live) == [("ana", "shake")]
    table.do("rui", "stake", gate=2, stake=1000)
    table.do("ana", "shake", dice=DICE)
    assert table.engine.awaited_acts(table.live) == []  # the croupier deals
    table.do("croupier", "deal", tiles=in_stack_order(ENTERED))
    assert table.engine.awaited_acts(table.live) == [("rui", "set_tiles"), ("ana", "set_tiles")]
    table.set_all()
    assert table.engine.awaited_acts(table.live) == [("ana", "turn_banker")]


def test_1_4_the_croupier_enters_the_tiles_of_the_gates_that_play_and_no_others() -> None:
    table = banking("ana", "rui", "eva", "chan").stakes(("rui", 2, 1000))
    table.do("croupier", "shake", dice=DICE)  # 5: gate 5 is dealt first, so the banker's gate 1 before gate 2
    assert not table.can("croupier", "deal", tiles=["6-6", "6-6", "1-1", "1-1"])
    assert not table.can(
        "croupier", "deal", tiles=["6-6", "6-6", "6-6", "1-1", "4-4", "4-4", "1-3", "1-3"]
    )  # three of a tile
    table.do("croupier", "deal", tiles=["6-6", "6-6", "1-1", "1-1", "4-4", "4-4", "1-3", "1-3"])
    assert table.live.tiles == {1: ("6-6", "6-6", "1-1", "1-1"), 2: ("4-4", "4-4", "1-3", "1-3")}
    table.set_all()
    assert "correct_tiles" in table.offers("croupier")
    table.do("croupier", "correct_tiles", tiles=["6-6", "6-6", "1-1", "1-1", "4-4", "5-5", "1-3", "1-3"], reason=REASON)
    assert table.live.to_be_set() == [2]
    table.finish()
    table.check_replay()
    assert list(_results(table.engine, table.events)) == ["1-1-1-2"]  # no order of all tiles was recorded
