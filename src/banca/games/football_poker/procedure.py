"""The conduct of football poker: bets, two cards, a third for 0 or 9, pay. Article 10, A-5."""

from collections.abc import Iterable
from typing import Any

from banca.games.football_poker.bets import POST_OPENS, PostOpens
from banca.games.football_poker.device import THIRD_CARD, THIRD_CARD_CITE, TWO_CARDS, Hand, is_post, read_cards, show
from banca.live.act import PLAYER, Act, Asked, Does, bets_open
from banca.live.state import Live
from banca.rulebook import Chosen, Code, NotNow, Refusal, Space, citing

cite = citing("football_poker")

POST = "post"


def check_post_bet(chosen: Chosen, hand: Hand) -> None:
    """A Post bet on a hand of two cards: only where the house opens it then, and only on 0 or 9. R-fp-1."""
    if chosen[POST_OPENS] != PostOpens.ON_POST or not is_post(hand):
        raise NotNow(Code.BETS_CLOSED, POST_OPENS.cite, bet="post")


def act_after_two_cards(hand: Hand) -> str:
    """A hand that makes 0 or 9 takes a third card, any other stands. football_poker 10.1, A-4."""
    return "deal_third_card" if is_post(hand) else "stand"


def check_before_deal(asked: Asked) -> None:
    """Every bet before the deal, but for Post where it opens only on 0 or 9. R-fp-1."""
    if asked.command.bet == POST and asked.chosen[POST_OPENS] == PostOpens.ON_POST:
        raise NotNow(Code.BETS_CLOSED, POST_OPENS.cite, bet=POST)


def check_after_two(asked: Asked) -> None:
    """With two cards down only Post, and only where the house opens it then. R-fp-1."""
    if asked.command.bet != POST:
        raise NotNow(Code.BETS_CLOSED, cite("A-5"), bet=asked.command.bet)
    check_post_bet(asked.chosen, cards(asked.live))


def cards(live: Live) -> Hand:
    """The cards that lie there."""
    return tuple(live.shown.split("-"))


def check_two_cards(asked: Asked) -> None:
    """Two cards of the pack are dealt first. football_poker 10.1, A-1."""
    dealt = read_cards(asked.command.outcome) if asked.command.outcome is not None else ()
    if asked.command.outcome is not None and len(dealt) != 2:
        raise Refusal(Code.BAD_OUTCOME, THIRD_CARD_CITE, asked=asked.command.outcome, form="K-9")


def check_third(asked: Asked) -> None:
    """A third card for 0 or 9, and for nothing else. football_poker 10.1, A-4."""
    due = act_after_two_cards(cards(asked.live))
    if asked.command.do != due:
        allowed = TWO_CARDS if due == "stand" else THIRD_CARD
        raise Refusal(Code.IMPOSSIBLE_OUTCOME, THIRD_CARD_CITE, asked=asked.command.do, allowed=allowed)


def read_two(asked: Asked) -> str:
    """The first two cards in one spelling."""
    return show(read_cards(asked.command.outcome or ""))


def two_cards(space: Space, live: Live) -> list[tuple[str, int]]:  # noqa: ARG001 - the shape of Act.draws
    """What the first two cards can be."""
    possible: Iterable[tuple[Any, int]] = space.through(lambda hand: hand[:2])
    return [(show(hand), weight) for hand, weight in possible]


def third_card(space: Space, live: Live) -> list[tuple[str, int]]:
    """The hands that the two cards lying there can become."""
    dealt = cards(live)
    possible: Iterable[tuple[Any, int]] = space.given(lambda hand: hand[:2] == dealt)
    return [(show(hand), weight) for hand, weight in possible]


def with_third(asked: Asked) -> str:
    """The hand with its third card."""
    return f"{asked.live.shown}-{asked.command.outcome}"


def as_dealt(asked: Asked) -> str:
    """The hand as it lies."""
    return str(asked.live.shown)


ACTS = (
    *bets_open(("bets open",), cite("A-5"), cite("A-5"), check_before_deal),
    Act(
        name="deal_two_cards",
        phase="bets open",
        then="two cards",
        cite=cite("A-5"),
        does=Does.SHOW,
        takes=("outcome",),
        check=check_two_cards,
        reads=read_two,
        draws=two_cards,
    ),
    Act(
        name="place_bet",
        phase="two cards",
        then="two cards",
        cite=POST_OPENS.cite,
        by=PLAYER,
        does=Does.PLACE,
        takes=("bet", "stake"),
        check=check_after_two,
    ),
    Act(
        name="deal_third_card",
        phase="two cards",
        then="decided",
        cite=THIRD_CARD_CITE,
        does=Does.CALL,
        takes=("outcome",),
        check=check_third,
        reads=with_third,
        draws=third_card,
    ),
    Act(
        name="stand",
        phase="two cards",
        then="decided",
        cite=cite("A-4"),
        does=Does.CALL,
        check=check_third,
        reads=as_dealt,
        draws=third_card,
    ),
    Act(name="pay", phase="decided", then="bets open", cite=cite("10.2"), does=Does.PAY),
)
