"""Malformed and hostile proposals: each is refused at its line, in one sentence, within its time; nothing is left behind.

The texts are in `refused/`, each with the code that it is refused with; `#!` ends the line that is to be named.
"""

import os
import re
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from banca.files import CANNOT_READ
from banca.proposals import SandboxLimits, read_file, read_proposal
from banca.proposals.compiler import PROPOSAL_TOO_LONG
from banca.rules import Message, Refusal
from support.documents import read_here
from support.paths import TESTS

HEADER = re.compile(r"^=== (\w+): (\w+)( bare)?\n", re.MULTILINE)
FIRST = (
    'T = say(en = "A", pt = "B", zh = "C"); B = dict(id = "x", name = T, description = T); '
    'proposal(game = "craps", title = T)\n'
)
"""The first line of every text that is not `bare`."""
LIMITS = SandboxLimits(seconds=600, states=1000, megabytes=700)
SHORT = SandboxLimits(seconds=0.5, steps=200, states=1000, megabytes=700)
"""For those that never end: loops are counted; in a builtin that does not, half a second of the processor's time is over."""


class RefusedText(NamedTuple):
    name: str
    code: str
    line: int
    source: str


def written(stem: str) -> list[RefusedText]:
    """Those in a file."""
    _, *parts = HEADER.split((TESTS / "proposals" / "refused" / f"{stem}.txt").read_text("utf-8"))
    texts = []
    for name, code, bare, text in zip(*[iter(parts)] * 4, strict=True):
        source = text if bare else FIRST + text
        (line,) = (number for number, one in enumerate(source.split("\n"), start=1) if one.endswith("#!"))
        texts.append(RefusedText(name=f"{stem}/{name}", code=code, line=line, source=source))
    return texts


def made(name: str, code: str, text: str, line: int = 2) -> RefusedText:
    return RefusedText(name=f"made/{name}", code=code, line=line, source=FIRST + text)


WRONG = [text for stem in ("changes", "prizes", "steps") for text in written(stem)]
UNREADABLE = [
    *(text for stem in ("outside", "syntax", "words") for text in written(stem)),
    made("half_a_letter", "unseen_letter", "x = '\ud800'"),
    made("nul", "unseen_letter", "x = 1\x00"),
    made("turned_around", "unseen_letter", "x = \u202e1"),
    made("too_long", "file_too_long", "# long\n" * 30_000, line=1),
]
HOSTILE = [
    *written("endless"),
    made("lists_in_lists", "nothing_proposed", "x = " + "[" * 60_000 + "]" * 60_000, line=1),
    made("calls_of_calls", "starlark", "x = len" + "()" * 60_000),
    made("long_message", "starlark", f"fail('{'x' * 150_000}')"),
]


def check_refused(text: RefusedText, read: Callable[[], object]) -> None:
    with pytest.raises(Refusal) as caught:
        read()
    because = caught.value.about["because"]
    assert isinstance(because, Message)
    said = str(caught.value)
    assert (because.code, caught.value.about["line"]) == (text.code, text.line), said
    assert said.startswith(f"file.star, line {text.line}: ")
    assert said.isprintable()
    assert len(said) < 900
    assert "Traceback" not in said


@pytest.mark.parametrize("text", WRONG, ids=lambda text: text.name)
def test_a_wrong_bet_is_refused_at_its_line(text: RefusedText) -> None:
    check_refused(text, lambda: read_here(text.source, "file.star", LIMITS))


@pytest.mark.slow
@pytest.mark.parametrize("text", UNREADABLE, ids=lambda text: text.name)
def test_a_wrong_file_is_refused_at_its_line(text: RefusedText) -> None:
    check_refused(text, lambda: read_here(text.source, "file.star", LIMITS))


@pytest.mark.slow
@pytest.mark.parametrize("text", HOSTILE, ids=lambda text: text.name)
def test_a_file_without_end_is_stopped_and_leaves_nothing(
    text: RefusedText, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    limits = SHORT if text.code == PROPOSAL_TOO_LONG else LIMITS
    started: list[subprocess.Popen[str]] = []

    class Noted(subprocess.Popen):  # type: ignore[type-arg]
        def __init__(self, *args: Any, **how: Any) -> None:
            super().__init__(*args, **how)
            started.append(self)

    monkeypatch.setattr(subprocess, "Popen", Noted)
    check_refused(text, lambda: read_proposal(text.source, "file.star", limits))
    assert not list(tmp_path.iterdir())
    assert started
    assert None not in [process.returncode for process in started]


def test_a_file_that_is_no_text_and_a_pipe_are_refused(tmp_path: Path) -> None:
    latin, pipe = tmp_path / "latin.star", tmp_path / "pipe.star"
    latin.write_bytes('x = "não"'.encode("latin-1"))
    os.mkfifo(pipe)  # nobody writes to it: it is not waited for
    for file in (latin, pipe):
        with pytest.raises(Refusal) as caught:
            read_file(file)
        assert caught.value.code == CANNOT_READ
        assert str(caught.value).isprintable()


def test_the_process_sees_nothing_of_this_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """Were its environment ours, this would make the interpreter that runs the file stop before it begins."""
    monkeypatch.setenv("PYTHONHOME", "/nowhere")
    source = FIRST + 'bet(pays = "1 to 1", wins = lambda o: o.total == 7, **B)'
    assert read_proposal(source, "seen.star").keys == ("x",)
