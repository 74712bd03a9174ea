"""Pai Kao, clause by clause: tiles, pairs, settings, comparison, and the conduct of the table."""

import tomllib
from collections.abc import Callable
from importlib.resources import files

import pytest

from banca.games.pai_kao.bank import (
    HOUSE,
    HOUSE_SETS_CITES,
    SETTER_CITES,
    casino_has_last_word,
    check_sets,
    setter,
)
from banca.games.pai_kao.hands import HOUSE_WAY_CITE, compare, parse_setting, rank_of, set_pairs, settings
from banca.games.pai_kao.procedure import (
    betting_order,
    check_banks_again,
    check_gate,
    check_second_round,
    first_gate_dealt,
    next_banker,
)
from banca.games.pai_kao.table import ACTS
from banca.games.pai_kao.tiles import (
    BY_FACE,
    CLASSES,
    COPIES_OF_FACE,
    HAND_CITE,
    KINDS,
    ORDER_CITE,
    POINTS_CITE,
    RANK_CITE,
    READ_PLACES,
    SET_CITE,
    SUPREME_CITES,
    TABLE_CITE,
    Made,
    PairRank,
    pair_kinds,
    pair_rank,
    parse_tile,
    parse_tiles,
)
from banca.rules import citing
from banca.tables.acts import find_act
from banca.tables.banked import Result, Stake

Refused = Callable[..., None]
cite = citing("pai_kao")

TABLE_2 = tomllib.loads(files("banca.games.pai_kao").joinpath("table2.toml").read_text("utf-8"))
ROWS = TABLE_2["rows"]
MISPRINTS = {int(row): entry for row, entry in TABLE_2["misprints"].items()}

DIGITS = {"九": 9, "八": 8, "七": 7, "六": 6, "五": 5, "四": 4, "三": 3, "二": 2, "一": 1, "密": 0}
PREFIXES = {
    "天牌": "6-6", "地牌": "1-1", "人牌": "4-4", "鵝牌": "1-3", "梅牌": "5-5", "長牌": "3-3", "板櫈牌": "2-2", "板櫈": "2-2",
    "虎頭": "5-6", "紅頭十": "4-6", "紅頭": "4-6", "高腳七": "1-6", "拎冧六": "1-5", "雜九": "4-5", "雜八": "3-5", "雜七": "3-4",
}  # fmt: skip
KINGS = {"天九王": Made.HEAVEN_NINE, "地九王": Made.EARTH_NINE, "天罡": Made.HEAVEN_EIGHT, "地罡": Made.EARTH_EIGHT}


def names_fit(name: str, tiles: list[str]) -> bool:
    """Whether a printed name says what its tiles make: the higher tile and the points, or a named pair."""
    rank = rank_of(tuple(tiles))
    if name == "至尊":
        return rank.made is Made.SUPREME
    if name in KINGS:
        return rank.made is KINGS[name]
    if name.startswith("雙"):
        return rank.made is Made.PO
    if rank.made is not Made.POINTS or DIGITS[name[-1]] != rank.points:
        return False
    if name[:-1] == "雜牌":
        return rank.high <= BY_FACE["4-5"].rank
    return BY_FACE[PREFIXES[name[:-1]]].rank == rank.high


# Article 1


def test_1_1_one_set_of_32_tiles(refused: Refused) -> None:
    assert sum(kind.copies for kind in KINDS) == sum(COPIES_OF_FACE.values()) == 32
    assert parse_tile("6-5") == "5-6"
    assert parse_tiles(["6-6", "6-6", "4-5", "3-6"], count=4) == ("6-6", "6-6", "4-5", "3-6")
    for tiles in (["6-6", "6-6", "6-6", "1-1"], ["4-5", "4-5", "1-1", "1-1"], ["2-4", "2-4", "1-1", "1-1"]):
        refused(lambda tiles=tiles: parse_tiles(tiles, count=4), "too_many_tiles", "pai_kao 1.1")
    refused(lambda: find_act(ACTS, "dealt", "mix_and_stack"), "out_of_phase", "pai_kao 1.1")


