"""What the next round may do to the bets that stand, and many rounds like it. Money is in patacas, as it went in."""

import math
from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction

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
from banca.rules import Refusal, Rules, Standing
from banca.rules.money import AVOS
from banca.rules.refusal import NEEDS_EXTRA


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


class MoneyChance(AnswerStruct, frozen=True, kw_only=True):
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
            exact: True for fractions, False for floats with a proven bound.

        Raises:
            Refusal: The extra `fast` is not installed.
        """
        return _many_rounds(self.together, rounds, exact=exact, named="after()")

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


def _many_rounds(result: Together, rounds: int, *, exact: bool | None = None, named: str) -> ManyRounds:
    try:
        from banca.analysis.sessions.many_rounds import sum_rounds  # the extra `fast`
    except ModuleNotFoundError:
        raise Refusal(NEEDS_EXTRA, asked=named, allowed="fast") from None
    return ManyRounds(rounds, sum_rounds(result, rounds, exact=exact), result)


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


class TogetherAnswer(Heading, frozen=True, kw_only=True):
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
        after=UNSET if rounds is None else _many_rounds(result, rounds, named="rounds"),
    )
