"""The arithmetic of one decided bet, and its steps, each with its clause."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
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


class StepKind(StrEnum):
    """What one step of a payment does."""

    PRIZE = "prize"
    """Stake times odds."""
    COMMISSION = "commission"
    """What the house keeps of the prize."""
    BREAKAGE = "breakage"
    """What is too small for a chip."""
    TAKEN = "taken"
    SHARE_TAKEN = "share_taken"
    """The house takes only a share of the stake."""
    RETURNED = "returned"
    """A tie: the stake goes back."""
    STANDS = "stands"
    """Nothing is decided yet."""
    DEALT_AGAIN = "dealt_again"
    """A void deal is made again: the stake stays for it."""
    HANDED_OVER = "handed_over"
    """What the player receives in all, and gains or loses by it."""
    COVERED = "covered"
    """Of a stake between players, what the bank's money covers."""


@dataclass(frozen=True, slots=True)
class PaymentStep:
    """One step of a payment: the amounts that its sentence names, and the clause behind it."""

    kind: StepKind
    amounts: Mapping[str, int | Fraction | Odds]
    """By the blanks of the sentence; money in avos."""
    cite: Citation | None = None


def steps_of(bet: Bet, decision: Decided | None, payment: Payment | None, stake: int) -> tuple[PaymentStep, ...]:
    """Return how the payment of a bet comes about; of one that is not decided, that it stands."""
    if decision is None or payment is None:
        return (PaymentStep(StepKind.STANDS, {"stake": stake}),)
    return tuple(_steps(bet, decision, payment))


def _steps(bet: Bet, decision: Decided, payment: Payment) -> Iterator[PaymentStep]:
    match decision:
        case Win():
            yield PaymentStep(
                StepKind.PRIZE,
                {"stake": payment.stake, "odds": decision.odds, "prize": payment.prize},
                decision.cite,
            )
        case Lose(share=share):
            kind = StepKind.TAKEN if share == 1 else StepKind.SHARE_TAKEN
            yield PaymentStep(kind, {"stake": payment.stake, "share": share})
        case Push():
            yield PaymentStep(StepKind.RETURNED, {"stake": payment.stake})
    yield from deductions(
        payment.prize, bet.commission if isinstance(decision, Win) else None, payment.commission, payment.breakage
    )
    yield PaymentStep(StepKind.HANDED_OVER, {"received": payment.received, "net": payment.net})


def deductions(
    prize: Fraction | int, terms: Commission | None, commission: Fraction, breakage: Fraction
) -> Iterator[PaymentStep]:
    """Yield what is taken off a prize: the commission, if the bet pays one, and what no chip can pay."""
    if terms:
        amounts = {"rate": terms.rate, "prize": prize, "commission": commission}
        yield PaymentStep(StepKind.COMMISSION, amounts, terms.cite)
    if breakage:
        yield PaymentStep(StepKind.BREAKAGE, {"breakage": breakage}, ROUNDED)
