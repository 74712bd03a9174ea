"""Checkpoints (C2SP tlog-checkpoint): how large a log is and what its root is, as a text that is signed."""

import re
from base64 import b64decode, b64encode
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from banca.transparency.merkle import HASH_BYTES
from banca.transparency.note import BadNoteError, Signature, Signer, SignerKind, Verifier, open_note, sign

SIZE = re.compile("0|[1-9][0-9]{0,18}")
LINES = 3


class Checkpoint(NamedTuple):
    """A log at one moment."""

    origin: str
    size: int
    root: bytes

    def __str__(self) -> str:
        """The text that is signed."""
        return f"{self.origin}\n{self.size}\n{b64encode(self.root).decode()}\n"

    def signed(self, *signers: Signer) -> str:
        """Sign it, and return the note."""
        return sign(str(self), *signers)

    @classmethod
    def read(cls, text: str) -> "Checkpoint":
        """Read the text of a note; lines after the third are passed over, as C2SP has it."""
        lines = text.split("\n")
        if len(lines) <= LINES or not lines[0] or not SIZE.fullmatch(lines[1]):
            raise BadNoteError(text)
        try:
            root = b64decode(lines[2], validate=True)
        except ValueError as fault:
            raise BadNoteError(text) from fault
        if len(root) != HASH_BYTES:
            raise BadNoteError(text)
        return cls(lines[0], int(lines[1]), root)


class OpenedCheckpoint(NamedTuple):
    """A checkpoint whose signatures were checked."""

    checkpoint: Checkpoint
    text: str
    signatures: tuple[Signature, ...]

    @property
    def is_of_log(self) -> bool:
        """Whether the log itself has signed it."""
        return any(it.by.kind is SignerKind.LOG and it.by.name == self.checkpoint.origin for it in self.signatures)

    @property
    def witnesses(self) -> tuple[Signature, ...]:
        """Those who have seen it."""
        return tuple(signature for signature in self.signatures if signature.by.kind is SignerKind.WITNESS)


def open_checkpoint(note: str, verifiers: Iterable[Verifier]) -> OpenedCheckpoint:
    """Read a checkpoint out of its note; raises where a signature of somebody known is bad, or the log's own is not there."""
    text, signatures = open_note(note, verifiers)
    opened = OpenedCheckpoint(Checkpoint.read(text), text, tuple(signatures))
    if not opened.is_of_log:
        raise BadNoteError(note)
    return opened


OLD = re.compile("old (0|[1-9][0-9]{0,18})")
SIZE_TYPE = "text/x.tlog.size"
"""The kind of an answer that says only how large the log was when it was last seen."""
MOST_PROOF_LINES = 63
"""No proof of a log of less than 2^63 entries is longer."""


class BadSubmissionError(ValueError):
    """What was handed in has not the form of it."""


class Submission(NamedTuple):
    """A checkpoint that is newer than the one of `old` entries, with the proof that it only adds to it."""

    old: int
    proof: tuple[bytes, ...]
    note: str

    def __str__(self) -> str:
        """As it is sent."""
        lines = "".join(f"{b64encode(digest).decode()}\n" for digest in self.proof)
        return f"old {self.old}\n{lines}\n{self.note}"

    @classmethod
    def read(cls, sent: bytes) -> "Submission":
        """Read what was sent; raises where it is none."""
        try:
            head, gap, note = sent.decode().partition("\n\n")
        except UnicodeDecodeError as fault:
            raise BadSubmissionError(*fault.args) from fault
        first, *lines = head.split("\n")
        old = OLD.fullmatch(first)
        if not gap or old is None or len(lines) > MOST_PROOF_LINES:
            raise BadSubmissionError(first)
        return cls(int(old[1]), _hashes(lines), note)


def _hashes(lines: Sequence[str]) -> tuple[bytes, ...]:
    """Hashes in base64, each written in the one way there is."""
    # One way of writing a hash: two texts of one proof would be two requests to whoever remembers them.
    hashes = []
    for line in lines:
        try:
            digest = b64decode(line, validate=True)
        except ValueError as fault:
            raise BadSubmissionError(line) from fault
        if len(digest) != HASH_BYTES or b64encode(digest).decode() != line:
            raise BadSubmissionError(line)
        hashes.append(digest)
    return tuple(hashes)


def with_lines(note: str, lines: str) -> str:
    """Add signatures to a note, as a witness sends them back."""
    if not lines.startswith("— ") or not lines.endswith("\n"):
        raise BadNoteError(lines)
    return note + lines
