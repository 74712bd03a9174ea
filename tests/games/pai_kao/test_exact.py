"""Exact play in Pai Kao: deals by kind beside deals by tile, policies, the shipped equilibrium, and the bank against several gates."""

from fractions import Fraction
from itertools import combinations, product
from math import comb, factorial
from typing import Any

import numba
import numpy as np
import pytest

from banca.games.pai_kao.bank import COMMISSION
from banca.games.pai_kao.exact import (
    CLASSES_OF,
    COPIES,
    DEALS,
    HANDS,
    MOST_GATES,
    WAYS,
    Orders,
    Seat,
    balanced,
    bank_value,
    chances,
    hand_of,
    highest_front,
    highest_rear,
    in_order,
    is_mixed,
    most_often,
    of_fewer,
    orders,
    orders_of_seven,
    policy,
    shipped,
    shipped_counts,
)
from banca.games.pai_kao.exact.compiled import (
    GOAL,
    _tally,
    all_weights,
    best_response,
    deals,
    digest_of_part,
    exploitability,
    totals,
)
from banca.games.pai_kao.hands import compare, house_way, rank_of, settings
from banca.games.pai_kao.tiles import COPIES_OF_FACE, KINDS, ZERO_CLASSES, PairRank
from banca.rules import Defect, Refusal
from banca.tables.banked import Result
from pai_kao_gates import LOSE, WIN, Places, Results, digest_of_policies, grid, results, rows_of_seven, whole_counts

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


@pytest.mark.parametrize("seat", Seat)
def test_the_shipped_equilibrium_fits_its_digest_and_the_hands(seat: Seat) -> None:
    assert digest_of_part(shipped()[seat]) == shipped()[seat]["sha256"]
    weights = policy("equilibrium", seat).weights
    assert len(weights) == len(HANDS)
    assert {sum(shares) for shares in weights} == {shipped()["total"]}


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
SHIPPED = [key.split() for key in shipped("gates")]


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
def test_R_pk_3_a_short_principal_is_used_up_in_betting_order() -> None:
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
    seven, theirs = orders_of_seven(player, banker), policy(banker, Seat.BANKER)
    total = sum(WAYS) * DEALS * theirs.total
    digest = digest_of_policies(most_often(policy(player, Seat.PLAYER)), theirs)
    assert shipped("gates")[f"{player} {banker}"]["sha256"] == digest
    assert sum(orders(*place) * weight for place, weight in seven.items()) == total
    one = of_fewer(seven, 1)
    assert sum(one.values()) == total
    if not is_mixed(player):
        won, tied, lost = shipped_counts(player, banker)
        each = total // (won + tied + lost)
        assert (one[1, 0], one[0, 0], one[0, 1]) == (won * each, tied * each, lost * each)


def test_counts_that_contradict_each_other_are_a_defect() -> None:
    with pytest.raises(Defect):
        whole_counts([[1] * 8 for _ in range(8)], 1, 1)


# What the other reading of 5.5 would do: nothing of the program in the first way, its ranks and compiled tally in the second

PIPS = (12, 2, 8, 4, 10, 6, 4, 11, 10, 7, 6, 9, 8, 7, 6, 5, 3)
"""Of the kinds of table 1, the highest first; there are two tiles of each but 2-4 and 1-2."""
BIG_SIX, THREE = 14, 16
NAMED = {(0, 9): 4, (1, 9): 3, (0, 8): 2, (1, 8): 1}


def plain_rank(first: int, second: int, *, chooses: bool) -> tuple[int, int, int]:
    """Two kinds ranked from article 5."""
    high, low = min(first, second), max(first, second)
    if (high, low) == (BIG_SIX, THREE):
        return 6, 0, 0
    if high == low:
        return 5, 0, -high
    if low not in (THREE, BIG_SIX) and (high, PIPS[low]) in NAMED:
        return NAMED[high, PIPS[low]], 0, 0
    counts = [(3, 6) if chooses and kind in (BIG_SIX, THREE) else (PIPS[kind],) for kind in (high, low)]
    return 0, max(sum(pips) % 10 for pips in product(*counts)), -high


def set_highest_rear(hand: tuple[int, ...], *, chooses: bool) -> tuple[tuple[int, int, int], ...]:
    """Front and rear of four kinds."""
    a, b, c, d = hand
    pairs = (((a, b), (c, d)), ((a, c), (b, d)), ((a, d), (b, c)))
    laid = [tuple(sorted(plain_rank(*pair, chooses=chooses) for pair in each)) for each in pairs]
    return max(laid, key=lambda lines: (lines[1], lines[0]))


