"""A second formulation of every quantity, written from the regulation and sharing no code with the chain."""

from dataclasses import dataclass
from fractions import Fraction

from banca.exact import Analysis


@dataclass(frozen=True)
class Figures:
    """What a second derivation found."""

    win: Fraction
    lose: Fraction
    push: Fraction = Fraction(0)
    mean: Fraction = Fraction(0)
    """The player's mean gain per unit."""
    rounds: Fraction = Fraction(1)


def agree(analysis: Analysis, figures: Figures) -> None:
    assert analysis.p_win == figures.win
    assert analysis.p_lose == figures.lose
    assert analysis.p_push == figures.push
    assert analysis.house_edge == -figures.mean
    assert analysis.mean_rounds == figures.rounds


def one_round(nets: dict[Fraction | int, int]) -> Figures:
    """From a tally of net results per unit over equally likely outcomes."""
    total = sum(nets.values())
    return Figures(
        win=Fraction(sum(n for net, n in nets.items() if net > 0), total),
        lose=Fraction(sum(n for net, n in nets.items() if net < 0), total),
        push=Fraction(nets.get(0, 0), total),
        mean=Fraction(sum(Fraction(net) * n for net, n in nets.items()), total),
    )
