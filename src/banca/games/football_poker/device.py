"""The shoe of football poker, the points of a hand, and when it takes a third card. Articles 9 and 10, A-1, A-4, A-5."""

from collections.abc import Iterator, Mapping
from enum import StrEnum

from banca.rules import Fact, Option, Outcome, Refusal, Space, _, citing
from banca.rules.refusal import BAD_OUTCOME, IMPOSSIBLE_OUTCOME

cite = citing("football_poker")

DECKS = Option(
    name="decks",
    values=tuple(range(1, 9)),
    default=8,
    cite=cite("A-5"),
    says=_("Packs of cards"),
)


class Shuffling(StrEnum):
    """When a drawn table shuffles. R-fp-3."""

    FRESH = "fresh"
    TO_CUT_CARD = "to_cut_card"


SHOE = Option(
    name="shoe",
    values=tuple(Shuffling),
    default=Shuffling.FRESH,
    cite=cite("R-fp-3"),
    says=_("The shoe"),
    says_value={
        Shuffling.FRESH: _("is full for every hand"),
        Shuffling.TO_CUT_CARD: _("is dealt down to the cut card (figures are those of a full shoe)"),
    },
)
BEHIND_CUT_CARD = 26
"""Cards behind the cut card: the hand that reaches it is played, then the shoe is shuffled. R-fp-3."""

TWO_CARDS = _("two cards, as they make 1 to 8")
THIRD_CARD = _("a third card, as the first two make 0 or 9")

CARD_POINTS_CITE = cite("A-1")
CARD_POINTS = {"A": 1, **{str(n): n for n in range(2, 10)}, "10": 0, "J": 0, "Q": 0, "K": 0}
"""Aces 1, 2 to 9 their number, tens and court cards 0. football_poker A-1."""

SUITS = 4
POST_POINTS = (0, 9)
THIRD_CARD_CITE = cite("10.1")
POINTS_CITE = cite("9.4")
LAST_DIGIT_CITE = cite("R-fp-2")
OUTCOME_CITES = (CARD_POINTS_CITE, POINTS_CITE, LAST_DIGIT_CITE, THIRD_CARD_CITE)
"""By which the cards make points, and these a third card."""

Hand = tuple[str, ...]
Cards = dict[str, int]
"""How many cards there are of each rank."""


def points(hand: Hand) -> int:
    """The last digit of the cards' sum. football_poker 9.4, R-fp-2.

    >>> points(("K", "9", "4"))
    3
    """
    return sum(CARD_POINTS[rank] for rank in hand) % 10


def is_post(hand: Hand) -> bool:
    """0 or 9. football_poker 10.1, 10.2."""
    return points(hand) in POST_POINTS


def shoe(decks: int) -> Space:
    """Every hand with its weight: the ways to draw it in order, without replacement. football_poker 10.1, A-4, A-5.

    A hand of two cards counts once for every third card that was not drawn, so all weights share one total.
    """
    return hands_from(full_shoe(decks))


def full_shoe(decks: int) -> Cards:
    """How many cards of each rank. football_poker A-5."""
    return dict.fromkeys(CARD_POINTS, SUITS * decks)


def without(left: Cards, hand: Hand) -> Cards:
    """The shoe after a hand has been dealt from it."""
    return {rank: count - hand.count(rank) for rank, count in left.items()}


def hands_from(left: Cards) -> Space:
    """Every hand that these cards can make, with its weight."""
    return Space(tuple((hand, weight) for hand, weight in _hands(left) if weight), DECKS.cite)


def _hands(left: Cards) -> Iterator[tuple[Outcome, int]]:
    cards = sum(left.values())
    for first in left:
        for second in left:
            pair_ways = left[first] * (left[second] - (second == first))
            if not is_post((first, second)):
                yield (first, second), pair_ways * (cards - 2)
                continue
            for third in left:
                yield (first, second, third), pair_ways * (left[third] - (third == first) - (third == second))


def read_cards(text: str) -> Hand:
    """Cards by their ranks, in any case; T is a ten. football_poker A-1."""
    hand = tuple("10" if rank == "T" else rank for rank in text.upper().split("-"))
    if any(rank not in CARD_POINTS for rank in hand):
        raise Refusal(IMPOSSIBLE_OUTCOME, CARD_POINTS_CITE, asked=text, allowed=list(CARD_POINTS))
    return hand


def parse(text: str) -> Hand:
    """Read `K-9-4`, or two cards where they do not make 0 or 9: `5-2`.

    >>> parse("k-9-4")
    ('K', '9', '4')
    """
    hand = read_cards(text)
    if len(hand) not in (2, 3):
        raise Refusal(BAD_OUTCOME, THIRD_CARD_CITE, asked=text, form="K-9-4")
    if is_post(hand[:2]) != (len(hand) == 3):
        allowed = THIRD_CARD if is_post(hand[:2]) else TWO_CARDS
        raise Refusal(IMPOSSIBLE_OUTCOME, THIRD_CARD_CITE, asked=text, allowed=allowed)
    return hand


def show(hand: Hand) -> str:
    """Write a hand by its ranks."""
    return "-".join(hand)


FACT_WORDS = {
    "cards": _("cards"),
    "count": _("number of cards"),
    "points": _("points"),
    "first_points": _("points of the first two"),
}
"""What the facts of an outcome are called."""


def facts(hand: Hand) -> Mapping[str, Fact]:
    """The cards, how many they are, their points, and the points of the first two."""
    return {"cards": hand, "count": len(hand), "points": points(hand), "first_points": points(hand[:2])}
