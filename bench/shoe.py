"""What dealing football poker's shoe down to its cut card does to the figures: the tables of docs/readings/R-fp-3.md.

python bench/shoe.py              # one pack over all compositions, eight packs in a million shoes
python bench/shoe.py 20_000_000   # eight packs in so many

Cards are counted by their points. A player's mean gain per hand is that of a full shoe, and Cov(N, M) / E[N] more: N are the hands of
a shoe, M is the mean gain of the hand that would come next (R-fp-3).
"""

import sys

import numpy as np
import numpy.typing as npt

from banca.games.football_poker.device import BEHIND_CUT_CARD
from banca.jit import jit

BETS = ("upper", "lower", "even", "odd", "post")
SEED = 20040628
PACK = np.array([16] + [4] * 9, dtype=np.int64)
"""Cards of a pack by their points, 0 to 9."""

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]


@jit()
def gains(left: Ints, out: Floats) -> None:
    """What the next hand from these cards gains on average, bet by bet."""
    cards = left.sum()
    ends = np.zeros(10)
    for a in range(10):
        for b in range(10):
            pair = left[a] * (left[b] - (a == b)) / (cards * (cards - 1.0))
            two = (a + b) % 10
            if pair <= 0:
                continue
            if two not in (0, 9):
                ends[two] += pair
                continue
            for c in range(10):
                ends[(two + c) % 10] += pair * (left[c] - (c == a) - (c == b)) / (cards - 2.0)
    upper, lower = ends[5:9].sum(), ends[1:5].sum()
    even, odd, post = ends[2:9:2].sum(), ends[1:8:2].sum(), ends[0] + ends[9]
    out[0], out[1] = 0.95 * upper - lower, 0.95 * lower - upper
    out[2], out[3], out[4] = 2 * even - 1, 2 * odd - 1, 9 * post - 1


@jit()
def one_pack(pack: Ints, behind: int) -> tuple[float, Floats]:  # noqa: C901 - one loop over compositions
    """The mean number of hands, and the mean gain over all of them: the chance of every composition a hand can begin with."""
    places = np.ones(10, dtype=np.int64)
    for value in range(8, -1, -1):
        places[value] = places[value + 1] * (pack[value + 1] + 1)
    chances = np.zeros(places[0] * (pack[0] + 1))
    chances[0] = 1.0
    hands, total, mean = 0.0, np.zeros(5), np.zeros(5)
    left = np.zeros(10, dtype=np.int64)
    for dealt in range(len(chances)):  # a hand always leads to a higher number
        chance, rest = chances[dealt], dealt
        if chance == 0:
            continue
        for value in range(10):
            left[value] = pack[value] - rest // places[value]
            rest %= places[value]
        cards = left.sum()
        if cards <= behind:
            continue
        gains(left, mean)
        hands += chance
        total += chance * mean
        for a in range(10):
            for b in range(10):
                pair = chance * left[a] * (left[b] - (a == b)) / (cards * (cards - 1.0))
                if pair <= 0:
                    continue
                after = dealt + places[a] + places[b]
                if (a + b) % 10 not in (0, 9):
                    chances[after] += pair
                    continue
                for c in range(10):
                    third = left[c] - (c == a) - (c == b)
                    if third > 0:
                        chances[after + places[c]] += pair * third / (cards - 2.0)
    return hands, total / hands


@jit()
def shoes(full: Ints, behind: int, count: int, seed: int) -> tuple[Ints, Floats, Ints]:
    """Of so many shoes: the sums of N and N²; those of M, N M and (N M)² by bet; how often each bet favours the last hand's player."""
    np.random.seed(seed)  # noqa: NPY002 - numba's own generator
    cards = np.repeat(np.arange(10), full)
    usual, mean = np.zeros(5), np.zeros(5)
    gains(full, usual)
    middle = int((len(cards) - behind) / 2.24)
    dealt, before = np.zeros(2, dtype=np.int64), np.zeros(10, dtype=np.int64)
    sums, favours = np.zeros((3, 5)), np.zeros(5, dtype=np.int64)
    for _ in range(count):
        left, place, hands = full.copy(), 0, -middle
        while len(cards) - place > behind:
            before[:] = left
            due = 2
            while due:
                other = np.random.randint(place, len(cards))  # noqa: NPY002 - numba's own generator
                cards[place], cards[other] = cards[other], cards[place]
                left[cards[place]] -= 1
                place, due = place + 1, due - 1
                if due == 0 and place >= 2 and left.sum() == before.sum() - 2:
                    due = int((cards[place - 1] + cards[place - 2]) % 10 in (0, 9))
            hands += 1
        gains(before, mean)
        favours += mean > 0
        gains(left, mean)
        mean -= usual
        dealt += np.array([hands, hands * hands])
        sums[0] += mean
        sums[1] += hands * mean
        sums[2] += (hands * mean) ** 2
    return dealt + np.array([middle * count, 0]), sums, favours


def main(count: int) -> None:
    """Print both tables."""
    hands, mean = one_pack(PACK, BEHIND_CUT_CARD)
    usual = np.zeros(5)
    gains(PACK, usual)
    print(f"one pack: {hands:.4f} hands a shoe")
    for bet, more in zip(BETS, mean - usual, strict=True):
        print(f"  {bet:6} {more:+.3e}")
    dealt, sums, favours = shoes(8 * PACK, BEHIND_CUT_CARD, count, SEED)
    gains(8 * PACK, usual)
    hands = dealt[0] / count
    offset = hands - int((8 * PACK.sum() - BEHIND_CUT_CARD) / 2.24)
    print(f"eight packs: {hands:.4f} hands a shoe, {count} shoes")
    covariance = sums[1] / count - offset * sums[0] / count
    error = np.sqrt((sums[2] / count - (sums[1] / count) ** 2) / count)
    for bet, more, wrong, often in zip(BETS, covariance / hands, error / hands, favours / count, strict=True):
        print(f"  {bet:6} {more:+.3e} ± {2 * wrong:.1e}; favours the player before the last hand in {often:.2%}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000)
