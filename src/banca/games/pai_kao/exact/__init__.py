"""Best play in Pai Kao, exact by enumeration. The compiled parts (`compiled`, `equilibrium`) need the extra `fast`."""

from banca.games.pai_kao.exact.deals import Chances, chances
from banca.games.pai_kao.exact.policies import DESCRIBED, policy
from banca.games.pai_kao.exact.policy import Policy, Seat

__all__ = ["DESCRIBED", "Chances", "Policy", "Seat", "chances", "policy"]
