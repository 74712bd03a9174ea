"""Baccarat as a rule of dealing, for the tests of the shoe: public knowledge, and no game of Banca's."""

from collections.abc import Hashable

from banca.devices import Deal, Dealing

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
VALUE = {rank: min(number, 10) % 10 for number, rank in enumerate(RANKS, start=1)}
BANKER_DRAWS_ON = {0: "0123456789", 1: "0123456789", 2: "0123456789", 3: "012345679", 4: "234567", 5: "4567", 6: "67"}
"""By the banker's points: the player's third cards on which the banker draws."""


def total(cards: Deal) -> int:
    """The last digit of the cards' sum."""
    return sum(VALUE[card] for card in cards) % 10


def hands(deal: Deal) -> tuple[Deal, Deal]:
    """Player's cards and Banker's: in turn, then as the player draws or stands."""
    player, banker, rest = deal[:4:2], deal[1:4:2], deal[4:]
    takes = total(player) <= 5 and bool(rest)
    return player + rest[:takes], banker + rest[takes:]


def next_place(deal: Deal) -> str | None:
    """Two cards each; naturals stand; the player draws on 0 to 5, the banker by the player's third card."""
    if len(deal) < 4:
        return "player" if len(deal) % 2 == 0 else "banker"
    player, banker = hands(deal)
    if max(total(player[:2]), total(banker[:2])) >= 8 or len(banker) == 3:
        return None
    if len(player) == 2 and total(player) <= 5:
        return "player"
    if len(player) == 2:
        return "banker" if total(banker) <= 5 else None
    draws = str(VALUE[player[2]]) in BANKER_DRAWS_ON.get(total(banker), "")
    return "banker" if draws else None


def keeps(deal: Deal) -> Hashable:
    """Points, and the pairs: until a hand has two cards, its first one."""
    player, banker = hands(deal)
    first = (hand[0] if len(hand) == 1 else "" for hand in (player, banker))
    pair = (len(hand) > 1 and hand[0] == hand[1] for hand in (player, banker))
    return total(player), total(banker), len(player), *first, *pair


BACCARAT = Dealing(RANKS, next_place=next_place, keeps=keeps)
