"""A settled sequence of throws: each bet's fate, the arithmetic and the articles."""

from collections.abc import Sequence
from typing import Any

from banca.law import status_of
from banca.reports.heading import heading
from banca.rulebook import (
    KINDS,
    Citation,
    Fate,
    Limits,
    Lose,
    Null,
    Rules,
    Stay,
    Throw,
    ThrowEffect,
    Win,
    citing,
    format_exact,
    format_patacas,
)
from banca.words import Speech

ROUNDED = citing("rulebook")("R-money-1")


def settlement_report(
    rules: Rules, limits: Limits, throws: Sequence[Throw], fates: Sequence[Fate], say: Speech
) -> dict[str, Any]:
    """All money in patacas as exact text."""
    received = sum(fate.payment.received for fate in fates if fate.payment)
    decided = sum(fate.payment.stake for fate in fates if fate.payment)
    staked = sum(fate.slip.stake for fate in fates)
    return {
        **heading(rules, say),
        "limits": {
            "minimum": format_patacas(limits.minimum),
            "maximum": format_patacas(limits.maximum),
            "chip": format_patacas(limits.chip),
        },
        "throws": [_throw(rules, number, throw) for number, throw in enumerate(throws, start=1)],
        "bets": [_fate(fate, say) for fate in fates],
        "staked": format_patacas(staked),
        "standing": format_patacas(staked - decided),
        "received": format_patacas(received),
        "net": format_patacas(received - decided),
    }


def _throw(rules: Rules, number: int, throw: Throw) -> dict[str, Any]:
    if isinstance(throw, Null):
        return {"throw": number, "null": True, "reason": throw.reason, "cites": [str(cite) for cite in throw.cites]}
    shown = rules.rulebook.show(throw.outcome)
    report: dict[str, Any] = {"throw": number, "null": False, "outcome": shown}
    if rules.rulebook.converted_by and throw.written not in ("", shown):
        report |= {"written": throw.written, "converted_by": str(rules.rulebook.converted_by)}
    return report


def _fate(fate: Fate, say: Speech) -> dict[str, Any]:
    bet, payment = fate.slip.bet, fate.payment
    report: dict[str, Any] = {
        "bet": bet.key,
        "name": say.bet(bet),
        "stake": format_patacas(fate.slip.stake),
        "placed": fate.placed,
        "events": [_event(fate, event, say) for event in fate.events],
        "result": KINDS[type(fate.decision) if fate.decision else Stay],
        "state": say.state(fate.state),
        "status": status_of(bet).value,
        "reads": [str(cite) for cite in bet.reads],
    }
    if payment is None:
        return report
    cites: list[Citation] = [bet.cite, *bet.reads]
    cites += [cite for cite in (bet.decided_by, fate.decision.cite if fate.decision else None) if cite]
    if isinstance(fate.decision, Win):
        report["odds"] = say.odds([fate.decision.odds])
        report["odds_ratio"] = [fate.decision.odds.prize, fate.decision.odds.stake]
        report["prize_cite"] = str(fate.decision.cite)
        if bet.commission:
            cites.append(bet.commission.cite)
            report["commission_rate"] = str(bet.commission.rate)
            report["commission_cite"] = str(bet.commission.cite)
    if payment.breakage:
        cites.append(ROUNDED)
        report["breakage_cite"] = str(ROUNDED)
    return report | {
        "prize": format_exact(payment.prize),
        "commission": format_exact(payment.commission),
        "breakage": format_exact(payment.breakage),
        "received": format_patacas(payment.received),
        "net": format_patacas(payment.net),
        "cites": [str(cite) for cite in dict.fromkeys(cites)],
    }


def _event(fate: Fate, event: ThrowEffect, say: Speech) -> dict[str, Any]:
    """What the throw did; the clause is the bet's own unless another decided."""
    if event.verdict is None:
        return {"throw": event.throw, "does": "null"}
    bet = fate.slip.bet
    named = None if isinstance(event.verdict, Win) else event.verdict.cite
    done: dict[str, Any] = {
        "throw": event.throw,
        "does": KINDS[type(event.verdict)],
        "cite": str(named or bet.decided_by or bet.cite),
    }
    if isinstance(event.verdict, Stay):
        done["state"] = say.state(event.verdict.state)
    if isinstance(event.verdict, Lose) and event.verdict.share != 1:
        done["share"] = str(event.verdict.share)
    return done
