"""Commands of the program that are read when they are called, or when all commands are listed (click's lazy group).

Further commands are found through the entry points `banca.commands`: each a typer app or a function, named as people type it. One that cannot be
read says so, and the others stay.
"""

import contextlib
import errno
import io
import json
import os
import sys
from pkgutil import resolve_name
from types import FunctionType
from typing import Annotated, Any, NoReturn

import typer
from typer.core import TyperCommand, TyperGroup
from typer.main import get_command, get_group

from banca.cli.common import Face, adapt_streams, give_up_output
from banca.files import CANNOT_WRITE
from banca.game import game_fault
from banca.rules import Refusal, _
from banca.version import VERSION

GROUP = "banca.commands"
AS_TYPED = {"ignore_unknown_options": True, "allow_extra_args": True}


class LazyCommand(TyperCommand):
    """The place of a command that has not been read."""

    def __init__(self, name: str, value: str, *, is_ours: bool) -> None:
        super().__init__(name)
        self.called, self.value, self.is_ours = name, value, is_ours

    def read(self) -> Any:  # typer does not export the class of its commands
        """The command; of a faulty package one that says so."""
        try:
            target = resolve_name(self.value)
            if not isinstance(target, typer.Typer | FunctionType):
                because = f"{self.value} is not a typer.Typer or a function"
                raise TypeError(because)
            return make_command(target, self.called)
        except Exception as fault:  # a package of others' may fail in any way
            if self.is_ours:  # a fault in it is a bug
                raise
            return faulty(self.called, fault)


def make_command(
    target: typer.Typer | FunctionType, name: str
) -> Any:  # typer does not export the class of its commands
    """Return the command of a typer app, or of one function."""
    if isinstance(target, typer.Typer):
        group = get_group(target)
        group.name = name
        return group
    alone = typer.Typer(add_completion=False, rich_markup_mode=None)
    alone.command(name)(target)
    return get_command(alone)


def faulty(name: str, fault: Exception) -> TyperCommand:
    """A command that refuses, and says why in the list of commands too."""
    refusal = game_fault(name, fault)

    def refuse() -> NoReturn:
        raise refusal

    because = str(refusal.message)
    return TyperCommand(
        name, callback=refuse, help=because, short_help=because, context_settings=AS_TYPED, add_help_option=False
    )


COMMANDS = {
    "games": "banca.cli.games:games",
    "rules": "banca.cli.rules:rules",
    "options": "banca.cli.options:options",
    "authorise": "banca.cli.options:authorise",
    "odds": "banca.cli.odds:odds",
    "settle": "banca.cli.settle:settle",
    "together": "banca.cli.settle:together",
    "layout": "banca.cli.games:layout",
    "dossier": "banca.cli.dossier:dossier",
    "simulate": "banca.cli.simulate:simulate",
    "compare": "banca.cli.simulate:compare",
    "strategies": "banca.cli.simulate:strategies",
    "evening": "banca.cli.evening:evening",
    "best": "banca.cli.best:best",
    "serve": "banca.cli.serve:serve",
    "check": "banca.cli.games:check",
    "rng": "banca.cli.rng:app",
    "audit": "banca.cli.audit:app",
    "log": "banca.cli.log:app",
    "users": "banca.cli.users:app",
}
"""In the order of the help page. Each is imported when it is called: all of them take longer than most commands."""


class BancaGroup(TyperGroup):
    """All commands: ours, and those of other packages, of which none takes the place of one of ours."""

    def __init__(self, **settings: Any) -> None:  # those of the class it extends
        super().__init__(**settings)
        self.commands.update({name: LazyCommand(name, value, is_ours=True) for name, value in COMMANDS.items()})

    def list_commands(self, ctx: Any) -> list[str]:  # the context of the class it extends
        """The names of all commands, ours first."""
        self._plug()
        return super().list_commands(ctx)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """A command, which is read now."""
        if cmd_name not in self.commands:
            self._plug()
        command = super().get_command(ctx, cmd_name)
        return command.read() if isinstance(command, LazyCommand) else command

    def _plug(self) -> None:
        from importlib.metadata import entry_points  # a command of ours is found without it

        for point in sorted(entry_points(group=GROUP), key=lambda point: point.name):
            self.commands.setdefault(point.name, LazyCommand(point.name, point.value, is_ours=False))

    def invoke(self, ctx: Any) -> Any:
        """Run the command; a refusal is one line on the error stream and exit code 1."""
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
            refuse(face, Refusal(CANNOT_WRITE, asked=_("standard output"), because=error.strerror))
        return answer


def refuse(face: Face, refusal: Refusal) -> NoReturn:
    """Say it, and end."""
    detail = face.say.message(refusal.message)
    code, cite = refusal.code, str(refusal.cite or "")
    line = json.dumps({"code": code, "cite": cite, "detail": detail}) if face.json else f"banca: {detail}"
    sys.stderr.write(f"{line}\n")
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


app = typer.Typer(cls=BancaGroup, no_args_is_help=True, pretty_exceptions_enable=False, rich_markup_mode=None)
app.callback()(main)


ASKED_BY_BASH = "complete_bash"
BREAKS = (":", "=")
"""Where bash breaks words: it wants only the last piece back."""


def run() -> None:
    """The program `banca`."""
    if os.environ.get("_BANCA_COMPLETE") == ASKED_BY_BASH:
        answer_bash()
    else:
        app()


def answer_bash() -> None:
    """Put the words together as they were typed, let typer answer, and cut the answers to what bash still lacks."""
    pieces = os.environ["COMP_WORDS"].split("\n")[: int(os.environ["COMP_CWORD"]) + 1]
    words = rejoined(pieces)
    os.environ |= {"COMP_WORDS": "\n".join(words), "COMP_CWORD": str(len(words) - 1)}
    had = max((words[-1].rfind(mark) for mark in BREAKS), default=-1) + 1
    with contextlib.redirect_stdout(io.StringIO()) as answers, contextlib.suppress(SystemExit):
        app()
    sys.stdout.writelines(f"{answer[had:]}\n" for answer in answers.getvalue().split("\n") if answer)


def rejoined(pieces: list[str]) -> list[str]:
    """Words as typed: a break belongs to the piece before it and to the piece after it.

    >>> rejoined(["banca", "settle", "GAME", "--bet", "hard_way", ":", "6", "=", "10"])
    ['banca', 'settle', 'GAME', '--bet', 'hard_way:6=10']
    """
    words: list[str] = []
    for piece in pieces:
        if words and (piece in BREAKS or words[-1].endswith(BREAKS)):
            words[-1] += piece
        else:
            words.append(piece)
    return words
