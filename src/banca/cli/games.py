"""`banca games`: which games there are, how much of each the source holds, and how to write its bets and outcomes."""

from typing import Annotated, Any

import typer

from banca.cli import texts
from banca.cli.face import AsJson, Lang, complete_game
from banca.cli.terminal import print_json, print_table, print_text
from banca.law import unreadable
from banca.reports import game_report, games_report
from banca.words import Speech

MaybeGame = Annotated[
    str | None, typer.Argument(metavar="GAME", autocompletion=complete_game, help="One game in full; without it, all.")
]


def games(ctx: typer.Context, game: MaybeGame = None, lang: Lang = "en", as_json: AsJson = False) -> None:
    """List the games, or one game's bets, options and outcomes.

    A package whose game cannot be read is named on the error stream.
    """
    say = ctx.obj.say
    report = games_report(say) if game is None else game_report(game, say)
    for message in unreadable().values() if game is None else ():
        typer.echo(f"banca: {say.message(message)}", err=True)
    if ctx.obj.json:
        print_json(report)
    elif game is None:
        print_games(report, say)
    else:
        print_game(report, say)


def print_games(report: dict[str, Any], say: Speech) -> None:
    """Every game with its instrument, and all the options."""
    columns = [(texts.GAME, "left"), (texts.TITLE, "fold"), (texts.INSTRUMENT, "fold"), (texts.BETS, "right")]
    print_table(
        [(say(heading), style) for heading, style in columns],
        [
            [one["game"], one["title"], f"{one['instrument']}\n{one['holds']}", str(one["bets"])]
            for one in report["games"]
        ],
    )
    print_options([option for one in report["games"] for option in one["options"]], say)


def print_game(report: dict[str, Any], say: Speech) -> None:
    """What a user of this game has to know to settle a round."""
    print_text(f"{report['title']}, {report['instrument']}")
    print_text(report["holds"])
    print_table(
        [(say(texts.BET), "left"), (say(texts.TITLE), "fold"), (say(texts.SELECTIONS), "fold")],
        [[one["id"], one["name"], ", ".join(one["selections"])] for one in report["families"]],
    )
    if report["options"]:
        print_options(report["options"], say)
    nulls = [f"null:{reason} ({', '.join(cites)})" for reason, cites in report["nulls"].items()]
    print_text(say(texts.OUTCOMES, form=report["outcome"], nulls=", ".join(["null", *nulls])))


def print_options(options: list[dict[str, Any]], say: Speech) -> None:
    """The house's choices and the clauses that grant them."""
    columns = [(texts.OPTION, "left"), (texts.VALUES, "fold"), (texts.DEFAULT, "left"), (texts.CLAUSE, "left")]
    print_table(
        [(say(heading), style) for heading, style in columns],
        [[option["option"], option["spelled"], option["default"], option["cite"]] for option in options],
    )
