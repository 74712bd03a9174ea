"""Options that several commands share, gathered in one frozen value that each of them is given."""

import inspect
from collections.abc import Callable, Iterator
from dataclasses import MISSING, fields
from typing import Any, get_type_hints


def option_group(kind: type[Any]) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Give a command one value of a dataclass: its fields stand on the command line where the command names the value."""

    def decorate(command: Callable[..., None]) -> Callable[..., None]:
        own = inspect.signature(command).parameters.values()
        (name,) = (parameter.name for parameter in own if parameter.annotation is kind)
        options = tuple(_options(kind))

        def called(**said: Any) -> None:  # noqa: ANN401 - whatever the options are
            value = kind(**{option.name: said.pop(option.name) for option in options})
            command(**said, **{name: value})

        shown = [one for parameter in own for one in (options if parameter.name == name else (parameter,))]
        called.__signature__ = inspect.Signature(  # type: ignore[attr-defined]  # what typer reads
            [one.replace(kind=inspect.Parameter.KEYWORD_ONLY) for one in shown]
        )
        called.__name__, called.__doc__, called.__module__ = command.__name__, command.__doc__, command.__module__
        return called

    return decorate


def _options(kind: type[Any]) -> Iterator[inspect.Parameter]:
    hints = get_type_hints(kind, include_extras=True)
    for field in fields(kind):
        default = field.default if field.default_factory is MISSING else field.default_factory()
        default = inspect.Parameter.empty if default is MISSING else default
        yield inspect.Parameter(
            field.name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=hints[field.name]
        )
