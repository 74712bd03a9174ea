"""What is refused, and all that can be."""

import pkgutil
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from importlib import import_module

import pytest

import banca
from banca.rulebook import Code, Refusal

RUN_BY_ALEMBIC = "banca.house.migrations.env"


@contextmanager
def refuses(code: str) -> Iterator[None]:
    """Assert that what stands within is refused with a code."""
    with pytest.raises(Refusal) as caught:
        yield
    assert caught.value.code == code


@cache
def declared() -> tuple[Code, ...]:
    """Each code of every module of Banca; one that others import is the same object there."""
    names = [one.name for one in pkgutil.walk_packages(banca.__path__, "banca.") if one.name != RUN_BY_ALEMBIC]
    values = (value for name in names for value in vars(import_module(name)).values())
    return tuple({id(value): value for value in values if isinstance(value, Code)}.values())
