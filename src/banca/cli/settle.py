"""`banca settle`: what these outcomes do to these bets, with the arithmetic and the articles."""

from fractions import Fraction
from typing import Any

import typer

from banca.cli import texts
from banca.cli.face import (
    AsJson,
    Bets,
    Chip,
    GameName,
    HouseOptions,
    Lang,
    Maximum,
    Minimum,
    Outcomes,
    named_bet,
    print_heading,
    print_legend,
    print_remarks,
    settled,
    standing,
)
from banca.cli.terminal import print_json, print_text
from banca.law import Status
from banca.words import Speech


def settle(
    ctx: typer.Context,
    game: GameName,
    bet: Bets,
    outcome: Outcomes,
    option: HouseOptions = [],
    minimum: Minimum = None,
    maximum: Maximum = None,
    chip: Chip = None,
    lang: Lang = "en",
    as_json: AsJson = False,
) -> None:
    """Settle bets over outcomes: fate, arithmetic, articles.

    A bet lies on the layout as soon as the rules allow it (odds once their point stands), or from the throw named with @.
    """
    say = ctx.obj.say
    report = settled(ctx.obj, game, option, bet, outcome, minimum=minimum, maximum=maximum, chip=chip).report(
        say.language
    )
    if ctx.obj.json:
        print_json(report, ctx.obj.remarks)
        return
    print_remarks(ctx.obj)
    print_heading(report)
    print_text(say(texts.LIMITS, **report["limits"]))
    for throw in report["throws"]:
        print_text(f"{throw['throw']:>3}. {_throw(throw, say)}")
    for one in report["bets"]:
        typer.echo()
        print_fate(one, say)
    typer.echo()
    print_text(say(texts.TOTAL, staked=report["staked"], received=report["received"], net=_signed(report["net"])))
    if report["standing"] != "0":
        print_text(say(texts.STILL_STANDING, standing=report["standing"]))
    print_legend(say, {Status(one["status"]) for one in report["bets"]})


def _throw(throw: dict[str, Any], say: Speech) -> str:
    if not throw["null"]:
        outcome = str(throw["outcome"])
        return f"{throw['written']} → {outcome} ({throw['converted_by']})" if "written" in throw else outcome
    about = ", ".join(filter(None, [throw["reason"], *throw["cites"]])) or say(texts.NO_CAUSE)
    return f"{say(texts.NULL_THROW)} ({about})"


def print_fate(one: dict[str, Any], say: Speech) -> None:
    """One bet: a line per throw, then a line per step of the arithmetic."""
    print_text(named_bet(one))
    if one["placed"] > 1:
        print_text(say(texts.PLACED_BEFORE, throw=one["placed"]), indent=5)
    for event in one["events"]:
        print_text(f"{event['throw']:>3}. {_event(event, say)}")
    for step in _arithmetic(one, say):
        print_text(step, indent=5)
    if one["reads"]:
        print_text(say(texts.REST_ON, readings=", ".join(one["reads"])), indent=5)


def _event(event: dict[str, Any], say: Speech) -> str:
    if event["does"] == "null":
        return say(texts.NULL_THROW)
    does = say(texts.DOES[event["does"]])
    if "state" in event:
        does = standing(event["state"], say)
    if "share" in event:
        does = say(texts.LOSES_SHARE, share=event["share"])
    return f"{does} ({event['cite']})"


def _arithmetic(one: dict[str, Any], say: Speech) -> list[str]:
    stake = one["stake"]
    if one["result"] == "stands":
        return [say(texts.UNDECIDED, stake=stake)]
    steps = []
    if one["result"] == "win":
        steps.append(f"{stake} × {one['odds']} = {_readable(one['prize'])} ({one['prize_cite']})")
        if "commission_rate" in one:
            commission = say(texts.COMMISSION_OF, rate=one["commission_rate"], prize=one["prize"])
            steps.append(f"{commission} = {_readable(one['commission'])} ({one['commission_cite']})")
    if one["result"] == "push":
        steps.append(say(texts.RETURNED, stake=stake))
    if one["breakage"] != "0":
        steps.append(f"{say(texts.BREAKAGE, breakage=_readable(one['breakage']))} ({one['breakage_cite']})")
    steps.append(say(texts.RECEIVES, received=one["received"], net=_signed(one["net"])))
    return steps


def _readable(patacas: str) -> str:
    """An exact fraction with its decimal beside it; money as it is."""
    return f"{patacas} ≈ {float(Fraction(patacas)):.4f}" if "/" in patacas else patacas


def _signed(patacas: str) -> str:
    return patacas if patacas.startswith("-") or patacas == "0" else f"+{patacas}"
