"""Receipts: what somebody holds of one entry of a journal, so that nobody can change or deny it later.

An entry is chained to the one before it at its table (`digest`), stands as one leaf in the log of the house, and the log's checkpoint
is signed: a receipt has all of it, and is checked with the log's public key alone.
"""

from base64 import b64decode
from binascii import b2a_base64
from collections.abc import Iterable
from enum import StrEnum
from hashlib import sha256

import msgspec
from msgspec import Struct

from banca.transparency.checkpoint import Checkpoint, OpenedCheckpoint, open_checkpoint
from banca.transparency.merkle import HASH_BYTES, is_included, leaf_hash
from banca.transparency.note import ID_BYTES, SIGNATURE_BYTES, BadNoteError, Verifier, split


class ReceiptFault(StrEnum):
    """What is wrong with a receipt."""

    UNREADABLE = "unreadable"
    """It has not the form of one."""
    BODY = "body"
    """The digest is not that of the entry it shows behind the one before."""
    SIGNATURE = "signature"
    """The checkpoint is not signed by a log that is trusted."""
    ORIGIN = "origin"
    """The checkpoint is that of another log."""
    PROOF = "proof"
    """The entry is not at its place in the log that was signed."""


class BadReceiptError(ValueError):
    """A receipt that shows nothing."""

    def __init__(self, fault: ReceiptFault) -> None:
        super().__init__(fault.value)
        self.fault = fault


def entry_leaf(table: str, seq: int, digest: str) -> bytes:
    """What stands in the log for an entry: nothing of what it says, only which one it is.

    >>> entry_leaf("table-1", 7, "ab").decode().splitlines()
    ['banca entry 1', 'table-1', '7', 'ab']
    """
    return f"banca entry 1\n{table}\n{seq}\n{digest}\n".encode()


def leaf_hashes(entries: Iterable[tuple[str, int, str]]) -> list[bytes]:
    """The leaves of many entries, by table, number and digest, as they are hashed."""
    return [
        sha256(f"\x00banca entry 1\n{table}\n{seq}\n{digest}\n".encode()).digest() for table, seq, digest in entries
    ]


def chained(before: str, body: str) -> str:
    """The digest of an entry behind the one before it at its table."""
    return sha256(f"{before}\n{body}".encode()).hexdigest()


class Receipt(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One entry, its place in the log, and the log as it was signed."""

    origin: str
    table: str
    seq: int
    before: str
    """The digest of the entry before it at this table; 64 zeros for the first."""
    digest: str
    index: int
    """Its place in the log."""
    proof: tuple[str, ...]
    """The path from the leaf to the root, each hash in base64. RFC 6962, 2.1.1."""
    checkpoint: str
    """A signed note (C2SP tlog-checkpoint)."""
    body: str = ""
    """The entry's exact JSON; left out where its holder may not see all of it."""

    def check(self, verifiers: Iterable[Verifier]) -> OpenedCheckpoint:
        """Return the checkpoint under which the entry stands; raises where the receipt does not show that it does."""
        if self.body and chained(self.before, self.body) != self.digest:
            raise BadReceiptError(ReceiptFault.BODY)
        # The text first: whoever holds a receipt of another entry than it shows should hear that, and not that all is signed.
        try:
            opened = open_checkpoint(self.checkpoint, verifiers)
        except BadNoteError as fault:
            raise BadReceiptError(ReceiptFault.SIGNATURE) from fault
        signed = opened.checkpoint
        if signed.origin != self.origin:
            raise BadReceiptError(ReceiptFault.ORIGIN)
        leaf = leaf_hash(entry_leaf(self.table, self.seq, self.digest))
        if not is_included(leaf, self.index, signed.size, decode_hashes(self.proof), signed.root):
            raise BadReceiptError(ReceiptFault.PROOF)
        return opened


def read_receipts(written: bytes | str) -> tuple[Receipt, ...]:
    """Read the receipts of a file: one, or the list that a player's page saves."""
    try:
        receipts = msgspec.json.decode(written, type=Receipt | tuple[Receipt, ...])
    except (msgspec.DecodeError, RecursionError, UnicodeError) as fault:
        raise BadReceiptError(ReceiptFault.UNREADABLE) from fault
    return (receipts,) if isinstance(receipts, Receipt) else receipts


def encode_hashes(proof: Iterable[bytes]) -> tuple[str, ...]:
    """Write the hashes of a proof as text."""
    return tuple([b2a_base64(digest, newline=False).decode() for digest in proof])


def decode_hashes(proof: Iterable[str]) -> list[bytes]:
    """Read the hashes of a proof; raises where they are none."""
    try:
        hashes = [b64decode(text, validate=True) for text in proof]
    except ValueError as fault:
        raise BadReceiptError(ReceiptFault.UNREADABLE) from fault
    if any(len(digest) != HASH_BYTES for digest in hashes):
        raise BadReceiptError(ReceiptFault.UNREADABLE)
    return hashes


MARK = "BANCA1:"
LETTERS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:"
MOST_HASHES = 63
"""Of a proof: no log of less than 2^63 entries needs more."""
SIGNED_BYTES = ID_BYTES + SIGNATURE_BYTES


def compact(receipt: Receipt) -> str:
    """Write a receipt in few letters; what its entry says, and who witnessed it, is left out. `banca_verify.receipt` reads them."""
    try:
        text, lines = split(receipt.checkpoint)
        checkpoint = Checkpoint.read(text)
        # Of the house's own signatures the first: others and witnesses' would not fit a picture.
        signed = next(raw for name, raw, _ in lines if name == checkpoint.origin and len(raw) == SIGNED_BYTES)
        digest = bytes.fromhex(receipt.digest)
        names = b"".join(bytes([len(name)]) + name for name in (receipt.origin.encode(), receipt.table.encode()))
        numbers = b"".join(_write_number(number) for number in (receipt.seq, receipt.index, checkpoint.size))
    except (BadNoteError, StopIteration, ValueError) as fault:
        raise BadReceiptError(ReceiptFault.UNREADABLE) from fault
    is_short = len(digest) == HASH_BYTES and len(receipt.proof) <= MOST_HASHES
    if str(checkpoint) != text or checkpoint.origin != receipt.origin or not is_short:
        raise BadReceiptError(ReceiptFault.UNREADABLE)
    return MARK + _base45(names + numbers + digest + signed + b"".join(decode_hashes(receipt.proof)))


def _write_number(number: int) -> bytes:
    if number < 0:
        raise ValueError(number)
    written = bytearray()
    while number >= 0x80:
        written.append(number & 0x7F | 0x80)
        number >>= 7
    return bytes([*written, number])


def _base45(data: bytes) -> str:
    written = ""
    for at in range(0, len(data), 2):
        number = int.from_bytes(data[at : at + 2])
        for _ in range(3 if at + 1 < len(data) else 2):
            number, letter = divmod(number, 45)
            written += LETTERS[letter]
    return written
