"""A witness (C2SP tlog-witness): what it signs, what it refuses and with which status, what it remembers and keeps as evidence."""

import sqlite3
from base64 import b64encode
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from http import HTTPStatus
from pathlib import Path
from unittest.mock import Mock

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as some
from litestar import Litestar
from litestar.testing import TestClient

from banca.transparency.checkpoint import Checkpoint, Submission, open_checkpoint
from banca.transparency.note import SignerKind
from banca_witness import store as store_module
from banca_witness.server import MOST_BYTES, create_witness_app
from banca_witness.store import EvidenceKind
from banca_witness.witness import NotSignedError, Witness, open_witness
from support.commands import refuses
from support.lanes import Clock
from support.witnesses import ORIGIN, GrownLog, log_of, signer, witness_in

NOW = 1_790_000_000


@pytest.fixture
def clock() -> Clock:
    return Clock(NOW)


@pytest.fixture
def log() -> GrownLog:
    return log_of(4)


@pytest.fixture
def witness(tmp_path: Path, clock: Clock, log: GrownLog) -> Witness:
    return witness_in(tmp_path, clock, log)


def refused(witness: Witness, sent: bytes) -> NotSignedError:
    with pytest.raises(NotSignedError) as raised:
        witness.add(sent)
    return raised.value


def kinds(witness: Witness) -> list[EvidenceKind]:
    return [one.kind for one in witness.store.evidence()]


def test_a_log_that_grows_is_signed_each_time_with_the_time(tmp_path: Path, clock: Clock) -> None:
    log = log_of(3)
    witness = witness_in(tmp_path, clock, log)
    old = 0
    for more in (0, 0, 1, 4, 9):  # one that has not grown is signed again
        log.leaves += [b"more %d" % one for one in range(more)]
        clock.move(60)
        seen = witness.add(log.submission(old))
        opened = open_checkpoint(log.note() + seen.line, [log.signer.verifier, witness.verifier])
        assert opened.checkpoint.size == seen.checkpoint.size == len(log.leaves)
        assert [one.time for one in opened.witnesses] == [clock.now]
        old = seen.checkpoint.size
    (remembered,) = witness.store.logs()
    assert (*remembered.checkpoint[1:], remembered.at) == (17, log.root(), clock.now)
    assert kinds(witness) == []


def test_an_empty_log_has_one_root(tmp_path: Path, clock: Clock) -> None:
    log = log_of(0)
    witness = witness_in(tmp_path, clock, log)
    assert witness.add(log.submission(0)).checkpoint.size == 0
    other = Checkpoint(ORIGIN, 0, bytes(32)).signed(log.signer)
    assert refused(witness, str(Submission(0, (), other)).encode()).status == HTTPStatus.UNPROCESSABLE_ENTITY


def test_an_unknown_log_is_not_found_and_one_signed_with_another_key_forbidden(witness: Witness, log: GrownLog) -> None:
    assert refused(witness, log_of(1, origin="other.example/log").submission(0)).status == HTTPStatus.NOT_FOUND
    assert refused(witness, log_of(1, seed=2).submission(0)).status == HTTPStatus.FORBIDDEN
    stands = Checkpoint(ORIGIN, 4, log.root())
    as_witness = stands.signed() + signer(ORIGIN, SignerKind.WITNESS).line(str(stands), 5)
    assert refused(witness, str(Submission(0, (), as_witness)).encode()).status == HTTPStatus.FORBIDDEN
    assert witness.store.logs() == []


def test_another_old_size_is_a_conflict_that_names_the_right_one(witness: Witness, log: GrownLog) -> None:
    assert refused(witness, str(Submission(6, (), log.note())).encode()).status == HTTPStatus.BAD_REQUEST
    conflict = refused(witness, log.submission(3))
    assert (conflict.status, conflict.size) == (HTTPStatus.CONFLICT, 0)
    witness.add(log.submission(0))
    log.leaves.append(b"more")
    conflict = refused(witness, log.submission(2))
    assert (conflict.status, conflict.size) == (HTTPStatus.CONFLICT, 4)
    assert witness.add(log.submission(4)).checkpoint.size == 5
    assert kinds(witness) == []


