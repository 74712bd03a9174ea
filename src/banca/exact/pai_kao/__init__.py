"""Best play in Pai Kao, exact by enumeration. The compiled parts (`compiled`, `equilibrium`) need the extra `fast`."""

from banca.exact.pai_kao.deals import Chances, chances
from banca.exact.pai_kao.policies import DESCRIBED, policy
from banca.exact.pai_kao.policy import Policy, Seat

__all__ = ["DESCRIBED", "Chances", "Policy", "Seat", "chances", "policy"]
