"""The bets and prizes of craps, clause by clause: articles 5 and 6. Expected values are the regulation's, or closed forms written here from it."""

from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from pathlib import Path

import pytest

from banca.analysis.exact import analyse
from banca.analysis.game import GameAtTable, game
from banca.analysis.settlement import read_slip, settle_bets
from banca.dossier import study
from banca.games.craps.rules import FIRST_THROW, check_taking_down, other_readings
from banca.games.craps.table import ACTS
from banca.proposals import read_file
from banca.rules import Layout, Limits, Refusal, citing
from banca.tables.acts import find_act
from support.reference import Figures, agree

Refused = Callable[..., None]
cite = citing("craps")

WAYS = {2: 1, 3: 2, 4: 3, 5: 4, 6: 5, 7: 6, 8: 5, 9: 4, 10: 3, 11: 2, 12: 1}
POINTS = (4, 5, 6, 8, 9, 10)


def net(craps: GameAtTable, bet: str, *throws: str, stake: int = 60) -> Fraction:
    """The net result of one bet per unit staked."""
    return Fraction(craps.settle({bet: stake}, throws).answer().net.avos, stake * 100)


def dice(total: int) -> str:
    """Two dice with this total, not a pair unless they must be."""
    first = max(1, total - 6)
    return f"{first}-{total - first}"


# Article 5: bets


def test_5_1_line_one_throw_and_multi_throw_bets(craps: GameAtTable, refused: Refused) -> None:
    assert len(craps.bets) == 4 + 4 * 6 + 10 + 4 + 6
    refused(lambda: craps.bet("whirl"), "unknown_bet", "craps 5.1")


def test_5_2_1_pass_line(craps: GameAtTable) -> None:
    assert [net(craps, "pass_line", dice(total)) for total in (7, 11)] == [1, 1]
    assert [net(craps, "pass_line", dice(total)) for total in (2, 3, 12)] == [-1, -1, -1]
    for point in POINTS:
        assert net(craps, "pass_line", dice(point), "6-6", "5-6", dice(point)) == 1
        assert net(craps, "pass_line", dice(point), "1-1", "1-2", "3-4") == -1


def test_5_2_2_pass_line_additional_bet_needs_its_point(craps: GameAtTable, refused: Refused) -> None:
    assert craps.settle({"pass_line": 10, "pass_odds:6": 10}, ["2-4", "3-3"]).answer().net.avos == 1000 + 1200
    assert craps.settle({"pass_line": 10, "pass_odds:6": 10}, ["2-4", "3-4"]).answer().net.avos == -2000
    refused(lambda: craps.settle({"pass_odds:6": 10}, ["2-4", "3-3"]), "no_flat_bet", "craps 5.2.2")
    refused(lambda: craps.settle({"pass_line": 10, "pass_odds:6": 10}, ["3-4"]), "no_flat_bet", "craps 5.2.2")
    refused(lambda: craps.settle({"pass_line": 10, "pass_odds:8": 10}, ["2-4", "3-4"]), "no_flat_bet", "craps 5.2.2")
    refused(lambda: craps.settle({"pass_line": 10, "pass_odds:6@1": 10}, ["2-4"]), "no_flat_bet", "craps 5.2.2")


def test_5_2_3_twelve_is_a_tie_on_the_come_out(craps: GameAtTable) -> None:
    assert net(craps, "dont_pass", "6-6") == 0
    assert [net(craps, "dont_pass", dice(total)) for total in (2, 3)] == [1, 1]
    assert [net(craps, "dont_pass", dice(total)) for total in (7, 11)] == [-1, -1]
    for point in POINTS:
        assert net(craps, "dont_pass", dice(point), "6-6", "3-4") == 1
        assert net(craps, "dont_pass", dice(point), "5-6", dice(point)) == -1


