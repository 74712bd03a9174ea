"""The conduct of the wheel: no more bets, at least three turns, the pointer. Articles 2 to 5."""

from banca.games.wheel.acts import (
    BETS_CLOSED,
    BETS_OPEN,
    DECIDED,
    TURNING,
    CallInvalid,
    ConfirmBet,
    DeclineBet,
    PlaceFor,
    ReadPointer,
    Turn,
)
from banca.games.wheel.device import TURNS, invalid_spin
from banca.live.act import PLAYER, Act, Does, Situation, bets_open
from banca.live.bet_event import OfferLapsed
from banca.live.command import CallNoMoreBets, Pay
from banca.live.event import Event
from banca.live.refusals import THROW_COUNTS
from banca.rules import Bet, Refusal, Withdrawal, _, citing, closed_after_null

cite = citing("wheel")


check_placing = closed_after_null(cite("2"))
"""After an invalid spin the wheel is turned again with the same bets: "no more bets" was called. wheel 2."""
UNTIL_CALLED = _("until “no more bets” is called")


def withdrawal(bet: Bet) -> Withdrawal:  # the shape of Rulebook.withdrawal
    """Every bet, until the croupier's call. wheel 2."""
    return Withdrawal(when=UNTIL_CALLED, cite=cite("2"))


def check_valid(asked: Situation[ReadPointer]) -> None:
    """A spin counts with three whole turns or more. wheel 4.3."""
    if invalid_spin(asked.command.turns):
        raise Refusal(
            "too_few_turns",
            _("{asked} turns are too few; a spin counts with {allowed} whole turns or more"),
            cite("4.3"),
            asked=asked.command.turns,
            allowed=TURNS,
        )


def check_invalid(asked: Situation[CallInvalid]) -> None:
    """A spin is called invalid with fewer. wheel 4.4."""
    if not invalid_spin(asked.command.turns):
        raise Refusal(THROW_COUNTS, cite("4.3"))


def lapse_offers(asked: Situation[CallNoMoreBets]) -> list[Event]:
    """A bet that the croupier laid out on request and the player has not confirmed does not count. wheel 3.3, 3.4."""
    return [OfferLapsed(player=player, bet=bet) for player, bet in asked.table.offers]


ACTS = (
    *bets_open((BETS_OPEN,), cite("2"), cite("2")),
    Act(takes=PlaceFor, phase=BETS_OPEN, then=BETS_OPEN, cite=cite("3.3"), does=Does.OFFER, is_automatic=False),
    Act(takes=ConfirmBet, phase=BETS_OPEN, then=BETS_OPEN, cite=cite("3.4"), by=PLAYER, does=Does.CONFIRM),
    Act(takes=DeclineBet, phase=BETS_OPEN, then=BETS_OPEN, cite=cite("3.4"), by=PLAYER, does=Does.DECLINE),
    Act(takes=CallNoMoreBets, phase=BETS_OPEN, then=BETS_CLOSED, cite=cite("2"), brings=lapse_offers),
    Act(takes=Turn, phase=BETS_CLOSED, then=TURNING, cite=cite("4.2"), stirs=True),
    Act(
        takes=CallInvalid,
        phase=TURNING,
        then=BETS_CLOSED,
        cite=cite("4.4"),
        does=Does.NULL,
        check=check_invalid,
        usual={"turns": TURNS - 1},
        is_observed=True,
    ),
    Act(
        takes=ReadPointer,
        phase=TURNING,
        then=DECIDED,
        cite=cite("5"),
        does=Does.CALL,
        check=check_valid,
        usual={"turns": TURNS},
    ),
    Act(takes=Pay, phase=DECIDED, then=BETS_OPEN, cite=cite("5"), does=Does.PAY),
)
"""An invalid spin is turned again with the bets as they lie: they closed with the call."""
