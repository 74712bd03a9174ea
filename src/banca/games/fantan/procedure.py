"""The conduct of fantan: cover, bets, close, lift and count, pay. fantan 2; reconstructed: F-2."""

from banca.games.fantan.acts import BETS_CLOSED, BETS_OPEN, COUNTED, PAID, CloseBets, Count, Cover
from banca.games.fantan.device import COUNT_CITE
from banca.live.act import Act, Does, bets_open
from banca.live.command import Pay
from banca.rules import citing

cite = citing("fantan")

ACTS = (
    Act(takes=Cover, phase=PAID, then=BETS_OPEN, cite=cite("2"), does=Does.HIDE),
    *bets_open((BETS_OPEN,), COUNT_CITE, COUNT_CITE),
    Act(takes=CloseBets, phase=BETS_OPEN, then=BETS_CLOSED, cite=COUNT_CITE),
    Act(takes=Count, phase=BETS_CLOSED, then=COUNTED, cite=COUNT_CITE, does=Does.CALL),
    Act(takes=Pay, phase=COUNTED, then=PAID, cite=COUNT_CITE, does=Does.PAY),
)
"""The heap is covered before the bets, so the result exists, hidden, when they open."""
