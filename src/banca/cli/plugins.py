"""Commands of the program that are read when they are called, or when all commands are listed (click's lazy group).

Further commands are found through the entry points `banca.commands`: each a typer app, named as people type it. One that cannot be
read says so, and the others stay.
"""

from collections.abc import Mapping
from pkgutil import resolve_name
from typing import Any, NoReturn

import typer
from typer.core import TyperCommand, TyperGroup
from typer.main import get_command, get_group

from banca.game import game_fault

GROUP = "banca.commands"
AS_TYPED = {"ignore_unknown_options": True, "allow_extra_args": True}


class Plugged(TyperCommand):
    """The place of a command that has not been read."""

    def __init__(self, name: str, value: str, *, is_ours: bool) -> None:
        super().__init__(name)
        self.called, self.value, self.is_ours = name, value, is_ours

    def read(self) -> Any:  # typer does not export the class of its commands
        """The command; of a faulty package one that says so."""
        if self.is_ours:  # a fault in it is a bug
            return made_command(resolve_name(self.value), self.called)
        try:
            return made_command(self._app(), self.called)
        except Exception as fault:  # a package of others' may fail in any way
            return faulty(self.called, fault)

    def _app(self) -> typer.Typer:
        found = resolve_name(self.value)
        if not isinstance(found, typer.Typer):
            because = f"{self.value} is not a typer.Typer"
            raise TypeError(because)
        return found


def made_command(found: Any, name: str) -> Any:  # typer does not export the class of its commands
    """Return the command of a typer app, or of one function."""
    if isinstance(found, typer.Typer):
        group = get_group(found)
        group.name = name
        return group
    alone = typer.Typer(add_completion=False, rich_markup_mode=None)
    alone.command(name)(found)
    return get_command(alone)


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

    own: Mapping[str, str] = {}
    """Its own commands by name, each as `MODULE:NAME` of a function or a typer app."""

    def __init__(self, **settings: Any) -> None:  # those of the class it extends
        super().__init__(**settings)
        self.commands.update({name: Plugged(name, value, is_ours=True) for name, value in self.own.items()})

    def list_commands(self, ctx: Any) -> list[str]:  # the context of the class it extends
        """The names of all commands, ours first."""
        self._plug()
        return super().list_commands(ctx)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """A command, read now where it comes from another package."""
        if cmd_name not in self.commands:
            self._plug()
        found = super().get_command(ctx, cmd_name)
        return found.read() if isinstance(found, Plugged) else found

    def _plug(self) -> None:
        from importlib.metadata import entry_points  # a command of ours is found without it

        for point in sorted(entry_points(group=GROUP), key=lambda one: one.name):
            self.commands.setdefault(point.name, Plugged(point.name, point.value, is_ours=False))
