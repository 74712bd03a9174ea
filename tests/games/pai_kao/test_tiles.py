"""Pai Kao's tiles: what people call them, and orders of them that are not mixed."""

import random
from collections import Counter
from collections.abc import Iterator
from itertools import islice, pairwise, permutations

import pytest

from banca.games.pai_kao.table import ORDERS
from banca.games.pai_kao.tiles import BY_NAME, KINDS, TILES, find_tiles
from banca.house.rng import Source, shuffle
from banca.house.rng_tests import Order, kept_weights, rising_weights, told_apart
from banca.house.rng_trial import Series, Trial, try_series
from banca.rules import plain


@pytest.mark.parametrize(
    ("typed", "faces"),
    [
        (["天地"], ["6-6", "1-1"]),
        (["heaven", "Earth"], ["6-6", "1-1"]),
        (["goose", "harmony"], ["1-3", "1-3"]),
        (["65", "6 5", "5-6"], ["5-6", "5-6", "5-6"]),
        (["雜九", "杂九"], ["4-5", "3-6"]),
        (["Cheong Sam"], ["3-3"]),
    ],
)
def test_tiles_are_found_by_their_names(typed: list[str], faces: list[str]) -> None:
    assert find_tiles(typed) == faces


def test_every_name_of_a_tile_is_its_own() -> None:
    for kind in KINDS:
        assert all(BY_NAME[plain(name)] is kind for name in kind.names)
        assert all(find_tiles([name])[0] in kind.faces for name in kind.names)


PAI_KAO = "pai_kao"


def chance(seed: int = 1) -> random.Random:
    return random.Random(seed)  # a test repeats itself


def of_orders(orders: Iterator[Order], rounds: int) -> Trial:
    series = Series(PAI_KAO, [ORDERS])
    assert series.orders
    series.orders.take(islice(orders, rounds))
    return try_series([series])


def test_neighbours_kept_and_turned_are_as_likely_as_all_orders_say() -> None:
    for tiles in (2, 3, 5, 7):
        kept = Counter(sum(b == a + 1 for a, b in pairwise(order)) for order in permutations(range(tiles)))
        turned = Counter(sum(b < a for a, b in pairwise(order)) for order in permutations(range(tiles)))
        assert kept_weights(tiles, tiles - 1) == tuple(kept[one] for one in range(tiles))
        assert rising_weights(tiles) == tuple(turned[one] for one in range(tiles))


def as_faces(orders: Iterator[Order]) -> Iterator[Order]:
    """As they stand in a journal, where twins look alike."""
    for number, order in enumerate(orders):
        yield told_apart([TILES[tile] for tile in order], TILES, "t", number)


def only_cut(rng: random.Random) -> Iterator[Order]:
    """Mixed once and never again; a cut of whole stacks before each deal."""
    deck = rng.sample(range(32), 32)
    while True:
        cut = 4 * rng.randrange(8)
        deck = deck[cut:] + deck[:cut]
        yield bytes(deck)


@pytest.mark.slow
def test_well_mixed_tiles_pass() -> None:
    source = Source(chance().randbytes)
    orders = iter(lambda: bytes(shuffle(range(32), source)), None)
    assert of_orders(as_faces(orders), 1000).passes


@pytest.mark.slow
def test_tiles_that_are_not_mixed_fail() -> None:
    assert not of_orders(as_faces(only_cut(chance())), 30).passes
