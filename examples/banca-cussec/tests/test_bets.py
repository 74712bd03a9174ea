"""Every bet of Cussec: exact figures that others have published, and a second derivation that counts all 216 throws."""

from collections.abc import Callable, Iterable
from fractions import Fraction
from itertools import combinations, permutations, product

import pytest
from banca import game
from banca.analysis.game import GameAtTable

Numbers = tuple[int, ...]
Gains = Callable[[Numbers], int]

THROWS = tuple(product((1, 2, 3, 4, 5, 6), repeat=3))
MACAU = {4: 50, 5: 18, 6: 14, 7: 12, 8: 8, 9: 6, 10: 6}
ATLANTIC_CITY = {4: 60, 5: 30, 6: 17, 7: 12, 8: 8, 9: 6, 10: 6}
AUSTRALIA = {4: 62, 5: 31, 6: 18, 7: 12, 8: 8, 9: 7, 10: 6}
FURTHER = {"odd_even": "yes", "combinations": "yes"}


@pytest.fixture(scope="module")
def cussec() -> GameAtTable:
    """A table whose layout has every bet."""
    return game("cussec", **FURTHER)


def check(table: GameAtTable, bet: str, gains: Gains) -> None:
    """The bet against a plain rule: every throw settled, the chances, and the house's edge from the same count."""
    nets = [gains(numbers) for numbers in THROWS]
    for numbers, net in zip(THROWS, nets, strict=True):
        assert table.settle({bet: 10}, ["-".join(map(str, numbers))]).answer().net.avos == 1000 * net
    analysis = table.bet(bet).analysis()
    assert analysis.p_win == Fraction(sum(net > 0 for net in nets), 216)
    assert analysis.p_lose == Fraction(sum(net < 0 for net in nets), 216)
    assert analysis.p_push == 0
    assert analysis.house_edge == -Fraction(sum(nets), 216)
    assert analysis.mean_rounds == 1


def if_(prize: int, wins: Callable[[Numbers], bool]) -> Gains:
    return lambda numbers: prize if wins(numbers) else -1


def are_alike(numbers: Numbers) -> bool:
    first, second, third = numbers
    return first == second == third


@pytest.mark.clause("B-1", "B-2", "P-1")
def test_small_and_big_win_on_half_of_the_totals_without_a_triple(cussec: GameAtTable) -> None:
    check(cussec, "small", if_(1, lambda numbers: 4 <= sum(numbers) <= 10 and not are_alike(numbers)))
    check(cussec, "big", if_(1, lambda numbers: 11 <= sum(numbers) <= 17 and not are_alike(numbers)))


@pytest.mark.clause("B-3", "P-2")
@pytest.mark.parametrize("number", range(4, 18))
def test_total_wins_with_a_triple_too_and_high_totals_pay_as_low_ones(cussec: GameAtTable, number: int) -> None:
    check(cussec, f"total:{number}", if_(MACAU[min(number, 21 - number)], lambda numbers: sum(numbers) == number))


@pytest.mark.clause("B-4", "P-3")
@pytest.mark.parametrize("number", range(1, 7))
def test_single_pays_once_for_every_die(cussec: GameAtTable, number: int) -> None:
    check(cussec, f"single:{number}", lambda numbers: numbers.count(number) or -1)


@pytest.mark.clause("B-5", "P-4")
@pytest.mark.parametrize(("first", "second"), list(combinations(range(1, 7), 2)))
def test_pair_wins_if_both_numbers_show(cussec: GameAtTable, first: int, second: int) -> None:
    check(cussec, f"pair:{first}-{second}", if_(5, lambda numbers: {first, second} <= set(numbers)))


@pytest.mark.clause("B-6", "P-5")
@pytest.mark.parametrize("number", range(1, 7))
def test_double_wins_on_two_dice_or_three(cussec: GameAtTable, number: int) -> None:
    check(cussec, f"double:{number}", if_(8, lambda numbers: numbers.count(number) in (2, 3)))


