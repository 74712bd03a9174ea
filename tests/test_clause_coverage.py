"""Every clause of the law is written, cited by code, and named by a test; no game is forgotten."""

import ast
import re
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from banca.games import playable
from support.paths import ROOT, TESTS, program_files

SOURCE = ROOT / "src" / "banca"
LIST = "tests/data/clauses.toml"
LISTED = tomllib.loads((ROOT / LIST).read_text())
"""Which clauses there are, game by game."""
FOLDERS = {file.parent.name.replace("rules", "rulebook"): file.parent for file in program_files("clauses.toml")}
"""Where clauses are written down: every game's folder, and the rulebook's."""


@dataclass(frozen=True)
class Sides:
    """One game's clauses as each side has them."""

    listed: frozenset[str]
    written: dict[str, str]
    """In clauses.toml: the kind of each."""
    reasons: dict[str, str]
    cited: frozenset[str]
    named: frozenset[str]


def folders_of(game: str) -> list[Path]:
    """Where a game's clauses are named; the readings that all games share are tested with what applies them."""
    return [TESTS / "rules", TESTS / "tables"] if game == "rulebook" else [TESTS / "games" / game]


def sides(game: str) -> Sides:
    listed = LISTED.get(game, {"law": "", "ours": ""})
    written = tomllib.loads((FOLDERS[game] / "clauses.toml").read_text())["clauses"]
    code = [FOLDERS[game], SOURCE / "tables"] if game == "rulebook" else [FOLDERS[game]]
    tests = [file for folder in folders_of(game) for file in folder.glob("test_*.py")]
    return Sides(
        listed=frozenset((listed["law"] + " " + listed["ours"]).split()),
        written={clause: entry["kind"] for clause, entry in written.items()},
        reasons={clause: entry.get("reason", "") for clause, entry in written.items()},
        cited=frozenset(cited_clauses(file for folder in code for file in folder.rglob("*.py"))),
        named=frozenset(clause for file in tests for clause in named_clauses(file)),
    )


def cited_clauses(files: Iterable[Path]) -> Iterable[str]:
    """The ids in calls of `cite("…")`; a docstring that mentions a clause does not count."""
    for file in files:
        for node in ast.walk(ast.parse(file.read_text())):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "cite":
                (argument,) = node.args
                assert isinstance(argument, ast.Constant), f"{file}: cite() takes a literal"
                yield str(argument.value)


NUMBERED = re.compile(r"test_(\d+(?:_\d+)*)_(?=[a-z])")
LETTERED = re.compile(r"test_([AFLT])_(\d+)_")
READING = re.compile(r"test_R_([a-z]+)_(\d+b?)_")


def named_clauses(file: Path) -> Iterable[str]:
    """The ids in test names (`test_5_2_3_twelve_ties`) and in `@pytest.mark.clause("5.2.3", …)`."""
    for node in ast.walk(ast.parse(file.read_text())):
        if not isinstance(node, ast.FunctionDef):
            continue
        if found := NUMBERED.match(node.name):
            yield found[1].replace("_", ".")
        if found := LETTERED.match(node.name):
            yield f"{found[1]}-{found[2]}"
        if found := READING.match(node.name):
            yield f"R-{found[1]}-{found[2]}"
        for mark in node.decorator_list:
            if isinstance(mark, ast.Call) and ast.unparse(mark.func) == "pytest.mark.clause":
                yield from (str(argument.value) for argument in mark.args if isinstance(argument, ast.Constant))


def problems(game: str, found: Sides) -> list[str]:
    """All that is wrong, one line each."""
    written = set(found.written)
    definitional = {clause for clause, kind in found.written.items() if kind == "definitional"}
    folder = FOLDERS[game].relative_to(ROOT)
    law, tests = folder / "clauses.toml", " or ".join(str(one.relative_to(ROOT)) for one in folders_of(game))
    groups = {
        f"in {LIST} but not in {law}": found.listed - written,
        f"in {law} but not in {LIST}, under [{game}]": written - found.listed,
        f"cited by code in {folder} but not in {law}": found.cited - written,
        f"cited by no code in {folder}: cite(…) beside the value that follows from it": written
        - found.cited
        - definitional,
        f"definitional in {law} without a reason": {clause for clause in definitional if not found.reasons[clause]},
        f"named by no test in {tests}": written - found.named,
        f"named by a test in {tests} but not in {law}": found.named - written,
    }
    return [f"{game} {clause}: {what}" for what, clauses in groups.items() for clause in sorted(clauses)]


def test_no_folder_of_a_game_is_forgotten() -> None:
    folders = {folder.name for folder in (SOURCE / "games").iterdir() if (folder / "__init__.py").exists()}
    assert folders == set(playable())
    assert set(FOLDERS) == set(LISTED) == {*folders, "rulebook"}


@pytest.mark.parametrize("game", FOLDERS)
def test_every_clause_is_written_cited_and_named(game: str) -> None:
    found = problems(game, sides(game))
    assert not found, "\n".join(["", *found])


@pytest.mark.parametrize("side", ["listed", "written", "cited", "named"])
def test_a_clause_removed_from_any_side_is_found(side: str) -> None:
    found = sides("wheel")
    kept = getattr(found, side)
    left: Any = {key: kept[key] for key in kept if key != "6.3"} if isinstance(kept, dict) else kept - {"6.3"}
    assert problems("wheel", replace(found, **{side: left}))
