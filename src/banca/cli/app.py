"""The program `banca`: its commands, and how it says no."""

import json
import sys
from importlib.metadata import version
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from banca.cli import games, odds, rules, settle, together
from banca.cli.face import Face
from banca.rulebook import Refusal


class Refusing(TyperGroup):
    """Turns a refusal of any command into one line on the error stream and exit code 1."""

    def invoke(self, ctx: Any) -> Any:  # noqa: ANN401 - the context of the class it extends
        """Run the command."""
        face = ctx.obj = Face()
        try:
            return super().invoke(ctx)
        except Refusal as refusal:
            said = face.say.refusal(refusal)
            if face.json:
                problem = {"code": refusal.code, "cite": str(refusal.cite or ""), "detail": said}
                said = json.dumps(problem, ensure_ascii=False)
            sys.stderr.write((said if face.json else f"banca: {said}") + "\n")
            raise typer.Exit(1) from None


def _print_version(asked: bool) -> None:  # noqa: FBT001 - the shape of a typer callback
    if asked:
        typer.echo(f"banca {version('banca')}")
        raise typer.Exit


def main(
    show_version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Show the version and exit.")
    ] = False,
) -> None:
    """Macau's official table-game regulations, executable: settle a round, prove the house's advantage, cite the clause."""


app = typer.Typer(
    cls=Refusing,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)
app.callback()(main)
app.command("games")(games.games)
app.command("rules")(rules.rules)
app.command("odds")(odds.odds)
app.command("settle")(settle.settle)
app.command("together")(together.together)