def test_5_2_4_dont_pass_additional_bet(craps: GameAtTable, refused: Refused) -> None:
    assert craps.settle({"dont_pass": 10, "dont_pass_odds:4": 20}, ["1-3", "3-4"]).answer().net.avos == 1000 + 1000
    assert craps.settle({"dont_pass": 10, "dont_pass_odds:4": 20}, ["1-3", "2-2"]).answer().net.avos == -3000
    refused(lambda: craps.settle({"pass_line": 10, "dont_pass_odds:4": 20}, ["1-3"]), "no_flat_bet", "craps 5.2.4")


def test_5_2_5_come_only_while_a_point_stands(craps: GameAtTable, refused: Refused) -> None:
    refused(lambda: craps.settle({"come@1": 10}, ["3-4"]), "no_point", "craps 5.2.5")
    refused(lambda: craps.settle({"come": 10}, ["3-4", "5-6"]), "no_point", "craps 5.2.5")
    assert craps.settle({"come": 10}, ["2-4", "5-6"]).answer().net.avos == 1000  # eleven wins
    assert craps.settle({"come": 10}, ["2-4", "6-6"]).answer().net.avos == -1000
    assert craps.settle({"come": 10}, ["2-4", "1-3", "6-6", "2-2"]).answer().net.avos == 1000
    both = craps.settle({"come": 10, "come_odds:4": 30}, ["2-4", "1-3", "6-6", "2-2"])
    assert both.answer().net.avos == 1000 + 6000
    refused(lambda: craps.settle({"come": 10, "come_odds:5": 30}, ["2-4", "1-3", "3-4"]), "no_flat_bet", "craps 5.2.5")


def test_5_2_6_dont_come_has_the_terms_of_dont_pass(craps: GameAtTable, refused: Refused) -> None:
    refused(lambda: craps.settle({"dont_come@1": 10}, ["3-4"]), "no_point", "craps 5.2.6")
    assert craps.settle({"dont_come": 10}, ["2-4", "6-6"]).answer().net.avos == 0
    assert craps.settle({"dont_come": 10}, ["2-4", "1-2"]).answer().net.avos == 1000
    assert (
        craps.settle({"dont_come": 10, "dont_come_odds:4": 20}, ["2-4", "1-3", "3-4"]).answer().net.avos == 1000 + 1000
    )
    refused(lambda: craps.settle({"dont_come_odds:4": 10}, ["2-4", "1-3"]), "no_flat_bet", "craps 5.2.6")


@pytest.mark.clause("5.3.1", "5.3.2", "5.3.3", "5.3.4", "5.3.5", "5.3.6", "5.3.7", "5.3.8", "5.3.9")
@pytest.mark.clause("6.5", "6.6", "6.7", "6.8", "6.9", "6.10", "6.11", "6.12", "6.13")
@pytest.mark.parametrize(
    ("bet", "prizes"),
    [
        ("any_craps", {2: 7, 3: 7, 12: 7}),
        ("any_seven", {7: 4}),
        ("eleven", {11: 15}),
        ("ace_deuce", {3: 15}),
        ("aces", {2: 30}),
        ("boxcars", {12: 30}),
        ("horn", {2: Fraction(27, 4), 12: Fraction(27, 4), 3: 3, 11: 3}),
        ("field", {3: 1, 4: 1, 9: 1, 10: 1, 11: 1, 2: 2, 12: 2}),
        ("big", {8: 1, 9: 1, 10: 1, 11: 1, 12: 1}),
        ("small", {2: 1, 3: 1, 4: 1, 5: 1, 6: 1}),
    ],
)
def test_one_throw_bets_and_their_prizes(craps: GameAtTable, bet: str, prizes: dict[int, Fraction]) -> None:
    for total in WAYS:
        assert net(craps, bet, dice(total)) == prizes.get(total, -1)
    mean = sum(WAYS[total] * prizes.get(total, Fraction(-1)) for total in WAYS) / Fraction(36)
    won = Fraction(sum(WAYS[total] for total in prizes), 36)
    agree(craps.bet(bet).analysis(), Figures(win=won, lose=1 - won, mean=mean))


