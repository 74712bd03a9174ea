"""The next hand from a shoe of which some cards are out: the exact figures of every bet. A-5, R-fp-3."""

from collections.abc import Iterable

from banca.games.football_poker.bets import bets_from
from banca.games.football_poker.device import (
    CARD_POINTS_CITE,
    DECKS,
    SHOE,
    Cards,
    Hand,
    full_shoe,
    hands_from,
    read_cards,
    without,
)
from banca.rules import Bet, Chosen, Refusal, _

MOST_OF_A_HAND = 3


def cards_left(decks: int, seen: Iterable[str]) -> Cards:
    """What a full shoe has left when these cards are out, written as hands are: `K-9-4`, `5-2`, `A`.

    >>> cards_left(1, ["K-9-4", "K"])["K"]
    2
    """
    out: Hand = tuple(card for written in seen for card in read_cards(written))
    full = full_shoe(decks)
    left = without(full, out)
    for rank, count in left.items():
        if count < 0:
            asked = {"asked": rank, "count": full[rank] - count, "allowed": full[rank]}
            raise Refusal(
                "more_than_the_shoe_has",
                _("{asked} was seen {count} times; the shoe has {allowed}"),
                DECKS.cite,
                **asked,
            )
    if sum(left.values()) < MOST_OF_A_HAND:
        raise Refusal(
            "too_few_cards",
            _("a hand needs up to {allowed} cards, and {asked} are left"),
            CARD_POINTS_CITE,
            asked=sum(left.values()),
            allowed=MOST_OF_A_HAND,
        )
    return left


def next_hand(chosen: Chosen, left: Cards) -> tuple[Bet, ...]:
    """Every bet on the next hand from these cards, as the house takes it."""
    return tuple(bets_from(hands_from(left), chosen, (SHOE.cite,)))
