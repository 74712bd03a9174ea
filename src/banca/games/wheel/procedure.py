"""The conduct of the wheel: no more bets, at least three turns, the pointer. Articles 2 to 5."""

from banca.rulebook import Act, Code, Refusal, citing, closed_after_null

cite = citing("wheel")

ACTS = (
    Act(name="place_bet", phase="bets open", then="bets open", cite=cite("2")),
    Act(name="withdraw_bet", phase="bets open", then="bets open", cite=cite("2")),
    Act(name="call_no_more_bets", phase="bets open", then="bets closed", cite=cite("2")),
    Act(name="turn", phase="bets closed", then="turning", cite=cite("4.2")),
    Act(name="call_invalid", phase="turning", then="bets closed", cite=cite("4.4")),
    Act(name="read_pointer", phase="turning", then="decided", cite=cite("5")),
    Act(name="pay", phase="decided", then="bets open", cite=cite("5")),
)
"""An invalid spin is turned again with the bets as they lie: they closed with the call."""


check_placing = closed_after_null(cite("2"))
"""After an invalid spin the wheel is turned again with the bets as they lie: "no more bets" was called. wheel 2."""


def check_turned_by_croupier(*, by_croupier: bool) -> None:
    """Nobody but the croupier touches the turning wheel. wheel 4.2."""
    if not by_croupier:
        raise Refusal(Code.NOT_THE_CROUPIER, cite("4.2"))


ANSWERS_CITE = cite("3.3")


def check_confirmed(*, placed_by_croupier: bool, shown_to_player: bool, confirmed: bool) -> None:
    """A bet that the croupier places on request is shown to the player, who answers for it and confirms it. wheel 3.3, 3.4."""
    if placed_by_croupier and not shown_to_player:
        raise Refusal(Code.NOT_CONFIRMED, ANSWERS_CITE)
    if placed_by_croupier and not confirmed:
        raise Refusal(Code.NOT_CONFIRMED, cite("3.4"))
