"""`banca together`: the next round's net result of several bets at once."""

from fractions import Fraction

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
from banca.cli.terminal import print_json, print_table, print_text
from banca.law import Status
from banca.reports import together_report


def together(
    ctx: typer.Context,
    game: GameName,
    bet: Bets,
    outcome: Outcomes = [],
    option: HouseOptions = [],
    minimum: Minimum = None,
    maximum: Maximum = None,
    chip: Chip = None,
    lang: Lang = "en",
    as_json: AsJson = False,
) -> None:
    """Print what the next round does to bets standing together.

    The exact distribution of their net result, after the outcomes given, if any.
    """
    say = ctx.obj.say
    so_far = settled(ctx.obj, game, option, bet, outcome, minimum=minimum, maximum=maximum, chip=chip)
    report = together_report(so_far.rules, so_far.all_standing(), so_far.limits.chip, say)
    if ctx.obj.json:
        print_json(report, ctx.obj.remarks)
        return
    print_remarks(ctx.obj)
    print_heading(report)
    for one in report["bets"]:
        print_text(f"{named_bet(one)}, {standing(one['state'], say)}")
    print_table(
        [(say(texts.NET), "right"), (say(texts.CHANCE), "right"), ("≈", "right")],
        [[one["net"], one["chance"], f"{float(Fraction(one['chance'])):.6f}"] for one in report["net"]],
    )
    print_text(say(texts.MEAN, mean=report["mean"], sd=f"{report['sd']:.4f}"))
    if report["undecided"] != "0":
        print_text(say(texts.UNDECIDED_CHANCE, chance=report["undecided"]))
    print_legend(say, {Status(one["status"]) for one in report["bets"]})
