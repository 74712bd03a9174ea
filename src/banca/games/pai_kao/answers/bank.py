"""What banking is worth against one to seven gates with equal stakes."""

from fractions import Fraction

from banca.games.pai_kao.answers.hands import GAME
from banca.games.pai_kao.bank import COMMISSION, COMMISSION_CITES, COVER_CITE
from banca.games.pai_kao.exact.gates import BankValue, bank_between, bank_value, is_mixed, of_fewer, orders_between
from banca.games.pai_kao.exact.policies import policy_id
from banca.i18n.answer import AnswerStruct, Money, caution
from banca.rules import Citation, Text


class GainAnswer(AnswerStruct, frozen=True, kw_only=True):
    """One result of a round of the bank, before and after commission."""

    gross: Money
    net: Money
    chance: Fraction


class BankAnswer(AnswerStruct, frozen=True, kw_only=True):
    """A round of the bank by policy: its mean, what becomes of it, and every result. Amounts before rounding to chips."""

    policy: str
    against: str
    is_most_often: bool
    """Whether the gates take of each hand the setting that their mixed policy takes most often."""
    gates: int
    stake: Money
    principal: Money
    win: Fraction
    even: Fraction
    lose: Fraction
    gross: Fraction
    """Per unit staked by the gates, before commission."""
    commission: Fraction
    value: Fraction
    value_gate_by_gate: Fraction
    """Against one gate with the principal of its stake: what the value would be if commission were taken gate by gate."""
    mean: Money
    sd: float
    """Of the gain of a round, in patacas."""
    results: tuple[GainAnswer, ...]
    cites: tuple[Citation, ...]
    caution: Text | None


def bank_answer(policy: str, against: str, *, gates: int, stake: int, principal: int | None = None) -> BankAnswer:
    """What banking is worth between two policies; the principal is the stakes of all gates unless said."""
    found = bank_between(against, policy, gates=gates, stake=stake, principal=principal)
    alone = bank_value(of_fewer(orders_between(against, policy, gates), 1), gates=1, stake=stake, principal=stake)
    staked = gates * stake
    return BankAnswer(
        policy=policy_id(policy),
        against=policy_id(against),
        is_most_often=gates > 1 and is_mixed(against),
        gates=gates,
        stake=Money(stake),
        principal=Money(found.principal),
        win=found.win,
        even=found.even,
        lose=found.lose,
        gross=found.gross / staked,
        commission=found.commission / staked,
        value=found.per_stake,
        value_gate_by_gate=alone.per_stake,
        mean=Money(found.value),
        sd=float(found.variance) ** 0.5 / 100,
        results=_results(found),
        cites=(COVER_CITE, *COMMISSION_CITES),
        caution=caution(GAME),
    )


def _results(found: BankValue) -> tuple[GainAnswer, ...]:
    """Every result, the worst first."""
    return tuple(
        GainAnswer(gross=Money(gain), net=Money(gain - COMMISSION * max(gain, 0)), chance=chance)
        for gain, chance in found.chances.items()
    )
