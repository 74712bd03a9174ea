"""Best play in Pai Kao, exact by enumeration. The compiled parts (`compiled`, `equilibrium`) need the extra `fast`."""

from banca.games.pai_kao.exact.policy import DESCRIBED, Chances, Policy, Seat, chances, policy

__all__ = ["DESCRIBED", "Chances", "Policy", "Seat", "chances", "policy"]
