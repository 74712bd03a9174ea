"""The program `banca`: its commands, and how it says no."""

import json
import sys
from typing import Any

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


app = typer.Typer(
    cls=Refusing,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    help="Macau's official table-game regulations, executable: settle a round, prove the house's advantage, cite the clause.",
)
app.command("games")(games.games)
app.command("rules")(rules.rules)
app.command("odds")(odds.odds)
app.command("settle")(settle.settle)
app.command("together")(together.together)
