"""The conduct of the wheel: no more bets, at least three turns, the pointer. Articles 2 to 5."""

from banca.games.wheel.device import TURNS, invalid_spin
from banca.live.act import PLAYER, Act, Asked, Does, bets_open
from banca.live.event import Event, OfferLapsed
from banca.rulebook import Code, Refusal, citing, closed_after_null, refusal, words

cite = citing("wheel")

check_placing = closed_after_null(cite("2"))
"""After an invalid spin the wheel is turned again with the bets as they lie: "no more bets" was called. wheel 2."""

TOO_FEW_TURNS = refusal(
    "too_few_turns",
    words(
        "{asked} turns are too few; a spin counts with {allowed} whole turns or more",
        pt="{asked} voltas são poucas; a jogada só vale com {allowed} voltas inteiras ou mais",
        zh="{asked} 圈不足；轉滿 {allowed} 圈或以上才算有效",
    ),
)


def check_valid(asked: Asked) -> None:
    """A spin counts with three whole turns or more, and is called invalid with fewer. wheel 4.3, 4.4."""
    turns = asked.command.turns or 0
    if asked.command.do == "read_pointer" and invalid_spin(turns):
        raise Refusal(TOO_FEW_TURNS, cite("4.3"), asked=turns, allowed=TURNS)
    if asked.command.do == "call_invalid" and not invalid_spin(turns):
        raise Refusal(Code.THROW_COUNTS, cite("4.3"))


def lapse_offers(asked: Asked) -> list[Event]:
    """A bet that the croupier laid out on request and the player has not confirmed does not count. wheel 3.3, 3.4."""
    return [OfferLapsed(player=player, bet=bet) for player, bet in asked.live.offers]


ACTS = (
    *bets_open(("bets open",), cite("2"), cite("2")),
    Act(
        name="place_for",
        phase="bets open",
        then="bets open",
        cite=cite("3.3"),
        does=Does.OFFER,
        takes=("player", "bet", "stake"),
    ),
    Act(
        name="confirm_bet",
        phase="bets open",
        then="bets open",
        cite=cite("3.4"),
        by=PLAYER,
        does=Does.CONFIRM,
        takes=("bet", "stake"),
    ),
    Act(
        name="decline_bet",
        phase="bets open",
        then="bets open",
        cite=cite("3.4"),
        by=PLAYER,
        does=Does.DECLINE,
        takes=("bet",),
    ),
    Act(name="call_no_more_bets", phase="bets open", then="bets closed", cite=cite("2"), brings=lapse_offers),
    Act(name="turn", phase="bets closed", then="turning", cite=cite("4.2")),
    Act(
        name="call_invalid",
        phase="turning",
        then="bets closed",
        cite=cite("4.4"),
        does=Does.NULL,
        takes=("turns",),
        check=check_valid,
    ),
    Act(
        name="read_pointer",
        phase="turning",
        then="decided",
        cite=cite("5"),
        does=Does.CALL,
        takes=("outcome", "turns"),
        check=check_valid,
    ),
    Act(name="pay", phase="decided", then="bets open", cite=cite("5"), does=Does.PAY),
)
"""An invalid spin is turned again with the bets as they lie: they closed with the call."""
