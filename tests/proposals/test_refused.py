"""Malformed and hostile proposals: each is refused at its line, in one sentence, within its time; nothing is left behind."""

import os
import time
from pathlib import Path

import pytest

from banca.proposals import Limits, read_file, read_proposal
from banca.rulebook import Code, Refusal
from banca.words import speech
from refused_proposals import FIRST, Refused, made, written

LIMITS = Limits(states=1000, megabytes=700)
SHORT = Limits(seconds=0.5, states=1000, megabytes=700)
"""For those that take all the time there is."""
OVERDUE = 5
"""Seconds beyond the limit after which a refusal comes too late, on a machine with other things to do."""
CORPUS = [*written(), *made()]


def test_there_are_enough_and_no_name_twice() -> None:
    names = {one.name for one in CORPUS}
    assert len(names) == len(CORPUS) >= 200


@pytest.mark.parametrize("one", CORPUS, ids=lambda one: one.name)
def test_is_refused_at_its_line(one: Refused, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    limits = SHORT if one.code == Code.PROPOSAL_TOO_LONG else LIMITS
    start = time.monotonic()
    with pytest.raises(Refusal) as told:
        read_proposal(one.source, "file.star", limits)
    taken = time.monotonic() - start

    refusal = told.value
    because = refusal.about["because"]
    assert isinstance(because, Refusal)
    said = speech().refusal(refusal)
    assert (because.code, refusal.about["line"]) == (one.code, one.line), said
    assert said.startswith(f"file.star, line {one.line}: ")
    assert said.isprintable()
    assert len(said) < 900
    assert "Traceback" not in said
    assert taken < limits.seconds + OVERDUE
    assert not list(tmp_path.iterdir())
    with pytest.raises(ChildProcessError):  # no process is left, not even a dead one
        os.waitpid(-1, os.WNOHANG)


def test_a_file_that_is_no_text(tmp_path: Path) -> None:
    file = tmp_path / "latin.star"
    file.write_bytes('x = "não"'.encode("latin-1"))
    with pytest.raises(Refusal) as told:
        read_file(file)
    assert told.value.code == Code.CANNOT_READ
    assert speech().refusal(told.value).isprintable()


def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe.star"
    os.mkfifo(pipe)
    with pytest.raises(Refusal) as told:
        read_file(pipe)
    assert told.value.code == Code.CANNOT_READ


def test_the_process_sees_nothing_of_this_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """Were its environment ours, this would make the interpreter that runs the file stop before it begins."""
    monkeypatch.setenv("PYTHONHOME", "/nowhere")
    source = FIRST + 'bet(pays = "1 to 1", wins = lambda o: o.total == 7, **B)'
    assert read_proposal(source, "seen.star").keys == ("x",)
