"""Options that several commands share, gathered in one frozen value that each of them is given."""

import inspect
from collections.abc import Callable, Container, Iterator
from copy import copy
from dataclasses import MISSING, fields
from typing import Annotated, Any, get_type_hints

from typer.models import OptionInfo

PREFIX = "BANCA_"
"""How the names of the environment's variables begin."""


def option_group(
    kind: type[Any], *, settings: Container[str] = ()
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Give a command one value of a dataclass: its fields stand on the command line where the command names the value.

    Those that are `settings` are also read from a variable of the environment: `--log-key` from BANCA_LOG_KEY.
    """

    def decorate(command: Callable[..., None]) -> Callable[..., None]:
        own = inspect.signature(command).parameters.values()
        (name,) = (parameter.name for parameter in own if parameter.annotation is kind)
        options = tuple(_options(kind, settings))

        def called(**said: Any) -> None:  # whatever the options are
            value = kind(**{option.name: said.pop(option.name) for option in options})
            command(**said, **{name: value})

        shown = [one for parameter in own for one in (options if parameter.name == name else (parameter,))]
        called.__signature__ = inspect.Signature(  # type: ignore[attr-defined]  # what typer reads
            [one.replace(kind=inspect.Parameter.KEYWORD_ONLY) for one in shown]
        )
        called.__name__, called.__doc__, called.__module__ = command.__name__, command.__doc__, command.__module__
        return called

    return decorate


def _options(kind: type[Any], settings: Container[str]) -> Iterator[inspect.Parameter]:
    hints = get_type_hints(kind, include_extras=True)
    for field in fields(kind):
        default = field.default if field.default_factory is MISSING else field.default_factory()
        default = inspect.Parameter.empty if default is MISSING else default
        hint = _with_variable(field.name, hints[field.name]) if field.name in settings else hints[field.name]
        yield inspect.Parameter(field.name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=hint)


def _with_variable(name: str, hint: Any) -> Any:  # an annotation
    """An option's annotation, with the variable that it is read from as well."""
    (told,) = (one for one in hint.__metadata__ if isinstance(one, OptionInfo))
    option = copy(told)
    option.envvar = option.envvar or PREFIX + name.upper()
    return Annotated[hint.__origin__, option]