@pytest.mark.clause("1.2", "R-pk-1")
def test_1_2_four_dice_say_which_gate_is_dealt_first(refused: Refused) -> None:
    for banker in range(1, 9):
        for total in range(4, 25):
            counted = banker
            for _ in range(total - 1):  # the banker's own gate counts as 1
                counted = counted % 8 + 1
            dice = [1 + min(5, max(0, total - 4 - 5 * die)) for die in range(4)]
            assert sum(dice) == total
            assert first_gate_dealt(banker, dice)[0] == counted
    for dice in ([1, 2, 3], [1, 2, 3, 7], [0, 1, 1, 1], [1, 1, 1, 1, 1]):
        refused(lambda dice=dice: first_gate_dealt(1, dice), "dice_cocked", "pai_kao 1.2")


def test_1_3_deal_and_bets_run_right_to_left() -> None:
    assert betting_order(3) == [4, 5, 6, 7, 8, 1, 2]
    assert betting_order(8) == [1, 2, 3, 4, 5, 6, 7]


def test_1_4_four_tiles_to_each_of_eight_gates(refused: Refused) -> None:
    refused(lambda: parse_tiles(["6-6"] * 2 + ["1-1"] * 2 + ["4-4"], count=4), "wrong_tiles", "pai_kao 1.4")
    for gate in (0, 9):
        refused(lambda gate=gate: check_gate(gate), "wrong_gate", "pai_kao 1.4")


# Articles 2 and 3


@pytest.mark.clause("3.4", "R-pk-2")
def test_3_4_the_larger_principal_sets_the_bankers_tiles() -> None:
    assert casino_has_last_word(banker_principal=5, casino_principal=4) == (False, cite("3.4"))
    assert casino_has_last_word(banker_principal=4, casino_principal=5) == (True, cite("3.4"))
    assert casino_has_last_word(banker_principal=5, casino_principal=5) == (False, cite("R-pk-2"))


# Article 4


@pytest.mark.clause("4.1", "4.3", "R-pk-18")
def test_4_1_the_bank_goes_round_and_4_3_may_be_passed_on(refused: Refused) -> None:
    check_banks_again(rounds=1, others_agree=False)
    check_banks_again(rounds=2, others_agree=True)
    refused(lambda: check_banks_again(rounds=2, others_agree=False), "bank_too_long", "pai_kao 4.1")
    everyone = frozenset(range(1, 9))

    def passes(banker: int, refusing: set[int], bet_before: frozenset[int] = everyone) -> tuple[int, str] | None:
        found = next_banker(banker, refusing=frozenset(refusing), bet_before=bet_before)
        return (found[0], str(found[1])) if found else None

    assert passes(8, set()) == (1, "pai_kao 4.1")
    assert passes(8, {1}) == (2, "pai_kao 4.3")
    assert passes(8, {1}, frozenset({4, 5})) == (4, "R-pk-18")  # 2 and 3 have not bet and are skipped
    assert passes(8, {1, 2, 3}, frozenset({4, 5})) == (4, "pai_kao 4.3")
    assert passes(8, {1}, frozenset()) is None
    assert passes(8, {1, 2}) == (3, "pai_kao 4.3")


def test_4_9_principal_and_winnings_stay_for_a_second_round(refused: Refused) -> None:
    check_second_round(principal=500, won=120, new_principal=620)
    check_second_round(principal=500, won=120, new_principal=1000)
    check_second_round(principal=500, won=-400, new_principal=100)  # who lost is not bound
    check_second_round(principal=500, won=0, new_principal=100)
    refused(lambda: check_second_round(principal=500, won=1, new_principal=500), "principal_reduced", "pai_kao 4.9")
    refused(lambda: check_second_round(principal=500, won=120, new_principal=619), "principal_reduced", "pai_kao 4.9")


# Article 5 and the annex tables


@pytest.mark.clause("5.1", "5.2")
def test_5_1_two_pairs_and_5_2_the_lower_in_front(refused: Refused) -> None:
    tiles = ("6-6", "4-5", "1-1", "2-3")
    three = settings(tiles)
    assert len({frozenset((frozenset(one.front), frozenset(one.rear))) for one in three}) == 3
    for one in three:
        assert sorted(one.front + one.rear) == sorted(tiles)
        assert one.front_rank <= one.rear_rank
    laid = parse_setting(tiles, [["4-5", "6-6"], ["1-1", "3-2"]])
    assert (laid.front, laid.rear) == (("1-1", "2-3"), ("4-5", "6-6"))
    for wrong in ([["6-6", "4-5"]], [["6-6", "4-5"], ["1-1", "1-1"]], [["6-6", "4-5", "1-1"], ["2-3"]]):
        refused(lambda wrong=wrong: parse_setting(tiles, wrong), "wrong_setting", "pai_kao 5.1")


