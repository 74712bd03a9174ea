"""The witness itself: what it signs, and what it refuses (C2SP tlog-witness)."""

import logging
import sqlite3
from collections.abc import Callable, Iterable
from http import HTTPStatus
from typing import NamedTuple

from banca.transparency.checkpoint import BadSubmissionError, Checkpoint, Submission, open_checkpoint
from banca.transparency.merkle import EMPTY, is_consistent
from banca.transparency.note import BadNoteError, Signer, SignerKind, Verifier, split
from banca.witness.memory import EvidenceKind, KnownLog, Memory, Misbehaviour, find_seen, keep_evidence, keep_seen

LOG = logging.getLogger("banca.witness")


class NotSignedError(Exception):
    """It does not sign, by the status of the form; `size` is how far it has seen the log, where that is what does not fit."""

    def __init__(self, status: HTTPStatus, because: str, size: int | None = None) -> None:
        super().__init__(because)
        self.status = status
        self.because = because
        self.size = size


class WitnessAnswer(NamedTuple):
    """A checkpoint that its log has signed."""

    checkpoint: Checkpoint
    text: str
    signed: str
    """The note with the signatures of the log alone."""


class Witness:
    """Signs that a log only grows. One that it does not trust is none of its business."""

    def __init__(self, signer: Signer, trusted: Iterable[Verifier], memory: Memory, clock: Callable[[], float]) -> None:
        self._signer = signer
        self._trusted: dict[str, list[Verifier]] = {}
        for one in trusted:
            if one.kind is SignerKind.LOG:
                self._trusted.setdefault(one.name, []).append(one)
        self.memory = memory
        self._clock = clock

    @property
    def verifier(self) -> Verifier:
        """By what its signatures are checked."""
        return self._signer.verifier

    def add(self, sent: bytes) -> KnownLog:
        """A checkpoint that it signs from now on; on the disk before anybody gets it."""
        try:
            submission = Submission.read(sent)
        except BadSubmissionError:
            raise NotSignedError(HTTPStatus.BAD_REQUEST, "not a submission") from None
        shown = self.open(submission.note)
        if submission.old > shown.checkpoint.size:
            raise NotSignedError(HTTPStatus.BAD_REQUEST, "the old size is larger than the checkpoint's")
        fault = None
        with self.memory.change() as connection:
            try:
                return self._sign(connection, submission, shown)
            except NotSignedError as refused:  # the evidence of it stays
                fault = refused
        raise fault

    def open(self, note: str) -> WitnessAnswer:
        """A checkpoint that a trusted log has signed."""
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
        good = {one.line for one in opened.signatures}
        signed = "".join(line for _, _, line in lines if line in good)
        return WitnessAnswer(opened.checkpoint, text, f"{text}\n{signed}")

    def _sign(self, connection: sqlite3.Connection, submission: Submission, shown: WitnessAnswer) -> KnownLog:
        found = shown.checkpoint
        seen = find_seen(connection, found.origin)
        size, root = (seen.size, seen.root) if seen else (0, EMPTY)
        if seen and found.size == size and found.root != root:
            self.accuse(connection, EvidenceKind.SPLIT, seen, shown)
            raise NotSignedError(HTTPStatus.UNPROCESSABLE_ENTITY, "another log of this size was signed before")
        if submission.old != size:
            raise NotSignedError(HTTPStatus.CONFLICT, "another size was seen last", size)
        is_empty = found.size or found.root == EMPTY
        if not is_empty or not is_consistent(size, root, found.size, found.root, submission.proof):
            if seen and found.size > size:
                self.accuse(connection, EvidenceKind.UNPROVED, seen, shown)
            raise NotSignedError(HTTPStatus.UNPROCESSABLE_ENTITY, "the proof does not show that the log only grew")
        at = int(self._clock())
        note = shown.signed + self._signer.line(shown.text, at)
        newest = KnownLog(origin=found.origin, size=found.size, root=found.root, note=note, at=at)
        keep_seen(connection, newest)
        return newest

    def accuse(self, connection: sqlite3.Connection, kind: EvidenceKind, seen: KnownLog, shown: WitnessAnswer) -> None:
        """Keep what does not go together, and say so loudly the first time."""
        evidence = Misbehaviour(
            origin=seen.origin, kind=kind, held=seen.note, shown=shown.signed, at=int(self._clock())
        )
        if keep_evidence(connection, evidence):
            about = {"log": seen.origin, "kind": kind, "held": seen.size, "shown": shown.checkpoint.size}
            LOG.error("a log contradicts itself", extra={"about": about})
