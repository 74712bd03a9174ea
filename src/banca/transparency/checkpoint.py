"""Checkpoints (C2SP tlog-checkpoint): how large a log is and what its root is, as a text that is signed."""

import re
from base64 import b64decode, b64encode
from collections.abc import Iterable
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
        """As a note."""
        return sign(str(self), *signers)

    @classmethod
    def read(cls, text: str) -> "Checkpoint":
        """Out of the text of a note; more lines than three are passed over."""
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
        return any(one.by.kind is SignerKind.LOG and one.by.name == self.checkpoint.origin for one in self.signatures)

    @property
    def witnesses(self) -> tuple[Signature, ...]:
        """Those who have seen it."""
        return tuple(one for one in self.signatures if one.by.kind is SignerKind.WITNESS)


def open_checkpoint(note: str, verifiers: Iterable[Verifier]) -> OpenedCheckpoint:
    """A checkpoint out of its note; raises where a signature of somebody known is bad, or the log's own is not there."""
    text, signatures = open_note(note, verifiers)
    opened = OpenedCheckpoint(Checkpoint.read(text), text, tuple(signatures))
    if not opened.is_of_log:
        raise BadNoteError(note)
    return opened
