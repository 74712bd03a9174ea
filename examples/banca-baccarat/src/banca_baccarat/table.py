"""A table of baccarat: bets, no more bets, the cards, pay. Articles 4, 7 and 13."""

from banca.rules import citing, words
from banca.tables.acts import Act, ActKind, bets_open
from banca.tables.commands import Command, EnterOutcome, Pay

cite = citing("baccarat")

BETS_OPEN = words("bets open", pt="apostas abertas", zh="可投注")
BETS_CLOSED = words("bets closed", pt="apostas encerradas", zh="截止投注")
DEALT = words("dealt", pt="distribuída", zh="已派牌")


class CloseBets(Command, frozen=True, kw_only=True):
    """No more bets."""

    says = words("No more bets", pt="Encerrar apostas", zh="截止投注")


class Deal(EnterOutcome, frozen=True, kw_only=True):
    """The cards of the round, in the order in which they came out of the shoe."""

    says = words("Deal the cards", pt="Distribuir as cartas", zh="派牌")


ACTS = (
    *bets_open((BETS_OPEN,), cite("13.1"), cite("13.1")),
    Act(takes=CloseBets, phase=BETS_OPEN, then=BETS_CLOSED, cite=cite("7")),
    Act(takes=Deal, phase=BETS_CLOSED, then=DEALT, cite=cite("7"), does=ActKind.CALL),
    Act(takes=Pay, phase=DEALT, then=BETS_OPEN, cite=cite("P.1"), does=ActKind.PAY),
)
