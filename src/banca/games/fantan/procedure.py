"""The conduct of fantan: cover, bets, close, lift and count, pay. Reconstructed: fantan F-2."""

from banca.games.fantan.device import COUNT_CITE
from banca.live.act import Act, Does, bets_open

ACTS = (
    Act(name="cover", phase="paid", then="bets open", cite=COUNT_CITE, does=Does.HIDE),
    *bets_open(("bets open",), COUNT_CITE, COUNT_CITE),
    Act(name="close_bets", phase="bets open", then="bets closed", cite=COUNT_CITE),
    Act(name="count", phase="bets closed", then="counted", cite=COUNT_CITE, does=Does.CALL, takes=("outcome",)),
    Act(name="pay", phase="counted", then="paid", cite=COUNT_CITE, does=Does.PAY),
)
"""The heap is covered before the bets, so the result exists, hidden, when they open."""
