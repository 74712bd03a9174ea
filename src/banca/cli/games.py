"""`banca games`: which games there are, and how much of each the source holds."""

import typer

from banca.cli import texts
from banca.cli.face import AsJson, Lang, print_json, print_table
from banca.reports import games_report


def games(ctx: typer.Context, lang: Lang = "en", as_json: AsJson = False) -> None:
    """List the games, their instruments and the house's options."""
    say = ctx.obj.say
    report = games_report(say)
    if ctx.obj.json:
        print_json(report)
        return
    print_table(
        [
            (say(texts.GAME), "left"),
            (say(texts.TITLE), "fold"),
            (say(texts.INSTRUMENT), "fold"),
            (say(texts.BETS), "right"),
        ],
        [
            [one["game"], one["title"], f"{one['instrument']}\n{one['holds']}", str(one["bets"])]
            for one in report["games"]
        ],
    )
    print_table(
        [
            (say(texts.OPTION), "left"),
            (say(texts.VALUES), "fold"),
            (say(texts.DEFAULT), "left"),
            (say(texts.CLAUSE), "left"),
        ],
        [
            [option["option"], option["spelled"], option["default"], option["cite"]]
            for one in report["games"]
            for option in one["options"]
        ],
    )
