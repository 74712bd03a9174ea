"""A table of football poker: bets, two cards, a third for 0 or 9, pay; and the shoe that a drawn one deals from. Article 10, A-5, R-fp-3."""

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any, ClassVar

from msgspec import field, structs

from banca.games.football_poker.rules import (
    BEHIND_CUT_CARD,
    DECKS,
    POST_OPENS,
    SHOE,
    THIRD_CARD,
    THIRD_CARD_CITE,
    TWO_CARDS,
    Hand,
    PostOpens,
    Shuffling,
    full_shoe,
    hands_from,
    is_post,
    parse,
    read_cards,
    remove_cards,
    show,
)
from banca.rules import ChosenOptions, NotNow, Refusal, Space, _, citing
from banca.rules.refusal import BAD_OUTCOME, BETS_CLOSED, IMPOSSIBLE_OUTCOME
from banca.tables.acts import PLAYER, Act, ActKind, Situation, bets_open
from banca.tables.chance import Device
from banca.tables.chance_engine import ChanceEngine
from banca.tables.commands import Actor, Command, EnterOutcome, Pay, PlaceBet
from banca.tables.events import Event, ResultCalled, RoundEnded
from banca.tables.state import ChanceState

cite = citing("football_poker")

BETS_OPEN = _("bets open")
TWO_CARDS_DEALT = _("two cards")
DECIDED = _("decided")


class DealTwoCards(EnterOutcome):
    """The first two cards of the hand."""

    says = _("Deal two cards")


class DealThirdCard(EnterOutcome):
    """A third card, where the first two make 0 or 9."""

    says = _("Deal the third card")


class Stand(Command):
    """The hand is decided on two cards."""

    says = _("Deal no third card")


class ShoeState(ChanceState):
    """As every table of chance, with what is left of its shoe."""

    left: dict[str, int] = field(default_factory=dict)
    """How many cards of each rank are left; empty where the shoe is full."""


class ShoeEngine(ChanceEngine[ShoeState]):
    """As every table of chance; by the house's option a drawn table deals on from what is left of its shoe."""

    STATE = ShoeState
    LASTING = (*ChanceEngine.LASTING, "left")  # a void round leaves the shoe as it is
    NOTES: ClassVar[Mapping[str, str]] = {
        "shoe": _("{left} cards in the shoe; shuffled at {cut} or fewer"),
    }

    @cached_property
    def deals_on(self) -> bool:
        """Whether hands are drawn from what the hands before them left. At an observed table the croupier has the shoe."""
        return self.is_drawn and self.rules.chosen[SHOE] == Shuffling.TO_CUT_CARD

    @cached_property
    def _full(self) -> dict[str, int]:
        return full_shoe(self.rules.chosen[DECKS])

    def evolve(self, state: ShoeState, event: Event) -> ShoeState:
        """A hand leaves the shoe when it is called; after the hand that reaches the cut card the shoe is full again."""
        after = super().evolve(state, event)
        if isinstance(event, ResultCalled) and self.deals_on:
            return structs.replace(after, left=remove_cards(state.left or self._full, parse(event.outcome)))
        if isinstance(event, RoundEnded) and sum(state.left.values()) <= BEHIND_CUT_CARD:
            return structs.replace(after, left={})  # shuffled: a full shoe is not written down
        return after

    @property
    def devices(self) -> Sequence[Device]:
        """The shoe, where every hand is dealt from a full one."""
        # Hands from a shoe that is dealt on, by the program or a croupier, are not independent: no test of a row of results is right for them.
        return () if self.rules.chosen[SHOE] == Shuffling.TO_CUT_CARD else super().devices

    def view(self, state: ShoeState, viewer: Actor) -> Mapping[str, Any]:
        """How many cards are left is everybody's to see, as on a table."""
        return {**super().view(state, viewer), **({"cards_left": self._cards(state)} if self.deals_on else {})}

    def notes(self, state: ShoeState) -> Sequence[Mapping[str, str]]:
        """What is left of the shoe."""
        if not self.deals_on:
            return ()
        return ({"note": "shoe", "left": str(self._cards(state)), "cut": str(BEHIND_CUT_CARD)},)

    def _cards(self, state: ShoeState) -> int:
        return sum((state.left or self._full).values())


