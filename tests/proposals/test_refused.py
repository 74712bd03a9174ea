"""Malformed and hostile proposals: each is refused at its line, in one sentence, within its time; nothing is left behind."""

import os
import subprocess
from pathlib import Path
from typing import Any

import pytest

from banca.entries import CANNOT_READ
from banca.proposals import SandboxLimits, read_file, read_proposal
from banca.proposals.refusals import PROPOSAL_TOO_LONG
from banca.rulebook import Message, Refusal
from refused_proposals import FIRST, Refused, made, written

pytestmark = pytest.mark.slow

LIMITS = SandboxLimits(seconds=600, states=1000, megabytes=700)
SHORT = SandboxLimits(seconds=0.5, steps=200, states=1000, megabytes=700)
"""For those that never end: loops are counted; in a builtin that does not, half a second of the processor's time is over."""
CORPUS = [*written(), *made()]


def test_there_are_enough_and_no_name_twice() -> None:
    names = {one.name for one in CORPUS}
    assert len(names) == len(CORPUS) >= 200


@pytest.mark.parametrize("one", CORPUS, ids=lambda one: one.name)
def test_is_refused_at_its_line(one: Refused, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    limits = SHORT if one.code == PROPOSAL_TOO_LONG else LIMITS
    started: list[subprocess.Popen[str]] = []

    class Noted(subprocess.Popen):  # type: ignore[type-arg]
        def __init__(self, *args: Any, **how: Any) -> None:
            super().__init__(*args, **how)
            started.append(self)

    monkeypatch.setattr(subprocess, "Popen", Noted)
    with pytest.raises(Refusal) as told:
        read_proposal(one.source, "file.star", limits)

    refusal = told.value
    because = refusal.about["because"]
    assert isinstance(because, Message)
    said = str(refusal)
    assert (because.code, refusal.about["line"]) == (one.code, one.line), said
    assert said.startswith(f"file.star, line {one.line}: ")
    assert said.isprintable()
    assert len(said) < 900
    assert "Traceback" not in said
    assert not list(tmp_path.iterdir())
    assert [process.returncode for process in started if process.returncode is None] == []  # all are gone


def test_a_file_that_is_no_text(tmp_path: Path) -> None:
    file = tmp_path / "latin.star"
    file.write_bytes('x = "não"'.encode("latin-1"))
    with pytest.raises(Refusal) as told:
        read_file(file)
    assert told.value.code == CANNOT_READ
    assert str(told.value).isprintable()


def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe.star"
    os.mkfifo(pipe)
    with pytest.raises(Refusal) as told:
        read_file(pipe)
    assert told.value.code == CANNOT_READ


def test_the_process_sees_nothing_of_this_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """Were its environment ours, this would make the interpreter that runs the file stop before it begins."""
    monkeypatch.setenv("PYTHONHOME", "/nowhere")
    source = FIRST + 'bet(pays = "1 to 1", wins = lambda o: o.total == 7, **B)'
    assert read_proposal(source, "seen.star").keys == ("x",)
