"""Amounts in avos and a table's limits; the arithmetic of one decided bet, and its steps, each with its clause."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from fractions import Fraction
from typing import assert_never

from banca.record import FrozenStruct
from banca.rules.bet import Bet, Commission, Decided, Lose, Odds, Push, Win
from banca.rules.refusal import BAD_LIMITS, BAD_STAKE, STAKE_NOT_MULTIPLE, STAKE_NOT_POSITIVE, Refusal, refusal
from banca.rules.text import Citation, _, citing, format_number

STAKE_TOO_LARGE = refusal("stake_too_large", _("a stake of {asked} is above the table's maximum, {maximum}"))

cite = citing("rulebook")

AVOS = 100
"""Avos in a pataca."""

MULTIPLE_CITE = cite("R-money-2")

# A hundred digits at most: anybody may send an amount, and nobody is to keep the program busy with reading one.
_PATACAS = re.compile(r"-?[0-9]{1,100}(\.[0-9]{1,2})?")


def parse_patacas(text: str) -> int:
    """Read patacas as a person writes them; return avos.

    >>> parse_patacas("12.50"), parse_patacas("100")
    (1250, 10000)
    """
    if not _PATACAS.fullmatch(text):
        raise Refusal(BAD_STAKE, MULTIPLE_CITE, asked=text)
    return int(Fraction(text) * AVOS)


class Patacas(str):
    """An amount of patacas: a plain number as text, and in a sentence as the reader's language writes it.

    >>> Patacas("1234.50").in_language("pt").replace("\N{NO-BREAK SPACE}", " ")
    '1 234,50'
    """

    __slots__ = ()

    def in_language(self, language: str = "en", _cited: object = None) -> str:
        """Return the amount with the language's separators."""
        return format_number(self, language)


def format_patacas(avos: int) -> Patacas:
    """Write avos as patacas, with cents only if there are any.

    >>> format_patacas(1250), format_patacas(-10000)
    ('12.50', '-100')
    """
    sign, (patacas, rest) = "-" * (avos < 0), divmod(abs(avos), AVOS)
    return Patacas(f"{sign}{patacas}.{rest:02}" if rest else f"{sign}{patacas}")


def format_exact(avos: Fraction) -> str:
    """Write whole avos as patacas, anything finer as an exact fraction of a pataca.

    >>> format_exact(Fraction(1250)), format_exact(Fraction(2, 3))
    ('12.50', '1/150')
    """
    return str(format_patacas(int(avos))) if avos.denominator == 1 else str(avos / AVOS)


def round_down_to_chip(amount: Fraction, chip: int) -> int:
    """Return the whole chips in `amount`: the only rounding in Banca. R-money-1.

    >>> round_down_to_chip(Fraction(3500, 3), 50)
    1150
    """
    return int(amount // chip) * chip


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """A table's lowest and highest stake and its smallest chip, in avos. R-money-1, R-money-2, R-money-3."""

    minimum: int = 1 * AVOS
    maximum: int = 100_000_000 * AVOS
    chip: int = 1
    multiple_cite: Citation = MULTIPLE_CITE
    """Which clause asks for whole multiples of the minimum."""
    minimums: Mapping[str, int] = field(default_factory=dict, hash=False)
    """The kinds of bet that have a minimum of their own, by the bet's id; every other bet has `minimum`."""
    minimums_cite: Citation = MULTIPLE_CITE
    """Which clause or reading lets a kind of bet have one."""

    def __post_init__(self) -> None:
        for minimum in (self.minimum, *self.minimums.values()):
            if not 0 < self.chip <= minimum <= self.maximum or minimum % self.chip:
                raise Refusal(
                    BAD_LIMITS,
                    cite("R-money-1"),
                    chip=format_patacas(self.chip),
                    minimum=format_patacas(minimum),
                    maximum=format_patacas(self.maximum),
                )

    def minimum_of(self, bet: str) -> int:
        """Return the minimum stake of the bets with this id."""
        return self.minimums.get(bet, self.minimum)

    def check(self, stake: int, already: int = 0, *, of: str = "") -> None:
        """Refuse a stake that is not a whole multiple of the minimum, or that exceeds the maximum together with what lies there.

        `of` is the id of the bet: it may have a minimum of its own.
        """
        least = self.minimums.get(of, self.minimum)
        if stake <= 0 or stake % least:
            code = STAKE_NOT_MULTIPLE if stake > 0 else STAKE_NOT_POSITIVE
            by = self.minimums_cite if of in self.minimums else self.multiple_cite
            raise Refusal(code, by, asked=format_patacas(stake), minimum=format_patacas(least))
        if already + stake > self.maximum:
            whole, maximum = format_patacas(already + stake), format_patacas(self.maximum)
            raise Refusal(STAKE_TOO_LARGE, cite("R-money-3"), asked=whole, maximum=maximum)


class NamedLimits(FrozenStruct):
    """The limits named for a table, in avos; None keeps the game's own."""

    minimum: int | None = None
    maximum: int | None = None
    chip: int | None = None

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the limits that were named, with any value."""
        return tuple(name for name in self.__struct_fields__ if getattr(self, name) is not None)

    def put_into(self, own: Limits) -> Limits:
        """Return a game's own limits, replaced by these where they are named."""
        return replace(own, **{name: getattr(self, name) for name in self.names})


DENOMINATIONS = (1_000_000, 500_000, 100_000, 50_000, 10_000, 5_000, 1_000, 500, 100, 50, 10, 5, 1)
"""In avos: from 10,000 patacas down to one avo, which only a table with so small a chip has."""


def denominations(chip: int) -> tuple[int, ...]:
    """Those that a table with this smallest chip has: it, and all above it.

    >>> denominations(50_000)
    (1000000, 500000, 100000, 50000)
    """
    return (*(worth for worth in DENOMINATIONS if worth > chip and worth % chip == 0), chip)


def cut(amount: int, chip: int) -> tuple[tuple[int, int], ...]:
    """An amount in the fewest chips: each denomination that it takes, and how many. What is less than a chip is not paid.

    >>> cut(368_000, 100)
    ((100000, 3), (50000, 1), (10000, 1), (5000, 1), (1000, 3))
    """
    taken = []
    for worth in denominations(chip):
        count, amount = divmod(amount, worth)
        if count:
            taken.append((worth, count))
    return tuple(taken)


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


class Payment(FrozenStruct):
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
    # The stake is in `due`: what is rounded down is all that is handed over, once, and never prize and stake apart.
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


class PaymentStep(FrozenStruct, kw_only=False):
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
    # Breakage comes last, as the commission is taken exactly and only what is left is rounded.
    if terms:
        amounts = {"rate": terms.rate, "prize": prize, "commission": commission}
        yield PaymentStep(StepKind.COMMISSION, amounts, terms.cite)
    if breakage:
        yield PaymentStep(StepKind.BREAKAGE, {"breakage": breakage}, ROUNDED)
