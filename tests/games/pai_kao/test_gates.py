"""The bank against several gates: counts by a second way, closed forms, and what the principal does."""

from fractions import Fraction
from itertools import product
from math import comb, factorial

import numpy as np
import pytest

from banca.games.pai_kao import COMMISSION
from banca.games.pai_kao.exact import Seat, policy
from banca.games.pai_kao.exact.compiled import all_weights, totals
from banca.games.pai_kao.exact.deals import CLASSES_OF, COPIES, HANDS, WAYS
from banca.games.pai_kao.exact.gates import (
    DEALS,
    MOST_GATES,
    PLACES,
    Orders,
    bank_value,
    is_mixed,
    most_often,
    of_fewer,
    orders,
    orders_between,
    read_gates,
    shipped_gates,
    whole_counts,
)
from banca.games.pai_kao.exact.policies import DESCRIBED, highest_rear, shipped_counts
from banca.games.pai_kao.exact.seven import LOSE, WIN, Places, Results, grid, results, rows_of_seven
from banca.rulebook import Defect

pytestmark = pytest.mark.compiled

HAVE = np.array([[hand.count(kind) for kind in range(len(COPIES))] for hand in HANDS])
SAMPLE = (0, 1500, 4284)
"""Two pairs; a pair with two others; the lowest hand there is."""
SHIPPED = [key.split() for key in shipped_gates()]


def gates_of(player: str) -> Places:
    """Which setting a gate takes of each hand."""
    return np.array([weights.index(1) for weights in most_often(policy(player, Seat.PLAYER)).weights])


def against(hand: int) -> tuple[Results, Orders]:
    """What becomes of gates that set their highest rear against a hand set so too, and the counts of seven of them."""
    gates = gates_of("highest_rear")
    front, rear = CLASSES_OF[hand][int(gates[hand])]
    met = results(front, rear, gates)
    many = all_weights()[hand]
    return met, whole_counts(rows_of_seven(grid(hand), met), int(many[met == WIN].sum()), int(many[met == LOSE].sum()))


@pytest.mark.parametrize("hand", SAMPLE)
def test_rows_of_seven_have_a_closed_form_where_tiles_of_two_colours_win_and_lose(hand: int) -> None:
    """A gate with red tiles only wins, one with black tiles only loses: choose tiles colour by colour."""
    left = np.array(COPIES) - HAVE[hand]
    reds = np.arange(len(COPIES)) % 2 == 0
    red, black = int(left[reds].sum()), int(left[~reds].sum())
    of_red = HAVE[:, reds].sum(axis=1)
    met = np.where(of_red == 4, WIN, np.where(of_red == 0, LOSE, 0)).astype(np.int8)
    found = rows_of_seven(grid(hand), met)
    for a, b in PLACES:
        expected = factorial(28 - 4 * (a + b)) // 24 ** (7 - a - b)
        for count, tiles in ((a, red), (b, black)):
            for done in range(count):
                expected *= comb(max(tiles - 4 * done, 0), 4)
        assert found[a][b] == expected % (1 << 64)


@pytest.mark.slow
@pytest.mark.parametrize("hand", SAMPLE)
def test_two_gates_are_counted_hand_by_hand(hand: int) -> None:
    """Every hand of the first gate, and for each every hand of the second that the tiles still left can make."""
    met, seven = against(hand)
    left = np.array(COPIES) - HAVE[hand]
    choose = np.array([[comb(have, count) for count in range(3)] for have in range(3)])
    found: dict[tuple[int, int], int] = {}
    for first in np.flatnonzero((left >= HAVE).all(axis=1)):
        rest = left - HAVE[first]
        ways = choose[rest, HAVE].prod(axis=1)
        times = int(choose[left, HAVE[first]].prod())
        for second in (0, WIN, LOSE):
            key = int(met[first]), second
            found[key] = found.get(key, 0) + times * int(ways[met == second].sum())
    others = factorial(20) // 24**5
    two = of_fewer(seven, 2)
    for one, other in product((0, WIN, LOSE), repeat=2):
        pair = (one, other)
        assert found.get(pair, 0) * others == two[pair.count(WIN), pair.count(LOSE)]


