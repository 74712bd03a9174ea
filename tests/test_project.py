"""The project's own files: what is installed is pinned and declared, and no file names a registry or this machine."""

import ast
import re
import sys
import tomllib
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest
from packaging.utils import canonicalize_name

from banca.games import playable
from banca.law import law, shared_readings
from changelog import FILE, MARK, folded, kinds, waiting
from support.paths import ROOT, tracked

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
DECLARED = [
    *PROJECT["project"]["dependencies"],
    *(requirement for extra in PROJECT["project"]["optional-dependencies"].values() for requirement in extra),
]
NAMES = {re.split(r"[<>=[]", requirement)[0] for requirement in DECLARED} - {"banca"}
IN_OTHERS = {"llvmlite": "numba", "markupsafe": "jinja2"}
"""Packages that come with one that is declared."""


def test_locks_pin_versions_name_no_host_and_have_what_the_project_needs() -> None:
    lines = [line for lock in (ROOT / "requirements").glob("*.txt") for line in lock.read_text().splitlines()]
    for line in lines:
        assert re.fullmatch(r"[a-z0-9-]+==[0-9][0-9a-z.]*", line), line
    assert {line.partition("==")[0] for line in lines} >= NAMES


def test_no_file_names_a_registry_or_this_machine() -> None:
    forbidden = re.compile("index" + r"-url|https?://[^ \"]*/" + r"simple|(?<![\w.])/(?:root|home|work)/")
    for file in tracked():
        if file.suffix not in (".gz", ".mo", ".png", ".woff2") and file != Path(__file__):
            assert not forbidden.search(file.read_text("utf-8")), file


@pytest.mark.slow
def test_every_package_that_is_imported_is_declared() -> None:
    installed = packages_distributions()
    ours = sys.stdlib_module_names | {path.name for path in (ROOT / "src").iterdir()} | IN_OTHERS.keys()
    assert set(IN_OTHERS.values()) <= NAMES
    for file in (ROOT / "src").rglob("*.py"):
        for module in imported(file) - ours:
            assert {canonicalize_name(name) for name in installed[module]} & NAMES, (file, module)


def imported(file: Path) -> set[str]:
    nodes = list(ast.walk(ast.parse(file.read_text("utf-8"))))
    plain = {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
    taken = {node.module or "" for node in nodes if isinstance(node, ast.ImportFrom)}
    return {name.partition(".")[0] for name in plain | taken}


def test_every_reading_has_a_page() -> None:
    readings = {clause for name in playable() for clause in law(name).clauses if clause.startswith("R-")}
    pages = {file.stem for file in (ROOT / "docs" / "readings").glob("R-*.md")}
    assert {*readings, *shared_readings()} <= pages


# The changelog

LOG = f"# Changes\n\n{MARK}\n## 1.0.0 (2026-11-18)\n\n### Rules\n\n- One.\n\n## 0.9.0 (2026-01-01)\n\n### Rules\n\n- None.\n"


def test_new_lines_are_folded_into_the_section_of_their_version_or_a_new_one() -> None:
    new = "## 1.0.0 (2026-11-20)\n\n### Rules\n\n- Two,\n  of two lines.\n\n### Fixes\n\n- Three.\n"
    twice = "- One.\n- Two,\n  of two lines.\n\n### Fixes\n\n- Three.\n\n## 0.9.0"
    assert folded(LOG, new) == LOG.replace("- One.\n\n## 0.9.0", twice)
    newer = "## 1.0.1 (2026-11-20)\n\n### Fixes\n\n- Three.\n"
    assert folded(LOG, newer) == LOG.replace("## 1.0.0", f"{newer}\n## 1.0.0")


def test_waiting_lines_and_kinds_are_ones_that_the_changelog_takes() -> None:
    assert all(file.read_text().startswith("- ") for file in waiting())
    types = {kind["name"] for kind in PROJECT["tool"]["towncrier"]["type"]}
    assert kinds(FILE.read_text()).keys() <= types
