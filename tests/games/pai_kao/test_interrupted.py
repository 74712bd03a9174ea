"""Pai Kao when somebody goes away: once tiles are known nothing gives a stake back but the rules. R-pk-11."""

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import settings as settings_of_test
from hypothesis import strategies as st

from banca.games.pai_kao.hands import compare, format_setting, house_way, settings
from banca.games.pai_kao.state import SetterAway, TilesSet
from banca.games.pai_kao.tiles import TILES
from banca.rules import Refusal
from banca.tables.banked import CASINO, Result, StakeSettled
from banca.tables.events import BANK, STAKES, wallet
from support.lanes import many
from support.tables import FUNDED, MIDDLE, STRONG, WEAK, Table, banking, deal, seated

CITE = "R-pk-11"


def dealt(**hands: str) -> Table:
    """Lei banks, Ana and Rui have staked, the tiles lie before them."""
    table = banking("Lei", "Ana", "Rui", principal=1000).stakes(("Ana", 2, 400), ("Rui", 3, 300))
    deal(table, **({"g1": MIDDLE, "g2": WEAK, "g3": STRONG} | hands))
    return table


def test_R_pk_11_the_house_way_is_the_highest_pair_behind() -> None:  # the reading's own id
    assert format_setting(house_way(("6-6", "1-3", "6-6", "1-3"))) == "1-3 1-3 / 6-6 6-6"
    assert (
        format_setting(house_way(("4-5", "1-1", "6-6", "2-3"))) == "1-1 2-3 / 4-5 6-6"
    )  # 12+9 is named, and above points


def test_R_pk_11_once_tiles_are_dealt_no_round_is_void() -> None:
    table = dealt()
    void: Any = ("round_stands", CITE, "supervisor", "void_round")
    table.refuses(*void, reason="a bad hand")
    table.set_all()
    table.refuses(*void, reason="a bad hand")
    table.do("Lei", "turn_banker")
    table.refuses(*void, reason="a bad hand")
    for who in ("Lei", "Ana", "Rui"):
        table.refuses("bets_stand", "None", who, "leave")
        table.refuses("bets_stand", "None", "supervisor", "unseat", player=who)
    table.refuses("round_under_way", "None", "supervisor", "close")


def test_a_round_that_nobody_knows_anything_of_gives_everything_back() -> None:
    table = banking("Lei", "Ana", "Rui", principal=500, casino=900)
    table.do("Rui", "co_bank", stake=300)
    table.do("Ana", "stake", gate=2, stake=400)
    table.do("supervisor", "void_round", reason="a tile is missing")
    assert (table.balance(STAKES), table.balance(BANK), table.live.phase) == (0, FUNDED, "settled")
    assert {table.balance(wallet(who)) for who in ("Lei", "Ana", "Rui")} == {FUNDED}


def test_R_pk_11_the_croupier_sets_for_who_is_away_and_for_nobody_else() -> None:
    table = dealt()
    laid = format_setting(settings(table.live.tiles[3])[1])
    table.do("Rui", "set_tiles", gate=3, setting=laid)
    for gate in (3, 4):  # set, and without a stake
        table.refuses("wrong_gate", CITE, "croupier", "set_for_absent", gate=gate)
    table.refuses("not_your_act", CITE, "Rui", "set_for_absent", gate=2)
    for gate, who in ((2, "Ana"), (1, "Lei")):
        first, second = table.do("croupier", "set_for_absent", gate=gate)
        way = format_setting(house_way(table.live.tiles[gate]))
        assert first == TilesSet(number=1, gate=gate, who=who, setting=way, cites=(CITE,))
        assert second == SetterAway(player=who, gate=gate, cite=CITE)
    assert table.live.away == {"Ana", "Lei"}
    table.do("croupier", "turn_banker")
    table.do("croupier", "turn_gates")
    settled = [one for one in table.do("croupier", "settle") if isinstance(one, StakeSettled)]
    assert {one.player for one in settled} == {"Ana", "Rui"}
    table.do("Ana", "leave")
    assert table.live.away == {"Lei"}
    table.do("supervisor", "unseat", player="Lei")
    assert table.live.away == set()


def test_R_pk_11_who_comes_back_keeps_the_seat_and_may_change_the_setting() -> None:
    table = dealt()
    table.do("croupier", "set_for_absent", gate=2)
    table.do(
        "Ana", "set_tiles", gate=2, setting=format_setting(settings(table.live.tiles[2])[0])
    )  # 8.2: not yet turned
    table.finish()
    assert table.live.away == {"Ana"}
    table.do("croupier", "mix_and_stack")
    table.do("Lei", "put_down_principal", stake=10_000)
    table.do("Ana", "stake", gate=2, stake=100)
    assert table.live.away == set()


