"""`banca settle`: what these outcomes do to these bets, with the arithmetic and the articles."""

from fractions import Fraction
from typing import Any

import typer

from banca.cli import texts
from banca.cli.face import (
    MARKS,
    AsJson,
    Bets,
    Chip,
    GameName,
    HouseOptions,
    Lang,
    Maximum,
    Minimum,
    Outcomes,
    game_under,
    limits_for,
    print_json,
    print_legend,
    slips_on,
)
from banca.law import Status
from banca.words import Speech


def settle(
    ctx: typer.Context,
    game: GameName,
    bet: Bets,
    outcome: Outcomes,
    option: HouseOptions = [],
    minimum: Minimum = "",
    maximum: Maximum = "",
    chip: Chip = "",
    lang: Lang = "en",
    as_json: AsJson = False,
) -> None:
    """Settle bets over outcomes: fate, arithmetic, articles.

    A bet lies on the layout as soon as the rules allow it (odds once their point stands), or from the throw named with @.
    """
    say = ctx.obj.say
    table = game_under(game, option)
    settlement = table.settle_slips(slips_on(table, bet), outcome, limits_for(table, minimum, maximum, chip))
    report = settlement.report(say.language)
    if ctx.obj.json:
        print_json(report)
        return
    typer.echo(f"{report['title']}, {report['instrument']}")
    for throw in report["throws"]:
        typer.echo(f"{throw['throw']:>3}. {_throw(throw, say)}")
    for one in report["bets"]:
        typer.echo()
        for line in _fate(one, say):
            typer.echo(line)
    typer.echo()
    typer.echo(say(texts.TOTAL, staked=report["staked"], received=report["received"], net=_signed(report["net"])))
    if report["standing"] != "0":
        typer.echo(say(texts.STILL_STANDING, standing=report["standing"]))
    print_legend(say, {Status(one["status"]) for one in report["bets"]})


def _throw(throw: dict[str, Any], say: Speech) -> str:
    if not throw["null"]:
        return str(throw["outcome"])
    about = ", ".join(filter(None, [throw["reason"], *throw["cites"]])) or say(texts.NO_CAUSE)
    return f"{say(texts.NULL_THROW)} ({about})"


def _fate(one: dict[str, Any], say: Speech) -> list[str]:
    """One bet: a line per throw, then a line per step of the arithmetic."""
    lines = [f"{one['bet']}{MARKS[Status(one['status'])]} {one['stake']}  {one['name']}"]
    lines += [f"{event['throw']:>3}. {_event(event, say)}" for event in one["events"]]
    lines += [f"     {step}" for step in _arithmetic(one, say)]
    if one["reads"]:
        lines.append("     " + say(texts.REST_ON, readings=", ".join(one["reads"])))
    return lines


def _event(event: dict[str, Any], say: Speech) -> str:
    if event["does"] == "null":
        return say(texts.NULL_THROW)
    does = say(texts.DOES[event["does"]])
    if "state" in event:
        does = say(texts.STANDS_ON, state=event["state"])
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
        steps.append(f"{say(texts.BREAKAGE, breakage=_readable(one['breakage']))} (R-money-1)")
    steps.append(say(texts.RECEIVES, received=one["received"], net=_signed(one["net"])))
    return steps


def _readable(patacas: str) -> str:
    """An exact fraction with its decimal beside it; money as it is."""
    return f"{patacas} ≈ {float(Fraction(patacas)):.4f}" if "/" in patacas else patacas


def _signed(patacas: str) -> str:
    return patacas if patacas.startswith("-") or patacas == "0" else f"+{patacas}"
