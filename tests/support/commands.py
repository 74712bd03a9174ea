"""The command line in this process, and what is refused."""

import json
import pkgutil
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from importlib import import_module
from typing import Any

import pytest
from typer.testing import CliRunner

import banca
from banca.cli import app
from banca.rulebook import Code, Refusal

RUNNER = CliRunner()


def run(*words: str, columns: int = 80) -> Any:
    """What a command did."""
    return RUNNER.invoke(app, [*words], env={"COLUMNS": str(columns), "BANCA_LANG": None})


def answer(*words: str) -> dict[str, Any]:
    """What a command answers as JSON; it must not refuse."""
    result = run(*words, "--json")
    assert result.exit_code == 0, result.stderr
    report: dict[str, Any] = json.loads(result.stdout)
    return report


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
