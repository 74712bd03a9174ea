"""A shoe: cards that are dealt one by one and not put back, and everything that a deal from it can come to.

A game says how a deal goes in two small pure functions: to which place the next card goes (none: the deal is over), and what of the cards
dealt its rules and bets look at. Following both over all kinds of card gives a finite automaton, as with a bet. It settles a deal as the cards
lay, and it counts: the ways to be dealt each end, from any cards that are left.
"""

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any, NamedTuple

Card = str
"""A kind of card, as it is written: a rank, or a rank and a suit."""
Deal = tuple[Card, ...]
"""The cards of a deal in the order in which they were dealt."""
Cards = Mapping[Card, int]
"""How many cards there are of each kind."""

MOST_STATES = 200_000
"""States that a dealing may have: beyond, its `keeps` keeps too much to be counted."""

BITS = 5
"""Binary digits for the number of cards of one block that are out: a deal may take 31 of a kind."""
MOST_OUT = (1 << BITS) - 1

Draw = tuple[int, int, int, int]
"""The node from which a card is drawn, the block of kinds that it is of, how many of that block are out before it, and the node or end
that it leads to."""


class Counting(NamedTuple):
    """What has to be multiplied and added to count the deals from any shoe. Nodes are numbered from 0 for each number of cards dealt."""

    blocks: tuple[tuple[int, ...], ...]
    """Kinds of card that are all the same from somewhere on, by their indices."""
    sizes: tuple[int, ...]
    """By the number of cards dealt: how many nodes there are."""
    onward: tuple[list[Draw], ...]
    """By the number of cards dealt: the draws after which another card is due."""
    ending: tuple[list[Draw], ...]
    """By the number of cards dealt: the draws that end the deal."""


