"""Check receipts of a house without trusting it: python3 receipt.py --key NAME+ID+KEY FILE...

It needs Python's standard library and the package `cryptography`, nothing of Banca. A FILE is a receipt as JSON, a list of them, the letters
of its QR code (BANCA1:...), or a folder of such files. Get the key from somebody other than the house. For every receipt it checks:
  body       the digest is SHA-256 of the digest before it, a line feed, and the entry's text, which is of that table and number (where
             the receipt has the text; without it nothing is said of the entry before);
  proof      the leaf "banca entry 1", table, number, digest lies at its place in the log (RFC 6962, 2.1.1), to the root of
  checkpoint a text of the log's name, its size and its root (C2SP tlog-checkpoint), which the house's key has signed;
  witnesses  with --witness NAME+ID+KEY (repeat for more): at least --need of them (default: all) have cosigned the same text.
Anything else in a receipt or a checkpoint is rejected; signatures by keys that were not given are only counted. Not checked: that
the entry was right when it was written, and that the log is the same for everybody (witnesses). The exit code is 0 if at least one
receipt was verified and none rejected, else 1.
"""

import argparse
import json
import re
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
LINE = re.compile(r"— ([^\s+]+) ([A-Za-z0-9+/]+={0,2})")
HEX = re.compile("[0-9a-f]{64}")


def demand(holds, why):
    if not holds:
        raise ValueError(why)


def read_key(written, kind):
    name, digits, encoded = written.strip().split("+", 2)
    raw = b64decode(encoded, validate=True)
    demand(len(raw) == 33 and raw[0] == kind, f"{written} is no key of {'a log' if kind == LOG else 'a witness'}")
    demand(sha256(name.encode() + b"\n" + raw).hexdigest()[:8] == digits, f"{written} is damaged")
    return name, bytes.fromhex(digits), raw


def unpacked(text):
    """The bytes of base64 that is written in the one way there is."""
    data = b64decode(text, validate=True)
    demand(b64encode(data).decode() == text, f"{text} is no base64")
    return data


def read_note(note):
    """The text of a note and its signatures; there is nothing else in it."""
    text, gap, lines = note.rpartition("\n\n")
    demand(gap and lines.endswith("\n"), "the checkpoint is no signed note")
    signatures = lines[:-1].split("\n")
    demand(all(map(LINE.fullmatch, signatures)), "the checkpoint has a line that is no signature")
    return text, [(name, unpacked(encoded)) for name, encoded in (LINE.findall(line)[0] for line in signatures)]


def signed_by(note, name, digits, raw):
    """The text of a note if this key has signed it; nothing where it has not."""
    text, lines = read_note(note)
    signatures = [signed[4:] for other, signed in lines if other == name and signed[:4] == digits]
    for signed in signatures:
        message, signature = f"{text}\n", signed
        if raw[0] == WITNESS:
            message, signature = f"cosignature/v1\ntime {int.from_bytes(signed[:8])}\n{message}", signed[8:]
        try:
            Ed25519PublicKey.from_public_bytes(raw[1:]).verify(signature, message.encode())
        except InvalidSignature:
            raise ValueError(f"the signature of {name} is false") from None
    return text if signatures else None


def root_from(leaf, index, size, proof):
    """RFC 9162, 2.1.3.2: where the path leads; a path too long or too short leads nowhere."""
    demand(0 <= index < size, "the entry lies outside the log")
    place, last, node = index, size - 1, leaf
    for beside in proof:
        demand(len(beside) == 32 and last, "the proof is too long, or no proof")
        if place & 1 or place == last:
            node = sha256(b"\1" + beside + node).digest()
            while place and not place & 1:
                place, last = place >> 1, last >> 1
        else:
            node = sha256(b"\1" + node + beside).digest()
        place, last = place >> 1, last >> 1
    demand(not last, "the proof is too short")
    return node


def check_entry(receipt):
    """The text is the one that the digest is of, and says itself of which table and number it is."""
    table, seq, body, before = (receipt.get(field) for field in ("table", "seq", "body", "before"))
    demand(type(body) is type(before) is str and HEX.fullmatch(before), "not a receipt: no text, or nothing before it")
    demand(sha256(f"{before}\n{body}".encode()).hexdigest() == receipt["digest"], "the text is not the one logged")
    entry = read_json(body)
    named = (entry.get("table"), entry.get("seq")) if isinstance(entry, dict) else ()
    demand(named == (table, seq), "the text is that of another entry")
    demand((seq == 1) == (before == "0" * 64), "the first entry, and no other, has nothing before it")


