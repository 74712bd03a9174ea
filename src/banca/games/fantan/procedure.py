"""The conduct of fantan: cover, bets, close, lift and count, pay. Reconstructed: fantan F-2."""

from banca.games.fantan.device import COUNT_CITE
from banca.rulebook import Act

ACTS = (
    Act(name="cover", phase="paid", then="bets open", cite=COUNT_CITE),
    Act(name="place_bet", phase="bets open", then="bets open", cite=COUNT_CITE),
    Act(name="close_bets", phase="bets open", then="bets closed", cite=COUNT_CITE),
    Act(name="count", phase="bets closed", then="counted", cite=COUNT_CITE),
    Act(name="pay", phase="counted", then="paid", cite=COUNT_CITE),
)
"""The heap is covered before the bets, so the result exists, hidden, when they open."""
