"""The live table of Pai Kao: who sets which gate, however many gates somebody bets on. Scenarios by clause."""

from collections.abc import Callable

import pytest

from banca.games.pai_kao import settings as three_settings
from banca.games.pai_kao.hands import format_setting, house_way
from banca.games.pai_kao.live import CASINO
from banca.games.pai_kao.live.event import CompensationClaimed, StakeSettled
from banca.games.pai_kao.live.tile_event import TilesSet
from banca.games.pai_kao.refusals import NOT_THE_SETTER, WRONG_GATE, WRONG_SETTING
from banca.games.pai_kao.setters import HOUSE
from pai_kao_table import DICE, Table, banking, deal, in_stack_order, sees

Refused = Callable[..., None]


def setting_of(table: Table, gate: int, choice: int = 0) -> str:
    return format_setting(three_settings(table.live.tiles[gate])[choice])


@pytest.mark.clause("7.1", "7.4", "7.5", "R-pk-5")
def test_7_5_stakes_on_several_gates_but_nobody_sets_two(refused: Refused) -> None:
    table = banking("Lei", "Ana", "Rui")
    table.do("Ana", "stake", gate=2, stake=500)
    table.do("Rui", "stake", gate=3, stake=100)
    table.do("Ana", "stake", gate=3, stake=500)
    deal(table)
    assert table.live.setters == {2: "Ana", 3: "Rui", 1: "Lei"}
    written = setting_of(table, 3)
    refused(lambda: table.do("Ana", "set_tiles", gate=3, setting=written), NOT_THE_SETTER, "pai_kao 7.5")
    refused(lambda: table.do("Lei", "set_tiles", gate=3, setting=written), NOT_THE_SETTER, "pai_kao 7.5")
    table.do("Side", "sit")
    refused(lambda: table.do("Side", "set_tiles", gate=3, setting=written), NOT_THE_SETTER, "pai_kao 7.4")
    refused(lambda: table.do("croupier", "set_tiles", gate=3, setting=written), NOT_THE_SETTER, "pai_kao 7.4")
    refused(lambda: table.do("Rui", "set_tiles", gate=8, setting=written), WRONG_GATE, "pai_kao 7.1")
    refused(lambda: table.do("Rui", "set_tiles", gate=3, setting="6-6"), WRONG_SETTING, "pai_kao 5.1")
    table.do("Rui", "set_tiles", gate=3, setting=written)


def test_R_pk_5_a_player_sets_the_own_gate_first() -> None:  # noqa: N802
    table = banking("Lei", "Ana", "Rui")
    table.do("Rui", "stake", gate=2, stake=900)  # earlier in the betting order than Rui's own
    table.do("Rui", "stake", gate=3, stake=100)
    table.do("Ana", "stake", gate=2, stake=100)
    deal(table)
    assert table.live.setters == {2: "Ana", 3: "Rui", 1: "Lei"}


def test_7_5_a_withdrawal_is_not_blocked_by_anothers_stakes() -> None:
    table = banking("Lei", "Ana", "Rui")
    table.do("Ana", "stake", gate=2, stake=500)
    table.do("Rui", "stake", gate=3, stake=100)
    table.do("Ana", "stake", gate=3, stake=500)
    table.do("Rui", "withdraw_stake", gate=3)
    deal(table)
    assert table.live.setters == {2: "Ana", 3: HOUSE, 1: "Lei"}


@pytest.mark.clause("7.5", "R-pk-5")
def test_R_pk_5_a_gate_whose_bettors_all_set_others_is_set_by_the_house_way(refused: Refused) -> None:  # noqa: N802
    table = banking("Lei", "Ana", "Rui")
    table.do("Ana", "stake", gate=2, stake=500)
    table.do("Rui", "stake", gate=3, stake=500)
    table.do("Ana", "stake", gate=4, stake=300)
    table.do("Rui", "stake", gate=4, stake=200)
    table.do("Lei", "shake", dice=DICE)
    hands = {1: "5-5 4-6 1-6 2-6", 4: "1-3 3-3 2-2 3-5"}
    dealt = table.do("croupier", "deal", tiles=in_stack_order(hands))
    way = format_setting(house_way(tuple(hands[4].split())))
    assert dealt[-1] == TilesSet(number=1, gate=4, who=HOUSE, setting=way, cites=("pai_kao 7.5", "R-pk-5"))
    assert {who: sees(table, who) for who in ("Ana", "Rui", CASINO)} == {"Ana": {2}, "Rui": {3}, CASINO: set()}
    assert table.conduct.seen(dealt[-1], table.live, None).setting == ""
    for who in ("Ana", "croupier"):
        refused(
            lambda who=who: table.do(who, "set_tiles", gate=4, setting=way),
            NOT_THE_SETTER,
            "pai_kao 7.5" if who == "Ana" else "pai_kao 7.4",
        )
    events = table.finish()
    assert {(event.player, event.gate) for event in events if isinstance(event, StakeSettled)} == {
        ("Ana", 2),
        ("Rui", 3),
        ("Ana", 4),
        ("Rui", 4),
    }
    assert not [event for event in events if isinstance(event, CompensationClaimed) and event.gate == 4]
