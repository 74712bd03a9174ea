"""What only football poker answers: the next hand from a shoe that is not full, and what dealing on does."""

from typing import TYPE_CHECKING

from banca.analysis.exact.odds import GameFigures, analysed
from banca.games.football_poker.rules import DECKS, SHOE, Cards, full_shoe, next_hand
from banca.i18n.answer import AnswerStruct, Heading, heading
from banca.rules import Citation, Rules

if TYPE_CHECKING:
    from banca.games.football_poker.exact.cut_card import DealtOn


class NextHand(GameFigures, frozen=True, kw_only=True):
    """Every bet on the next hand, exactly, with the cards that are left."""

    left: dict[str, int]
    cards_left: int
    cards: int
    """Of the full shoe."""


class DealtOnBet(AnswerStruct, frozen=True, kw_only=True):
    """What a bet gains more per hand and unit staked than from a full shoe; `error` bounds it, or is two standard errors."""

    bet: str
    more: float
    error: float
    favoured: float | None
    """In what share of shoes it favours the player before the last hand."""


class DealtOnAnswer(Heading, frozen=True, kw_only=True):
    """A shoe dealt down to its cut card, and what that does to the bets."""

    hands: float
    shoes: int | None
    """How many were dealt; None where all compositions were followed."""
    bets: tuple[DealtOnBet, ...]
    cite: Citation


def next_hand_answer(rules: Rules, left: Cards) -> NextHand:
    """The exact figures of the next hand from these cards."""
    bets = tuple(analysed(bet) for bet in next_hand(rules.chosen, left))
    return NextHand(**heading(rules), bets=bets, left=left, cards_left=sum(left.values()), cards=_cards(rules))


def _cards(rules: Rules) -> int:
    return sum(full_shoe(rules.chosen[DECKS]).values())


def dealt_on_answer(rules: Rules, found: "DealtOn") -> DealtOnAnswer:
    """What dealing on does."""
    bets = tuple(DealtOnBet(bet=one.bet, more=one.more, error=one.error, favoured=one.favoured) for one in found.bets)
    return DealtOnAnswer(**heading(rules), hands=found.hands, shoes=found.shoes, bets=bets, cite=SHOE.cite)
