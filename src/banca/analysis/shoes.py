"""Shoes in numbers, compiled: the weights of a composition in a fraction of a millisecond, and deals from real shoes by the million.

Both walk what `Dealing` has worked out in plain Python: the first its nodes and draws, the second its states. Needs the extra `fast`.
"""

from functools import cached_property
from math import perm
from typing import Any, NamedTuple

import numpy as np

from banca.analysis.simulation.compiled.chance import philox_words
from banca.analysis.simulation.tally import Array
from banca.devices import Cards, Deal, Dealing
from banca.jit import jit

MOST_WAYS = 1 << 63
"""Beyond, the ways to deal do not fit a word, and are counted in plain Python."""
_32, _LOW = np.uint64(32), np.uint64((1 << 32) - 1)
HALVES = 8
"""Random numbers of 32 bits that one counter gives."""


class ShoeDeals(NamedTuple):
    """What dealing shoes came to."""

    shoes: int
    rounds: int
    ends: dict[Deal, int]
    """How often each end came up."""


class CompiledDealing:
    """A dealing as arrays.

    Args:
        dealing: The rule, with what it keeps.
    """

    def __init__(self, dealing: Dealing) -> None:
        self.dealing = dealing
        width = len(dealing.cards)
        # A state that is over leads to -1, so that one look tells whether another card is due.
        self.rows = np.array([row or [-1] * width for row in dealing.rows], dtype=np.int32)
        self.end_of = np.full(len(dealing.rows), -1, dtype=np.int32)
        over = [state for state, row in enumerate(dealing.rows) if not row]
        self.end_of[over] = np.arange(len(over))

    @cached_property
    def _draws(self) -> tuple[Array, Array, Array, Array]:
        counting = self.dealing.counting
        levels = [draws for pair in zip(counting.onward, counting.ending, strict=True) for draws in pair]
        starts = np.cumsum([0, *map(len, levels)])
        draws = np.array([draw for level in levels for draw in level], dtype=np.int32).reshape(-1, 4).T.copy()
        blocks = np.zeros((len(counting.blocks), len(self.dealing.cards)), dtype=np.int64)
        for number, kinds in enumerate(counting.blocks):
            blocks[number, list(kinds)] = 1
        return draws, starts, blocks, np.array(counting.sizes)

    def weights(self, left: Cards) -> Array:
        """Return the weight of each end of the dealing, in their order, as `Dealing.weights` does.

        Raises:
            ValueError: A card is unknown, or fewer are left than the longest deal needs.
            OverflowError: The ways to deal are more than a word can hold; `Dealing.weights` counts them.
        """
        cards, longest = self.dealing.count(left), self.dealing.longest
        total = sum(cards)
        if perm(total, longest) >= MOST_WAYS:
            because = f"{total} cards can be dealt in more ways than fit 64 bits"
            raise OverflowError(because)
        draws, starts, blocks, sizes = self._draws
        rests = np.array([perm(total - number - 1, longest - number - 1) for number in range(longest)])
        weights: Array = count_ways(draws, starts, sizes, blocks @ np.array(cards), rests, len(self.dealing.ends))
        return weights

    def deal(self, shoe: Cards, behind: int, shoes: int, seed: int = 0) -> ShoeDeals:
        """Deal shoes down to the cut card, each shuffled anew; the round in which the cut card comes is the last.

        Args:
            shoe: The cards of a full shoe.
            behind: How many cards lie behind the cut card.
            shoes: How many to deal.
            seed: Of the random numbers; the same seed deals the same shoes.
        """
        cards = np.repeat(np.arange(len(self.dealing.cards), dtype=np.int8), self.dealing.count(shoe))
        # The last round may begin one card before the cut card.
        if behind < self.dealing.longest - 1:
            because = f"a deal takes up to {self.dealing.longest} cards: at least {self.dealing.longest - 1} must lie behind the cut card"
            raise ValueError(because)
        rounds, counts = deal_shoes(self.rows, self.end_of, cards, behind, shoes, seed, len(self.dealing.ends))
        ends = zip(self.dealing.ends, counts.tolist(), strict=True)
        return ShoeDeals(shoes, int(rounds), {end: count for end, count in ends if count})


@jit()
def count_ways(draws: Any, starts: Any, sizes: Any, held: Any, rests: Any, ends: int) -> Any:
    """Let the number of ways flow from the empty deal along all draws; return by end how many arrive."""
    source, block, taken, target = draws
    weights, ways = np.zeros(ends, np.int64), np.ones(1, np.int64)
    for number in range(len(sizes)):
        following = np.zeros(sizes[number + 1] if number + 1 < len(sizes) else 0, np.int64)
        for draw in range(starts[2 * number], starts[2 * number + 1]):
            left = held[block[draw]] - taken[draw]
            if left > 0:
                following[target[draw]] += ways[source[draw]] * left
        rest = rests[number]
        for draw in range(starts[2 * number + 1], starts[2 * number + 2]):
            left = held[block[draw]] - taken[draw]
            if left > 0:
                weights[target[draw]] += ways[source[draw]] * left * rest
        ways = following
    return weights


@jit()
def deal_shoes(rows: Any, end_of: Any, cards: Any, behind: int, shoes: int, seed: int, ends: int) -> Any:
    """Deal shoes to the cut card; return the number of rounds, and by end how often it came up."""
    counts, rounds, total = np.zeros(ends, np.int64), 0, len(cards)
    halves = np.zeros(HALVES, np.uint64)
    for shoe in range(shoes):
        top, counter, used = 0, 0, HALVES
        while top < total - behind:
            state = 0
            while end_of[state] < 0:
                # Fisher-Yates as far as cards are needed: the next card is any of those that are not dealt, exactly uniformly (D. Lemire).
                rest = np.uint64(total - top)
                while True:
                    if used == HALVES:
                        words = philox_words(seed, shoe, counter)
                        for word in range(4):
                            halves[2 * word], halves[2 * word + 1] = words[word] & _LOW, words[word] >> _32
                        counter, used = counter + 1, 0
                    product = halves[used] * rest
                    used += 1
                    low = product & _LOW
                    if low >= rest or low >= np.uint64(1 << 32) % rest:
                        break
                other = top + np.int64(product >> _32)
                card = cards[other]
                cards[other] = cards[top]
                cards[top] = card
                state, top = rows[state, card], top + 1
            counts[end_of[state]] += 1
            rounds += 1
    return rounds, counts
