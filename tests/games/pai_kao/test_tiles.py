"""Pai Kao's tiles: what people call them, and orders of them that are not mixed."""

import random
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import islice, pairwise, permutations

import pytest

from banca.games.pai_kao.live import ORDERS
from banca.games.pai_kao.tiles import BY_NAME, KINDS, TILES, find_tiles
from banca.house.chance import Source, shuffle
from banca.house.randomness import Series, Trial, try_series
from banca.house.randomness.orders import (
    CUT_KEEPS_MANY,
    MANY_KEPT,
    Order,
    Orders,
    kept_weights,
    rising_weights,
    told_apart,
)
from banca.rulebook import Refusal, plain


@pytest.mark.parametrize(
    ("typed", "faces"),
    [
        (["天 地"], ["6-6", "1-1"]),
        (["天地"], ["6-6", "1-1"]),
        (["heaven", "Earth"], ["6-6", "1-1"]),
        (["和"], ["1-3"]),
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


def test_a_tile_that_is_not_known_is_met_with_one_that_is_near() -> None:
    with pytest.raises(Refusal) as caught:
        find_tiles(["hevaen"])
    assert caught.value.code == "unknown_tile"
    assert "did you mean 6-6?" in str(caught.value)


PAI_KAO = "pai_kao"


def chance(seed: int = 1) -> random.Random:
    return random.Random(seed)  # noqa: S311 - a test repeats itself


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


def test_twins_are_told_apart_by_a_coin_that_repeats_itself() -> None:
    faces = chance().sample(TILES, len(TILES))
    first = told_apart(faces, TILES, "t", 1)
    assert [TILES[tile] for tile in first] == faces
    assert sorted(first) == list(range(32))
    assert first == told_apart(faces, TILES, "t", 1)
    assert len({tuple(told_apart(faces, TILES, "t", number)) for number in range(50)}) > 40


def mixed(source: Source) -> Iterator[Order]:
    while True:
        yield shuffle(range(32), source)


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
        yield deck


def stacked(rng: random.Random) -> Iterator[Order]:
    """Fresh each time, but in one round of twenty two good tiles come to lie in one hand."""
    for deck in iter(lambda: rng.sample(range(32), 32), None):
        if rng.random() < 0.05:
            hand, partner = deck.index(0) // 4 * 4, deck.index(1)
            place = hand + (deck.index(0) == hand)
            deck[place], deck[partner] = deck[partner], deck[place]
        yield deck


@pytest.mark.slow
def test_well_mixed_tiles_pass() -> None:
    for seed in range(2):
        source = Source(chance(seed).randbytes)
        assert of_orders(as_faces(mixed(source)), 1000).passes


@pytest.mark.slow
@pytest.mark.parametrize(("bad", "rounds"), [(only_cut, 30), (stacked, 10_000)])
def test_tiles_that_are_not_mixed_fail(bad: Callable[[random.Random], Iterator[Order]], rounds: int) -> None:
    assert not of_orders(as_faces(bad(chance())), rounds).passes


@pytest.mark.slow
def test_a_cut_keeps_as_many_neighbours_as_the_power_reckons_with() -> None:
    orders = Orders(ORDERS)
    for seed in range(15):
        orders.take(islice(as_faces(only_cut(chance(seed))), 50))
    assert sum(kept == MANY_KEPT for kept in orders.kept) / len(orders.kept) > CUT_KEEPS_MANY
