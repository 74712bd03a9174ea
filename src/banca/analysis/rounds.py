"""What the next round may do to the bets that stand, and many rounds like it. Money is in patacas, as it went in.

The sum of many rounds of the same bets is a power of the polynomial that one round is.
Written as a polynomial, with a net result in the exponent and its chance as the coefficient, independent rounds multiply. Small sums are
exact: whole weights, raised as integers, over the same power of the total weight, so that nothing is reduced on the way. Larger sums would have
coefficients of millions of bits; they are raised in whole numbers of `BITS` bits behind the point, always rounded down. So no chance is ever too
high, and what all of them lack together is 1 less their sum: the error is not estimated but read off.
A round that may leave a bet standing is no part of such a sum: the next round would not be like it.
"""

import math
from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction
from typing import TYPE_CHECKING

from msgspec import UNSET, UnsetType

from banca.analysis.exact import Together, together
from banca.analysis.sessions.distribution import (
    SHARES,
    AmountSpread,
    ChanceBar,
    Interval,
    QuantileRow,
    chance_bars,
)
from banca.i18n import LocalizedText, Translator, translator
from banca.i18n.answer import AnswerStruct, Heading, Money, heading
from banca.law import Status, status_of
from banca.notebook import FrameSource, html_table, patacas
from banca.rules import Refusal, Rules, Standing, _, refusal
from banca.rules.money import AVOS

if TYPE_CHECKING:
    from flint import fmpz_poly

STANDS_ON = refusal(
    "stands_on",
    _(
        "a round leaves one of the bets undecided with a chance of {chance}, so rounds differ; compute a whole session instead (banca evening)"
    ),
)
TOO_MANY_ROUNDS = refusal(
    "too_many_rounds", _("{asked} rounds of these bets cannot be added up; possible: 1 to about {allowed}")
)

MOST_BITS = 1_000_000_000
"""Of all coefficients of an exact power together."""
USUAL_BITS = MOST_BITS // 50
"""Above this nobody is kept waiting for fractions unless they are asked for."""
BITS = 128
"""Behind the point, where chances are rounded down."""
MOST_AMOUNTS = 4_000_000
DEVIATIONS = 14
"""Beyond so many standard deviations nothing is left of a chance in so many bits."""


def polynomial(cells: list[int]) -> "fmpz_poly":
    """A polynomial of flint's, which is imported when it is needed: one round needs none."""
    from flint import fmpz_poly

    return fmpz_poly(cells)