def test_5_3_7_a_horn_is_four_bets_at_once(craps: GameAtTable) -> None:
    quarters = {"aces": 15, "boxcars": 15, "ace_deuce": 15, "eleven": 15}
    for total in WAYS:
        assert (
            craps.settle({"horn": 60}, [dice(total)]).answer().net.avos
            == craps.settle(quarters, [dice(total)]).answer().net.avos
        )


@pytest.mark.clause("5.4.1", "6.14")
@pytest.mark.parametrize(("number", "prize"), [(4, 7), (6, 9), (8, 9), (10, 7)])
def test_5_4_1_hard_way(craps: GameAtTable, number: int, prize: int) -> None:
    bet, pair = f"hard_way:{number}", f"{number // 2}-{number // 2}"
    assert net(craps, bet, "6-5", pair) == prize
    assert net(craps, bet, "3-4") == -1
    easy = [(a, number - a) for a in range(1, 7) if 1 <= number - a <= 6 and a != number - a]
    for first, second in easy:
        assert net(craps, bet, f"{first}-{second}") == -1
    decided = 1 + 6 + len(easy)
    won = Fraction(1, decided)
    figures = Figures(win=won, lose=1 - won, mean=won * prize - (1 - won), rounds=Fraction(36, decided))
    agree(craps.bet(bet).analysis(), figures)


@pytest.mark.clause("5.4.2", "5.4.3", "5.4.4", "6.15")
@pytest.mark.parametrize(
    ("number", "prize"),
    [
        (6, Fraction(7, 6)),
        (8, Fraction(7, 6)),
        (5, Fraction(7, 5)),
        (9, Fraction(7, 5)),
        (4, Fraction(9, 5)),
        (10, Fraction(9, 5)),
    ],
)
def test_5_4_2_to_4_a_number_before_seven(craps: GameAtTable, number: int, prize: Fraction) -> None:
    bet = f"big_number:{number}"
    assert net(craps, bet, "6-6", "1-1", dice(number)) == prize
    assert net(craps, bet, "6-6", "3-4") == -1
    won, rounds = Fraction(WAYS[number], WAYS[number] + 6), Fraction(36, WAYS[number] + 6)
    agree(craps.bet(bet).analysis(), Figures(win=won, lose=1 - won, mean=won * prize - (1 - won), rounds=rounds))


def test_5_5_bets_of_5_3_and_5_4_may_be_made_between_any_throws(craps: GameAtTable, refused: Refused) -> None:
    placed_late = craps.settle({"pass_line": 10, "field@2": 10, "hard_way:8@3": 10}, ["2-4", "1-2", "4-4", "3-3"])
    assert [fate.placed for fate in placed_late.fates] == [1, 2, 3]
    assert placed_late.answer().net.avos == 1000 + 1000 + 9000
    refused(lambda: find_act(ACTS, "dice offered", "settle"), "out_of_phase", "craps 5.5")


def test_5_6_stakes_are_multiples_of_the_minimum(craps: GameAtTable, refused: Refused) -> None:
    table = Limits(minimum=5000, multiple_cite=craps.rules.rulebook.limits.multiple_cite)
    assert craps.settle({"field": 150}, ["3-4"], table).answer().net.avos == -15000
    for stake, code in ((75, "stake_not_multiple"), (0, "stake_not_positive"), (-50, "stake_not_positive")):
        refused(lambda stake=stake: craps.settle({"field": stake}, ["3-4"], table), code, "craps 5.6")


# Readings of articles 4 and 5


def test_R_craps_5_dont_pass_ends_as_the_portuguese_says(craps: GameAtTable) -> None:
    bet = craps.bet("dont_pass")
    assert [str(cite) for cite in bet.terms.reads] == ["R-craps-5"]
    assert bet.analysis().house_edge == Fraction(3, 220)
    as_the_chinese = Fraction(3, 36) - Fraction(8, 36)  # 2, 3 win; 7, 11 lose; then as Pass Line
    as_the_chinese += sum(Fraction(WAYS[p], 36) * Fraction(WAYS[p] - 6, WAYS[p] + 6) for p in POINTS)
    assert as_the_chinese == Fraction(-523, 1980)  # the other reading would take over a quarter of every stake


