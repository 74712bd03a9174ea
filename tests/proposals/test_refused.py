"""Malformed and hostile proposals: each is refused at its line, in one sentence, within its time; nothing is left behind."""

import os
import time
from pathlib import Path

import pytest

from banca.proposals import Limits, read_file, read_proposal
from banca.rulebook import Code, Refusal
from banca.words import speech
from proposals.corpus import Refused, made, written

LIMITS = Limits(seconds=2, states=2000, megabytes=800)
OVERDUE = 2.5
"""Seconds beyond the limit after which a refusal comes too late, on a machine with other things to do."""
CORPUS = [*written(), *made()]


def test_there_are_enough_and_no_name_twice() -> None:
    names = {one.name for one in CORPUS}
    assert len(names) == len(CORPUS) >= 200


@pytest.mark.parametrize("one", CORPUS, ids=lambda one: one.name)
def test_is_refused_at_its_line(one: Refused, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    start = time.monotonic()
    with pytest.raises(Refusal) as told:
        read_proposal(one.source, "file.star", LIMITS)
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
    assert taken < LIMITS.seconds + OVERDUE
    assert not list(tmp_path.iterdir())
    with pytest.raises(ChildProcessError):  # no process is left, not even a dead one
        os.waitpid(-1, os.WNOHANG)