def sum_rounds(together: Together, rounds: int, *, exact: bool | None = None) -> AmountSpread:
    """Return the net result of so many rounds, in avos: as fractions where that is small, or with what was lost in rounding down."""
    if together.undecided:
        raise Refusal(STANDS_ON, chance=together.undecided)
    chances = together.chances
    lowest = min(chances)
    step = math.gcd(*(net - lowest for net in chances)) or 1
    total = math.lcm(*(chance.denominator for chance in chances.values()))
    weights = [0] * ((max(chances) - lowest) // step + 1)
    for net, chance in chances.items():
        weights[(net - lowest) // step] = int(chance * total)
    is_exact = _is_exact(rounds, len(weights), total, wanted=exact)
    if is_exact:
        # Every coefficient is a whole number over this one power: nothing is reduced on the way.
        whole = total**rounds
        cells, low = [int(weight) for weight in polynomial(weights) ** rounds], 0
    else:
        _check_amounts(together, rounds, step)
        whole = 1 << BITS
        cells, low = _power([weight * whole // total for weight in weights], rounds)
    # Exponents count steps above the lowest net result, so that they are not below zero.
    origin = lowest * rounds + low * step
    sums = {origin + index * step: Fraction(cell, whole) for index, cell in enumerate(cells) if cell}
    farthest = rounds * max(abs(lowest), abs(max(chances)))
    return AmountSpread(sums, lost=1 - Fraction(sum(cells), whole), farthest=farthest)


def _is_exact(rounds: int, degree: int, total: int, *, wanted: bool | None) -> bool:
    """Whether fractions are asked for, or small enough to need no asking."""
    bits = rounds * degree * rounds * total.bit_length()
    if rounds < 1 or (wanted and bits > MOST_BITS):
        raise Refusal(TOO_MANY_ROUNDS, asked=rounds, allowed=math.isqrt(MOST_BITS // (degree * total.bit_length())))
    return bits <= USUAL_BITS if wanted is None else wanted


def _check_amounts(together: Together, rounds: int, step: int) -> None:
    """Refuse what would spread over too many amounts."""
    amounts = 2 * DEVIATIONS * math.sqrt(together.variance * rounds) / step
    if amounts > MOST_AMOUNTS:
        raise Refusal(TOO_MANY_ROUNDS, asked=rounds, allowed=int(rounds * (MOST_AMOUNTS / amounts) ** 2))


def _power(cells: list[int], rounds: int) -> tuple[list[int], int]:
    """A power by squaring, rounded down after every product: the cells, and the exponent of the first."""
    power, low = [1 << BITS], 0
    square, square_low = cells, 0
    while rounds:
        if rounds & 1:
            power, low = _product(power, square, low + square_low)
        rounds >>= 1
        if rounds:
            square, square_low = _product(square, square, 2 * square_low)
    return power, low


def _product(left: list[int], right: list[int], low: int) -> tuple[list[int], int]:
    """A product without the ends of which nothing is left."""
    # The shift rounds down, so that a chance is never too high.
    cells = [int(cell) >> BITS for cell in polynomial(left) * polynomial(right)]
    begin = next(index for index, cell in enumerate(cells) if cell)
    while not cells[-1]:
        cells.pop()
    return cells[begin:], low + begin


class ManyRounds(AnswerStruct, FrameSource, kw_only=False):
    """The sum of the net results of a number of rounds. `figures` has the amounts in avos."""

    rounds: int
    figures: AmountSpread
    one_round: Together
    JSON = (
        *("rounds", ("lost", "lost_above"), ("mean", "exact_mean"), ("sd", "exact_sd"), "ahead"),
        *(("net", "quantiles"), "histogram"),
    )

    @property
    def chances(self) -> dict[Decimal, Fraction]:
        """Net results in patacas, lowest first, with chances: exact, or too low by no more than `lost` together."""
        return {patacas(net): Fraction(chance) for net, chance in self.figures.chances.items()}

    @property
    def lost(self) -> Fraction:
        """The total chance lost to rounding; 0 if the chances are exact."""
        return self.figures.lost

    @property
    def lost_above(self) -> float:
        """The same as a float that is not too small."""
        return Interval.exactly(self.figures.lost).high_float

    @property
    def mean(self) -> float:
        """In patacas."""
        return float(self.figures.mean) / AVOS

    @property
    def sd(self) -> float:
        """In patacas."""
        return math.sqrt(float(self.figures.variance)) / AVOS

    # Rounds are alike and do not know of each other: mean and variance follow from one round, whatever the sum was rounded to.
    @property
    def exact_mean(self) -> Fraction:
        """In patacas, exactly."""
        return self.one_round.mean * self.rounds / AVOS

    @property
    def exact_sd(self) -> float:
        """In patacas, from the exact variance."""
        return math.sqrt(self.one_round.variance * self.rounds) / AVOS

    @property
    def ahead(self) -> Interval:
        """The chance of a net gain."""
        return self.figures.chance(low=1)

    @property
    def quantiles(self) -> QuantileRow:
        """Net results in patacas that some shares of the chances do not exceed."""
        return QuantileRow.of(self.figures.quantiles(SHARES), 0, AVOS)

    @property
    def histogram(self) -> tuple[ChanceBar, ...]:
        """The chances in bars, each a whole number of steps wide, so that a bar does not look low for want of amounts in it."""
        nets = self.one_round.chances
        step = math.gcd(*(net - min(nets) for net in nets)) or 1
        return chance_bars(self.figures, step)

    def quantile(self, share: Fraction) -> Decimal:
        """Return the least net result, in patacas, that the share of the chances does not exceed.

        Args:
            share: Between 0 and 1.
        """
        (quantile,) = self.figures.quantiles([share])
        return patacas(quantile.amount)

    def rows(self) -> list[dict[str, object]]:
        """Return one row for each net result."""
        return [{"net": net, "chance": chance} for net, chance in self.chances.items()]

    def _repr_html_(self) -> str:
        say = translator()
        shares = [Fraction(share, 100) for share in (5, 25, 50, 75, 95)]
        quantiles = zip(shares, self.figures.quantiles(shares), strict=True)
        rows = [{"share": say.percent(share, 0), "net": say.money(quantile.amount)} for share, quantile in quantiles]
        title = f"{say.count(self.rounds)} rounds, mean {say.measured(self.mean)} patacas"
        return html_table(title, ("share", "net"), rows)


class MoneyChance(AnswerStruct):
    """One net result, and its chance."""

    net: Money
    chance: Fraction


class NextRound(AnswerStruct, FrameSource, kw_only=False):
    """The exact net results of the next round for the bets that stand. A bet that it does not decide counts 0."""

    together: Together
    """The same with amounts in avos."""
    JSON = (("net", "net_chances"), "undecided", "mean", "variance", "sd")

    @property
    def chances(self) -> dict[Decimal, Fraction]:
        """Net results in patacas, lowest first, with their chances."""
        return {patacas(net): chance for net, chance in self.together.chances.items()}

    @property
    def net_chances(self) -> tuple[MoneyChance, ...]:
        """The net results with their chances, as a list."""
        return tuple(MoneyChance(net=Money(net), chance=chance) for net, chance in self.together.chances.items())

    @property
    def undecided(self) -> Fraction:
        """The chance that the round leaves at least one of the bets standing."""
        return self.together.undecided

    @property
    def mean(self) -> Fraction:
        """The player's mean net result, in patacas."""
        return self.together.mean / AVOS

    @property
    def variance(self) -> Fraction:
        """Its variance, in patacas squared."""
        return self.together.variance / AVOS**2

    @property
    def sd(self) -> float:
        """Its standard deviation, in patacas."""
        # The root of avos, and then patacas: the other way round, the last digit of the JSON would be another one.
        return math.sqrt(self.together.variance) / AVOS

    def after(self, rounds: int, *, exact: bool | None = None) -> ManyRounds:
        """Return the sum of a number of rounds of the same bets; by default exact if that is small.

        Args:
            rounds: The number of rounds.
            exact: True for fractions, False for numbers rounded down, with what they lack together.

        Raises:
            Refusal: A bet may stand on, or there are too many rounds to add up.
        """
        return ManyRounds(rounds, sum_rounds(self.together, rounds, exact=exact), self.together)

    def rows(self) -> list[dict[str, object]]:
        """Return one row for each net result."""
        return [{"net": net, "chance": chance} for net, chance in self.chances.items()]

    def _repr_html_(self) -> str:
        say = translator()
        rows = [
            {"net": say.money(net), "chance": say.exact(chance), "≈": say.percent(chance)}
            for net, chance in self.together.chances.items()
        ]
        return html_table(f"mean {say.exact(self.mean)} patacas", ("net", "chance", "≈"), rows)


class StandingBet(AnswerStruct, kw_only=False):
    """A bet on the layout, with its words."""

    standing: Standing
    JSON = (("bet", "standing.bet.key"), "name", "stake", "state", "status")

    @property
    def name(self) -> LocalizedText:
        """The bet's name."""
        return LocalizedText(Translator.bet, self.standing.bet)

    @property
    def stake(self) -> Money:
        """What lies on it."""
        return Money(self.standing.stake)

    @property
    def state(self) -> LocalizedText:
        """Where it stays."""
        return LocalizedText(Translator.state, self.standing.state)

    @property
    def status(self) -> Status:
        """How firm its clauses are."""
        return status_of(self.standing.bet)


class TogetherAnswer(Heading):
    """Every net result of the next round with its exact chance; a bet that the round does not decide counts 0.

    Mean, variance and deviation are in patacas.
    """

    bets: tuple[StandingBet, ...]
    next_round: NextRound
    after: ManyRounds | UnsetType = UNSET
    JSON = (
        *("bets", ("net", "next_round.net_chances"), ("undecided", "next_round.undecided")),
        *(("mean", "next_round.mean"), ("variance", "next_round.variance"), ("sd", "next_round.sd"), "after"),
    )


def together_answer(rules: Rules, standing: Sequence[Standing], chip: int, rounds: int | None = None) -> TogetherAnswer:
    """Return what the next round may do to the bets on the table, and the sum of `rounds` rounds like it."""
    result = together(standing, chip)
    return TogetherAnswer(
        **heading(rules),
        bets=tuple(map(StandingBet, standing)),
        next_round=NextRound(result),
        after=UNSET if rounds is None else NextRound(result).after(rounds),
    )
