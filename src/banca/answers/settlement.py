"""A settled sequence of throws: each bet's fate, the arithmetic and the articles."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from msgspec.structs import replace

from banca.i18n import Localized, Translator
from banca.i18n.answer import AnswerStruct, Heading, Money, TableLimits, heading
from banca.i18n.descriptions import RESULTS, describe_outcome, named_outcome, null_reason_name, result_words, step_text
from banca.law import Status, status_of
from banca.rules import (
    KINDS,
    PLACED,
    Citation,
    Fate,
    Limits,
    Lose,
    Null,
    Odds,
    Payment,
    Rules,
    State,
    Stay,
    Throw,
    ThrowEffect,
    Win,
    _,
    _p,
)
from banca.rules.payment import ROUNDED, PaymentStep, steps_of

NULL_THROW = _p("of a result", "null")
NO_CAUSE = _("cause not given")
STANDS_ON = _("stays on {state}")
STANDS_AS = _("stays, {state}")
LOSES_SHARE = _("loses {share} of the stake")


class ThrowShown(AnswerStruct, frozen=True, kw_only=True, omit_defaults=True):
    """One throw: its outcome, or why it is null; what was written where another is counted for it."""

    throw: int
    null: bool
    said: Localized
    reason: str | None = None
    cites: tuple[Citation, ...] | None = None
    outcome: str | None = None
    written: str | None = None
    converted_by: Citation | None = None


class EffectShown(AnswerStruct, frozen=True, kw_only=True, omit_defaults=True):
    """What a throw did to a bet, and by which clause."""

    throw: int
    does: str
    said: Localized
    cite: Citation | None = None
    state: Localized | None = None
    share: Fraction | None = None


class StepShown(AnswerStruct, frozen=True, kw_only=True, omit_defaults=True):
    """A step of the arithmetic, and the clause it goes by."""

    said: Localized
    cite: Citation | None = None


class PartPlaced(AnswerStruct, frozen=True, kw_only=True):
    """One of several stakes on a bet, and before which throw it was placed."""

    stake: Money
    placed: int | None


class BetSettled(AnswerStruct, frozen=True, kw_only=True, omit_defaults=True):
    """One bet's way through the throws; the fields of a payment are there once it is decided."""

    bet: str
    name: Localized
    stake: Money
    placed: int | None
    events: tuple[EffectShown, ...]
    result: str
    state: Localized
    status: Status
    reads: tuple[Citation, ...]
    steps: tuple[StepShown, ...]
    parts: tuple[PartPlaced, ...] | None = None
    """Where it is made of several stakes: they are one bet, and paid as one. R-money-1."""
    odds: Localized | None = None
    odds_ratio: Odds | None = None
    prize_cite: Citation | None = None
    commission_rate: Fraction | None = None
    commission_cite: Citation | None = None
    breakage_cite: Citation | None = None
    prize: Money | None = None
    commission: Money | None = None
    breakage: Money | None = None
    received: Money | None = None
    net: Money | None = None
    cites: tuple[Citation, ...] | None = None


class SettlementAnswer(Heading, frozen=True, kw_only=True):
    """Bets settled over throws, with what they come to."""

    limits: TableLimits
    throws: tuple[ThrowShown, ...]
    bets: tuple[BetSettled, ...]
    staked: Money
    standing: Money
    received: Money
    net: Money


def settlement_answer(rules: Rules, limits: Limits, throws: Sequence[Throw], fates: Sequence[Fate]) -> SettlementAnswer:
    """Return the result of every bet, and of the money."""
    received = sum(fate.payment.received for fate in fates if fate.payment)
    decided = sum(fate.payment.stake for fate in fates if fate.payment)
    staked = sum(fate.stake for fate in fates)
    return SettlementAnswer(
        **heading(rules),
        limits=TableLimits(minimum=Money(limits.minimum), maximum=Money(limits.maximum), chip=Money(limits.chip)),
        throws=tuple(_throw(rules, number, throw) for number, throw in enumerate(throws, start=1)),
        bets=tuple(map(_settled, fates)),
        staked=Money(staked),
        standing=Money(staked - decided),
        received=Money(received),
        net=Money(received - decided),
    )


def _throw(rules: Rules, number: int, throw: Throw) -> ThrowShown:
    said = Localized(throw_text, throw, rules)
    if isinstance(throw, Null):
        return ThrowShown(throw=number, null=True, said=said, reason=throw.reason, cites=throw.cites)
    shown = rules.rulebook.show(throw.outcome)
    if rules.rulebook.converted_by and throw.written not in ("", shown):
        by = rules.rulebook.converted_by
        return ThrowShown(throw=number, null=False, said=said, outcome=shown, written=throw.written, converted_by=by)
    return ThrowShown(throw=number, null=False, said=said, outcome=shown)


