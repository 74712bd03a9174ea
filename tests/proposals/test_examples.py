"""craps 7.1: the worked examples, against the figures published for them and against a second way to work them out.

`exact` and `derived` come from the rules of each bet by counting, closed form or recursion in plain fractions; nothing here
uses the automata. What is published stands with its digits and its source.
"""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from math import comb, prod
from pathlib import Path
from typing import NamedTuple

import pytest

from banca.analysis.exact import Analysis, analyse
from banca.games import rulebook
from banca.proposals import examples, read_file
from banca.rules import extended

THROWS = [first + second for first, second in product(range(1, 7), repeat=2)]
WAYS = {total: THROWS.count(total) for total in range(2, 13)}
POINTS = (4, 5, 6, 8, 9, 10)
SMALL, TALL = (2, 3, 4, 5, 6), (8, 9, 10, 11, 12)
AFTER_COMMISSION = Fraction(19, 20)
"""What fantan 9 leaves of a prize."""


def edge(chances: Mapping[Fraction | int, Fraction], *, ties: Fraction | int = 0) -> Fraction:
    """The house's, from the chance of each prize per unit; what neither wins nor ties loses."""
    return 1 - ties - sum(((1 + prize) * chance for prize, chance in chances.items()), Fraction(0))


def next_throw(prizes: Mapping[int, Fraction | int], *, ties: Iterable[int] = ()) -> Fraction:
    """Of a bet that the next throw of two dice decides by its total: count the 36."""
    return -sum((Fraction(prizes.get(total, 0 if total in ties else -1)) for total in THROWS), Fraction(0)) / 36


def all_before_seven(totals: Iterable[int]) -> Fraction:
    """The chance that all come before a seven, by inclusion and exclusion: no total of a set does with 6 / (6 + its ways)."""
    wanted = tuple(totals)
    return sum(
        (
            (-1) ** size * Fraction(6, 6 + sum(WAYS[total] for total in missing))
            for size in range(len(wanted) + 1)
            for missing in combinations(wanted, size)
        ),
        Fraction(0),
    )


def hot_hand() -> Fraction:
    """All ten, or all but one: nine named ones come whether or not the tenth does."""
    ten = SMALL + TALL
    every = all_before_seven(ten)
    nine = sum((all_before_seven(total for total in ten if total != missing) - every for missing in ten), Fraction(0))
    return edge({80: every, 20: nine})


@cache
def fire(made: frozenset[int] = frozenset()) -> dict[int, Fraction]:
    """How many different points in the end: each round sets a point by its ways in 24 and makes it w times in w + 6."""
    if len(made) == len(POINTS):
        return {len(made): Fraction(1)}
    ends = dict.fromkeys(range(len(POINTS) + 1), Fraction(0))
    again = Fraction(0)
    for point in POINTS:
        is_set, is_made = Fraction(WAYS[point], 24), Fraction(WAYS[point], WAYS[point] + 6)
        ends[len(made)] += is_set * (1 - is_made)
        if point in made:
            again += is_set * is_made
            continue
        for number, chance in fire(made | {point}).items():
            ends[number] += is_set * is_made * chance
    return {number: chance / (1 - again) for number, chance in ends.items()}


def distinct_doubles(number: int) -> Fraction:
    """Of the pairs not yet shown and the six ways of the seven, a new pair comes so often, then the seven or the sixth pair."""
    shown = prod((Fraction(6 - done, 12 - done) for done in range(number)), start=Fraction(1))
    return shown * (Fraction(6, 12 - number) if number < 6 else 1)


def repeater(total: int, times: int, pays_for_one: int) -> Fraction:
    return 1 - pays_for_one * Fraction(WAYS[total], WAYS[total] + 6) ** times


def crapless() -> Fraction:
    points = sum(Fraction(ways, 36) * Fraction(ways, ways + 6) for total, ways in WAYS.items() if total != 7)
    return edge({1: Fraction(1, 6) + points})


def post() -> Fraction:
    """Two cards of eight packs that make 0 or 9: 32 of each rank, 128 worth nothing."""
    worth = {0: 128, **dict.fromkeys(range(1, 10), 32)}
    ways = sum(
        worth[first] * (worth[second] - (first == second))
        for first, second in product(worth, repeat=2)
        if (first + second) % 10 in (0, 9)
    )
    return Fraction(ways, 416 * 415)


def binomial(rounds: int, hit: Fraction, number: int) -> Fraction:
    return comb(rounds, number) * hit**number * (1 - hit) ** (rounds - number)


RARE = Fraction(2, 52)
SHOW_BOTH = 1 - 2 * Fraction(5, 6) ** 3 + Fraction(4, 6) ** 3
SHOW_TWICE = binomial(3, Fraction(1, 6), 2) + binomial(3, Fraction(1, 6), 3)
FIELD = {2: 3, 3: 1, 4: 1, 9: 1, 10: 1, 11: 1, 12: 2}

