"""What is handed to a witness (C2SP tlog-witness, add-checkpoint): a checkpoint, and that it contradicts nothing the witness has seen."""

import re
from base64 import b64decode, b64encode
from collections.abc import Sequence
from typing import NamedTuple

from banca.transparency.merkle import HASH_BYTES
from banca.transparency.note import BadNoteError

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
        lines = "".join(f"{b64encode(one).decode()}\n" for one in self.proof)
        return f"old {self.old}\n{lines}\n{self.note}"

    @classmethod
    def read(cls, sent: bytes) -> "Submission":
        """What was sent; raises where it is none."""
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
    found = []
    for line in lines:
        try:
            one = b64decode(line, validate=True)
        except ValueError as fault:
            raise BadSubmissionError(line) from fault
        if len(one) != HASH_BYTES or b64encode(one).decode() != line:
            raise BadSubmissionError(line)
        found.append(one)
    return tuple(found)


def with_lines(note: str, lines: str) -> str:
    """A note with more signatures under it, as a witness sends them back."""
    if not lines.startswith("— ") or not lines.endswith("\n"):
        raise BadNoteError(lines)
    return note + lines
