"""A table of fantan: cover, bets, close, lift and count, pay. fantan 2; reconstructed: F-2."""

from banca.games.fantan.rules import COUNT
from banca.rules import _, citing
from banca.tables.acts import Act, ActKind, bets_open
from banca.tables.commands import Command, EnterOutcome, Pay

cite = citing("fantan")

PAID = _("paid")
BETS_OPEN = _("bets open")
BETS_CLOSED = _("bets closed")
COUNTED = _("counted")


class Cover(Command):
    """The heap is covered."""

    says = _("Cover the heap")


class CloseBets(Command):
    """No more bets are taken."""

    says = _("Close the bets")


class Count(EnterOutcome):
    """The cover is lifted and the buttons are counted."""

    says = _("Count the buttons")


ACTS = (
    Act(takes=Cover, phase=PAID, then=BETS_OPEN, cite=cite("2"), does=ActKind.HIDE),
    *bets_open((BETS_OPEN,), COUNT, COUNT),
    Act(takes=CloseBets, phase=BETS_OPEN, then=BETS_CLOSED, cite=COUNT),
    Act(takes=Count, phase=BETS_CLOSED, then=COUNTED, cite=COUNT, does=ActKind.CALL),
    Act(takes=Pay, phase=COUNTED, then=PAID, cite=COUNT, does=ActKind.PAY),
)
"""The heap is covered before the bets, so the result exists, hidden, when they open."""
