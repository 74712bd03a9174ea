"""`banca check`: everything that is wrong with the package of a game, for whoever writes one."""

import typer

from banca.cli.face import AsJson, GameName, Lang
from banca.cli.terminal import print_json
from banca.rules import _

NO_MISTAKES = _("{game}: no mistakes found")
MISTAKES = _("{game}: mistakes: {count}")
CHECKED = _("Checked: {counts}")
NOT_WHOLE = _("Layout, results, strategies and other files are checked when these mistakes are corrected.")
COUNTED = {
    "clauses": _("clauses"),
    "acts": _("acts"),
    "options": _("options"),
    "bets": _("bets"),
    "results": _("results"),
    "drawings": _("drawings"),
    "strategies": _("strategies"),
    "disputes": _("disputes"),
    "proposals": _("proposals"),
}
"""What is counted of what was checked, in this order."""


def check(ctx: typer.Context, game: GameName, lang: Lang = "en", as_json: AsJson = False) -> None:
    """Check a game's package: its clauses, acts, bets, words, layout and files.

    Each mistake is printed on one line with its location. The exit code is 1 if there are any.
    """
    from banca.full_check import full_check

    say = ctx.obj.say
    found = full_check(game)
    if ctx.obj.json:
        mistakes = [
            {"code": str(one.code), "place": str(one.about["place"]), "detail": say.message(one)}
            for one in found.mistakes
        ]
        report = {"game": found.game, "mistakes": mistakes, "checked": found.checked, "is_whole": found.is_whole}
        print_json(report)
    else:
        for one in found.mistakes:
            typer.echo(say.message(one))
        if not found.is_whole:
            typer.echo(say(NOT_WHOLE))
        typer.echo(
            say(MISTAKES, game=game, count=len(found.mistakes)) if found.mistakes else say(NO_MISTAKES, game=game)
        )
        counts = [f"{say(word)} {found.checked[kind]}" for kind, word in COUNTED.items() if kind in found.checked]
        typer.echo(say(CHECKED, counts=say.list(counts)))
    if found.mistakes:
        raise typer.Exit(1)
