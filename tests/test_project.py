"""The project keeps its own rules: layers, documents, locks, and a tour that is true."""

import doctest
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from asked import run
from banca.games import playable
from banca.law import law, shared_readings
from paths import ROOT
from shown import MODULES, arguments, blocks, commands, documents, lay_out, stripped
from tracked import tracked

pytestmark = pytest.mark.slow

BIN = Path(sys.executable).parent


def test_imports_point_downwards() -> None:
    done = subprocess.run([str(BIN / "lint-imports")], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


READINGS = [clause for name in playable() for clause in law(name).clauses if clause.startswith("R-")] + list(
    shared_readings()
)


@pytest.mark.parametrize("reading", READINGS)
def test_every_reading_has_a_page_that_says_why_and_what_else(reading: str) -> None:
    page = (ROOT / "docs" / "readings" / f"{reading}.md").read_text()
    assert page.startswith(f"# {reading}: ")
    assert "**Why**" in page
    assert "**What the other reading would do**" in page
    assert f"({reading}.md)" in (ROOT / "docs" / "readings" / "README.md").read_text()


@pytest.mark.parametrize("file", blocks())
def test_what_the_documents_show_is_true(file: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    lay_out(file, tmp_path)
    for command, output in (one for block in blocks()[file] for one in commands(block)):
        program, *words = arguments(command)
        code, said = in_this_process(words) if program == "banca" else by_python([*MODULES.get(program, ()), *words])
        if output:
            assert stripped(said) == output, (file, command)
        else:
            assert code == 0, (file, command, said)


def in_this_process(words: list[str]) -> tuple[int, str]:
    """What `banca` says; tests/test_shell.py runs it as a process."""
    done = run(*words)
    assert done.exit_code in (0, 1), done.stderr
    assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
    return done.exit_code, done.stdout + done.stderr


def by_python(words: list[str]) -> tuple[int, str]:
    done = subprocess.run([sys.executable, *words], capture_output=True, text=True, check=False)
    assert done.returncode in (0, 1), done.stderr
    assert "Traceback" not in done.stderr
    return done.returncode, done.stdout + done.stderr


def test_the_readme_has_a_tour() -> None:
    assert all(output for block in blocks()["README.md"] for _, output in commands(block))


DOCTESTS = [str(file.relative_to(ROOT)) for file in documents() if "\n>>> " in file.read_text("utf-8")]


@pytest.mark.parametrize("file", DOCTESTS)
def test_the_documents_python_is_true(file: str) -> None:
    failed, tried = doctest.testfile(str(ROOT / file), module_relative=False)
    assert (failed, tried > 0) == (0, True)


def test_locks_pin_versions_and_name_no_host() -> None:
    for lock in (ROOT / "requirements").glob("*.txt"):
        for line in lock.read_text().splitlines():
            assert re.fullmatch(r"[a-z0-9-]+==[0-9][0-9a-z.]*", line), (lock.name, line)


def test_locks_satisfy_the_project() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    pinned = "\n".join(lock.read_text() for lock in (ROOT / "requirements").glob("*.txt"))
    wanted = [*project["dependencies"], *(one for extra in project["optional-dependencies"].values() for one in extra)]
    for requirement in wanted:
        if requirement.startswith(f"{project['name']}["):
            continue  # one extra that needs another
        name = re.split(r"[<>=[]", requirement)[0]
        assert re.search(rf"^{re.escape(name)}==", pinned, re.MULTILINE), name


def test_no_file_names_a_registry_or_this_machine() -> None:
    forbidden = re.compile("index" + r"-url|https?://[^ \"]*/" + r"simple|(?<![\w.])/(?:root|home|work)/")
    for file in tracked():
        if file.suffix in (".gz", ".mo", ".png", ".woff2") or file == Path(__file__):
            continue
        assert not forbidden.search(file.read_text("utf-8")), file


def test_files_stay_small() -> None:
    for file in tracked():
        if file.suffix == ".py":
            assert len(file.read_text().splitlines()) <= 400, file