def test_a_split_view_is_kept_with_both_notes(witness: Witness, log: GrownLog) -> None:
    """Two houses with one key: whoever holds the two notes can show it to anybody."""
    witness.add(log.submission(0))
    for old in (0, 4):
        assert refused(witness, log_of(4, told="another").submission(old)).status == HTTPStatus.UNPROCESSABLE_ENTITY
    (evidence,) = witness.store.evidence()
    assert evidence.kind is EvidenceKind.SPLIT
    opened = [open_checkpoint(note, [log.signer.verifier]) for note in (evidence.held, evidence.shown)]
    assert [found.checkpoint.size for found in opened] == [4, 4]
    assert opened[0].checkpoint.root != opened[1].checkpoint.root


def test_a_rewritten_log_cannot_prove_that_it_grew(witness: Witness, log: GrownLog) -> None:
    """A store that was rolled back and played on, or whose tables were swapped: the larger log does not begin with the smaller."""
    witness.add(log.submission(0))
    swapped = GrownLog(log.leaves[1], log.leaves[0], *log.leaves[2:], b"more")
    for _ in range(2):
        assert refused(witness, swapped.submission(4)).status == HTTPStatus.UNPROCESSABLE_ENTITY
        assert kinds(witness) == [EvidenceKind.UNPROVED]
    log.leaves.append(b"honest")
    assert witness.add(log.submission(4)).checkpoint.size == 5


def test_its_memory_outlives_it(witness: Witness, log: GrownLog, tmp_path: Path, clock: Clock) -> None:
    witness.add(log.submission(0))
    again = witness_in(tmp_path, clock, log)
    assert refused(again, log_of(4, told="another").submission(0)).status == HTTPStatus.UNPROCESSABLE_ENTITY
    shorter = refused(again, log_of(3).submission(0))
    assert (shorter.status, shorter.size) == (HTTPStatus.CONFLICT, 4)
    assert kinds(witness_in(tmp_path, clock, log)) == [EvidenceKind.SPLIT]