def test_R_pk_11_where_the_casino_sets_the_bankers_tiles_nobody_is_away() -> None:
    """By the first form of the procedure."""
    table = banking("Lei", "Ana", principal=500, procedure=1)
    table.do("croupier", "co_bank", stake=900)
    table.do("Ana", "stake", gate=2, stake=400)
    deal(table, g1=MIDDLE, g2=WEAK)
    assert table.live.setters[1] == CASINO
    (laid,) = table.do("croupier", "set_for_absent", gate=1)
    assert isinstance(laid, TilesSet)
    assert laid.who == CASINO


# What going away is worth


def worth(result: Result) -> Fraction:
    """Per unit staked, the 4 % of 4.2 taken."""
    return {Result.WIN: Fraction(96, 100), Result.TIE: Fraction(0), Result.LOSE: Fraction(-1)}[result]


hands = st.permutations(TILES).map(lambda tiles: (tuple(tiles[:4]), tuple(tiles[4:8])))


@given(hands)
def test_R_pk_11_staying_away_is_worth_no_more_than_setting(dealt_: tuple[tuple[str, ...], tuple[str, ...]]) -> None:
    own, bankers = dealt_
    for banker in settings(bankers):
        away = worth(compare(house_way(own), banker).result)
        assert away <= max(worth(compare(one, banker).result) for one in settings(own))


@given(hands)
def test_R_pk_11_of_equal_pairs_behind_the_higher_front(dealt_: tuple[tuple[str, ...], tuple[str, ...]]) -> None:
    tiles, _ = dealt_
    laid, three = house_way(tiles), settings(tiles)
    assert laid.rear_rank == max(one.rear_rank for one in three)
    assert laid.front_rank == max(one.front_rank for one in three if one.rear_rank == laid.rear_rank)


ACTS: dict[str, dict[str, Any]] = {
    "leave": {},
    "withdraw_stake": {"gate": 2},
    "void_round": {"reason": "x"},
    "unseat": {"player": "Ana"},
    "close": {},
    "return_bank": {"stake": 1},
    "pass_bank": {},
    "sit": {},
    "stake": {"gate": 2, "stake": 100},
    "null_shake": {"reason": "cocked"},
}


@pytest.mark.parametrize("phase", ["dealt", "all set", "banker turned", "turned"])
@settings_of_test(max_examples=many(15))
@given(st.lists(st.sampled_from(list(ACTS)), max_size=6), st.integers(0, 2))
def test_R_pk_11_no_act_takes_money_back_once_tiles_are_known(phase: str, acts: list[str], choice: int) -> None:
    table = dealt()
    if phase != "dealt":
        table.set_all(choice)
    if phase in ("banker turned", "turned"):
        table.do("croupier", "turn_banker")
    if phase == "turned":
        table.do("croupier", "turn_gates")
    lies, wallets = table.balance(STAKES), {who: table.balance(wallet(who)) for who in ("Lei", "Ana", "Rui")}
    for act in acts:
        for who in ("Ana", "Lei", "croupier", "supervisor"):
            try:
                table.do(who, act, **ACTS[act])
            except Refusal:
                continue
            assert (who, act) == ("supervisor", "return_bank")  # the house's own money
    assert table.balance(STAKES) == lies
    assert {who: table.balance(wallet(who)) for who in ("Lei", "Ana", "Rui")} == wallets


def test_R_pk_11_something_is_known_from_the_deal_on_and_not_before() -> None:
    table = seated("Lei", "Ana", chance="drawn")
    known = {table.live.phase: table.engine.is_informed(table.live)}
    for who, act, fields in (
        ("Lei", "put_down_principal", {"stake": 1000}),
        ("Ana", "stake", {"gate": 2, "stake": 400}),
        ("Lei", "shake", {}),
        ("croupier", "deal", {}),
        ("croupier", "set_for_absent", {"gate": 2}),
        ("croupier", "set_for_absent", {"gate": 1}),
        ("croupier", "turn_banker", {}),
        ("croupier", "turn_gates", {}),
        ("croupier", "settle", {}),
    ):
        table.do(who, act, **fields)
        known[table.live.phase] = table.engine.is_informed(table.live)
    before = dict.fromkeys(("stacked", "bank open", "shaken", "settled"), False)
    assert known == before | dict.fromkeys(("dealt", "banker turned", "turned"), True)
