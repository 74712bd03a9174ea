"""A table of the wheel: no more bets, at least three turns, the pointer. Articles 2 to 5."""

from banca.games.wheel.rules import TURNS
from banca.rules import Refusal, _, citing
from banca.tables.acts import PLAYER, THROW_COUNTS, Act, ActKind, Situation, bets_open
from banca.tables.commands import Avos, CallNoMoreBets, Command, EnterOutcome, Name, Number, Pay, Word
from banca.tables.events import Event, OfferLapsed

cite = citing("wheel")

BETS_OPEN = _("bets open")
BETS_CLOSED = _("bets closed")
TURNING = _("turning")
DECIDED = _("decided")
LABELS = {"turns": _("whole turns")}


class PlaceFor(Command):
    """The croupier places a bet for a player on request; it counts once the player has confirmed it."""

    says = _("Place a bet for a player")
    player: Name
    bet: Word
    stake: Avos


class ConfirmBet(Command):
    """The player has checked the bet that the croupier placed, and takes it."""

    says = _("Confirm the bet")
    bet: Word
    stake: Avos


class DeclineBet(Command):
    """The player has seen it, and does not take it."""

    says = _("Decline the bet")
    bet: Word


class Turn(Command):
    """The croupier turns the wheel."""

    says = _("Turn the wheel")


class CallInvalid(Command):
    """The spin does not count."""

    says = _("Call the spin invalid")
    labels = LABELS
    turns: Number


class ReadPointer(EnterOutcome):
    """The croupier reads what the pointer shows."""

    says = _("Read the pointer")
    labels = LABELS
    turns: Number


def check_valid(situation: Situation[ReadPointer]) -> None:
    """Refuse to read the pointer after fewer than three whole turns. wheel 4.3."""
    if situation.command.turns < TURNS:
        raise Refusal(
            "too_few_turns",
            _("{asked} turns are too few; a spin counts with {allowed} whole turns or more"),
            cite("4.3"),
            asked=situation.command.turns,
            allowed=TURNS,
        )


def check_invalid(situation: Situation[CallInvalid]) -> None:
    """Refuse to call a spin invalid that made three whole turns. wheel 4.4."""
    if situation.command.turns >= TURNS:
        raise Refusal(THROW_COUNTS, cite("4.3"))


def lapse_offers(situation: Situation[CallNoMoreBets]) -> list[Event]:
    """Drop the bets that the croupier laid out on request and no player has confirmed. wheel 3.3, 3.4."""
    return [OfferLapsed(player=player, bet=bet) for player, bet in situation.table.offers]


ACTS = (
    *bets_open((BETS_OPEN,), cite("2"), cite("2")),
    # On request alone: a table that the program conducts never comes to it by itself.
    Act(takes=PlaceFor, phase=BETS_OPEN, then=BETS_OPEN, cite=cite("3.3"), does=ActKind.OFFER, is_automatic=False),
    Act(takes=ConfirmBet, phase=BETS_OPEN, then=BETS_OPEN, cite=cite("3.4"), by=PLAYER, does=ActKind.CONFIRM),
    Act(takes=DeclineBet, phase=BETS_OPEN, then=BETS_OPEN, cite=cite("3.4"), by=PLAYER, does=ActKind.DECLINE),
    Act(takes=CallNoMoreBets, phase=BETS_OPEN, then=BETS_CLOSED, cite=cite("2"), brings=lapse_offers),
    Act(takes=Turn, phase=BETS_CLOSED, then=TURNING, cite=cite("4.2"), stirs=True),
    Act(
        takes=CallInvalid,
        phase=TURNING,
        then=BETS_CLOSED,
        cite=cite("4.4"),
        does=ActKind.NULL,
        check=check_invalid,
        usual={"turns": TURNS - 1},
        is_observed=True,
    ),
    Act(
        takes=ReadPointer,
        phase=TURNING,
        then=DECIDED,
        cite=cite("5"),
        does=ActKind.CALL,
        check=check_valid,
        usual={"turns": TURNS},
    ),
    Act(takes=Pay, phase=DECIDED, then=BETS_OPEN, cite=cite("5"), does=ActKind.PAY),
)
"""An invalid spin is turned again with the bets as they lie: they closed with the call."""
