"""Best play in Pai Kao: enumeration by kind against enumeration by tile, policies, the shipped equilibrium."""

from fractions import Fraction
from itertools import combinations
from typing import Any

import numba
import numpy as np
import pytest

from banca.games.pai_kao import ZERO_CLASSES, Result, compare, settings
from banca.games.pai_kao.exact import Seat, chances, policy
from banca.games.pai_kao.exact.compiled import all_weights, as_array, tally, totals
from banca.games.pai_kao.exact.deals import CLASSES_OF, HANDS, WAYS, hand_of, in_order
from banca.games.pai_kao.exact.equilibrium import GOAL, best_response, deals, exploitability
from banca.games.pai_kao.exact.policies import (
    balanced,
    digest,
    highest_front,
    highest_rear,
    read_equilibrium,
    shipped,
    shipped_counts,
)
from banca.games.pai_kao.refusals import UNKNOWN_POLICY
from banca.games.pai_kao.tiles import COPIES_OF_FACE
from banca.rulebook import Defect, Refusal

pytestmark = pytest.mark.compiled

ALL_TILES = [face for face, copies in COPIES_OF_FACE.items() for _ in range(copies)]
DEALS = 736_281_000
SAMPLE = [
    ("6-6", "4-5", "1-1", "2-3"),
    ("2-4", "1-2", "6-6", "6-6"),
    ("5-5", "4-6", "1-3", "1-6"),
    ("1-4", "2-3", "1-2", "3-6"),
]


def test_hands_and_weights() -> None:
    assert (len(HANDS), sum(WAYS)) == (4285, 35_960)
    weights = all_weights()
    assert int((np.array(WAYS) * weights.sum(axis=1)).sum()) == DEALS
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


@pytest.mark.parametrize("chosen", [highest_rear, highest_front])
def test_all_deals_tile_by_tile_agree_to_the_last_integer(chosen: Any) -> None:
    by_kind = chosen()
    hands = list(combinations(range(32), 4))
    masks = np.array([sum(1 << tile for tile in hand) for hand in hands], dtype=np.int64)
    lines = []
    for hand in hands:
        place = hand_of(tuple(ALL_TILES[tile] for tile in hand))
        lines.append(CLASSES_OF[place][by_kind.weights[place].index(1)])
    front, rear = (np.array(line, dtype=np.int16) for line in zip(*lines, strict=True))
    counted = every_deal(masks, front, rear, ZERO_CLASSES)
    assert sum(counted) == DEALS
    assert counted == totals(by_kind, by_kind, Seat.PLAYER)


@pytest.mark.parametrize(("tiles", "seat"), list(zip(SAMPLE[:2], Seat, strict=True)))
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


@pytest.mark.parametrize("tiles", SAMPLE)
@pytest.mark.parametrize("seat", list(Seat))
@pytest.mark.parametrize("name", ["highest_rear", "balanced", "equilibrium"])
def test_chances_of_a_hand_are_the_compiled_ones(tiles: tuple[str, ...], seat: Seat, name: str) -> None:
    other = policy(name, Seat.BANKER if seat is Seat.PLAYER else Seat.PLAYER)
    won, lost = tally(as_array(other), seat)
    place = hand_of(tiles)
    whole = 20_475 * other.total
    for setting, one in enumerate(chances(tiles, other, seat)):
        assert one.win == Fraction(int(won[place, setting]), whole)
        assert one.lose == Fraction(int(lost[place, setting]), whole)


@pytest.mark.parametrize("seat", list(Seat))
def test_a_best_response_is_best_hand_by_hand(seat: Seat) -> None:
    other = balanced()
    best = best_response(other, seat)
    for tiles in SAMPLE:
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
    assert sum(shipped_counts("highest_rear", "highest_rear")) == DEALS


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
    assert caught.value.code == UNKNOWN_POLICY
