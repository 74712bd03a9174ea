"""The conduct of football poker: bets, two cards, a third for 0 or 9, pay. Article 10, A-5."""

from collections.abc import Iterable
from typing import Any

from banca.games.football_poker.acts import BETS_OPEN, DECIDED, TWO_CARDS_DEALT, DealThirdCard, DealTwoCards, Stand
from banca.games.football_poker.bets import POST_OPENS, PostOpens
from banca.games.football_poker.device import (
    THIRD_CARD,
    THIRD_CARD_CITE,
    TWO_CARDS,
    Hand,
    hands_from,
    is_post,
    read_cards,
    show,
)
from banca.games.football_poker.table import ShoeState
from banca.live.act import PLAYER, Act, Does, Situation, bets_open
from banca.live.command import Pay, PlaceBet
from banca.rules import Chosen, NotNow, Refusal, Space, citing
from banca.rules.refusal import BAD_OUTCOME, BETS_CLOSED, IMPOSSIBLE_OUTCOME

cite = citing("football_poker")

POST = "post"


def check_post_bet(chosen: Chosen, hand: Hand) -> None:
    """A Post bet on a hand of two cards: only where the house opens it then, and only on 0 or 9. R-fp-1."""
    if chosen[POST_OPENS] != PostOpens.ON_POST or not is_post(hand):
        raise NotNow(BETS_CLOSED, POST_OPENS.cite, bet="post")


def act_after_two_cards(hand: Hand) -> str:
    """A hand that makes 0 or 9 takes a third card, any other stands. football_poker 10.1, A-4."""
    return "deal_third_card" if is_post(hand) else "stand"


def check_before_deal(asked: Situation[PlaceBet]) -> None:
    """Every bet before the deal, but for Post where it opens only on 0 or 9. R-fp-1."""
    if asked.command.bet == POST and asked.chosen[POST_OPENS] == PostOpens.ON_POST:
        raise NotNow(BETS_CLOSED, POST_OPENS.cite, bet=POST)


def check_after_two(asked: Situation[PlaceBet]) -> None:
    """With two cards down only Post, and only where the house opens it then. R-fp-1."""
    if asked.command.bet != POST:
        raise NotNow(BETS_CLOSED, cite("A-5"), bet=asked.command.bet)
    check_post_bet(asked.chosen, cards(asked.table))


def cards(table: ShoeState) -> Hand:
    """The cards dealt so far."""
    return tuple(table.shown.split("-"))


def check_two_cards(asked: Situation[DealTwoCards]) -> None:
    """Two cards of the pack are dealt first. football_poker 10.1, A-1."""
    dealt = read_cards(asked.command.outcome) if asked.command.outcome is not None else ()
    if asked.command.outcome is not None and len(dealt) != 2:
        raise Refusal(BAD_OUTCOME, THIRD_CARD_CITE, asked=asked.command.outcome, form="K-9")


def check_third(asked: Situation[DealThirdCard | Stand]) -> None:
    """A third card for 0 or 9, and for nothing else. football_poker 10.1, A-4."""
    due = act_after_two_cards(cards(asked.table))
    if asked.command.do != due:
        allowed = TWO_CARDS if due == "stand" else THIRD_CARD
        raise Refusal(IMPOSSIBLE_OUTCOME, THIRD_CARD_CITE, asked=asked.command.do, allowed=allowed)


def read_two(asked: Situation[DealTwoCards]) -> str:
    """The first two cards in one spelling."""
    return show(read_cards(asked.command.outcome or ""))


def hands_now(space: Space, table: ShoeState) -> Space:
    """Every hand that can be dealt now: from a full shoe, or from what is left of it. A-5, R-fp-3."""
    return hands_from(table.left) if table.left else space


def two_cards(space: Space, table: ShoeState) -> list[tuple[str, int]]:
    """What the first two cards can be."""
    possible: Iterable[tuple[Any, int]] = hands_now(space, table).through(lambda hand: hand[:2])
    return [(show(hand), weight) for hand, weight in possible]


def third_card(space: Space, table: ShoeState) -> list[tuple[str, int]]:
    """The hands that the first two cards can become."""
    dealt = cards(table)
    possible: Iterable[tuple[Any, int]] = hands_now(space, table).given(lambda hand: hand[:2] == dealt)
    return [(show(hand), weight) for hand, weight in possible]


def with_third(asked: Situation[DealThirdCard]) -> str:
    """The hand with its third card."""
    return f"{asked.table.shown}-{asked.command.outcome}"


def as_dealt(asked: Situation[Stand]) -> str:
    """The hand as it was dealt."""
    return str(asked.table.shown)


ACTS = (
    *bets_open((BETS_OPEN,), cite("A-5"), cite("A-5"), check_before_deal),
    Act(
        takes=DealTwoCards,
        phase=BETS_OPEN,
        then=TWO_CARDS_DEALT,
        cite=cite("A-5"),
        does=Does.SHOW,
        check=check_two_cards,
        reads=read_two,
        draws=two_cards,
    ),
    Act(
        takes=PlaceBet,
        phase=TWO_CARDS_DEALT,
        then=TWO_CARDS_DEALT,
        cite=POST_OPENS.cite,
        by=PLAYER,
        does=Does.PLACE,
        check=check_after_two,
    ),
    Act(
        takes=DealThirdCard,
        phase=TWO_CARDS_DEALT,
        then=DECIDED,
        cite=THIRD_CARD_CITE,
        does=Does.CALL,
        check=check_third,
        reads=with_third,
        draws=third_card,
    ),
    Act(
        takes=Stand,
        phase=TWO_CARDS_DEALT,
        then=DECIDED,
        cite=cite("A-4"),
        does=Does.CALL,
        check=check_third,
        reads=as_dealt,
        draws=third_card,
    ),
    Act(takes=Pay, phase=DECIDED, then=BETS_OPEN, cite=cite("10.2"), does=Does.PAY),
)