def test_R_craps_6_six_or_eight_means_one_chosen_number(craps: GameAtTable) -> None:
    assert craps.bet("big_number:6").analysis().house_edge == Fraction(1, 66)
    either = Fraction(10, 16) * Fraction(7, 6) - Fraction(6, 16)
    assert either == Fraction(17, 48)  # +35.4 % for the player: it cannot be meant


def test_R_craps_7_no_new_line_bet_while_a_point_stands(craps: GameAtTable, refused: Refused) -> None:
    for bet in ("pass_line", "dont_pass"):
        refused(
            lambda bet=bet: craps.settle({"field@1": 10, f"{bet}@2": 10}, ["2-4", "3-4"]), "point_stands", "R-craps-7"
        )
    assert craps.settle({"field": 10, "pass_line@3": 10}, ["2-4", "3-3", "5-6"]).answer().net.avos == 1000 - 1000


def test_R_craps_8_pass_and_come_stay_once_their_number_stands(craps: GameAtTable, refused: Refused) -> None:
    empty = Layout()
    for bet in ("pass_line", "come"):
        check_taking_down(craps.bet(bet).terms, FIRST_THROW, empty)
        refused(lambda bet=bet: check_taking_down(craps.bet(bet).terms, 6, empty), "cannot_take_down", "R-craps-8")
    for bet in ("dont_pass", "dont_come", "pass_odds:6", "hard_way:8", "big_number:6"):
        check_taking_down(craps.bet(bet).terms, 6, empty)
    dont_pass = craps.bet("dont_pass").terms
    laid = Layout(craps.settle({"dont_pass": 10, "dont_pass_odds:6": 10}, ["2-4"]).standing)
    refused(lambda: check_taking_down(dont_pass, 6, laid), "additional_stands", "craps 5.2.4")
    check_taking_down(craps.bet("dont_pass_odds:6").terms, 6, laid)


def test_R_craps_9_additional_bets_keep_under_the_multiple(craps: GameAtTable, refused: Refused) -> None:
    def staking(odds: int, **options: object) -> Decimal:
        return game("craps", **options).settle({"pass_line": 10, "pass_odds:6": odds}, ["2-4", "3-3"]).net

    assert staking(30) == 10 + 36
    refused(lambda: staking(31), "additional_too_large", "R-craps-9")
    assert staking(100, additional_multiple=10) == 10 + 120
    assert staking(1000, additional_multiple="none") == 10 + 1200
    lay = {"dont_pass": 10, "dont_pass_odds:4": 60}  # prize 30 is three times the flat bet
    assert craps.settle(lay, ["1-3", "3-4"]).answer().net.avos == 1000 + 3000
    refused(lambda: craps.settle(lay | {"dont_pass_odds:4": 61}, ["1-3", "3-4"]), "additional_too_large", "R-craps-9")
    twice = [
        read_slip(craps.rules, "pass_line", 10),
        read_slip(craps.rules, "pass_odds:6", 20),
        read_slip(craps.rules, "pass_odds:6", 20),
    ]
    limits = craps.rules.rulebook.limits
    refused(lambda: settle_bets(craps.rules, twice, ["2-4", "3-3"], limits), "additional_too_large", "R-craps-9")


def test_R_craps_10_come_bets_stay_in_play_on_the_come_out(craps: GameAtTable) -> None:
    lost = craps.settle({"come": 10, "come_odds:4": 10}, ["2-4", "1-3", "3-3", "3-4"])  # point made, then a come-out 7
    assert lost.answer().net.avos == -2000
    assert "R-craps-10" in lost.report()["bets"][0]["cites"]