@pytest.mark.clause("B-7", "P-6")
@pytest.mark.parametrize("number", range(1, 7))
def test_triple_wins_on_its_one_throw(cussec: GameAtTable, number: int) -> None:
    check(cussec, f"triple:{number}", if_(150, lambda numbers: numbers == (number, number, number)))


@pytest.mark.clause("B-8", "P-7")
def test_any_triple_wins_on_six_throws(cussec: GameAtTable) -> None:
    check(cussec, "any_triple", if_(24, are_alike))


@pytest.mark.clause("B-9", "B-10", "P-8")
def test_odd_and_even_win_on_half_of_the_totals_without_a_triple(cussec: GameAtTable) -> None:
    check(cussec, "odd", if_(1, lambda numbers: sum(numbers) % 2 == 1 and not are_alike(numbers)))
    check(cussec, "even", if_(1, lambda numbers: sum(numbers) % 2 == 0 and not are_alike(numbers)))


@pytest.mark.clause("B-11")
@pytest.mark.parametrize("number", range(1, 7))
def test_a_triple_loses_small_big_odd_and_even(cussec: GameAtTable, number: int) -> None:
    settled = cussec.settle({"small": 10, "big": 10, "odd": 10, "even": 10}, [f"{number}-{number}-{number}"])
    assert settled.answer().net.avos == -4000
    assert all("cussec B-11" in bet["cites"] for bet in settled.report()["bets"])


@pytest.mark.clause("B-12", "P-9")
@pytest.mark.parametrize("chosen", list(combinations(range(1, 7), 3)))
def test_three_numbers_wins_on_its_six_orders(cussec: GameAtTable, chosen: Numbers) -> None:
    orders = set(permutations(chosen))
    check(cussec, "three_numbers:" + "-".join(map(str, chosen)), if_(30, lambda numbers: numbers in orders))


@pytest.mark.clause("B-13", "P-10")
@pytest.mark.parametrize(("two", "one"), list(permutations(range(1, 7), 2)))
def test_double_and_one_wins_on_its_three_orders(cussec: GameAtTable, two: int, one: int) -> None:
    orders = {(two, two, one), (two, one, two), (one, two, two)}
    check(cussec, f"double_and_one:{two}-{two}-{one}", if_(50, lambda numbers: numbers in orders))


@pytest.mark.clause("B-14", "P-11")
@pytest.mark.parametrize("chosen", [(1, 2, 3, 4), (2, 3, 4, 5), (2, 3, 5, 6), (3, 4, 5, 6)])
def test_four_numbers_wins_on_three_different_ones_of_them(cussec: GameAtTable, chosen: Numbers) -> None:
    orders = set(permutations(chosen, 3))
    assert len(orders) == 24
    check(cussec, "four_numbers:" + "-".join(map(str, chosen)), if_(7, lambda numbers: numbers in orders))


def percent(edge: Fraction) -> str:
    """As sources print it: two places."""
    return f"{float(100 * edge):.2f}"


