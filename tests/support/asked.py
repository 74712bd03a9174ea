"""The command line, asked by the tests."""

import json
from typing import Any

from typer.testing import CliRunner

from banca.cli import app

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