def check(receipt, key, witnesses, need):
    demand(isinstance(receipt, dict), "not a receipt")
    for field, kind in FIELDS.items():
        demand(type(receipt.get(field)) is kind, f"not a receipt: {field} is missing or of another kind")
    demand(not (extra := receipt.keys() - FIELDS - {"before", "body"}), f"not a receipt: {', '.join(extra)}")
    table, seq, digest = receipt["table"], receipt["seq"], receipt["digest"]
    demand(table and "\n" not in table and seq > 0 and HEX.fullmatch(digest), "not a receipt")
    if "body" in receipt:
        check_entry(receipt)
    text = signed_by(receipt["checkpoint"], *key)
    demand(text, f"the checkpoint is not signed by {key[0]}")
    demand(re.fullmatch(r"[^\n]+\n(0|[1-9]\d*)\n[^\n]+", text), "the checkpoint is not of a form known here")
    origin, size, root = text.split("\n")
    demand(origin == receipt["origin"] == key[0], "the checkpoint is of another log")
    leaf = sha256(f"\0banca entry 1\n{table}\n{seq}\n{digest}\n".encode()).digest()
    reached = root_from(leaf, receipt["index"], int(size), [unpacked(node) for node in receipt["proof"]])
    demand(b64encode(reached).decode() == root, "the entry is not in the log that was signed")
    seen = [witness[0] for witness in witnesses if signed_by(receipt["checkpoint"], *witness)]
    demand(len(seen) >= need, f"{len(seen)} of {need} witnesses have cosigned it")
    summary = [
        f"entry {receipt['index']} of {size} in {origin}",
        "with its text" if "body" in receipt else "by its digest",
    ]
    summary += [f"cosigned by {witness}" for witness in seen]
    others = len(read_note(receipt["checkpoint"])[1]) - 1 - len(seen)
    return f"{table} {seq}: {', '.join(summary + [f'{others} signatures not looked at'] * (others > 0))}"


def each_once(pairs):
    demand(len(dict(pairs)) == len(pairs), "a name stands twice")
    return dict(pairs)


def no_number(text):
    raise ValueError(f"{text} is no whole number")


def read_json(text):
    return json.loads(text, object_pairs_hook=each_once, parse_float=no_number, parse_constant=no_number)


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
            more = next(rest)
            demand(more, "a number is written in more bytes than it needs")
            number, shift = number - (1 << shift) + (more << shift), shift + 7
        numbers.append(number)
    tail, (seq, index, size) = bytes(rest), numbers
    digest, signed, proof = tail[:32].hex(), tail[32:100], [tail[at : at + 32] for at in range(100, len(tail), 32)]
    root = root_from(sha256(f"\0banca entry 1\n{table}\n{seq}\n{digest}\n".encode()).digest(), index, size, proof)
    note = f"{origin}\n{size}\n{b64encode(root).decode()}\n\n— {origin} {b64encode(signed).decode()}\n"
    return dict(zip(FIELDS, (origin, table, seq, digest, index, [b64encode(node).decode() for node in proof], note)))


def verdicts(file, *how):
    written = file.read_text("utf-8").strip("\r\n")
    receipts = from_letters(written[7:]) if written.startswith("BANCA1:") else read_json(written)
    for receipt in receipts if isinstance(receipts, list) and receipts else [receipts]:
        yield check(receipt, *how)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--key", required=True)
    parser.add_argument("--witness", action="append", default=[])
    parser.add_argument("--need", type=int)
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE")
    options, verified, rejected = parser.parse_args(), 0, 0
    try:
        key, witnesses = (
            read_key(options.key, LOG),
            list(dict.fromkeys(read_key(written, WITNESS) for written in options.witness)),
        )
    except ValueError as error:
        sys.exit(f"not a public key, NAME+ID+KEY: {error}")
    for file in [path for given in options.files for path in (sorted(given.iterdir()) if given.is_dir() else [given])]:
        try:
            for verdict in verdicts(file, key, witnesses, len(witnesses) if options.need is None else options.need):
                print(f"verified {file}: {verdict}")
                verified += 1
        except Exception as error:
            rejected += 1
            print(f"REJECTED {file}: {error if type(error) is ValueError else f'no receipt ({error!r})'}")
    print(
        f"receipts verified: {verified}; rejected: {rejected}; not checked: that the entries were right when they were written"
    )
    sys.exit(0 if verified and not rejected else 1)


if __name__ == "__main__":
    main()