# Wizard of Odds (wizardofodds.com/games/sic-bo), Maven of Macau (mavenofmacau.com/sic-bo-in-macau), Online Sic Bo
# (onlinesicbo.org/odds), Onlinecasinozed (onlinecasinozed.com/how-to-play-sic-bo), High-roller casinos
# (high-rollercasinos.com/sic-bo): the edge in percent as each prints it, beside the exact fraction.
PUBLISHED = (
    ("macau", "small", "2.78", Fraction(1, 36), "Wizard of Odds"),
    ("macau", "big", "2.78", Fraction(1, 36), "Wizard of Odds"),
    ("macau", "odd", "2.78", Fraction(1, 36), "Maven of Macau"),
    ("macau", "even", "2.78", Fraction(1, 36), "Maven of Macau"),
    ("macau", "total:4", "29.17", Fraction(7, 24), "Wizard of Odds"),
    ("macau", "total:5", "47.22", Fraction(17, 36), "Wizard of Odds"),
    ("macau", "total:6", "30.56", Fraction(11, 36), "Wizard of Odds"),
    ("macau", "total:7", "9.72", Fraction(7, 72), "Maven of Macau"),
    ("macau", "total:9", "18.98", Fraction(41, 216), "Onlinecasinozed"),
    ("macau", "single:1", "7.87", Fraction(17, 216), "Maven of Macau"),
    ("macau", "pair:1-2", "16.67", Fraction(1, 6), "High-roller casinos"),
    ("macau", "double:1", "33.33", Fraction(1, 3), "Online Sic Bo"),
    ("macau", "triple:1", "30.09", Fraction(65, 216), "Online Sic Bo"),
    ("macau", "three_numbers:1-2-3", "13.89", Fraction(5, 36), "Maven of Macau"),
    ("macau", "double_and_one:1-1-2", "29.17", Fraction(7, 24), "Maven of Macau"),
    ("macau", "four_numbers:1-2-3-4", "11.11", Fraction(1, 9), "Maven of Macau"),
    ("atlantic_city", "total:4", "15.28", Fraction(11, 72), "Wizard of Odds"),
    ("atlantic_city", "total:5", "13.89", Fraction(5, 36), "Wizard of Odds"),
    ("atlantic_city", "double:1", "18.52", Fraction(5, 27), "Online Sic Bo"),
    ("atlantic_city", "triple:1", "16.20", Fraction(35, 216), "Online Sic Bo"),
    ("australia", "total:4", "12.50", Fraction(1, 8), "Wizard of Odds"),
    ("australia", "total:5", "11.11", Fraction(1, 9), "Wizard of Odds"),
)


@pytest.mark.parametrize(("prizes", "bet", "printed", "exact", "source"), PUBLISHED)
def test_the_edge_is_the_published_one(prizes: str, bet: str, printed: str, exact: Fraction, source: str) -> None:
    edge = game("cussec", prizes=prizes, **FURTHER).bet(bet).analysis().house_edge
    assert edge == exact
    assert percent(edge) == printed, source


# Telework (telework.ro/en/sic-bo): chance in percent and ratio in Macau. For Any triple and the
# totals 8 and 10 no printed edge was found; their edge follows from these two.
CHANCES = (
    ("small", 1, "48.6", Fraction(1, 36)),
    ("big", 1, "48.6", Fraction(1, 36)),
    ("triple:3", 150, "0.46", Fraction(65, 216)),
    ("double:3", 8, "7.41", Fraction(1, 3)),
    ("any_triple", 24, "2.8", Fraction(11, 36)),
    ("total:17", 50, "1.4", Fraction(7, 24)),
    ("total:16", 18, "2.8", Fraction(17, 36)),
    ("total:15", 14, "4.6", Fraction(11, 36)),
    ("total:14", 12, "6.9", Fraction(7, 72)),
    ("total:13", 8, "9.7", Fraction(1, 8)),
    ("total:12", 6, "11.6", Fraction(41, 216)),
    ("total:11", 6, "12.5", Fraction(1, 8)),
    ("pair:5-6", 5, "13.9", Fraction(1, 6)),
)


@pytest.mark.parametrize(("bet", "prize", "printed", "edge"), CHANCES)
def test_chance_and_prize_are_those_published_for_macau(bet: str, prize: int, printed: str, edge: Fraction) -> None:
    analysis = game("cussec").bet(bet).analysis()
    places = len(printed.partition(".")[2])
    assert f"{float(100 * analysis.p_win):.{places}f}" == printed
    assert analysis.house_edge == edge == 1 - analysis.p_win * (prize + 1)


def by_hand(prizes: dict[int, int], rest: Iterable[tuple[str, int, int]]) -> dict[str, Fraction]:
    """Edges from how many throws win and what they pay."""
    ways = {4: 3, 5: 6, 6: 10, 7: 15, 8: 21, 9: 25, 10: 27}
    rows = [*((f"total:{total}", ways[total], prize) for total, prize in prizes.items()), *rest]
    return {bet: 1 - Fraction(won * (prize + 1), 216) for bet, won, prize in rows}


