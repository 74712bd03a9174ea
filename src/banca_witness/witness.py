"""The witness itself: what it signs, and what it refuses (C2SP tlog-witness)."""

import logging
import sqlite3
from collections.abc import Callable, Iterable
from http import HTTPStatus
from pathlib import Path
from typing import NamedTuple

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from banca.house.files import read_or_make_key
from banca.rules import Refusal, _, refusal
from banca.transparency.checkpoint import BadSubmissionError, Checkpoint, Submission, open_checkpoint
from banca.transparency.client import read_verifier
from banca.transparency.merkle import EMPTY, is_consistent
from banca.transparency.note import BadNoteError, Signer, SignerKind, Verifier, split
from banca_witness.store import (
    EvidenceKind,
    KnownLog,
    Misbehaviour,
    WitnessStore,
    find_log,
    save_evidence,
    save_log,
)

LOG = logging.getLogger("banca.witness")
BAD_WITNESS_KEY = refusal("bad_witness_key", _("{asked} is not the key of a witness: a key has 64 hexadecimal digits"))


class NotSignedError(Exception):
    """A submission that is not signed, with the HTTP status for it; `size` is how far the witness has seen the log, if that is the conflict."""

    def __init__(self, status: HTTPStatus, because: str, size: int | None = None) -> None:
        super().__init__(because)
        self.status = status
        self.because = because
        self.size = size


class SignedCheckpoint(NamedTuple):
    """A checkpoint that its log has signed."""

    checkpoint: Checkpoint
    text: str
    note: str
    """The text with the signatures of the log alone."""


class Witness:
    """Signs that the logs it trusts only grow; it ignores all others."""

    def __init__(
        self, signer: Signer, trusted: Iterable[Verifier], store: WitnessStore, clock: Callable[[], float]
    ) -> None:
        self._signer = signer
        self._trusted: dict[str, list[Verifier]] = {}
        for verifier in trusted:
            if verifier.kind is SignerKind.LOG:
                self._trusted.setdefault(verifier.name, []).append(verifier)
        self.store = store
        self._clock = clock

    @property
    def verifier(self) -> Verifier:
        """The witness's public key."""
        return self._signer.verifier

    def add(self, sent: bytes) -> KnownLog:
        """Sign a submitted checkpoint; it is on the disk when this returns.

        Raises:
            NotSignedError: the log is not trusted, or the checkpoint does not extend the one signed last.
        """
        try:
            submission = Submission.read(sent)
        except BadSubmissionError:
            raise NotSignedError(HTTPStatus.BAD_REQUEST, "not a submission") from None
        shown = self.open(submission.note)
        if submission.old > shown.checkpoint.size:
            raise NotSignedError(HTTPStatus.BAD_REQUEST, "the old size is larger than the checkpoint's")
        with self.store.change() as connection:
            try:
                return self._sign(connection, submission, shown)
            except NotSignedError as error:
                refused = error
        # Raised after the transaction, which would otherwise be rolled back with the evidence in it.
        raise refused

    def open(self, note: str) -> SignedCheckpoint:
        """Return the checkpoint in a note that a trusted log has signed."""
        try:
            text, lines = split(note)
            origin = Checkpoint.read(text).origin
        except BadNoteError:
            raise NotSignedError(HTTPStatus.BAD_REQUEST, "not a checkpoint") from None
        if origin not in self._trusted:
            raise NotSignedError(HTTPStatus.NOT_FOUND, "an unknown log")
        try:
            opened = open_checkpoint(note, self._trusted[origin])
        except BadNoteError:
            raise NotSignedError(HTTPStatus.FORBIDDEN, "not signed by a key that is trusted for this log") from None
        # Signatures of other witnesses are left out: what is kept as evidence is the log's own word alone.
        own = {signature.line for signature in opened.signatures}
        return SignedCheckpoint(
            opened.checkpoint, text, f"{text}\n{''.join(line for _, _, line in lines if line in own)}"
        )

    def _sign(self, connection: sqlite3.Connection, submission: Submission, shown: SignedCheckpoint) -> KnownLog:
        new = shown.checkpoint
        known = find_log(connection, new.origin)
        size, root = known.checkpoint[1:] if known else (0, EMPTY)
        # The order is that of C2SP: a split view is told before a wrong old size, for the two notes prove it.
        if known and new.size == size and new.root != root:
            self.accuse(connection, EvidenceKind.SPLIT, known, shown)
            raise NotSignedError(HTTPStatus.UNPROCESSABLE_ENTITY, "another log of this size was signed before")
        if submission.old != size:
            raise NotSignedError(HTTPStatus.CONFLICT, "another size was seen last", size)
        is_root_right = new.size or new.root == EMPTY
        if not is_root_right or not is_consistent(size, root, new.size, new.root, submission.proof):
            if known and new.size > size:
                self.accuse(connection, EvidenceKind.UNPROVED, known, shown)
            raise NotSignedError(HTTPStatus.UNPROCESSABLE_ENTITY, "the proof does not show that the log only grew")
        at = int(self._clock())
        note = shown.note + self._signer.line(shown.text, at)
        newest = KnownLog(checkpoint=new, note=note, at=at)
        save_log(connection, newest)
        return newest

    def accuse(
        self, connection: sqlite3.Connection, kind: EvidenceKind, known: KnownLog, shown: SignedCheckpoint
    ) -> None:
        """Keep two notes that contradict each other, and log an error the first time."""
        origin, size = known.checkpoint.origin, known.checkpoint.size
        evidence = Misbehaviour(origin=origin, kind=kind, held=known.note, shown=shown.note, at=int(self._clock()))
        if save_evidence(connection, evidence):
            about = {"log": origin, "kind": kind, "held": size, "shown": shown.checkpoint.size}
            LOG.error("a log contradicts itself", extra={"about": about})


def open_witness(name: str, key: Path, state: Path, trusted: Iterable[str], clock: Callable[[], float]) -> Witness:
    """Open a witness by the files of its key and its store; both are made if neither is there."""
    verifiers = [read_verifier(text, SignerKind.LOG) for text in trusted]
    # Neither file is made anew for the other: a witness that has forgotten what it saw would sign a shortened log as if it
    # were the first. It has to be set up as a new one under a new key, and those who count on it have to be told.
    for present, missing in ((key, state), (state, key)):
        if present.exists() and not missing.exists():
            raise Refusal(
                "witness_half",
                _(
                    "{found} exists, but {asked} is missing: a witness needs both; put {asked} back, or move {found} away to set up a new witness with a new key"
                ),
                found=present,
                asked=missing,
            )
    try:
        signer = Signer(
            name, Ed25519PrivateKey.from_private_bytes(read_or_make_key(key, BAD_WITNESS_KEY)[0]), SignerKind.WITNESS
        )
    except BadNoteError:
        raise Refusal(
            "bad_witness_name",
            _(
                "a witness cannot be called {asked}: its name has no spaces and no plus sign, such as dicj.gov.mo/witness"
            ),
            asked=name,
        ) from None
    store = WitnessStore(state)
    owner = store.claim(str(signer.verifier))
    if owner != str(signer.verifier):
        raise Refusal("witness_differs", _("{asked} belongs to another witness: {found}"), asked=state, found=owner)
    return Witness(signer, verifiers, store, clock)
