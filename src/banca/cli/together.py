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
    game_under,
    limits_for,
    print_json,
    print_table,
    slips_on,
)
from banca.reports import together_report


def together(
    ctx: typer.Context,
    game: GameName,
    bet: Bets,
    outcome: Outcomes = [],
    option: HouseOptions = [],
    minimum: Minimum = "",
    maximum: Maximum = "",
    chip: Chip = "",
    lang: Lang = "en",
    as_json: AsJson = False,
) -> None:
    """Print what the next round does to bets standing together.

    The exact distribution of their net result, after the outcomes given, if any.
    """
    say = ctx.obj.say
    table = game_under(game, option)
    limits = limits_for(table, minimum, maximum, chip)
    standing = table.settle_slips(slips_on(table, bet), outcome, limits).standing
    report = together_report(table.rules, standing, limits.chip, say)
    if ctx.obj.json:
        print_json(report)
        return
    for one in report["bets"]:
        typer.echo(f"{one['bet']} {one['stake']}, {say(texts.STANDS_ON, state=one['state'])}")
    print_table(
        [(say(texts.NET), "right"), (say(texts.CHANCE), "right"), ("≈", "right")],
        [[one["net"], one["chance"], f"{float(Fraction(one['chance'])):.6f}"] for one in report["net"]],
    )
    typer.echo(say(texts.MEAN, mean=report["mean"], sd=f"{report['sd']:.4f}"))