WIZARD, CITY_TIMES = "Wizard of Odds", "Casino City Times"


class Row(NamedTuple):
    """A bet, or all of a family, with its house edge: as a fraction, worked out anew, and as published, in per cent."""

    example: str
    bet: str
    exact: str
    derived: Fraction
    published: str = ""
    source: str = ""


FIRE_EDGE = "3155010189076512755518373649266277142847/15195531003242259962803834074351444164892"
HOPS = "bestonlinecasinos.com"
ROWS = (
    Row("all_tall_small", "all_small", "1687/21736", edge({34: all_before_seven(SMALL)}), "7.76", WIZARD),
    Row("all_tall_small", "all_tall", "1687/21736", edge({34: all_before_seven(TALL)}), "7.76", WIZARD),
    Row(
        "all_tall_small",
        "make_em_all",
        "10207263466/136745788725",
        edge({175: all_before_seven(SMALL + TALL)}),
        "7.46",
        WIZARD,
    ),
    Row("fire", "fire", FIRE_EDGE, edge({24: fire()[4], 249: fire()[5], 999: fire()[6]}), "21", "tunicatravel.com"),
    Row("hops", "easy_hop", "1/9", edge({15: Fraction(2, 36)}), "11.11", HOPS),
    Row("hops", "hard_hop", "5/36", edge({30: Fraction(1, 36)}), "13.89", HOPS),
    Row(
        "world",
        "world",
        "2/15",
        next_throw(
            {2: Fraction(26, 5), 12: Fraction(26, 5), 3: Fraction(11, 5), 11: Fraction(11, 5)},
            ties=[7],
        ),
        "13.33",
        "mypokercoaching.com",
    ),
    Row("world", "c_and_e", "1/9", next_throw({2: 3, 3: 3, 12: 3, 11: 7}), "11.1", "crapspit.org"),
    *(Row("repeaters", f"repeater:{total}", "9/49", repeater(total, 2, 40)) for total in (2, 12)),
    *(Row("repeaters", f"repeater:{total}", "7/32", repeater(total, 3, 50)) for total in (3, 11)),
    *(Row("repeaters", f"repeater:{total}", "16/81", repeater(total, 4, 65)) for total in (4, 10)),
    *(Row("repeaters", f"repeater:{total}", "113/625", repeater(total, 5, 80)) for total in (5, 9)),
    *(Row("repeaters", f"repeater:{total}", "365311/1771561", repeater(total, 6, 90)) for total in (6, 8)),
    Row(
        "different_doubles",
        "different_doubles",
        "43/154",
        edge({pays: distinct_doubles(number) for number, pays in {3: 4, 4: 8, 5: 15, 6: 100}.items()}),
        "27.92",
        WIZARD,
    ),
    Row("hot_hand", "flaming_four", "857/4620", edge({70: all_before_seven((2, 3, 11, 12))}), "18.55", WIZARD),
    Row("hot_hand", "sizzling_six", "197503021/1029659400", edge({12: all_before_seven(POINTS)}), "19.18", WIZARD),
    Row("hot_hand", "hot_hand", "1445628536659/8022419605200", hot_hand(), "18.02", WIZARD),
    Row("low_high_dice", "low_dice", "1/18", next_throw({2: 5, 3: 1, 4: 1, 5: 1, 6: 1}), "5.56", WIZARD),
    Row("low_high_dice", "high_dice", "1/18", next_throw({12: 5, 11: 1, 10: 1, 9: 1, 8: 1}), "5.56", WIZARD),
    Row(
        "muggsys_corner",
        "muggsys_corner",
        "1/18",
        edge({2: Fraction(6, 36), 3: Fraction(24, 36) * Fraction(6, 36)}),
        "5.56",
        CITY_TIMES,
    ),
    Row("muggsys_corner", "point_seven", "1/9", edge({7: Fraction(24, 36) * Fraction(6, 36)}), "11.1", CITY_TIMES),
    Row("crapless_line", "crapless_line", "373/6930", crapless(), "5.38", "dueforawin.com"),
    Row("other_prizes", "field", "1/36", next_throw(FIELD), "2.78", CITY_TIMES),
    Row("other_prizes", "eleven", "1/18", next_throw({11: 16}), "5.56", HOPS),
    Row("other_prizes", "ace_deuce", "1/18", next_throw({3: 16}), "5.56", HOPS),
    Row("other_prizes", "aces", "1/18", next_throw({2: 33}), "5.56", HOPS),
    Row("other_prizes", "boxcars", "1/18", next_throw({12: 33}), "5.56", HOPS),
    Row("figure_pairs", "figure_pair", "1/6", edge({5: SHOW_BOTH}), "16.67", "high-rollercasinos.com"),
    Row("figure_pairs", "figure_double", "5/27", edge({10: SHOW_TWICE}), "18.52", "duckyluck-casino.net"),
    Row("snake", "snake", "1/37", edge({2: Fraction(12, 37)}), "2.7", "casinothaicard.com"),
    Row("snake", "zero_neighbours", "1/37", edge({Fraction(31, 5): Fraction(5, 37)}), "2.7", "casinothaicard.com"),
    Row(
        "rare_symbols",
        "rare_symbols",
        "821575/11881376",
        edge(
            {
                2: binomial(5, RARE, 1),
                20: binomial(5, RARE, 2),
                300: sum((binomial(5, RARE, n) for n in (3, 4, 5)), Fraction(0)),
            }
        ),
    ),
    Row(
        "same_again",
        "same_again",
        "117/1280",
        edge({9 * AFTER_COMMISSION: Fraction(3, 4**3), 30 * AFTER_COMMISSION: Fraction(1, 4**3)}),
    ),
    Row("first_pair", "first_pair", "43/415", edge({11: Fraction(31, 415)})),
    Row(
        "first_pair",
        "posts_in_three",
        "16554273107/157027004875",
        edge({4: binomial(3, post(), 2), 15: binomial(3, post(), 3)}),
    ),
)

