"""Signed notes (C2SP signed-note): a text, and lines that sign it, each under a name.

A line is an em dash, the key's name, and base64 of the key's id with the signature. A key of a log signs the text as it is
(type 1); a key of a witness signs it with the time (type 4, C2SP tlog-cosignature).
"""

import re
from base64 import b64decode, b64encode
from binascii import Error as BadBase64Error
from collections.abc import Iterable
from enum import IntEnum
from hashlib import sha256
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

# `banca witness show` reads what a witness has seen also where the extra `house`, and cryptography with it, is not installed.

DASH = "— "
ID_BYTES, KEY_BYTES, SIGNATURE_BYTES, TIME_BYTES = 4, 32, 64, 8
MOST_SIGNATURES = 100
"""Of one note: whoever hands one in must not make us check signatures for minutes."""
NAME = re.compile(r"[^\s+]{1,255}")
NOTES = re.compile(r"(?:[^\n\u2014][^\n]*\n)+\n(?:\u2014 [^\n]+\n)+")
LINE = re.compile(r"— ([^\s+]+) ([A-Za-z0-9+/]+={0,2})")


class BadNoteError(ValueError):
    """What should be a note or a key is none, or a signature does not fit."""


class SignerKind(IntEnum):
    """What a signature says."""

    LOG = 1
    """This is the text."""
    WITNESS = 4
    """At this time this was the newest text that I have seen, and it contradicts none before."""


class Verifier(NamedTuple):
    """A public key by its name: who may sign a note."""

    name: str
    kind: SignerKind
    public: bytes

    @property
    def id(self) -> bytes:
        """Four bytes by which a signature names its key."""
        return sha256(self.name.encode() + b"\n" + bytes([self.kind]) + self.public).digest()[:ID_BYTES]

    def __str__(self) -> str:
        """Write the key as keys are handed on: name, id, and type with key."""
        return f"{self.name}+{self.id.hex()}+{b64encode(bytes([self.kind]) + self.public).decode()}"

    @classmethod
    def read(cls, written: str) -> "Verifier":
        """Read a key as it was handed on."""
        name, _, rest = written.strip().partition("+")
        digits, _, encoded = rest.partition("+")
        raw = _unbase64(encoded)
        # The id is a digest of the rest: a key that was copied with a mistake is refused instead of found to have signed nothing.
        if not NAME.fullmatch(name) or len(raw) != 1 + KEY_BYTES or raw[0] not in set(SignerKind):
            raise BadNoteError(written)
        key = cls(name, SignerKind(raw[0]), raw[1:])
        if key.id.hex() != digits:
            raise BadNoteError(written)
        return key

    def check(self, text: str, signature: bytes) -> int:
        """Return the time that a good signature of a text names, 0 where it names none; raises where it is not good."""
        from cryptography.exceptions import InvalidSignature
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

        try:
            key = Ed25519PublicKey.from_public_bytes(self.public)
            if self.kind is SignerKind.LOG:
                key.verify(signature, text.encode())
                return 0
            time = int.from_bytes(signature[:TIME_BYTES])
            key.verify(signature[TIME_BYTES:], _timed(text, time))
        except (InvalidSignature, ValueError) as fault:
            raise BadNoteError(self.name) from fault
        return time


class Signer:
    """A private key with its name."""

    def __init__(self, name: str, key: "Ed25519PrivateKey", kind: SignerKind = SignerKind.LOG) -> None:
        if not NAME.fullmatch(name):
            raise BadNoteError(name)
        self._key = key
        self.verifier = Verifier(name, kind, key.public_key().public_bytes_raw())
        # Worked out once: a house signs for every batch of commands.
        self._begin = f"{DASH}{name} "
        self._id = self.verifier.id

    def line(self, text: str, time: int = 0) -> str:
        """Return the line that signs a text; a witness's with the time."""
        if self.verifier.kind is SignerKind.LOG:
            signed = self._id + self._key.sign(text.encode())
        else:
            signed = self._id + time.to_bytes(TIME_BYTES) + self._key.sign(_timed(text, time))
        return f"{self._begin}{b64encode(signed).decode()}\n"


class Signature(NamedTuple):
    """A line that was found good: whose it is, and the time it names."""

    by: Verifier
    time: int
    line: str


def _timed(text: str, time: int) -> bytes:
    return f"cosignature/v1\ntime {time}\n{text}".encode()


def sign(text: str, *signers: Signer) -> str:
    """Sign a text, which must end with a line feed, and return the note."""
    if not text.endswith("\n"):
        raise BadNoteError(text)
    return f"{text}\n{''.join(signer.line(text) for signer in signers)}"


def split(note: str) -> tuple[str, list[tuple[str, bytes, str]]]:
    """Return a note's text and its signatures as they stand, unchecked: name, id with signature, line."""
    text, gap, lines = note.rpartition("\n\n")
    if not gap or not lines.endswith("\n"):
        raise BadNoteError(note)
    signatures: list[tuple[str, bytes, str]] = []
    for line in lines.removesuffix("\n").split("\n"):
        parts = LINE.fullmatch(line)
        if parts is None or len(signatures) == MOST_SIGNATURES:
            raise BadNoteError(line)
        raw = _unbase64(parts[2])
        if len(raw) <= ID_BYTES:
            raise BadNoteError(line)
        signatures.append((parts[1], raw, f"{line}\n"))
    return f"{text}\n", signatures


def split_notes(text: str) -> list[str]:
    """Return the notes that stand one behind the other in a file, a blank line after each; what has not the form of one is passed over."""
    return NOTES.findall(text)


def shortened(note: str) -> str:
    """Return a note with its first signature alone."""
    text, lines = split(note)
    return f"{text}\n{lines[0][2]}"


def open_note(note: str, verifiers: Iterable[Verifier]) -> tuple[str, list[Signature]]:
    """Return the text of a note and the signatures of those whom we know.

    Others are passed over: anybody may add a line. A bad signature of a known key is an error, as somebody has forged it.
    """
    text, lines = split(note)
    known = {(verifier.name, verifier.id): verifier for verifier in verifiers}
    good: dict[tuple[str, bytes], Signature] = {}
    for name, raw, line in lines:
        key = name, raw[:ID_BYTES]
        if key in known and key not in good:
            good[key] = Signature(known[key], known[key].check(text, raw[ID_BYTES:]), line)
    return text, list(good.values())


def _unbase64(written: str) -> bytes:
    try:
        return b64decode(written, validate=True)
    except (BadBase64Error, ValueError) as fault:
        raise BadNoteError(written) from fault
