"""Bets standing together: the exact distribution of the net result of one round."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from banca.notebook import html_table
from banca.rules import Bet, Refusal, Standing, State, Stay, pay
from banca.rules.refusals import DIFFERENT_SPACES


@dataclass(frozen=True, slots=True)
class Together:
    """Net results of one round in avos, lowest first, with their exact chances. A bet not decided by the round counts 0."""

    chances: dict[int, Fraction]
    undecided: Fraction
    """The chance that the round leaves at least one of the bets standing."""

    @property
    def mean(self) -> Fraction:
        """The player's mean net result, in avos."""
        return sum((net * chance for net, chance in self.chances.items()), Fraction(0))

    @property
    def variance(self) -> Fraction:
        """Its variance, in avos squared."""
        squares = sum((net**2 * chance for net, chance in self.chances.items()), Fraction(0))
        return squares - self.mean**2

    def _repr_html_(self) -> str:
        rows = [{"net (avos)": net, "chance": chance} for net, chance in self.chances.items()]
        return html_table(f"mean {self.mean} avos", ("net (avos)", "chance"), rows)


def together(standing: Sequence[Standing], chip: int) -> Together:
    """Play every outcome once against all the bets; payments are rounded down to the chip, as at the table.

    Stakes on one bet in one state are one bet. R-money-1.
    """
    spaces = {one.bet.space for one in standing}
    if len(spaces) != 1:
        raise Refusal(DIFFERENT_SPACES, bets=[one.bet.key for one in standing])
    (space,) = spaces
    stakes: dict[tuple[Bet, State], int] = {}
    for one in standing:
        stakes[one.bet, one.state] = stakes.get((one.bet, one.state), 0) + one.stake
    weights: dict[int, int] = {}
    undecided = 0
    for outcome, weight in space:
        net, stays = 0, False
        for (bet, state), stake in stakes.items():
            verdict = bet.verdict(state, outcome)
            if isinstance(verdict, Stay):
                stays = True
            else:
                net += pay(stake, verdict, bet.commission, chip).net
        weights[net] = weights.get(net, 0) + weight
        undecided += weight * stays
    total = space.total
    chances = {net: Fraction(weight, total) for net, weight in sorted(weights.items())}
    return Together(chances, Fraction(undecided, total))
