"""The conduct of football poker: bets, two cards, a third for 0 or 9, pay. Article 10, A-5."""

from banca.games.football_poker.bets import POST_OPENS, PostOpens
from banca.games.football_poker.device import THIRD_CARD_CITE, Hand, is_post
from banca.rulebook import Act, Chosen, Code, NotNow, citing

cite = citing("football_poker")

ACTS = (
    Act(name="place_bet", phase="bets open", then="bets open", cite=cite("A-5")),
    Act(name="deal_two_cards", phase="bets open", then="two cards", cite=cite("A-5")),
    Act(name="place_post_bet", phase="two cards", then="two cards", cite=POST_OPENS.cite),
    Act(name="deal_third_card", phase="two cards", then="decided", cite=THIRD_CARD_CITE),
    Act(name="stand", phase="two cards", then="decided", cite=cite("A-4")),
    Act(name="pay", phase="decided", then="bets open", cite=cite("10.2")),
)


def check_post_bet(chosen: Chosen, hand: Hand) -> None:
    """A Post bet on a hand of two cards: only where the house opens it then, and only on 0 or 9. R-fp-1."""
    if chosen[POST_OPENS] != PostOpens.ON_POST or not is_post(hand):
        raise NotNow(Code.BETS_CLOSED, POST_OPENS.cite, bet="post")


def act_after_two_cards(hand: Hand) -> str:
    """A hand that makes 0 or 9 takes a third card, any other stands. football_poker 10.1, A-4."""
    return "deal_third_card" if is_post(hand) else "stand"
