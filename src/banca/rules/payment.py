"""The arithmetic of one decided bet: stake, odds, commission, breakage."""

from dataclasses import dataclass
from fractions import Fraction
from typing import assert_never

from banca.rules.citation import Citation
from banca.rules.money import round_down_to_chip
from banca.rules.verdict import Decided, Lose, Push, Win


@dataclass(frozen=True, slots=True, kw_only=True)
class Commission:
    """The part of a prize that the house keeps, and the clause that grants it."""

    rate: Fraction
    cite: Citation


def net_per_unit(verdict: Decided, commission: Commission | None) -> Fraction:
    """Return the player's exact gain for each unit staked, before any rounding."""
    match verdict:
        case Win():
            kept = commission.rate if commission else Fraction(0)
            return verdict.odds.ratio * (1 - kept)
        case Lose():
            return -verdict.share
        case Push():
            return Fraction(0)
        case _:
            assert_never(verdict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Payment:
    """The payment of a decided bet, in avos. Prize, commission and breakage are exact; what is handed over is whole."""

    stake: int
    prize: Fraction
    commission: Fraction
    received: int
    breakage: Fraction

    @property
    def net(self) -> int:
        """The player's gain, or loss below zero."""
        return self.received - self.stake


def pay(stake: int, verdict: Decided, commission: Commission | None, chip: int) -> Payment:
    """Settle one bet: the stake (or what is left of it) and the prize less commission, rounded down to the chip (R-money-1)."""
    prize = stake * verdict.odds.ratio if isinstance(verdict, Win) else Fraction(0)
    due = stake * (1 + net_per_unit(verdict, commission))
    received = round_down_to_chip(due, chip)
    return Payment(
        stake=stake,
        prize=prize,
        commission=prize * commission.rate if commission else Fraction(0),
        received=received,
        breakage=due - received,
    )
