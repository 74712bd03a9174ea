"""Every hand of Pai Kao by kind, and the exact chances of a hand's three settings against a policy.

Tiles of one rank are alike in everything, so 35,960 hands of tiles are 4,285 hands of kinds with weights, and a deal of a
hand against another weighs as many ways as the tiles left allow.
"""

from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations_with_replacement
from math import comb

from banca.games.pai_kao import (
    BY_FACE,
    CLASS_OF,
    COMMISSION,
    KINDS,
    SPLITS,
    ZERO_CLASSES,
    Faces,
    Setting,
    pair_rank,
    settings,
)
from banca.games.pai_kao.exact.policy import Policy, Seat

COPIES = tuple(kind.copies for kind in KINDS)
INDEX = {kind: place for place, kind in enumerate(KINDS)}

Hand = tuple[int, ...]
"""Four kinds by their place in table 1, the highest first."""


def _is_possible(hand: Hand) -> bool:
    return all(hand.count(kind) <= COPIES[kind] for kind in hand)


def _classes(hand: Hand) -> tuple[tuple[int, int], ...]:
    """Front and rear class of each of the three settings."""
    found = []
    for split in SPLITS:
        ranks = sorted(pair_rank(*(KINDS[hand[place]] for place in pair)) for pair in split)
        found.append((CLASS_OF[ranks[0]], CLASS_OF[ranks[1]]))
    return tuple(found)


HANDS: tuple[Hand, ...] = tuple(
    hand for hand in combinations_with_replacement(range(len(KINDS)), 4) if _is_possible(hand)
)
HAND_INDEX = {hand: place for place, hand in enumerate(HANDS)}
COUNTS = tuple(tuple((kind, hand.count(kind)) for kind in dict.fromkeys(hand)) for hand in HANDS)
"""Per hand: its kinds and how many of each."""


def ways(hand: int, left: tuple[int, ...] | list[int] = COPIES) -> int:
    """How many hands of tiles this hand of kinds stands for, given the tiles left of each kind."""
    product = 1
    for kind, count in COUNTS[hand]:
        product *= comb(left[kind], count)
    return product


HANDS_LEFT = comb(sum(COPIES) - 4, 4)
"""Hands that the 28 tiles left can make."""
WAYS = tuple(ways(hand) for hand in range(len(HANDS)))
CLASSES_OF = tuple(_classes(hand) for hand in HANDS)
"""Per hand: (front class, rear class) of each setting."""


def in_order(tiles: Faces) -> Faces:
    """Tiles in the order of a Hand, so that their three settings stand in the order of CLASSES_OF."""
    return tuple(sorted(tiles, key=lambda face: INDEX[BY_FACE[face]]))


def hand_of(tiles: Faces) -> int:
    """The hand of kinds that four tiles are."""
    return HAND_INDEX[tuple(INDEX[BY_FACE[face]] for face in in_order(tiles))]


def higher(player: tuple[int, int], banker: tuple[int, int]) -> tuple[bool, bool]:
    """Whether the player's front and rear win: copies, and two fronts of zero, go to the banker. pai_kao 6.1, 6.2."""
    return player[0] > banker[0] and player[0] >= ZERO_CLASSES, player[1] > banker[1]


def value_of(win: Fraction, lose: Fraction) -> Fraction:
    """The mean gain per unit staked: even money less commission when winning. R-pk-4."""
    return win * (1 - COMMISSION) - lose


@dataclass(frozen=True, slots=True, kw_only=True)
class Chances:
    """One setting's exact chances, from the seat of whoever sets it."""

    setting: Setting
    win: Fraction
    tie: Fraction
    lose: Fraction
    front_wins: Fraction
    """The chance that its front alone is the higher."""
    rear_wins: Fraction

    @property
    def value(self) -> Fraction:
        """The mean gain per unit staked, with commission."""
        return value_of(self.win, self.lose)


def chances(tiles: Faces, against: Policy, seat: Seat) -> tuple[Chances, ...]:
    """The three settings of four tiles against an opponent's policy, over every hand that the tiles left can make."""
    mine = CLASSES_OF[hand_of(tiles)]
    left = list(COPIES)
    for face in tiles:
        left[INDEX[BY_FACE[face]]] -= 1
    lines = [dict.fromkeys(((True, True), (True, False), (False, True), (False, False)), 0) for _ in mine]
    for other in range(len(HANDS)):
        weight = ways(other, left)
        if not weight:
            continue
        for theirs, share in zip(CLASSES_OF[other], against.weights[other], strict=True):
            if share:
                for place, ours in enumerate(mine):
                    front, rear = higher(ours, theirs) if seat is Seat.PLAYER else higher(theirs, ours)
                    won = (front, rear) if seat is Seat.PLAYER else (not front, not rear)
                    lines[place][won] += weight * share
    return tuple(_chances(setting, won) for setting, won in zip(settings(in_order(tiles)), lines, strict=True))


def _chances(setting: Setting, won: dict[tuple[bool, bool], int]) -> Chances:
    """From the weight of each (front won, rear won)."""
    total = sum(won.values())
    only_front, only_rear = won[True, False], won[False, True]
    return Chances(
        setting=setting,
        win=Fraction(won[True, True], total),
        tie=Fraction(only_front + only_rear, total),
        lose=Fraction(won[False, False], total),
        front_wins=Fraction(won[True, True] + only_front, total),
        rear_wins=Fraction(won[True, True] + only_rear, total),
    )