@pytest.mark.parametrize("hand", SAMPLE)
def test_all_deals_are_counted_and_gates_win_as_often_as_alone(hand: int) -> None:
    met, seven = against(hand)
    assert sum(orders(*place) * weight for place, weight in seven.items()) == DEALS == factorial(28) // 24**7
    many = all_weights()[hand]
    one = of_fewer(seven, 1)
    assert one[1, 0] == int(many[met == WIN].sum()) * DEALS // comb(28, 4)
    for gates in range(2, MOST_GATES + 1):
        several = bank_value(of_fewer(seven, gates), gates=gates, stake=100, principal=100 * gates)
        alone = bank_value(one, gates=1, stake=100, principal=100)
        assert several.gross == gates * alone.gross
        assert several.value >= gates * alone.value  # commission is on the net gain. R-pk-4
    assert of_fewer(of_fewer(seven, 4), 2) == of_fewer(seven, 2)


def test_counts_that_contradict_each_other_are_a_defect() -> None:
    with pytest.raises(Defect):
        whole_counts([[1] * 8 for _ in range(8)], 1, 1)


@pytest.mark.clause("4.2", "4.5", "R-pk-3", "R-pk-4")
def test_R_pk_3_a_short_principal_is_used_up_in_betting_order() -> None:  # noqa: N802
    """Every order of three results, settled by hand; a bank that wins pays four per cent of what the round leaves it."""
    weights = dict(
        zip(
            ((wins, loses) for wins in range(4) for loses in range(4 - wins)),
            (5, 3, 2, 7, 11, 1, 4, 6, 13, 8),
            strict=True,
        )
    )
    for principal in (40, 100, 150, 250, 300, 1000):
        found = bank_value(weights, gates=3, stake=100, principal=principal)
        chances: dict[int, int] = {}
        for results_in_order in product((1, 0, -1), repeat=3):
            gain = 0
            for result in results_in_order:
                gain = max(-principal, min(principal, gain + 100 * result))
            weight = weights[results_in_order.count(-1), results_in_order.count(1)]
            chances[gain] = chances.get(gain, 0) + weight
        total = sum(chances.values())
        assert found.chances == {gain: Fraction(weight, total) for gain, weight in chances.items()}
        assert found.gross == Fraction(sum(gain * weight for gain, weight in chances.items()), total)
        won = sum(gain * weight for gain, weight in chances.items() if gain > 0)
        assert found.commission == COMMISSION * Fraction(won, total)
        assert found.win + found.even + found.lose == 1


@pytest.mark.parametrize(("player", "banker"), SHIPPED)
def test_the_shipped_counts_fit_those_of_one_gate(player: str, banker: str) -> None:
    seven = read_gates(shipped_gates(), player, banker)
    total = sum(WAYS) * DEALS * policy(banker, Seat.BANKER).total
    one = of_fewer(seven, 1)
    assert sum(one.values()) == total
    if not is_mixed(player):
        won, tied, lost = shipped_counts(player, banker)
        each = total // (won + tied + lost)
        assert (one[1, 0], one[0, 0], one[0, 1]) == (won * each, tied * each, lost * each)


@pytest.mark.parametrize(("player", "banker"), [pair for pair in SHIPPED if is_mixed(pair[0])])
def test_gates_of_a_mixed_policy_take_its_most_frequent_settings(player: str, banker: str) -> None:
    theirs = policy(banker, Seat.BANKER)
    won, tied, lost = totals(most_often(policy(player, Seat.PLAYER)), theirs, Seat.PLAYER)
    each = sum(WAYS) * DEALS * theirs.total // (won + tied + lost)
    one = of_fewer(read_gates(shipped_gates(), player, banker), 1)
    assert (one[1, 0], one[0, 0], one[0, 1]) == (won * each, tied * each, lost * each)


def test_changed_counts_are_a_defect() -> None:
    player, banker = SHIPPED[0]
    part = shipped_gates()[f"{player} {banker}"]
    first, *others = part["orders"]
    for changed in ({"orders": [first + 1, *others]}, {"sha256": "0" * 64}):
        with pytest.raises(Defect):
            read_gates({f"{player} {banker}": part | changed}, player, banker)


def test_one_gate_is_the_game_of_one_gate() -> None:
    for player in DESCRIBED:
        won, tied, lost = shipped_counts(player, "balanced")
        found = bank_value(orders_between(player, "balanced", 1), gates=1, stake=100, principal=100)
        assert found.lose == Fraction(won, won + tied + lost)
        assert found.per_stake == Fraction(lost, won + tied + lost) * (1 - COMMISSION) - found.lose
    assert not is_mixed(highest_rear().name)
