"""A receipt without the entry's text in so few letters that a telephone reads them off a picture (QR code).

Bytes in base45 (RFC 9285), whose letters are those of a QR code's alphanumeric mode, behind `BANCA1:`. The bytes: the log's name and the
table's, each after its length; the entry's number, its place in the log and the log's size, in seven bits a byte, the low ones first;
the entry's digest; the id of the log's key and its signature; the proof. The root is left out: it follows from the proof.
"""

from base64 import b64encode

from banca.transparency.checkpoint import Checkpoint
from banca.transparency.merkle import HASH_BYTES, leaf_hash, node_hash
from banca.transparency.note import DASH, ID_BYTES, SIGNATURE_BYTES, BadNoteError, split
from banca.transparency.receipt import BadReceiptError, Receipt, ReceiptFault, entry_leaf, packed, unpacked

MARK = "BANCA1:"
LETTERS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:"
MOST_HASHES = 63
"""Of a proof: no log of less than 2^63 entries needs more."""
SIGNED_BYTES = ID_BYTES + SIGNATURE_BYTES


def compact(receipt: Receipt) -> str:
    """A receipt as few letters; what its entry says, and who witnessed it, is left out."""
    try:
        text, lines = split(receipt.checkpoint)
        found = Checkpoint.read(text)
        signed = next(raw for name, raw, _ in lines if name == found.origin and len(raw) == SIGNED_BYTES)
        digest = bytes.fromhex(receipt.digest)
        names = b"".join(bytes([len(name)]) + name for name in (receipt.origin.encode(), receipt.table.encode()))
        numbers = b"".join(_number(one) for one in (receipt.seq, receipt.index, found.size))
    except (BadNoteError, StopIteration, ValueError) as fault:
        raise BadReceiptError(ReceiptFault.UNREADABLE) from fault
    is_short = len(digest) == HASH_BYTES and len(receipt.proof) <= MOST_HASHES
    if str(found) != text or found.origin != receipt.origin or not is_short:
        raise BadReceiptError(ReceiptFault.UNREADABLE)
    return MARK + _base45(names + numbers + digest + signed + b"".join(unpacked(receipt.proof)))


def expanded(written: str) -> Receipt:
    """The receipt that was written so; `check` then says whether it holds."""
    try:
        rest = _unbase45(written.strip("\r\n").removeprefix(MARK))
        origin, rest = _name(rest)
        table, rest = _name(rest)
        seq, rest = _read_number(rest)
        index, rest = _read_number(rest)
        size, rest = _read_number(rest)
    except (IndexError, OverflowError, ValueError) as fault:
        raise BadReceiptError(ReceiptFault.UNREADABLE) from fault
    digest, signed, hashes = rest[:HASH_BYTES], rest[HASH_BYTES:][:SIGNED_BYTES], rest[HASH_BYTES + SIGNED_BYTES :]
    if len(signed) != SIGNED_BYTES or len(hashes) % HASH_BYTES or not origin:
        raise BadReceiptError(ReceiptFault.UNREADABLE)
    proof = [hashes[at : at + HASH_BYTES] for at in range(0, len(hashes), HASH_BYTES)]
    root = _root(leaf_hash(entry_leaf(table, seq, digest.hex())), index, size, proof)
    stands = Checkpoint(origin, size, root)
    note = f"{stands}\n{DASH}{origin} {b64encode(signed).decode()}\n"
    return Receipt(
        origin=origin,
        table=table,
        seq=seq,
        before="",
        digest=digest.hex(),
        index=index,
        proof=packed(proof),
        checkpoint=note,
    )


def _root(leaf: bytes, index: int, size: int, proof: list[bytes]) -> bytes:
    """The root to which a proof leads, whether it is one or not."""
    place, last, found = index, size - 1, leaf
    for beside in proof:
        if place & 1 or place == last:
            found = node_hash(beside, found)
            while not place & 1 and place:
                place, last = place >> 1, last >> 1
        else:
            found = node_hash(found, beside)
        place, last = place >> 1, last >> 1
    return found


def _number(number: int) -> bytes:
    if number < 0:
        raise ValueError(number)
    written = bytearray()
    while number >= 0x80:
        written.append(number & 0x7F | 0x80)
        number >>= 7
    return bytes([*written, number])


def _read_number(rest: bytes) -> tuple[int, bytes]:
    number = shift = at = 0
    while rest[at] & 0x80:
        number |= (rest[at] & 0x7F) << shift
        at, shift = at + 1, shift + 7
    return number | rest[at] << shift, rest[at + 1 :]


def _name(rest: bytes) -> tuple[str, bytes]:
    end = 1 + rest[0]
    return rest[1:end].decode(), rest[end:]


def _base45(data: bytes) -> str:
    written = ""
    for at in range(0, len(data), 2):
        number = int.from_bytes(data[at : at + 2])
        for _ in range(3 if at + 1 < len(data) else 2):
            number, letter = divmod(number, 45)
            written += LETTERS[letter]
    return written


def _unbase45(written: str) -> bytes:
    data = bytearray()
    for at in range(0, len(written), 3):
        letters = written[at : at + 3]
        if len(letters) == 1:
            raise ValueError(letters)
        number = sum(LETTERS.index(letter) * 45**power for power, letter in enumerate(letters))
        data += number.to_bytes(len(letters) - 1)
    return bytes(data)
