"""The arithmetic of one decided bet, and its steps, each with its clause."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import assert_never

from banca.rules.bet import Bet, Commission, Decided, Lose, Odds, Push, Win
from banca.rules.citation import Citation, citing
from banca.rules.money import round_down_to_chip


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


ROUNDED = citing("rulebook")("R-money-1")


@dataclass(frozen=True, slots=True, kw_only=True)
class PrizeStep:
    """Stake times odds."""

    stake: int
    odds: Odds
    prize: Fraction
    cite: Citation


@dataclass(frozen=True, slots=True, kw_only=True)
class CommissionStep:
    """What the house keeps of the prize."""

    rate: Fraction
    prize: Fraction
    commission: Fraction
    cite: Citation


@dataclass(frozen=True, slots=True, kw_only=True)
class BreakageStep:
    """What is too small for a chip."""

    breakage: Fraction
    cite: Citation = ROUNDED


@dataclass(frozen=True, slots=True, kw_only=True)
class TakenStep:
    """The house takes the stake, or a share of it."""

    stake: int
    share: Fraction


@dataclass(frozen=True, slots=True, kw_only=True)
class ReturnedStep:
    """A tie: the stake goes back."""

    stake: int


@dataclass(frozen=True, slots=True, kw_only=True)
class StandsStep:
    """Nothing is decided yet."""

    stake: int


@dataclass(frozen=True, slots=True, kw_only=True)
class DealtAgainStep:
    """A void deal is made again: the stake stays for it."""

    stake: int
    cite: Citation


@dataclass(frozen=True, slots=True, kw_only=True)
class HandedOverStep:
    """What the player receives in all, and gains or loses by it."""

    received: int
    net: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CoveredStep:
    """Of a stake between players, what the bank's money covers."""

    covered: int
    cite: Citation


PaymentStep = (
    CoveredStep
    | PrizeStep
    | CommissionStep
    | BreakageStep
    | TakenStep
    | ReturnedStep
    | StandsStep
    | DealtAgainStep
    | HandedOverStep
)


def steps_of(bet: Bet, decision: Decided | None, payment: Payment | None, stake: int) -> tuple[PaymentStep, ...]:
    """How the payment of a bet comes about; of one that is not decided, that it stands."""
    if decision is None or payment is None:
        return (StandsStep(stake=stake),)
    return tuple(_steps(bet, decision, payment))


def _steps(bet: Bet, decision: Decided, payment: Payment) -> Iterator[PaymentStep]:
    match decision:
        case Win():
            yield PrizeStep(stake=payment.stake, odds=decision.odds, prize=payment.prize, cite=decision.cite)
            if bet.commission:
                about = bet.commission
                yield CommissionStep(
                    rate=about.rate, prize=payment.prize, commission=payment.commission, cite=about.cite
                )
        case Lose():
            yield TakenStep(stake=payment.stake, share=decision.share)
        case Push():
            yield ReturnedStep(stake=payment.stake)
    if payment.breakage:
        yield BreakageStep(breakage=payment.breakage)
    yield HandedOverStep(received=payment.received, net=payment.net)
