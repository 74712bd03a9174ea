"""What the documents show is true: every command under which an answer is shown gives it, every other succeeds, every doctest holds."""

import doctest
import subprocess
import sys
from pathlib import Path

import pytest

from shown import MODULES, arguments, blocks, commands, documents, lay_out, stripped
from support.commands import run
from support.paths import ROOT

pytestmark = [pytest.mark.server, pytest.mark.compiled, pytest.mark.slow]

DOCTESTS = [str(file.relative_to(ROOT)) for file in documents() if "\n>>> " in file.read_text("utf-8")]


@pytest.mark.parametrize("file", blocks())
def test_what_a_document_shows_is_true(file: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    lay_out(file, tmp_path)
    for command, output in (shown for block in blocks()[file] for shown in commands(block)):
        program, *words = arguments(command)
        code, answer = in_this_process(words) if program == "banca" else by_python([*MODULES.get(program, ()), *words])
        if output:
            assert stripped(answer) == output, (file, command)
        else:
            assert code == 0, (file, command, answer)


def in_this_process(words: list[str]) -> tuple[int, str]:
    """What `banca` says; tests of the shell run it as a process."""
    done = run(*words)
    assert done.exit_code in (0, 1), done.stderr
    assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
    return done.exit_code, done.stdout + done.stderr


def by_python(words: list[str]) -> tuple[int, str]:
    done = subprocess.run([sys.executable, *words], capture_output=True, text=True, check=False)
    assert done.returncode in (0, 1), done.stderr
    assert "Traceback" not in done.stderr
    return done.returncode, done.stdout + done.stderr


@pytest.mark.parametrize("file", DOCTESTS)
def test_the_documents_python_is_true(file: str) -> None:
    failed, tried = doctest.testfile(str(ROOT / file), module_relative=False)
    assert (failed, tried > 0) == (0, True)
