"""The net result of the next round of several bets on the table."""

import math
from collections.abc import Sequence
from fractions import Fraction

from banca.answers.heading import Heading, heading
from banca.answers.value import AnswerStruct, BetName, Money, StateName
from banca.exact import together
from banca.law import Status, status_of
from banca.rulebook import Rules, Standing
from banca.rulebook.money import AVOS


class BetStanding(AnswerStruct, frozen=True, kw_only=True):
    """A bet on the layout."""

    bet: str
    name: BetName
    stake: Money
    state: StateName
    status: Status


class MoneyChance(AnswerStruct, frozen=True, kw_only=True):
    """One net result, and its chance."""

    net: Money
    chance: Fraction


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


def together_answer(rules: Rules, standing: Sequence[Standing], chip: int) -> TogetherAnswer:
    """What the next round may do to the bets on the table."""
    result = together(standing, chip)
    return TogetherAnswer(
        **heading(rules),
        bets=tuple(
            BetStanding(
                bet=one.bet.key,
                name=BetName(one.bet),
                stake=Money(one.stake),
                state=StateName(one.state),
                status=status_of(one.bet),
            )
            for one in standing
        ),
        net=tuple(MoneyChance(net=Money(net), chance=chance) for net, chance in result.chances.items()),
        undecided=result.undecided,
        mean=result.mean / AVOS,
        variance=result.variance / AVOS**2,
        sd=math.sqrt(result.variance) / AVOS,
    )