def test_R_craps_11_any_other_total_leaves_the_bet_standing(craps: GameAtTable) -> None:
    standing = craps.settle({"big_number:6": 60}, ["1-1", "5-5"]).report()["bets"][0]
    assert standing["result"] == "stands"
    assert craps.bet("big_number:6").analysis().p_push == 0
    returned_each_time = (5 * Fraction(7, 6) - 6) / 36
    assert returned_each_time == Fraction(-1, 216)
    assert returned_each_time / Fraction(11, 36) == Fraction(-1, 66)  # the same per decided bet


def test_R_craps_12_the_horn_is_one_stake(craps: GameAtTable, refused: Refused) -> None:
    table = Limits(minimum=1000, multiple_cite=cite("5.6"))
    assert craps.settle({"horn": 10}, ["1-2"], table).answer().net.avos == 3000
    refused(lambda: craps.settle({"horn": 5}, ["1-2"], table), "stake_not_multiple", "craps 5.6")
    assert "R-craps-12" in craps.settle({"horn": 10}, ["1-2"]).report()["bets"][0]["cites"]


def test_R_craps_13_come_needs_the_tables_point_and_no_pass_line_bet(craps: GameAtTable) -> None:
    assert craps.settle({"come": 10}, ["2-4", "5-6"]).answer().net.avos == 1000
    with pytest.raises(Refusal) as caught:
        craps.settle({"come@1": 10, "pass_line": 10}, ["2-4"])
    assert str(caught.value.about["by"]) == "R-craps-13"


# Article 6: prizes of line bets


@pytest.mark.clause("6.1", "6.3")
def test_6_1_and_6_3_line_bets_pay_even(craps: GameAtTable) -> None:
    on_the_first = sum(WAYS[total] for total in (7, 11))
    won = Fraction(on_the_first, 36) + sum(Fraction(WAYS[p], 36) * Fraction(WAYS[p], WAYS[p] + 6) for p in POINTS)
    rounds = Fraction(1) + sum(Fraction(WAYS[p], 36) * Fraction(36, WAYS[p] + 6) for p in POINTS)
    for bet in ("pass_line", "come"):
        agree(craps.bet(bet).analysis(), Figures(win=won, lose=1 - won, mean=2 * won - 1, rounds=rounds))
    tied = Fraction(1, 36)
    for bet in ("dont_pass", "dont_come"):
        dont_won = 1 - won - tied
        figures = Figures(win=dont_won, lose=won, push=tied, mean=dont_won - won, rounds=rounds)
        agree(craps.bet(bet).analysis(), figures)
    assert craps.bet("pass_line").analysis().house_edge == Fraction(7, 495)
    assert craps.bet("dont_pass").analysis().house_edge == Fraction(3, 220)
    assert craps.bet("dont_pass").analysis().house_edge_resolved == Fraction(27, 1925)


@pytest.mark.clause("6.2", "6.4")
@pytest.mark.parametrize("number", POINTS)
def test_6_2_and_6_4_additional_bets_pay_the_true_odds(craps: GameAtTable, number: int) -> None:
    prize = {
        4: Fraction(2),
        10: Fraction(2),
        5: Fraction(3, 2),
        9: Fraction(3, 2),
        6: Fraction(6, 5),
        8: Fraction(6, 5),
    }
    won = Fraction(WAYS[number], WAYS[number] + 6)
    rounds = Fraction(36, WAYS[number] + 6)
    for bet in ("pass_odds", "come_odds"):
        analysis = craps.bet(bet, number).analysis()
        agree(analysis, Figures(win=won, lose=1 - won, rounds=rounds))
        assert [odds.ratio for odds in analysis.pays] == [prize[number]]
    for bet in ("dont_pass_odds", "dont_come_odds"):
        analysis = craps.bet(bet, number).analysis()
        agree(analysis, Figures(win=1 - won, lose=won, rounds=rounds))
        assert [odds.ratio for odds in analysis.pays] == [1 / prize[number]]


