"""The command line in this process, and what is refused."""

import ast
import json
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

import pytest
from typer.testing import CliRunner

from banca.cli import app
from banca.rules import Code, Refusal, Text
from banca.rules.text import catalogue_package
from support.paths import ROOT, program_files

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


@contextmanager
def refuses(code: str) -> Iterator[None]:
    """Assert that what stands within is refused with a code."""
    with pytest.raises(Refusal) as caught:
        yield
    assert caught.value.code == code


@cache
def declared() -> tuple[Code, ...]:
    """Each code of every module of Banca: where it is declared, or where the one place that says it says it."""
    found = []
    for file in program_files("*.py"):
        package = catalogue_package(
            ".".join(file.relative_to(ROOT / "src").with_suffix("").parts).removesuffix(".__init__")
        )
        texts: dict[str, ast.expr] = {}  # a long sentence has a variable of its own, in the line before
        for node in sorted(ast.walk(ast.parse(file.read_text("utf-8"))), key=lambda node: getattr(node, "lineno", 0)):
            match node:
                case ast.Assign(targets=[ast.Name(id=name)], value=ast.Call() as value):
                    texts[name] = value
                case ast.Call(
                    func=ast.Name(id="refusal" | "Code" | "Refusal" | "NotNow" | "Message")
                    | ast.Attribute(value=ast.Name(id="at") | ast.Call(func=ast.Name(id="FileLine")), attr="refuse"),
                    args=[ast.Constant(value=str(code)), says, *_rest],
                ):
                    match texts.get(says.id) if isinstance(says, ast.Name) else says:
                        case ast.Call(func=ast.Name(id="_" | "_n"), args=sentences):
                            one, *many = (ast.literal_eval(sentence) for sentence in sentences)
                            found.append(Code(code, Text(one, many="".join(many), package=package)))
    return tuple(found)