def test_nothing_is_signed_that_cannot_be_kept(
    witness: Witness, log: GrownLog, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("banca_witness.witness.save_log", Mock(side_effect=sqlite3.OperationalError))
    with pytest.raises(sqlite3.OperationalError):
        witness.add(log.submission(0))
    monkeypatch.undo()
    assert witness.store.logs() == []
    assert witness.add(log.submission(0)).checkpoint.size == 4


def test_of_two_who_come_at_once_one_is_signed(witness: Witness, log: GrownLog) -> None:
    """Two different logs of one key, handed in by many at the same time: whichever came first is the only one."""
    logs = [log, log_of(4, told="another")]

    def hand_in(number: int) -> str:
        try:
            return witness.add(logs[number % 2].submission(0)).checkpoint.root.hex()
        except NotSignedError as fault:
            return fault.status.name

    with ThreadPoolExecutor(8) as pool:
        came = set(pool.map(hand_in, range(16)))
    (seen,) = witness.store.logs()
    assert came == {seen.checkpoint.root.hex(), "CONFLICT", "UNPROCESSABLE_ENTITY"}
    assert kinds(witness) == [EvidenceKind.SPLIT]


def test_evidence_does_not_fill_the_disk(witness: Witness, log: GrownLog, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store_module, "MOST_EVIDENCE", 3)
    witness.add(log.submission(0))
    for number in range(6):
        refused(witness, log_of(4, told=f"another {number}").submission(4))
    assert len(kinds(witness)) == 3


BAD = [
    b"",
    b"old 0",
    b"old 0\n\n",
    b"old 00\n\nnote",
    b"old -1\n\nnote",
    b"old \xd9\xa1\n\nnote",
    b"new 0\n\nnote",
    b"old 0\nAAAA\n\nnote",
    b"old 0\n\xff\n\nnote",
    b"old 0\n" + b64encode(bytes(32)) * 2 + b"\n\nnote",
    b"old 0\n" + (b64encode(bytes(32)) + b"\n") * 64 + b"\nnote",
    b"old 9999999999999999999999\n\nnote",
]


def test_what_is_malformed_is_a_bad_request(witness: Witness) -> None:
    for sent in BAD:
        assert refused(witness, sent).status == HTTPStatus.BAD_REQUEST, sent


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(some.data())
def test_whatever_is_sent_only_what_is_good_is_signed(tmp_path: Path, choose: some.DataObject) -> None:
    log = log_of(6)
    witness = witness_in(tmp_path, Clock(NOW), log)
    good = log.submission(0)
    at = choose.draw(some.integers(0, len(good)))
    until = choose.draw(some.integers(at, len(good)))
    sent = good[:at] + choose.draw(some.binary(max_size=20)) + good[until:]
    try:
        seen = witness.add(sent)
    except NotSignedError:
        return
    assert seen.checkpoint[1:] in {(size, log.root(size)) for size in (0, 6)}


@pytest.fixture
def client(witness: Witness) -> Iterator[TestClient[Litestar]]:
    with TestClient(create_witness_app(witness)) as client:
        yield client


def test_over_http_as_the_form_has_it(client: TestClient[Litestar], log: GrownLog) -> None:
    answer = client.post("/add-checkpoint", content=log.submission(0))
    assert answer.status_code == 200
    assert answer.text.startswith("— dicj.example/w ")
    conflict = client.post("/add-checkpoint", content=log.submission(2))
    assert (conflict.status_code, conflict.text) == (409, "4\n")
    assert conflict.headers["content-type"] == "text/x.tlog.size"
    statuses = {
        200: log.submission(4),
        400: b"nonsense",
        403: log_of(4, seed=2).submission(4),
        404: log_of(4, origin="other.example/log").submission(0),
        422: log_of(4, told="another").submission(4),
        413: b"x" * (MOST_BYTES + 1),
    }
    for status, sent in statuses.items():
        assert client.post("/add-checkpoint", content=sent).status_code == status


def test_anybody_may_see_what_it_has_seen(client: TestClient[Litestar], log: GrownLog) -> None:
    address = f"/{sha256(ORIGIN.encode()).hexdigest()}/checkpoint"
    assert client.get(address).status_code == 404
    line = client.post("/add-checkpoint", content=log.submission(0)).text
    assert client.get(address).text == log.note() + line
    client.post("/add-checkpoint", content=log_of(4, told="another").submission(4))
    told = client.get("/").json()
    assert told["verifier"].startswith("dicj.example/w+")
    assert [(one["origin"], one["size"], one["evidence"]) for one in told["logs"]] == [(ORIGIN, 4, ["split"])]


def test_key_and_memory_are_made_together_and_neither_alone(tmp_path: Path, clock: Clock) -> None:
    key, state = tmp_path / "own" / "witness.key", tmp_path / "own" / "witness.db"
    trusted = [str(log_of(0).signer.verifier)]
    first = open_witness("dicj.example/w", key, state, trusted, clock)
    assert key.stat().st_mode & 0o777 == 0o600
    assert open_witness("dicj.example/w", key, state, trusted, clock).verifier == first.verifier
    with refuses("witness_differs"):
        open_witness("another.example/w", key, state, trusted, clock)
    kept = state.rename(tmp_path / "away")
    with refuses("witness_half"):
        open_witness("dicj.example/w", key, state, trusted, clock)
    kept.rename(state)
    key.unlink()
    with refuses("witness_half"):
        open_witness("dicj.example/w", key, state, trusted, clock)


def test_what_cannot_be_a_key_or_a_name_is_refused(tmp_path: Path, clock: Clock) -> None:
    key, state = tmp_path / "witness.key", tmp_path / "witness.db"
    of_witness = str(signer("w.example", SignerKind.WITNESS).verifier)
    for trusted in ("nonsense", of_witness):
        with refuses("bad_verifier"):
            open_witness("dicj.example/w", key, state, [trusted], clock)
    with refuses("bad_witness_name"):
        open_witness("two words", key, state, [], clock)