def test_6_12_field_pays_twelve_by_the_houses_choice(refused: Refused) -> None:
    assert game("craps", field_12=2).bet("field").analysis().house_edge == Fraction(1, 18)
    assert game("craps", field_12=3).bet("field").analysis().house_edge == Fraction(1, 36)
    assert net(game("craps", field_12=3), "field", "6-6") == 3
    refused(lambda: game("craps", field_12=4), "unknown_value", "craps 6.12")


PAIRS = [(first, second) for first in range(1, 7) for second in range(1, 7)]


def edge_of(pays: Callable[[int, int], int]) -> Fraction:
    """The house's advantage on a bet of one throw, by counting all 36 pairs."""
    return -Fraction(sum(pays(*pair) for pair in PAIRS), 36)


@pytest.mark.parametrize(("bet", "totals"), [("big", range(8, 13)), ("small", range(2, 7))])
def test_R_craps_20_seven_loses_big_and_small_or_ties_by_the_houses_option(
    craps: GameAtTable, refused: Refused, bet: str, totals: range
) -> None:
    tie = game("craps", big_small_7="tie")
    assert craps.bet(bet).analysis().house_edge == edge_of(lambda a, b: 1 if a + b in totals else -1) == Fraction(1, 6)
    assert tie.bet(bet).analysis().house_edge == edge_of(lambda a, b: 1 if a + b in totals else -(a + b != 7)) == 0
    assert [net(tie, bet, dice(total)) for total in (2, 7, 12)] == ([-1, 0, 1] if bet == "big" else [1, 0, -1])
    returned = tie.settle({bet: 10}, ["3-4"]).report()["bets"][0]
    assert (returned["result"], returned["events"][-1]["cite"]) == ("push", "R-craps-20")
    assert [[one.clause for one in at.bet(bet).terms.reads] for at in (craps, tie)] == [["R-craps-20"]] * 2
    refused(lambda: game("craps", big_small_7="win"), "unknown_value", "R-craps-20")


@pytest.mark.parametrize(("number", "prize"), [(4, 7), (6, 9), (8, 9), (10, 7)])
def test_R_craps_21_a_hard_way_stays_until_its_pair_its_number_or_seven(
    craps: GameAtTable, number: int, prize: int
) -> None:
    pair = number // 2
    wins, loses = 1, WAYS[7] + WAYS[number] - 1
    assert net(craps, f"hard_way:{number}", "1-2", "5-6", f"{pair}-{pair}") == prize
    # decided in the end by the pair, 7 or the number made otherwise; any other total leaves it where it is
    stays = craps.bet(f"hard_way:{number}").analysis()
    assert stays.house_edge == Fraction(loses - prize * wins, wins + loses)
    assert stays.mean_rounds == Fraction(36, wins + loses)
    found = [one for one in other_readings(craps.rules.chosen) if one.cite.clause == "R-craps-21"]
    others = [analyse(one.otherwise).house_edge for one in found if one.as_read.selection == str(number)]

    def in_one_throw(other: int) -> Fraction:
        return edge_of(lambda a, b: prize if a == b == pair else -1 if a + b in (7, number) else other)

    if number in (4, 6):  # 8 and 10 are their mirror images
        assert others == [in_one_throw(0), in_one_throw(-1)]


def test_R_craps_19_the_lists_of_5_3_and_5_4_are_closed(craps: GameAtTable, refused: Refused) -> None:
    refused(lambda: craps.bet("hop"), "unknown_bet", "craps 5.1")
    assert cite("R-craps-19") in craps.rules.rulebook.new_bets
    # what would need no application if the lists were examples: two dice in one throw, 3-4, at 15 to 1
    hop = edge_of(lambda a, b: 15 if {a, b} == {3, 4} else -1)
    (row,) = [one for one in study(read_file(Path("hops"))).bets if one.key == "easy_hop:3-4"]
    assert row.house_edge == hop == Fraction(1, 9)