POST = "post"


def check_post_bet(chosen: ChosenOptions, hand: Hand) -> None:
    """A Post bet on a hand of two cards: only where the house opens it then, and only on 0 or 9. R-fp-1."""
    if chosen[POST_OPENS] != PostOpens.ON_POST or not is_post(hand):
        raise NotNow(BETS_CLOSED, POST_OPENS.cite, bet="post")


def act_after_two_cards(hand: Hand) -> str:
    """A hand that makes 0 or 9 takes a third card, any other stands. football_poker 10.1, A-4."""
    return "deal_third_card" if is_post(hand) else "stand"


def check_before_deal(situation: Situation[PlaceBet]) -> None:
    """Every bet before the deal, but for Post where it opens only on 0 or 9. R-fp-1."""
    if situation.command.bet == POST and situation.chosen[POST_OPENS] == PostOpens.ON_POST:
        raise NotNow(BETS_CLOSED, POST_OPENS.cite, bet=POST)


def check_after_two(situation: Situation[PlaceBet]) -> None:
    """With two cards down only Post, and only where the house opens it then. R-fp-1."""
    if situation.command.bet != POST:
        raise NotNow(BETS_CLOSED, cite("A-5"), bet=situation.command.bet)
    check_post_bet(situation.chosen, cards(situation.table))


def cards(table: ShoeState) -> Hand:
    """The cards dealt so far."""
    return tuple(table.shown.split("-"))


def check_two_cards(situation: Situation[DealTwoCards]) -> None:
    """Two cards of the pack are dealt first. football_poker 10.1, A-1."""
    dealt = read_cards(situation.command.outcome) if situation.command.outcome is not None else ()
    if situation.command.outcome is not None and len(dealt) != 2:
        raise Refusal(BAD_OUTCOME, THIRD_CARD_CITE, asked=situation.command.outcome, form="K-9")


def check_third(situation: Situation[DealThirdCard | Stand]) -> None:
    """A third card for 0 or 9, and for nothing else. football_poker 10.1, A-4."""
    due = act_after_two_cards(cards(situation.table))
    if situation.command.do != due:
        allowed = TWO_CARDS if due == "stand" else THIRD_CARD
        raise Refusal(IMPOSSIBLE_OUTCOME, THIRD_CARD_CITE, asked=situation.command.do, allowed=allowed)


def read_two(situation: Situation[DealTwoCards]) -> str:
    """The first two cards in one spelling."""
    return show(read_cards(situation.command.outcome or ""))


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


def with_third(situation: Situation[DealThirdCard]) -> str:
    """The hand with its third card."""
    return f"{situation.table.shown}-{situation.command.outcome}"


def as_dealt(situation: Situation[Stand]) -> str:
    """The hand as it was dealt."""
    return str(situation.table.shown)


ACTS = (
    *bets_open((BETS_OPEN,), cite("A-5"), cite("A-5"), check_before_deal),
    Act(
        takes=DealTwoCards,
        phase=BETS_OPEN,
        then=TWO_CARDS_DEALT,
        cite=cite("A-5"),
        does=ActKind.SHOW,
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
        does=ActKind.PLACE,
        check=check_after_two,
    ),
    # The hand says which of these two is due: exactly one of them is not refused.
    Act(
        takes=DealThirdCard,
        phase=TWO_CARDS_DEALT,
        then=DECIDED,
        cite=THIRD_CARD_CITE,
        does=ActKind.CALL,
        check=check_third,
        reads=with_third,
        draws=third_card,
    ),
    Act(
        takes=Stand,
        phase=TWO_CARDS_DEALT,
        then=DECIDED,
        cite=cite("A-4"),
        does=ActKind.CALL,
        check=check_third,
        reads=as_dealt,
        draws=third_card,
    ),
    Act(takes=Pay, phase=DECIDED, then=BETS_OPEN, cite=cite("10.2"), does=ActKind.PAY),
)
CONDUCTED_BY = ShoeEngine
