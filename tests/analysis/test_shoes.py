"""Shoes, compiled: the same weights as in plain Python, and deals that come up as often as they must."""

from math import sqrt
from random import Random
from typing import Any

import numpy as np
import pytest

from support.baccarat import BACCARAT, RANKS, VALUE, hands, total

pytestmark = pytest.mark.compiled


def enumerate_deals(values: Any) -> Any:
    """Nested loops over the values of six cards: the ways that Player wins, Banker wins, and they tie. Shares nothing with what is tested."""
    wins = np.zeros(3, np.int64)
    left = values.copy()
    cards = left.sum()
    for a in range(10):
        for b in range(10):
            for c in range(10):
                for d in range(10):
                    ways = left[a]
                    left[a] -= 1
                    ways *= left[b]
                    left[b] -= 1
                    ways *= left[c]
                    left[c] -= 1
                    ways *= left[d]
                    left[d] -= 1
                    p, q = (a + c) % 10, (b + d) % 10
                    if ways > 0 and (p > 7 or q > 7 or (p > 5 and q > 5)):
                        wins[0 if p > q else 1 if q > p else 2] += ways * (cards - 4) * (cards - 5)
                    elif ways > 0 and p > 5:
                        for e in range(10):
                            r = (q + e) % 10
                            wins[0 if p > r else 1 if r > p else 2] += ways * left[e] * (cards - 5)
                    elif ways > 0:
                        for e in range(10):
                            more = ways * left[e]
                            left[e] -= 1
                            s = (p + e) % 10
                            draws = q < 3 or (q == 3 and e != 8) or (q == 4 and 1 < e < 8) or (q == 5 and 3 < e < 8)
                            if more > 0 and (draws or (q == 6 and 5 < e < 8)):
                                for f in range(10):
                                    r = (q + f) % 10
                                    wins[0 if s > r else 1 if r > s else 2] += more * left[f]
                            elif more > 0:
                                wins[0 if s > q else 1 if q > s else 2] += more * (cards - 5)
                            left[e] += 1
                    left[a] += 1
                    left[b] += 1
                    left[c] += 1
                    left[d] += 1
    return wins


def test_a_thousand_compositions_against_plain_enumeration() -> None:
    numba = pytest.importorskip("numba")
    from banca.analysis.shoes import CompiledDealing

    plain, compiled, chance = numba.njit(enumerate_deals), CompiledDealing(BACCARAT), Random(37)
    side = np.array([_winner(deal) for deal in BACCARAT.ends])
    for _ in range(1000):
        left = {rank: chance.randint(0, 32) for rank in RANKS}
        values = np.zeros(10, np.int64)
        for rank, count in left.items():
            values[VALUE[rank]] += count
        weights = compiled.weights(left)
        assert [int(weights[side == who].sum()) for who in range(3)] == plain(values).tolist()


def _winner(deal: tuple[str, ...]) -> int:
    player, banker = map(total, hands(deal))
    return 0 if player > banker else 1 if banker > player else 2


def test_the_same_weights_as_in_plain_python() -> None:
    pytest.importorskip("numba")
    from banca.analysis.shoes import CompiledDealing

    compiled = CompiledDealing(BACCARAT)
    for left in (dict.fromkeys(RANKS, 32), {"A": 3, "9": 4, "K": 1}, dict.fromkeys(RANKS, 4) | {"8": 0}):
        counted = zip(BACCARAT.ends, compiled.weights(left).tolist(), strict=True)
        assert {end: weight for end, weight in counted if weight} == BACCARAT.weights(left)
    with pytest.raises(OverflowError, match="more ways than fit"):
        compiled.weights(dict.fromkeys(RANKS, 1000))


def test_real_shoes_come_up_as_they_must() -> None:
    """A round's result has the chances of a full shoe at any place of the shoe, so the first round's counts are tested, and all rounds' roughly."""
    pytest.importorskip("numba")
    from banca.analysis.shoes import CompiledDealing

    compiled, full = CompiledDealing(BACCARAT), dict.fromkeys(RANKS, 32)
    weights = BACCARAT.weights(full)
    # With 412 of 416 cards behind the cut card a shoe is one round.
    single = compiled.deal(full, behind=412, shoes=400_000, seed=5)
    assert single.rounds == single.shoes == sum(single.ends.values())
    for deal, weight in weights.items():
        mean = single.shoes * weight / sum(weights.values())
        assert abs(single.ends.get(deal, 0) - mean) < 6 * sqrt(mean) + 6
    shoes = compiled.deal(full, behind=14, shoes=3000, seed=5)
    assert shoes == compiled.deal(full, behind=14, shoes=3000, seed=5)
    assert 79 < shoes.rounds / shoes.shoes < 84
    banker = sum(count for deal, count in shoes.ends.items() if _winner(deal) == 1) / shoes.rounds
    assert abs(banker - 0.458597) < 0.006
    with pytest.raises(ValueError, match="at least 5 must lie behind"):
        compiled.deal(full, behind=4, shoes=1)
