"""What dealing a shoe down to its cut card does to the figures, compiled. R-fp-3. Needs the extra `fast`.

Cards are counted by their points. One pack is followed through all its compositions, in floats with a bound. More packs have too many:
a player's mean gain per hand is that of a full shoe and Cov(N, M) / E[N] more, where N are the hands of a shoe and M is the mean gain of the
hand that would come next. The covariance has little noise, so shoes are dealt, and two standard errors are told.
"""

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from banca.analysis.exact import analysed
from banca.games.football_poker.rules import (
    BEHIND_CUT_CARD,
    CARD_POINTS,
    RULEBOOK,
    SUITS,
    Hand,
    full_shoe,
    hands_from,
    points,
)
from banca.jit import jit, jit_part
from banca.record import FrozenStruct
from banca.rules import Bet, Stay, net_per_unit

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]

SHOES = 1_000_000
SEED = 20040628
PACK = np.bincount(list(CARD_POINTS.values())) * SUITS
"""Cards of a pack by their points, 0 to 9."""
VALUES = 10
THREE = 3
CARDS_A_HAND = 2.24
"""On average, nearly: from what the number of hands is counted."""
ENDINGS = 2 * VALUES
"""How a hand may end: its points, and ten more where it has a third card."""
BLOCK = 1 << 13
"""Chances that are added up before they are added to the others, so that little is lost."""
BOUND = 1e-10
"""By how much a mean gain of one pack may be wrong: a chance is made of at most 13 hands with at most 320 roundings each, and added up
with at most 2 BLOCK more; all of 2^-53, on gains of at most 9, in numerator and denominator: below 4e-11."""


class BetDealtOn(FrozenStruct):
    """What a bet gains more per hand and unit staked when a shoe is dealt down to its cut card than from a full shoe."""

    bet: str
    more: float
    error: float
    """A proven bound for one pack; for more packs two standard errors."""
    favoured: float | None
    """In what share of the shoes dealt the bet favours the player before the last hand; None for one pack."""


class DealtOn(FrozenStruct):
    """A shoe that is dealt down to its cut card."""

    decks: int
    hands: float
    """On average."""
    shoes: int | None
    """How many were dealt; None where all compositions were followed."""
    bets: tuple[BetDealtOn, ...]


def dealt_on(decks: int, shoes: int = SHOES, seed: int = SEED) -> DealtOn:
    """Return the effect of dealing on: proven for one pack, measured for more. All bets are taken before the deal (R-fp-1)."""
    offered = RULEBOOK.under(decks=decks).bets.values()
    usual, gains = np.array([float(-analysed(bet).house_edge) for bet in offered]), gains_of(offered)
    favoured: Sequence[float | None] = [None] * len(gains)
    if decks == 1:
        hands, endings = follow(PACK, BEHIND_CUT_CARD)
        more, errors = gains @ endings / hands - usual, np.full(len(gains), BOUND)
    else:
        full = decks * PACK
        # Hands are counted from a number near their mean: sums of small numbers lose no digits, and the covariance is their difference.
        middle = round((full.sum() - BEHIND_CUT_CARD) / CARDS_A_HAND)
        beyond, sums, counts = deal_shoes(full, BEHIND_CUT_CARD, gains, usual, middle, shoes, seed)
        hands, means = middle + beyond / shoes, sums / shoes
        # Cov(N, M) / E[N], as the module says; N is counted from the middle, which a covariance does not notice.
        more = (means[1] - beyond / shoes * means[0]) / hands
        errors = 2 * np.sqrt((means[2] - means[1] ** 2) / shoes) / hands
        favoured = (counts / shoes).tolist()
    rows = zip(offered, more.tolist(), errors.tolist(), favoured, strict=True)
    return DealtOn(
        decks=decks,
        hands=float(hands),
        shoes=None if decks == 1 else shoes,
        bets=tuple(BetDealtOn(bet=bet.key, more=m, error=e, favoured=f) for bet, m, e, f in rows),
    )


def gains_of(offered: Iterable[Bet]) -> Floats:
    """Return what each bet gains per unit staked by each ending of a hand; an ending that cannot come up gains nothing."""
    possible: Iterable[tuple[Any, int]] = hands_from(full_shoe(1)).weights
    example: dict[int, Hand] = {ending(hand): hand for hand, _ in possible}
    return np.array(
        [[_gain(bet, example[end]) if end in example else 0.0 for end in range(ENDINGS)] for bet in offered]
    )


def _gain(bet: Bet, hand: Hand) -> float:
    verdict = bet.step(bet.start, bet.sees(hand))
    assert not isinstance(verdict, Stay)  # noqa: S101 - every bet is decided by its hand
    return float(net_per_unit(verdict, bet.commission))