def throw_text(say: Translator, throw: Throw, rules: Rules) -> str:
    """A throw in words: its result, or why it is null."""
    if isinstance(throw, Null):
        cause = null_reason_name(rules.rulebook.game, throw.reason, say) if throw.reason else say(NO_CAUSE)
        return say.labelled(say(NULL_THROW), cause)
    shown = rules.rulebook.show(throw.outcome)
    if rules.rulebook.converted_by and throw.written not in ("", shown):
        return f"{throw.written} → {named_outcome(rules, shown, say)}"
    return describe_outcome(rules, shown, say)


def effect_text(say: Translator, effect: ThrowEffect, game: str) -> str:
    """What a throw did to a bet, in the words of its game."""
    match effect.verdict:
        case None:
            return say(NULL_THROW)
        case Stay(state=state):
            return standing_text(say, state)
        case Lose(share=share) if share != 1:
            return say(LOSES_SHARE, share=share)
        case verdict:
            return say(result_words(game)[KINDS[type(verdict)]])


def standing_text(say: Translator, state: State) -> str:
    """Where a bet stays: where it was placed, on a number, or in one of the regulation's words."""
    if state == PLACED:
        return say(RESULTS["stands"])
    return say(STANDS_ON if isinstance(state, int) else STANDS_AS, state=say.state(state))


def _settled(fate: Fate) -> BetSettled:
    bet = fate.slip.bet
    found = BetSettled(
        bet=bet.key,
        name=Localized(Translator.bet, bet),
        stake=Money(fate.stake),
        placed=fate.placed,
        events=tuple(_effect(fate, event) for event in fate.events),
        result=KINDS[type(fate.decision) if fate.decision else Stay],
        state=Localized(Translator.state, fate.state),
        status=status_of(bet),
        reads=bet.reads,
        steps=tuple(map(step_shown, steps_of(bet, fate.decision, fate.payment, fate.stake))),
        parts=tuple(PartPlaced(stake=Money(one.slip.stake), placed=one.placed) for one in fate.parts)
        if fate.joined
        else None,
    )
    return replace(found, **_paid(fate, fate.payment)) if fate.payment else found


def step_shown(step: PaymentStep) -> StepShown:
    """A step with the clause it goes by, where it has one."""
    return StepShown(said=Localized(step_text, step), cite=step.cite)


def _paid(fate: Fate, payment: Payment) -> dict[str, Any]:
    """The fields of a payment, and every clause it rests on."""
    bet, decision = fate.slip.bet, fate.decision
    paid: dict[str, Any] = {
        "prize": Money(payment.prize),
        "commission": Money(payment.commission),
        "breakage": Money(payment.breakage),
        "received": Money(payment.received),
        "net": Money(payment.net),
    }
    cites = [bet.cite, *bet.reads, bet.decided_by, decision.cite if decision else None]
    if isinstance(decision, Win):
        paid |= {
            "odds": Localized(Translator.odds, (decision.odds,)),
            "odds_ratio": decision.odds,
            "prize_cite": decision.cite,
        }
        if bet.commission:
            paid |= {"commission_rate": bet.commission.rate, "commission_cite": bet.commission.cite}
            cites.append(bet.commission.cite)
    if payment.breakage:
        paid["breakage_cite"] = ROUNDED
        cites.append(ROUNDED)
    return paid | {"cites": tuple(dict.fromkeys(filter(None, cites)))}


def _effect(fate: Fate, event: ThrowEffect) -> EffectShown:
    """What the throw did; the clause is the bet's own unless another decided."""
    bet = fate.slip.bet
    said = Localized(effect_text, event, bet.cite.game)
    if event.verdict is None:
        return EffectShown(throw=event.throw, does="null", said=said)
    named = None if isinstance(event.verdict, Win) else event.verdict.cite
    share = event.verdict.share if isinstance(event.verdict, Lose) else Fraction(1)
    return EffectShown(
        throw=event.throw,
        does=KINDS[type(event.verdict)],
        said=said,
        cite=named or bet.decided_by or bet.cite,
        state=Localized(Translator.state, event.verdict.state) if isinstance(event.verdict, Stay) else None,
        share=share if share != 1 else None,
    )
