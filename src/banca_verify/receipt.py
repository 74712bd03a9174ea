"""Check receipts of a house without trusting it: python3 receipt.py --key NAME+ID+KEY FILE...

It needs Python's standard library and the package `cryptography`, nothing of Banca. A FILE is a receipt as JSON, a list of them, the letters
of its QR code (BANCA1:...), or a folder of such files. Get the key from somebody else than the house. For every receipt it checks:
  body       the digest is SHA-256 of the digest before it, a line feed, and the entry's text (where the receipt has the text);
  proof      the leaf "banca entry 1", table, number, digest lies at its place in the log (RFC 6962, 2.1.1), to the root of
  checkpoint a text of the log's name, its size and its root (C2SP tlog-checkpoint), which the house's key has signed;
  witnesses  with --witness NAME+ID+KEY (repeat for more): at least --need of them (default: all) have cosigned the same text.
"""

import argparse
import json
import sys
from base64 import b64decode, b64encode
from hashlib import sha256
from pathlib import Path

try:
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
except ImportError:
    sys.exit("signatures cannot be checked: the package 'cryptography' is missing (pip install cryptography)")

LETTERS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:"
FIELDS = {"origin": str, "table": str, "seq": int, "digest": str, "index": int, "proof": list, "checkpoint": str}
LOG, WITNESS = 1, 4


def demand(holds, why):
    if not holds:
        raise ValueError(why)


def read_key(written, kind):
    name, digits, encoded = written.strip().split("+", 2)
    raw = b64decode(encoded, validate=True)
    demand(len(raw) == 33 and raw[0] == kind, f"{written} is no key of {'a log' if kind == LOG else 'a witness'}")
    demand(sha256(name.encode() + b"\n" + raw).hexdigest()[:8] == digits, f"{written} is damaged")
    return name, bytes.fromhex(digits), raw


def signed_by(note, name, digits, raw):
    """The text of a note if this key has signed it; nothing where it has not."""
    text, gap, lines = note.rpartition("\n\n")
    demand(gap and lines.endswith("\n"), "the checkpoint is no signed note")
    for line in lines.splitlines():
        begin, _, encoded = line.rpartition(" ")
        signature = b64decode(encoded, validate=True)
        if begin != f"— {name}" or signature[:4] != digits:
            continue
        said, signature = f"{text}\n", signature[4:]
        if raw[0] == WITNESS:
            said, signature = f"cosignature/v1\ntime {int.from_bytes(signature[:8])}\n{said}", signature[8:]
        try:
            Ed25519PublicKey.from_public_bytes(raw[1:]).verify(signature, said.encode())
        except InvalidSignature:
            raise ValueError(f"the signature of {name} is false") from None
        return text
    return None


def root_from(leaf, index, size, proof):
    """RFC 9162, 2.1.3.2: where the path leads; a path too long or too short leads nowhere."""
    demand(0 <= index < size, "the entry lies outside the log")
    place, last, found = index, size - 1, leaf
    for beside in proof:
        demand(len(beside) == 32 and last, "the proof is too long, or no proof")
        if place & 1 or place == last:
            found = sha256(b"\1" + beside + found).digest()
            while place and not place & 1:
                place, last = place >> 1, last >> 1
        else:
            found = sha256(b"\1" + found + beside).digest()
        place, last = place >> 1, last >> 1
    demand(not last, "the proof is too short")
    return found


def check(receipt, key, witnesses, need):
    demand(isinstance(receipt, dict), "not a receipt")
    for one, kind in FIELDS.items():
        demand(type(receipt.get(one)) is kind, f"not a receipt: {one} is missing or of another kind")
    table, seq, digest, body, before = (receipt.get(one, "") for one in ("table", "seq", "digest", "body", "before"))
    demand("\n" not in table and type(body) is type(before) is str, "not a receipt")
    demand(not body or sha256(f"{before}\n{body}".encode()).hexdigest() == digest, "the text is not the one logged")
    text = signed_by(receipt["checkpoint"], *key)
    demand(text, f"the checkpoint is not signed by {key[0]}")
    origin, size, root = text.split("\n")[:3]
    demand(origin == receipt["origin"] == key[0], "the checkpoint is of another log")
    leaf = sha256(f"\0banca entry 1\n{table}\n{seq}\n{digest}\n".encode()).digest()
    found = root_from(leaf, receipt["index"], int(size), [b64decode(one, validate=True) for one in receipt["proof"]])
    demand(b64encode(found).decode() == root, "the entry is not in the log that was signed")
    seen = [one[0] for one in witnesses if signed_by(receipt["checkpoint"], *one)]
    demand(len(seen) >= need, f"{len(seen)} of {need} witnesses have cosigned it")
    said = [f"entry {receipt['index']} of {size} in {origin}", "with its text" if body else "by its digest"]
    return f"{table} {seq}: {', '.join(said + [f'cosigned by {one}' for one in seen])}"


def from_letters(written):
    """The receipt of a QR code; its root is where its proof leads, and the signature says whether that is the log's."""
    data = bytearray()
    for at in range(0, len(written), 3):
        part = [LETTERS.index(letter) for letter in written[at : at + 3]]
        data += sum(digit * 45**power for power, digit in enumerate(part)).to_bytes(len(part) - 1)
    rest = iter(bytes(data))
    origin, table = (bytes(next(rest) for _ in range(next(rest))).decode() for _ in range(2))
    numbers = []
    for _ in range(3):
        number, shift = next(rest), 7
        while number >> shift:
            number, shift = number - (1 << shift) + (next(rest) << shift), shift + 7
        numbers.append(number)
    tail, (seq, index, size) = bytes(rest), numbers
    digest, signed, proof = tail[:32].hex(), tail[32:100], [tail[at : at + 32] for at in range(100, len(tail), 32)]
    root = root_from(sha256(f"\0banca entry 1\n{table}\n{seq}\n{digest}\n".encode()).digest(), index, size, proof)
    note = f"{origin}\n{size}\n{b64encode(root).decode()}\n\n— {origin} {b64encode(signed).decode()}\n"
    return dict(zip(FIELDS, (origin, table, seq, digest, index, [b64encode(one).decode() for one in proof], note)))


def verdicts(file, *how):
    written = file.read_text("utf-8").strip("\r\n")
    found = from_letters(written[7:]) if written.startswith("BANCA1:") else json.loads(written)
    for receipt in found if isinstance(found, list) and found else [found]:
        yield check(receipt, *how)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--key", required=True)
    parser.add_argument("--witness", action="append", default=[])
    parser.add_argument("--need", type=int)
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE")
    asked, failed = parser.parse_args(), False
    try:
        key, witnesses = read_key(asked.key, LOG), [read_key(one, WITNESS) for one in asked.witness]
    except ValueError as error:
        sys.exit(f"not a public key, NAME+ID+KEY: {error}")
    for file in [one for given in asked.files for one in (sorted(given.iterdir()) if given.is_dir() else [given])]:
        try:
            for said in verdicts(file, key, witnesses, len(witnesses) if asked.need is None else asked.need):
                print(f"verified {file}: {said}")
        except Exception as error:
            failed = True
            print(f"REJECTED {file}: {error if type(error) is ValueError else f'no receipt ({error!r})'}")
    sys.exit(failed)


if __name__ == "__main__":
    main()