CHANCES = (
    ("all_tall_small", "all_small", 34, "2.6354"),  # Wizard of Odds
    ("all_tall_small", "make_em_all", 175, "0.5258"),  # Wizard of Odds
    ("fire", "fire", 24, "0.8798178440"),  # Donald Catlin
    ("different_doubles", "different_doubles", 4, "6.0606"),  # Wizard of Odds
    ("different_doubles", "different_doubles", 8, "2.2727"),  # Wizard of Odds
    ("different_doubles", "different_doubles", 15, "0.6494"),  # Wizard of Odds
    ("different_doubles", "different_doubles", 100, "0.1082"),  # Wizard of Odds
    ("hot_hand", "flaming_four", 70, "1.1472"),  # Wizard of Odds
    ("hot_hand", "sizzling_six", 12, "6.2168"),  # Wizard of Odds
    ("snake", "snake", 2, "32.43"),  # roulettestar.com
    ("first_pair", "first_pair", 11, "7.47"),  # bet5games.com
)
"""Published chances of single prizes, in per cent: example, bet, prize per unit, chance; whose figure."""


@cache
def analysed(name: str) -> dict[str, Analysis]:
    """Every bet that an example adds or changes, as a table that carries it has it."""
    proposal = read_file(Path(name))
    rules = extended(rulebook(proposal.game), [proposal]).under(proposal=proposal.id)
    return {key: analyse(rules.bet(key)) for key in proposal.keys}


def of(row: Row) -> list[str]:
    return [key for key in analysed(row.example) if row.bet in (key, key.partition(":")[0])]


def rounded(per_cent: Fraction, published: str) -> Fraction:
    """To as many digits as were published."""
    return round(per_cent, len(published.partition(".")[2]))


def test_no_example_and_no_bet_is_forgotten() -> None:
    assert {row.example for row in ROWS} == set(examples())
    for name in examples():
        rows = [key for row in ROWS if row.example == name for key in of(row)]
        assert sorted(rows) == sorted(analysed(name))


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row.example}-{row.bet}")
def test_7_2_the_edge_is_the_one_worked_out_by_hand_and_the_published_one(row: Row) -> None:
    assert row.derived == Fraction(row.exact)
    assert of(row)
    for key in of(row):
        edge = analysed(row.example)[key].house_edge
        assert edge == row.derived > 0  # no example favours the player
        if row.published:
            assert rounded(100 * edge, row.published) == Fraction(row.published)


@pytest.mark.parametrize(("name", "bet", "prize", "published"), CHANCES)
def test_7_2_the_chances_are_the_published_ones(name: str, bet: str, prize: int, published: str) -> None:
    chance = analysed(name)[bet].net_distribution[Fraction(prize)]
    assert rounded(100 * chance, published) == Fraction(published)


def test_the_fire_bet_has_the_published_chances_of_losing() -> None:
    """Catlin, after Ethier: no point 0.593939393939, one 0.260750492004, two 0.101275355549, three 0.033434212179."""
    published = ["0.593939393939", "0.260750492004", "0.101275355549", "0.033434212179"]
    assert [round(fire()[number], 12) for number in range(4)] == [Fraction(text) for text in published]
    assert analysed("fire")["fire"].p_lose == sum(fire()[number] for number in range(4))
