"""Exact play in Pai Kao: deals by kind beside deals by tile, policies, the shipped equilibrium, and the bank against several gates."""

from fractions import Fraction
from itertools import combinations, product
from math import comb, factorial
from typing import Any

import numba
import numpy as np
import pytest

from banca.games.pai_kao import COMMISSION, ZERO_CLASSES, Result, compare, settings
from banca.games.pai_kao.exact import Seat, chances, policy
from banca.games.pai_kao.exact.compiled import all_weights, totals
from banca.games.pai_kao.exact.deals import CLASSES_OF, COPIES, HANDS, WAYS, hand_of, in_order
from banca.games.pai_kao.exact.equilibrium import GOAL, best_response, deals, exploitability
from banca.games.pai_kao.exact.gates import (
    DEALS,
    MOST_GATES,
    Orders,
    bank_value,
    is_mixed,
    most_often,
    of_fewer,
    orders,
    read_gates,
    shipped_gates,
    whole_counts,
)
from banca.games.pai_kao.exact.policies import (
    balanced,
    digest,
    highest_front,
    highest_rear,
    read_equilibrium,
    shipped,
    shipped_counts,
)
from banca.games.pai_kao.exact.seven import LOSE, WIN, Places, Results, grid, results, rows_of_seven
from banca.games.pai_kao.tiles import COPIES_OF_FACE
from banca.rulebook import Defect, Refusal

pytestmark = pytest.mark.compiled

ALL_TILES = [face for face, copies in COPIES_OF_FACE.items() for _ in range(copies)]
PAIRS_OF_HANDS = 736_281_000
HANDS_OF_TILES = [
    ("6-6", "4-5", "1-1", "2-3"),
    ("2-4", "1-2", "6-6", "6-6"),
    ("5-5", "4-6", "1-3", "1-6"),
    ("1-4", "2-3", "1-2", "3-6"),
]


def test_hands_and_weights() -> None:
    assert (len(HANDS), sum(WAYS)) == (4285, 35_960)
    weights = all_weights()
    assert int((np.array(WAYS) * weights.sum(axis=1)).sum()) == PAIRS_OF_HANDS
    assert (weights.sum(axis=1) == 20_475).all()


@numba.njit(cache=True)
def every_deal(masks: Any, front: Any, rear: Any, zero: int) -> Any:
    """Win, tie and lose of the player over all pairs of hands of tiles that share no tile."""
    count = masks.shape[0]
    won, tied, lost = 0, 0, 0
    for player in range(count):
        for banker in range(count):
            if masks[player] & masks[banker]:
                continue
            higher_front = front[player] > front[banker] and front[player] >= zero
            higher_rear = rear[player] > rear[banker]
            if higher_front and higher_rear:
                won += 1
            elif higher_front or higher_rear:
                tied += 1
            else:
                lost += 1
    return won, tied, lost


def test_all_deals_tile_by_tile_agree_to_the_last_integer() -> None:
    by_kind = highest_rear()
    hands = list(combinations(range(32), 4))
    masks = np.array([sum(1 << tile for tile in hand) for hand in hands], dtype=np.int64)
    lines = []
    for hand in hands:
        place = hand_of(tuple(ALL_TILES[tile] for tile in hand))
        lines.append(CLASSES_OF[place][by_kind.weights[place].index(1)])
    front, rear = (np.array(line, dtype=np.int16) for line in zip(*lines, strict=True))
    counted = every_deal(masks, front, rear, ZERO_CLASSES)
    assert sum(counted) == PAIRS_OF_HANDS
    assert counted == totals(by_kind, by_kind, Seat.PLAYER)


@pytest.mark.parametrize(("tiles", "seat"), list(zip(HANDS_OF_TILES[:2], Seat, strict=True)))
def test_chances_of_a_hand_against_every_hand_of_tiles(tiles: tuple[str, ...], seat: Seat) -> None:
    other = highest_rear()
    left = ALL_TILES[:]
    for face in tiles:
        left.remove(face)
    mine = settings(in_order(tiles))
    counts = [dict.fromkeys(Result, 0) for _ in mine]
    for hand in combinations(left, 4):
        theirs = settings(in_order(hand))[other.weights[hand_of(hand)].index(1)]
        for place, ours in enumerate(mine):
            pair = (ours, theirs) if seat is Seat.PLAYER else (theirs, ours)
            counts[place][compare(*pair).result] += 1
    won, lost = (Result.WIN, Result.LOSE) if seat is Seat.PLAYER else (Result.LOSE, Result.WIN)
    for one, count in zip(chances(tiles, other, seat), counts, strict=True):
        assert (one.win, one.tie, one.lose) == tuple(Fraction(count[kind], 20_475) for kind in (won, Result.TIE, lost))
        assert one.value == one.win * Fraction(96, 100) - one.lose


@pytest.mark.parametrize("seat", list(Seat))
def test_a_best_response_is_best_hand_by_hand(seat: Seat) -> None:
    other = balanced()
    best = best_response(other, seat)
    for tiles in HANDS_OF_TILES:
        found = chances(tiles, other, seat)
        chosen = best.weights[hand_of(tiles)].index(1)
        assert found[chosen].value == max(one.value for one in found)


def test_the_shipped_equilibrium_is_one() -> None:
    policies = {seat: policy("equilibrium", seat) for seat in Seat}
    gains = exploitability(policies)
    assert max(gains.values()) < GOAL
    assert shipped()["gains"] == pytest.approx({seat.value: gain for seat, gain in gains.items()})
    for seat in Seat:  # and the plain policies are not
        plain = policies | {seat: highest_front()}
        assert exploitability(plain)[seat] > 100 * GOAL


def test_the_shipped_counts_are_those_of_all_deals() -> None:
    counted = deals({seat: policy("equilibrium", seat) for seat in Seat})
    assert counted == shipped()["deals"]
    assert sum(shipped_counts("highest_rear", "highest_rear")) == PAIRS_OF_HANDS


def test_a_changed_equilibrium_is_found() -> None:
    changed = dict(shipped())
    part = dict(changed["player"])
    part["pure"] = ("1" if part["pure"][0] == "0" else "0") + part["pure"][1:]
    with pytest.raises(Defect):
        read_equilibrium(changed | {"player": part}, Seat.PLAYER)
    short = part | {"pure": part["pure"][:-1]}
    with pytest.raises(Defect):
        read_equilibrium(changed | {"player": short | {"sha256": digest(short)}}, Seat.PLAYER)


def test_policies_choose_what_they_say() -> None:
    for options, front, rear in zip(CLASSES_OF, highest_front().weights, highest_rear().weights, strict=True):
        assert options[front.index(1)][0] == max(one[0] for one in options)
        assert options[rear.index(1)][1] == max(one[1] for one in options)
    with pytest.raises(Refusal) as caught:
        policy("reckless", Seat.PLAYER)
    assert caught.value.code == "unknown_policy"


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


@pytest.mark.slow
@pytest.mark.parametrize("hand", SAMPLE[1:2])
def test_two_gates_are_counted_hand_by_hand(hand: int) -> None:
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


def test_changed_counts_are_a_defect() -> None:
    player, banker = SHIPPED[0]
    part = shipped_gates()[f"{player} {banker}"]
    first, *others = part["orders"]
    for changed in ({"orders": [first + 1, *others]}, {"sha256": "0" * 64}):
        with pytest.raises(Defect):
            read_gates({f"{player} {banker}": part | changed}, player, banker)
    with pytest.raises(Defect):  # counts that contradict each other
        whole_counts([[1] * 8 for _ in range(8)], 1, 1)
