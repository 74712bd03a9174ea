"""The shoe: deals by a rule, and exact weights by counting."""

from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from random import Random

import pytest

from banca.devices import Cards, Deal, Dealing
from support.baccarat import BACCARAT, RANKS, hands, keeps, next_place, total


def winners(weights: dict[Deal, int]) -> Counter[str]:
    """Weights by who wins."""
    sums: Counter[str] = Counter()
    for deal, weight in weights.items():
        player, banker = map(total, hands(deal))
        sums["banker" if banker > player else "player" if player > banker else "tie"] += weight
    return sums


def packs(number: int) -> dict[str, int]:
    """Cards of so many packs."""
    return dict.fromkeys(RANKS, 4 * number)


def test_eight_packs_of_baccarat() -> None:
    """The counts of all deals of eight packs, as published (Wizard of Odds, "Baccarat", appendix 1; S. N. Ethier, The Doctrine of Chances, 5.1)."""
    weights = BACCARAT.weights(packs(8))
    published = {"banker": 2_292_252_566_437_888, "player": 2_230_518_282_592_256, "tie": 475_627_426_473_216}
    assert winners(weights) == published
    assert sum(weights.values()) == 4_998_398_275_503_360
    pairs = sum(weight for deal, weight in weights.items() if deal[0] == deal[2])
    assert Fraction(pairs, sum(weights.values())) == Fraction(31, 415)


def test_six_packs_of_baccarat() -> None:
    """Edges of six packs as published (Wizard of Odds): 1.0558, 1.2374 and 14.4382 per cent."""
    sums = winners(BACCARAT.weights(packs(6)))
    banker, player, tie = (Fraction(sums[side], sum(sums.values())) for side in ("banker", "player", "tie"))
    edges = player - banker * Fraction(95, 100), banker - player, 1 - 9 * tie
    assert [round(float(edge) * 100, 4) for edge in edges] == [1.0558, 1.2374, 14.4382]


def listed(
    left: Cards, rule: Callable[[Deal], str | None], dealt: Deal = (), ways: int = 1
) -> Iterator[tuple[Deal, int]]:
    """Every deal from these cards with its ways, one card after the other, and nothing counted together."""
    if rule(dealt) is None:
        yield dealt, ways
        return
    for card, count in left.items():
        if count:
            yield from listed({**left, card: count - 1}, rule, (*dealt, card), ways * count)


@pytest.mark.parametrize("seed", range(12))
def test_any_composition_is_counted_as_it_is_listed(seed: int) -> None:
    chance = Random(seed)
    kinds = chance.sample(RANKS, 4)
    left = {rank: chance.randint(1, 6) for rank in kinds} | {"K": 3}
    cards = sum(left.values())
    expected: Counter[tuple[int, ...]] = Counter()
    for deal, ways in listed(left, next_place):
        for behind in range(len(deal), 6):
            ways *= cards - behind  # whatever lies behind the deal
        player, banker = hands(deal)
        expected[total(player), total(banker), len(player), len(banker), player[0] == player[1]] += ways
    counted: Counter[tuple[int, ...]] = Counter()
    for deal, ways in BACCARAT.weights(left).items():
        player, banker = hands(deal)
        counted[total(player), total(banker), len(player), len(banker), player[0] == player[1]] += ways
    assert counted == expected


def test_cards_as_they_lay() -> None:
    same = BACCARAT.follow(("7", "4", "8", "2", "9"))
    assert same is not None
    assert keeps(same) == keeps(("7", "4", "8", "2", "9"))
    assert BACCARAT.follow(("9", "2", "K", "3", "5")) is None  # a natural: the fifth card is one too many
    assert BACCARAT.follow(("7", "4", "8", "2")) is None  # a third card is due
    assert BACCARAT.follow(("7", "4", "8", "X", "9")) is None


def test_what_a_shoe_cannot_deal_is_refused() -> None:
    with pytest.raises(ValueError, match="no such card: Z; possible: A, 2"):
        BACCARAT.weights({"Z": 8, "A": 8})
    with pytest.raises(ValueError, match="up to 6 cards; 5 are left"):
        BACCARAT.weights({"A": 5})
    endless = Dealing("AB", next_place=lambda _deal: "hand")
    with pytest.raises(ValueError, match="keeps too much"):
        endless.weights({"A": 8})