class Dealing:
    """How a deal goes, and all that it can come to.

    Args:
        cards: The kinds of card.
        next_place: Where the next card goes after those that were dealt; None where the deal is over.
        keeps: What the rule and the bets look at in the cards dealt so far. Deals of which it keeps the same (and that are as long) count as one:
            whatever is not kept must make no difference later. By default every deal is one of its own.

    Raises:
        ValueError: The deals are too many to be told apart.

    Examples:
        >>> two = Dealing("AK", next_place=lambda deal: "hand" if len(deal) < 2 else None)
        >>> two.weights({"A": 2, "K": 1})
        {('A', 'A'): 2, ('A', 'K'): 2, ('K', 'A'): 2}
    """

    def __init__(
        self,
        cards: Iterable[Card],
        *,
        next_place: Callable[[Any], str | None],
        keeps: Callable[[Any], Hashable] = lambda deal: deal,
    ) -> None:
        self.cards = tuple(cards)
        self.next_place, self.keeps = next_place, keeps

    def _key(self, deal: Deal) -> Hashable:
        return len(deal), self.next_place(deal), self.keeps(deal)

    @cached_property
    def _explored(self) -> tuple[tuple[Deal, ...], tuple[tuple[int, ...], ...]]:
        # A state is known by the first deal that led to it; states come in the order of their number of cards.
        states: list[Deal] = [()]
        index = {self._key(()): 0}
        rows: list[tuple[int, ...]] = []
        for deal in states:  # grows while it is walked
            row: list[int] = []
            for card in self.cards if self.next_place(deal) is not None else ():
                longer = (*deal, card)
                state = index.setdefault(self._key(longer), len(states))
                if state == len(states):
                    states.append(longer)
                row.append(state)
            if len(states) > MOST_STATES:
                because = f"a dealing has more than {MOST_STATES} states: it keeps too much of the cards"
                raise ValueError(because)
            rows.append(tuple(row))
        return tuple(states), tuple(rows)

    @property
    def states(self) -> tuple[Deal, ...]:
        """Each state as one deal that leads to it; the start first, then by the number of cards."""
        return self._explored[0]

    @property
    def rows(self) -> tuple[tuple[int, ...], ...]:
        """By state: the state that each kind of card leads to; empty where the deal is over."""
        return self._explored[1]

    @cached_property
    def ends(self) -> tuple[Deal, ...]:
        """One finished deal for all that count as one, in the order of the states."""
        return tuple(deal for deal, row in zip(self.states, self.rows, strict=True) if not row)

    @cached_property
    def longest(self) -> int:
        """The number of cards of the longest deal."""
        return len(self.states[-1])

    def follow(self, deal: Sequence[Card]) -> Deal | None:
        """Return the finished deal that counts as the same as these cards; None if the rule deals fewer cards, more, or others.

        >>> pair = Dealing("AK", next_place=lambda deal: "hand" if len(deal) < 2 else None, keeps=lambda deal: tuple(sorted(deal)))
        >>> pair.follow(["K", "A"])
        ('A', 'K')
        """
        state = 0
        for card in deal:
            if card not in self.cards or not self.rows[state]:
                return None
            state = self.rows[state][self.cards.index(card)]
        return None if self.rows[state] else self.states[state]

    # Counting. What matters of the cards that are out is how many there are of each kind; and kinds that nothing tells apart from here on
    # (tens and kings, once pairs are decided) are one kind. So a node is a state with the number of cards out of each block of kinds: some
    # 9,000 for baccarat, where there are 1.7 million deals. The nodes do not depend on what the shoe holds.

    @cached_property
    def alike(self) -> tuple[tuple[int, ...], ...]:
        """By state: for each kind of card its block, of kinds that make no difference from this state on."""
        alike: list[tuple[int, ...]] = [()] * len(self.states)
        for state in reversed(range(len(self.states))):
            row = self.rows[state]
            following = {alike[target] for target in row}
            blocks: dict[Hashable, int] = {}
            alike[state] = tuple(
                blocks.setdefault((row[kind], *(of[kind] for of in following)) if row else (), len(blocks))
                for kind in range(len(self.cards))
            )
        return tuple(alike)

    @cached_property
    def counting(self) -> Counting:
        """The nodes and draws that count this dealing's deals."""
        block_index: dict[tuple[int, ...], int] = {}
        ways = [self._ways_on(state, block_index) for state in range(len(self.states))]
        ends = {state: number for number, state in enumerate(n for n, row in enumerate(self.rows) if not row)}
        merged: dict[tuple[int, int, int], int] = {}
        sizes, onward, ending = [], [], []
        nodes: dict[tuple[int, int], int] = {(0, 0): 0}
        while nodes:
            following: dict[tuple[int, int], int] = {}
            sizes.append(len(nodes))
            onward.append(going_on := list[Draw]())
            ending.append(going_out := list[Draw]())
            for (state, out), source in nodes.items():
                for block, shift, target in ways[state]:
                    taken = out >> shift & MOST_OUT
                    if target in ends:
                        going_out.append((source, block, taken, ends[target]))
                        continue
                    key = (out + (1 << shift), state, target)
                    if key not in merged:
                        merged[key] = _merge(key[0], self.alike[state], self.alike[target])
                    node = following.setdefault((target, merged[key]), len(following))
                    going_on.append((source, block, taken, node))
            nodes = following
        return Counting(tuple(block_index), tuple(sizes), tuple(onward), tuple(ending))

    def _ways_on(self, state: int, block_index: dict[tuple[int, ...], int]) -> list[tuple[int, int, int]]:
        """Return, by block of alike kinds: its number among all blocks, where the count of its cards that are out begins, and the next state."""
        kinds: dict[int, list[int]] = {}
        for kind, block in enumerate(self.alike[state]):
            kinds.setdefault(block, []).append(kind)
        row = self.rows[state]
        return [
            (block_index.setdefault(tuple(members), len(block_index)), block * BITS, row[members[0]])
            for block, members in kinds.items()
            if row
        ]

    def weights(self, left: Cards) -> dict[Deal, int]:
        """Return for each end in how many orders the cards that are left can be dealt to it, all cards told apart.

        A deal that ends early counts once for each card that could have come after it, so that all weights share one total.

        Raises:
            ValueError: A card is unknown, or fewer are left than the longest deal needs.
        """
        counting, cards = self.counting, self.count(left)
        held = [sum(cards[kind] for kind in block) for block in counting.blocks]
        total, weights = sum(cards), [0] * len(self.ends)
        ways = [1]
        for number in range(self.longest):
            # What stands behind a deal that is over by now may lie in any order.
            rest = orders(total - number - 1, self.longest - number - 1)
            for source, block, taken, end in counting.ending[number]:
                if (cards_left := held[block] - taken) > 0:
                    weights[end] += ways[source] * cards_left * rest
            following = [0] * (counting.sizes[number + 1] if number + 1 < len(counting.sizes) else 0)
            for source, block, taken, node in counting.onward[number]:
                if (cards_left := held[block] - taken) > 0:
                    following[node] += ways[source] * cards_left
            ways = following
        return {end: weight for end, weight in zip(self.ends, weights, strict=True) if weight}

    def count(self, left: Cards) -> list[int]:
        """Return how many cards there are of each kind, in the order of `cards`.

        Raises:
            ValueError: A card is unknown, or fewer are left than the longest deal needs.
        """
        if unknown := sorted(set(left) - set(self.cards)):
            because = f"no such card: {', '.join(unknown)}; possible: {', '.join(self.cards)}"
            raise ValueError(because)
        cards = [left.get(card, 0) for card in self.cards]
        if sum(cards) < self.longest:
            because = f"a deal takes up to {self.longest} cards; {sum(cards)} are left"
            raise ValueError(because)
        return cards


def orders(cards: int, dealt: int) -> int:
    """Return in how many orders so many of the cards can be dealt.

    >>> orders(416, 6)
    4998398275503360
    """
    # `math.perm` does the same; the law imports nothing that has floats.
    number = 1
    for left in range(cards, cards - dealt, -1):
        number *= left
    return number


def _merge(out: int, alike: Sequence[int], later: Sequence[int]) -> int:
    """Return the numbers of cards that are out by the blocks of a later state, whose blocks hold whole blocks of the earlier one."""
    whole = 0
    for block, later_block in set(zip(alike, later, strict=True)):
        whole += (out >> block * BITS & MOST_OUT) << later_block * BITS
    return whole
