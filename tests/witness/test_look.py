"""`banca witness look`, `show` and `key`: a witness that fetches a log by itself, and what it says of one that does not only grow."""

import json
from base64 import b64encode
from collections.abc import Callable
from pathlib import Path
from unittest.mock import Mock
from urllib.parse import parse_qs, urlsplit

import pytest

from banca.transparency.client import AwayError, WitnessReply
from banca.transparency.note import SignerKind, Verifier
from support.commands import run
from support.witnesses import ORIGIN, GrownLog, log_of, signer

HOUSE = "https://casino.example"
NAME = "dicj.example/w"


class ShownLog:
    """A house that shows a log, and whatever is told it."""

    def __init__(self, log: GrownLog) -> None:
        self.log = log
        self.notes: list[str] = []
        self.status = 200

    def __call__(self, url: str, body: bytes | None = None, kind: str = "text/plain") -> WitnessReply:
        asked = urlsplit(url)
        assert asked.path.startswith("/api/v1/log/")
        if asked.path.endswith("/checkpoint"):
            return WitnessReply(self.status, "text/plain", self.log.note())
        if asked.path.endswith("/cosignatures"):
            assert body is not None
            assert kind == "application/json"
            self.notes.append(json.loads(body)["note"])
            return WitnessReply(204, "", "")
        old, size = (int(parse_qs(asked.query)[name][0]) for name in ("old", "size"))
        proof = [b64encode(one).decode() for one in self.log.proof(old, size)]
        return WitnessReply(200, "application/json", json.dumps({"proof": proof}))


@pytest.fixture
def house(monkeypatch: pytest.MonkeyPatch) -> ShownLog:
    shown = ShownLog(log_of(3))
    monkeypatch.setattr("banca_witness.server.ask", shown)
    return shown


@pytest.fixture
def files(tmp_path: Path) -> tuple[str, ...]:
    return "--key", str(tmp_path / "witness.key"), "--state", str(tmp_path / "witness.db")


@pytest.fixture
def look(files: tuple[str, ...], house: ShownLog) -> Callable[..., tuple[int, str]]:
    """Its exit code, and what it says."""
    trusted = ("--trust", str(house.log.signer.verifier))

    def call(*more: str) -> tuple[int, str]:
        done = run("witness", "look", HOUSE, "--name", NAME, *files, *trusted, *more, columns=200)
        return done.exit_code, done.stdout if done.exit_code == 0 else done.stderr

    return call


def test_a_log_that_grows_is_signed_and_the_house_is_told(
    house: ShownLog, look: Callable[..., tuple[int, str]], files: tuple[str, ...]
) -> None:
    for more in (0, 4, 0):
        house.log.leaves += [b"more %d" % number for number in range(more)]
        code, said = look("--json")
        assert code == 0, said
        assert (json.loads(said)["size"], json.loads(said)["is_told"]) == (len(house.log.leaves), True)
    key = Verifier.read(run("witness", "key", "--name", NAME, *files).stdout.strip())
    assert (key.name, key.kind) == (NAME, SignerKind.WITNESS)
    assert len(house.notes) == 3
    assert house.notes[-1].startswith(house.log.note())
    assert f"— {NAME} " in house.notes[-1]


def test_a_shortened_and_a_rewritten_log_are_refused_and_kept_as_evidence(
    house: ShownLog, look: Callable[..., tuple[int, str]], files: tuple[str, ...]
) -> None:
    """The store is put back as it was before; then it is played on, differently."""
    assert look()[0] == 0
    for log in (log_of(2), log_of(5, told="another")):
        house.log = log
        code, said = look()
        assert (code, said.count("\n"), "contradicts what this witness has seen" in said) == (1, 1, True)
    assert len(house.notes) == 1
    shown = json.loads(run("witness", "show", "--state", files[-1], "--json").stdout)
    assert [one["kind"] for one in shown["evidence"]] == ["shortened", "unproved"]
    said = run("witness", "show", "--state", files[-1], columns=200).stdout
    assert said.count(f"— {ORIGIN} ") == 4  # both notes of each


def test_what_cannot_be_looked_at_is_said_in_one_line(
    house: ShownLog, look: Callable[..., tuple[int, str]], files: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    house.log.signer = signer(ORIGIN, seed=5)
    assert look()[1].startswith("banca: not signed: ")  # by a key that is not trusted
    house.status = 500
    assert "does not show its log" in look()[1]
    monkeypatch.setattr("banca_witness.server.ask", Mock(side_effect=AwayError(HOUSE)))
    code, said = look()
    assert (code, said.count("\n"), "does not show its log" in said) == (1, 1, True)
    for words in (("look", HOUSE), ("serve",)):  # nobody to trust
        assert run("witness", *words, "--name", NAME, *files).exit_code == 2
    assert run("witness", "show", "--state", f"{files[-1]}.none").exit_code == 1
