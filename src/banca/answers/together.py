"""The net result of the next round of several bets on the table."""

import math
from collections.abc import Sequence
from fractions import Fraction

from msgspec import UNSET, UnsetType

from banca.analysis.exact import Together, together
from banca.answers.evening import BARS, SHARES, CertainFigure, ChanceBar, QuantileRow, above, figure, quantile_row
from banca.i18n import Localized, Translator
from banca.i18n.answer import AnswerStruct, Heading, Money, heading
from banca.law import Status, status_of
from banca.rules import Refusal, Rules, Standing
from banca.rules.money import AVOS
from banca.rules.refusal import NEEDS_EXTRA


class BetStanding(AnswerStruct, frozen=True, kw_only=True):
    """A bet on the layout."""

    bet: str
    name: Localized
    stake: Money
    state: Localized
    status: Status


class MoneyChance(AnswerStruct, frozen=True, kw_only=True):
    """One net result, and its chance."""

    net: Money
    chance: Fraction


class RoundsTogether(AnswerStruct, frozen=True, kw_only=True):
    """The sum of so many rounds of the same bets, in patacas."""

    rounds: int
    lost: float
    """What rounding took away from all chances together; 0 where they are exact."""
    mean: Fraction
    sd: float
    ahead: CertainFigure
    net: QuantileRow
    histogram: tuple[ChanceBar, ...]


class TogetherAnswer(Heading, frozen=True, kw_only=True):
    """Every net result of the next round with its exact chance; a bet that the round does not decide counts 0.

    Mean, variance and deviation are in patacas.
    """

    bets: tuple[BetStanding, ...]
    net: tuple[MoneyChance, ...]
    undecided: Fraction
    mean: Fraction
    variance: Fraction
    sd: float
    after: RoundsTogether | UnsetType = UNSET


def together_answer(rules: Rules, standing: Sequence[Standing], chip: int, rounds: int | None = None) -> TogetherAnswer:
    """Return what the next round may do to the bets on the table, and the sum of `rounds` rounds like it."""
    result = together(standing, chip)
    return TogetherAnswer(
        **heading(rules),
        bets=tuple(
            BetStanding(
                bet=one.bet.key,
                name=Localized(Translator.bet, one.bet),
                stake=Money(one.stake),
                state=Localized(Translator.state, one.state),
                status=status_of(one.bet),
            )
            for one in standing
        ),
        net=tuple(MoneyChance(net=Money(net), chance=chance) for net, chance in result.chances.items()),
        undecided=result.undecided,
        mean=result.mean / AVOS,
        variance=result.variance / AVOS**2,
        sd=math.sqrt(result.variance) / AVOS,
        after=UNSET if rounds is None else _many(result, rounds),
    )


def _many(result: Together, rounds: int) -> RoundsTogether:
    """The sum of many rounds; rounds are alike and do not know of each other, so mean and variance are exact."""
    try:
        from banca.analysis.sessions.many_rounds import sum_rounds  # the extra `fast`
    except ModuleNotFoundError:
        raise Refusal(NEEDS_EXTRA, asked="rounds", allowed="fast") from None
    found = sum_rounds(result, rounds)
    step = math.gcd(*(net - min(result.chances) for net in result.chances)) or 1
    return RoundsTogether(
        rounds=rounds,
        lost=above(found.lost),
        mean=result.mean * rounds / AVOS,
        sd=math.sqrt(result.variance * rounds) / AVOS,
        ahead=figure(found.chance(low=1)),
        net=QuantileRow(**quantile_row(found.quantiles(SHARES), 0, AVOS)),
        histogram=tuple(
            ChanceBar(low=low / AVOS, high=high / AVOS, chance=float(chance))
            for low, high, chance in found.bars(BARS, step)
        ),
    )
