"""The program `banca`: its commands, and how it says no."""

import errno
import json
import os
import sys
from typing import Annotated, Any, NoReturn

import typer

from banca.cli.face import Face
from banca.cli.help_note import add_note, note, readers_language
from banca.cli.plugins import PluggedGroup
from banca.cli.terminal import adapt_streams, give_up_output
from banca.files import CANNOT_WRITE
from banca.rules import Refusal, _
from banca.version import VERSION

COMMANDS = {
    "games": "banca.cli.games:games",
    "rules": "banca.cli.rules:rules",
    "options": "banca.cli.options:options",
    "authorise": "banca.cli.options:authorise",
    "odds": "banca.cli.odds:odds",
    "settle": "banca.cli.settle:settle",
    "together": "banca.cli.together:together",
    "layout": "banca.cli.layout:layout",
    "dossier": "banca.cli.dossier:dossier",
    "simulate": "banca.cli.simulate:simulate",
    "compare": "banca.cli.simulate:compare",
    "strategies": "banca.cli.simulate:strategies",
    "evening": "banca.cli.evening:evening",
    "best": "banca.cli.best:best",
    "serve": "banca.cli.serve:serve",
    "watch": "banca.cli.watch:watch",
    "check": "banca.cli.check:check",
    "rng": "banca.cli.rng:app",
    "audit": "banca.cli.audit:app",
    "log": "banca.cli.log:app",
    "users": "banca.cli.users:app",
    "witness": "banca.cli.witness:app",
}
"""In the order of the help page. Each is imported when it is called: all of them take longer than most commands."""
STANDARD_OUTPUT = _("standard output")


class Refusing(PluggedGroup):
    """Turns a refusal of any command into one line on the error stream and exit code 1."""

    own = COMMANDS
    note = ""
    """What stands at the end of every help page."""

    def make_context(self, info_name: Any, args: list[str], parent: Any = None, **extra: Any) -> Any:
        """See in which language the help would be read, before any of it is shown."""
        self.note = note(readers_language(args, os.environ))
        self.epilog = self.note or None
        return super().make_context(info_name, args, parent, **extra)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """A command, with the note at the end of its help."""
        found = super().get_command(ctx, cmd_name)
        if found is not None:
            add_note(found, self.note)
        return found

    def invoke(self, ctx: Any) -> Any:  # the context of the class it extends
        """Run the command."""
        face = ctx.obj = Face()
        adapt_streams()
        try:
            answer = super().invoke(ctx)
            sys.stdout.flush()
        except Refusal as refusal:
            refuse(face, refusal)
        except OSError as error:
            if error.errno == errno.EPIPE:  # the reader has gone: nobody to tell
                raise
            give_up_output()
            refuse(face, Refusal(CANNOT_WRITE, asked=STANDARD_OUTPUT, because=error.strerror))
        return answer


def refuse(face: Face, refusal: Refusal) -> NoReturn:
    """Say it, and end."""
    said = face.say.message(refusal.message)
    if face.json:
        said = json.dumps({"code": refusal.code, "cite": str(refusal.cite or ""), "detail": said})
    sys.stderr.write((said if face.json else f"banca: {said}") + "\n")
    raise typer.Exit(1) from None


def _print_version(asked: bool) -> None:  # the shape of a typer callback
    if asked:
        typer.echo(f"banca {VERSION}")
        raise typer.Exit


def main(
    show_version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Show the version and exit.")
    ] = False,
) -> None:
    """Macau's official table-game regulations as a program: settle a round, compute the exact house edge, cite the clause."""


app = typer.Typer(cls=Refusing, no_args_is_help=True, pretty_exceptions_enable=False, rich_markup_mode=None)
app.callback()(main)
