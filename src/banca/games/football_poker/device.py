"""The shoe of football poker, the points of a hand, and when it takes a third card. Articles 9 and 10, A-1, A-4, A-5."""

from collections.abc import Iterator, Mapping

from banca.rulebook import Fact, Option, Outcome, Refusal, Space, citing, words
from banca.rulebook.refusals import BAD_OUTCOME, IMPOSSIBLE_OUTCOME

cite = citing("football_poker")

DECKS = Option(
    name="decks",
    values=tuple(range(1, 9)),
    default=8,
    cite=cite("A-5"),
    says=words("Packs of cards", pt="Baralhos de cartas", zh="牌的副數"),
)
TWO_CARDS = words(
    "two cards, as they make 1 to 8", pt="duas cartas, pois perfazem 1 a 8", zh="只有兩張牌，因合計 1 至 8 點"
)
THIRD_CARD = words(
    "a third card, as the first two make 0 or 9",
    pt="uma terceira carta, pois as duas primeiras perfazem 0 ou 9",
    zh="補第三張牌，因首兩張合計 0 或 9 點",
)

CARD_POINTS_CITE = cite("A-1")
CARD_POINTS = {"A": 1, **{str(n): n for n in range(2, 10)}, "10": 0, "J": 0, "Q": 0, "K": 0}
"""Aces 1, 2 to 9 their number, tens and court cards 0. football_poker A-1."""

SUITS = 4
POST_POINTS = (0, 9)
THIRD_CARD_CITE = cite("10.1")
POINTS_CITE = cite("9.4")
LAST_DIGIT_CITE = cite("R-fp-2")

Hand = tuple[str, ...]


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

    A hand of two cards stands for every third card that was not drawn, so all weights share one total.
    """
    return Space(tuple(_hands(SUITS * decks)), DECKS.cite)


def _hands(copies: int) -> Iterator[tuple[Outcome, int]]:
    cards = copies * len(CARD_POINTS)
    for first in CARD_POINTS:
        for second in CARD_POINTS:
            pair_ways = copies * (copies - (second == first))
            if not is_post((first, second)):
                yield (first, second), pair_ways * (cards - 2)
                continue
            for third in CARD_POINTS:
                yield (first, second, third), pair_ways * (copies - (third == first) - (third == second))


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


def facts(hand: Hand) -> Mapping[str, Fact]:
    """The cards, how many they are, their points, and the points of the first two."""
    return {"cards": hand, "count": len(hand), "points": points(hand), "first_points": points(hand[:2])}