@pytest.mark.clause("5.3", "T-2", "R-pk-7")
def test_T_2_the_derived_order_holds_against_every_printed_row() -> None:
    assert [row[0] for row in ROWS] == list(range(1, 107))
    high_to_low = list(reversed(CLASSES))
    wrong = set()
    for row, name, *tiles in ROWS:
        place = high_to_low.index(rank_of(tuple(map(parse_tile, tiles)))) + 1
        expected = row if row <= 37 else row + 1  # row 38 stands for two classes: R-pk-8
        if place != expected or not names_fit(name, tiles):
            wrong.add(row)
    assert wrong == set(MISPRINTS) == {38, 54, 66, 75}


@pytest.mark.parametrize("row", [38, 54, 66, 75])
def test_R_pk_7_each_misprint_is_put_right_by_its_own_name_or_arithmetic(row: int) -> None:
    _, name, *tiles = ROWS[row - 1]
    mended = MISPRINTS[row].get("must_be", tiles)
    assert names_fit(MISPRINTS[row].get("name", name), mended)
    place = list(reversed(CLASSES)).index(rank_of(tuple(mended))) + 1
    assert place == row + 1
    assert MISPRINTS[row]["because"]


def test_R_pk_8_two_four_with_a_five_is_above_a_five_with_one_two() -> None:
    big, small = rank_of(("2-4", "1-4")), rank_of(("1-4", "1-2"))
    assert big.points == small.points == 8
    assert big > small
    assert [len(CLASSES) - place for place in (CLASSES.index(big), CLASSES.index(small))] == [38, 39]
    assert (len(pair_kinds()), len(CLASSES)) == (151, 107)
    assert set(READ_PLACES) == {38} | {row + 1 for row in MISPRINTS}


def test_T_1_single_tiles_high_to_low(refused: Refused) -> None:
    order = "6-6 1-1 4-4 1-3 5-5 3-3 2-2 5-6 4-6 1-6 1-5 4-5 3-5 3-4 2-4 1-4 1-2"
    assert [kind.faces[0] for kind in KINDS] == order.split()
    assert [kind.rank for kind in KINDS] == list(range(16, -1, -1))
    assert BY_FACE["2-4"].rank > BY_FACE["1-4"].rank  # unlike the American game
    for wrong in ("7-7", "0-1", "6", "", "6-6-6", "a-b", "1-4-"):
        refused(lambda wrong=wrong: parse_tile(wrong), "unknown_tile", "pai_kao T-1")


def test_5_4_named_pairs_kings_and_points() -> None:
    made = {
        ("6-6", "3-6"): Made.HEAVEN_NINE,
        ("1-1", "4-5"): Made.EARTH_NINE,
        ("6-6", "4-4"): Made.HEAVEN_EIGHT,
        ("6-6", "2-6"): Made.HEAVEN_EIGHT,
        ("1-1", "3-5"): Made.EARTH_EIGHT,
        ("4-5", "3-6"): Made.PO,
        ("1-4", "2-3"): Made.PO,
    }
    for pair, expected in made.items():
        assert rank_of(pair).made is expected
    points = {("5-6", "4-6"): 1, ("5-5", "4-6"): 0, ("4-4", "5-6"): 9, ("3-6", "1-4"): 4, ("6-6", "1-1"): 4}
    for pair, number in points.items():
        assert (rank_of(pair).made, rank_of(pair).points) == (Made.POINTS, number)
    assert rank_of(("6-6", "1-6")) > rank_of(("1-1", "3-4"))  # both nine: the higher single tile decides
    assert rank_of(("1-1", "2-6")) > rank_of(("6-6", "1-6"))  # a named hand beats nine points


@pytest.mark.clause("5.5", "R-pk-16")
def test_R_pk_16_by_face_value_a_supreme_tile_counts_as_it_lies() -> None:
    for first, second in pair_kinds():
        found, by_face = pair_rank(first, second), pair_rank(first, second, face_value=True)
        supreme = {first.faces[0], second.faces[0]} & {"2-4", "1-2"}
        if len(supreme) == 1:
            assert by_face == PairRank(Made.POINTS, (first.pips + second.pips) % 10, max(first.rank, second.rank))
            assert by_face <= found
        else:
            assert by_face == found
    ranks = {pair_rank(first, second, face_value=True) for first, second in pair_kinds()}
    assert len(ranks - set(CLASSES)) == 12  # ranks that table 2 does not have