# Wizard of Odds; HQ8383 (hq8383.com/rule/cn/sicbo.html) for Atlantic City's set, Tokyo3 (tokyo3.org/forums/holiday/topics/3392) for Australia's.
@pytest.mark.clause("R-cussec-1")
@pytest.mark.parametrize(
    ("place", "edges"),
    [
        (
            "atlantic_city",
            by_hand(
                ATLANTIC_CITY, [("pair:1-2", 30, 5), ("double:1", 16, 10), ("triple:1", 1, 180), ("any_triple", 6, 30)]
            ),
        ),
        (
            "australia",
            by_hand(
                AUSTRALIA, [("pair:1-2", 30, 6), ("double:1", 16, 11), ("triple:1", 1, 180), ("any_triple", 6, 31)]
            ),
        ),
    ],
)
def test_other_places_pay_other_prizes(place: str, edges: dict[str, Fraction]) -> None:
    table = game("cussec", prizes=place)
    assert {bet: table.bet(bet).analysis().house_edge for bet in edges} == edges
    report = table.settle({"double:1": 10}, ["1-1-2"]).report()["bets"][0]
    assert "R-cussec-1" in report["cites"]
    assert "cussec P-5" not in report["cites"]


@pytest.mark.clause("R-cussec-1")
def test_australian_margins_are_those_that_players_report() -> None:
    """Tokyo3 rounds to whole percents."""
    table = game("cussec", prizes="australia", **FURTHER)
    reported = {"total:6": 12, "total:7": 10, "total:8": 12, "total:9": 7, "total:10": 12, "triple:1": 16}
    reported |= {"any_triple": 11, "four_numbers:1-2-3-4": 11, "three_numbers:1-2-3": 14, "double_and_one:2-2-5": 29}
    for bet, printed in reported.items():
        assert abs(100 * table.bet(bet).analysis().house_edge - printed) < 1


@pytest.mark.clause("R-cussec-2")
def test_a_single_on_three_dice_pays_3_or_12() -> None:
    """Online Sic Bo prints 3.7 % for the house that pays 12."""
    twelve = game("cussec", single_on_three=12)
    assert twelve.bet("single:4").analysis().house_edge == Fraction(1, 27)
    assert percent(Fraction(1, 27)) == "3.70"
    assert twelve.settle({"single:4": 10}, ["4-4-4"]).answer().net.avos == 12_000
    assert game("cussec").settle({"single:4": 10}, ["4-4-4"]).answer().net.avos == 3000
    assert "R-cussec-2" in twelve.settle({"single:4": 10}, ["4-4-4"]).report()["bets"][0]["cites"]


@pytest.mark.clause("R-cussec-5")
def test_a_triple_wins_its_double_once(cussec: GameAtTable) -> None:
    assert cussec.settle({"double:6": 10}, ["6-6-6"]).answer().net.avos == 8000
    assert cussec.settle({"pair:5-6": 10}, ["5-6-6"]).answer().net.avos == 5000
    exactly_two = Fraction(15 * 9, 216)
    assert 1 - exactly_two == Fraction(3, 8)
    assert cussec.bet("double:6").analysis().house_edge == Fraction(1, 3)


@pytest.mark.clause("R-cussec-4")
def test_only_30_and_7_give_the_advantages_that_the_source_prints(cussec: GameAtTable) -> None:
    """Maven of Macau prints 20 to 1 with 13.89 % and 15 to 1 with 11.11 %."""
    assert cussec.bet("three_numbers:2-3-5").analysis().house_edge == Fraction(5, 36)
    assert cussec.bet("four_numbers:2-3-5-6").analysis().house_edge == Fraction(1, 9)
    assert 1 - Fraction(6 * 21, 216) == Fraction(5, 12)
    assert 1 - Fraction(24 * 16, 216) == -Fraction(7, 9)  # the player would gain: no house could pay it