def ending(hand: Hand) -> int:
    """Return how a hand has ended.

    >>> ending(("5", "2")), ending(("K", "9", "4"))
    (7, 13)
    """
    return points(hand) + VALUES * (len(hand) == THREE)


@jit_part(inlined=False)
def _end(left: Any, chance: Any, endings: Any) -> None:
    """Add the chances of everything that the next hand from these cards may come to."""
    cards = left.sum()
    for a in range(VALUES):
        for b in range(VALUES):
            pair = chance * left[a] * (left[b] - (a == b)) / (cards * (cards - 1.0))
            two = (a + b) % VALUES
            if pair <= 0:
                continue
            if two not in (0, 9):
                endings[two] += pair
                continue
            for c in range(VALUES):
                third = left[c] - (c == a) - (c == b)
                endings[VALUES + (two + c) % VALUES] += pair * third / (cards - 2.0)


@jit_part(inlined=False)
def _deal_from(left: Any, chance: Any, chances: Any, dealt: Any, places: Any) -> None:
    """Hand the chance of a composition on to those that the next hand may leave."""
    cards = left.sum()
    for a in range(VALUES):
        for b in range(VALUES):
            pair = chance * left[a] * (left[b] - (a == b)) / (cards * (cards - 1.0))
            if pair <= 0:
                continue
            after = dealt + places[a] + places[b]
            if (a + b) % VALUES not in (0, 9):
                chances[after] += pair
                continue
            for c in range(VALUES):
                third = left[c] - (c == a) - (c == b)
                if third > 0:
                    chances[after + places[c]] += pair * third / (cards - 2.0)


@jit()
def follow(pack: Any, behind: Any) -> Any:
    """Return the mean number of hands of a pack, and how often each ending comes in them."""
    # A composition is one number in mixed radix, a digit for the cards dealt of each value. A hand only raises digits, so that one pass
    # upwards has the whole chance of a composition before it is handed on, and no composition has to be looked up.
    places = np.ones(VALUES, dtype=np.int64)
    for value in range(VALUES - 2, -1, -1):
        places[value] = places[value + 1] * (pack[value + 1] + 1)
    chances = np.zeros(places[0] * (pack[0] + 1))
    chances[0] = 1.0
    hands, endings, left = 0.0, np.zeros(ENDINGS), np.zeros(VALUES, dtype=np.int64)
    for start in range(0, len(chances), BLOCK):
        some, ended = 0.0, np.zeros(ENDINGS)
        for dealt in range(start, min(start + BLOCK, len(chances))):
            chance, rest = chances[dealt], dealt
            if chance == 0:
                continue
            for value in range(VALUES):
                left[value] = pack[value] - rest // places[value]
                rest %= places[value]
            if left.sum() > behind:
                some += chance
                _end(left, chance, ended)
                _deal_from(left, chance, chances, dealt, places)
        hands += some
        endings += ended
    return hands, endings


@jit()
def deal_shoes(full: Any, behind: Any, gains: Any, usual: Any, middle: Any, count: Any, seed: Any) -> Any:
    """Deal shoes; return the sum of N - middle, by bet those of M, N M and (N M)², and how often each favours the last hand's player."""
    np.random.seed(seed)  # noqa: NPY002 - numba's own generator
    cards = np.repeat(np.arange(VALUES), full)
    before, endings = full.copy(), np.zeros(ENDINGS)
    beyond, sums, favours = 0, np.zeros((3, len(usual))), np.zeros(len(usual), dtype=np.int64)
    for _ in range(count):
        left, top, hands = full.copy(), 0, -middle
        while len(cards) - top > behind:
            before[:] = left
            due = 2
            while due:
                # Fisher-Yates as far as cards are needed: the card at `top` is drawn from all that are not dealt.
                other = np.random.randint(top, len(cards))  # noqa: NPY002 - numba's own generator
                cards[top], cards[other] = cards[other], cards[top]
                left[cards[top]] -= 1
                top, due = top + 1, due - 1
                if due == 0 and left.sum() == before.sum() - 2:  # two cards are out: on 0 or 9 a third is due
                    due = int((cards[top - 1] + cards[top - 2]) % VALUES in (0, 9))
            hands += 1
        endings[:] = 0
        _end(before, 1.0, endings)
        favours += (gains * endings).sum(axis=1) > 0
        endings[:] = 0
        _end(left, 1.0, endings)
        mean = (gains * endings).sum(axis=1) - usual
        beyond += hands
        sums[0] += mean
        sums[1] += hands * mean
        sums[2] += (hands * mean) ** 2
    return beyond, sums, favours