def test_5_5_a_supreme_tile_apart_counts_what_makes_its_pair_higher() -> None:
    for face in ("2-4", "1-2"):
        for kind in KINDS:
            if kind.faces[0] in ("2-4", "1-2"):
                continue
            rank = pair_rank(BY_FACE[face], kind)
            assert rank.made is Made.POINTS
            assert rank.points == max((3 + kind.pips) % 10, (6 + kind.pips) % 10)
    assert rank_of(("2-4", "1-2")) == max(CLASSES)


# Article 6


def test_6_1_equal_points_by_the_higher_combination_and_copies_to_the_banker() -> None:
    higher, lower = set_pairs(("6-6", "1-6"), ("5-5", "5-5")), set_pairs(("1-1", "3-4"), ("3-3", "3-3"))
    assert higher.front_rank.points == lower.front_rank.points == 9
    assert compare(higher, lower).result is Result.WIN
    same, copy = set_pairs(("4-5", "1-4"), ("6-6", "2-3")), set_pairs(("3-6", "2-3"), ("6-6", "1-4"))
    lost = compare(same, copy)
    assert lost.result is Result.LOSE
    assert "pai_kao 6.1" in map(str, lost.cites)


def test_6_2_two_fronts_of_zero_go_to_the_banker() -> None:
    player = set_pairs(("1-3", "3-3"), ("6-6", "6-6"))
    banker = set_pairs(("5-5", "4-6"), ("1-1", "1-1"))
    assert player.front_rank > banker.front_rank
    compared = compare(player, banker)
    assert (compared.player_wins_front, compared.player_wins_rear, compared.result) == (False, True, Result.TIE)
    assert "pai_kao 6.2" in map(str, compared.cites)


@pytest.mark.clause("6.3", "6.4")
def test_6_3_both_decide_and_6_4_one_each_ties() -> None:
    strong, weak = set_pairs(("4-4", "5-6"), ("6-6", "6-6")), set_pairs(("5-5", "1-5"), ("1-1", "1-5"))
    assert compare(strong, weak).result is Result.WIN
    assert compare(weak, strong).result is Result.LOSE
    uneven = set_pairs(("5-5", "2-2"), ("1-3", "1-3"))
    assert compare(uneven, set_pairs(("1-1", "1-5"), ("3-6", "1-6"))).result is Result.TIE
    assert [one.clause for one in compare(strong, weak).cites] == ["6.3"]
    assert [one.clause for one in compare(uneven, set_pairs(("1-1", "1-5"), ("3-6", "1-6"))).cites] == ["6.4"]
    assert [one.clause for one in (ORDER_CITE, POINTS_CITE, *SUPREME_CITES, TABLE_CITE)] == [
        "5.3",
        "5.4",
        "5.5",
        "R-pk-16",
        "T-2",
    ]
    assert [one.clause for one in (SET_CITE, RANK_CITE, HAND_CITE, HOUSE_WAY_CITE)] == ["1.1", "T-1", "1.4", "R-pk-11"]
    assert [one.clause for one in (*SETTER_CITES, *HOUSE_SETS_CITES)] == ["7.1", "R-pk-5", "7.5", "R-pk-5"]


# Articles 7 to 9


@pytest.mark.clause("7.1", "R-pk-5")
def test_7_1_the_highest_stake_sets_and_of_equal_ones_the_first() -> None:
    assert setter([Stake("Ana", 50), Stake("Rui", 80), Stake("Wong", 80)]) == "Rui"
    assert setter([Stake("Rui", 60), Stake("Ines", 50), Stake("Ines", 50)]) == "Ines"


@pytest.mark.clause("7.4", "7.5")
def test_7_4_one_player_sets_a_gate_and_7_5_no_other(refused: Refused) -> None:
    stakes = [Stake("Ana", 50), Stake("Rui", 80)]
    check_sets("Rui", stakes, [])
    refused(lambda: check_sets("Ana", stakes, []), "not_the_setter", "pai_kao 7.4")
    refused(lambda: check_sets("Rui", stakes, ["Rui"]), "not_the_setter", "pai_kao 7.5")
    check_sets("Ana", stakes, ["Rui"])  # Rui sets another gate, so the next highest does
    everybody = [stake.who for stake in stakes]
    check_sets(HOUSE, stakes, everybody)  # nobody is left: the house way
    refused(lambda: check_sets("Wong", stakes, everybody), "not_the_setter", "pai_kao 7.4")