def deals_won_and_lost(*, banker_chooses: bool) -> tuple[int, int]:
    """Of all 736,281,000 deals, with both sides setting the highest rear, those that a player's gate wins and loses."""
    copies = [1 if kind in (BIG_SIX, THREE) else 2 for kind in range(17)]
    kinds = [hand for hand in HANDS if all(hand.count(kind) <= copies[kind] for kind in hand)]
    players = [set_highest_rear(hand, chooses=True) for hand in kinds]
    bankers = [set_highest_rear(hand, chooses=banker_chooses) for hand in kinds]
    order = {rank: place for place, rank in enumerate(sorted({rank for lines in players + bankers for rank in lines}))}
    front, rear = (np.array([order[lines[line]] for lines in bankers]) for line in (0, 1))
    zero = np.array([lines[0][:2] == (0, 0) for lines in bankers])
    counted = np.array([[hand.count(kind) for kind in range(17)] for hand in kinds])
    won = lost = 0
    for hand, lines in zip(kinds, players, strict=True):
        left = [copies[kind] - hand.count(kind) for kind in range(17)]
        ways = np.ones(len(kinds), np.int64)
        for kind in range(17):
            ways *= np.array([comb(left[kind], count) for count in range(3)])[counted[:, kind]]
        own = 1
        for kind in set(hand):
            own *= comb(copies[kind], hand.count(kind))
        wins_front = (order[lines[0]] > front) & ~(zero & (lines[0][:2] == (0, 0)))
        wins_rear = order[lines[1]] > rear
        won += own * int(ways[wins_front & wins_rear].sum())
        lost += own * int(ways[~wins_front & ~wins_rear].sum())
    return won, lost


def tallied(*, banker_face_value: bool) -> tuple[int, int]:
    """The same by the program's ranks, house way and compiled tally."""

    def laid(*, face_value: bool) -> tuple[list[list[PairRank]], list[int]]:
        hands = [[KINDS[kind].faces[0] for kind in hand] for hand in HANDS]
        three = [settings(tuple(hand), face_value=face_value) for hand in hands]
        ranks = [
            [rank_of(pair, face_value=face_value) for one in each for pair in (one.front, one.rear)] for each in three
        ]
        chosen = [
            each.index(house_way(tuple(hand), face_value=face_value)) for hand, each in zip(hands, three, strict=True)
        ]
        return ranks, chosen

    players, banker = laid(face_value=False), laid(face_value=banker_face_value)
    order = {
        rank: n
        for n, rank in enumerate(sorted({rank for ranks, _ in (players, banker) for row in ranks for rank in row}))
    }
    zeros = sum(rank.is_zero for rank in order)

    def lines(ranks: list[list[PairRank]], line: int) -> Any:
        return np.array([[order[rank] for rank in row[line::2]] for row in ranks], dtype=np.int16)

    fronts = lines(players[0], 0)
    fronts = np.where(fronts >= zeros, fronts, -1).astype(np.int16)
    policy_of_banker = np.eye(3, dtype=np.int64)[banker[1]]
    banker_lines = lines(banker[0], 0), lines(banker[0], 1)
    won, lost = _tally(all_weights(), fronts, lines(players[0], 1), *banker_lines, policy_of_banker, True)
    each = np.arange(len(HANDS)), np.array(players[1])
    return tuple(int(sum(np.array(WAYS, dtype=object) * found[each].astype(object))) for found in (won, lost))  # type: ignore[return-value]


@pytest.mark.slow
@pytest.mark.clause("5.5", "R-pk-16")
def test_R_pk_16_what_a_gate_is_worth_if_the_banker_may_not_choose() -> None:
    won, lost = deals_won_and_lost(banker_chooses=False)
    assert (won, lost) == tallied(banker_face_value=True) == (242_185_304, 213_517_296)
    assert (won * (1 - COMMISSION) - lost) / 736_281_000 == Fraction(19771454, 766959375)
    # by the reading, as `banca pai-kao value --player highest_rear --banker highest_rear` has it
    won, _, lost = shipped_counts("highest_rear", "highest_rear")
    assert (won * (1 - COMMISSION) - lost) / 736_281_000 == Fraction(-77186059, 3067837500)
