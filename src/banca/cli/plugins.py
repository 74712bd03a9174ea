"""Further commands of the program, found through the entry points `banca.commands`: each a typer app, named as people type it.

A command is read when it is called or when all commands are listed; one that cannot be read says so, and the others stay.
"""

from importlib.metadata import EntryPoint, entry_points
from typing import Any, NoReturn

import typer
from typer.core import TyperCommand, TyperGroup
from typer.main import get_group

from banca.game import game_fault

GROUP = "banca.commands"
AS_TYPED = {"ignore_unknown_options": True, "allow_extra_args": True}


class Plugged(TyperCommand):
    """The place of a command that has not been read."""

    def __init__(self, point: EntryPoint) -> None:
        super().__init__(point.name)
        self.point = point

    def read(self) -> Any:  # noqa: ANN401 - typer does not export the class of its commands
        """The command; of a faulty package one that says so."""
        try:
            group = get_group(self._app())
        except Exception as fault:  # noqa: BLE001 - a package of others' may fail in any way
            return faulty(self.point.name, fault)
        group.name = self.point.name
        return group

    def _app(self) -> typer.Typer:
        found = self.point.load()
        if not isinstance(found, typer.Typer):
            because = f"{self.point.value} is not a typer.Typer"
            raise TypeError(because)
        return found


def faulty(name: str, fault: Exception) -> TyperCommand:
    """A command that refuses, and says why in the list of commands too."""
    refusal = game_fault(name, fault)

    def refuse() -> NoReturn:
        raise refusal

    said = str(refusal.message)
    return TyperCommand(
        name, callback=refuse, help=said, short_help=said, context_settings=AS_TYPED, add_help_option=False
    )


class PluggedGroup(TyperGroup):
    """A group whose further commands come from other packages; none of them takes the place of one that is there."""

    def list_commands(self, ctx: Any) -> list[str]:  # noqa: ANN401 - the context of the class it extends
        """The names of all commands, ours first."""
        self._plug()
        return super().list_commands(ctx)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:  # noqa: ANN401
        """A command, read now where it comes from another package."""
        if cmd_name not in self.commands:
            self._plug()
        found = super().get_command(ctx, cmd_name)
        return found.read() if isinstance(found, Plugged) else found

    def _plug(self) -> None:
        for point in sorted(entry_points(group=GROUP), key=lambda one: one.name):
            self.commands.setdefault(point.name, Plugged(point))
