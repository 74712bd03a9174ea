"""The outsider's checker of receipts, against forged ones of every kind; and the letters of the QR code."""

import json
import subprocess
import sys
from base64 import b64encode
from collections.abc import Callable
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any
from unittest.mock import patch

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as some

from banca.transparency.checkpoint import Checkpoint
from banca.transparency.compact import MARK, compact, expanded
from banca.transparency.merkle import Tree, leaf_hash
from banca.transparency.note import SignerKind
from banca.transparency.receipt import BadReceiptError, Receipt, chained, entry_leaf, packed
from banca_verify import receipt as checker
from lanes import need
from witnessed import ORIGIN, signer

PROGRAM: Any = checker
"""Plain on purpose: it has no types."""
CHECKER = Path(checker.__file__)
KEY, FIRST, SECOND = (
    signer(ORIGIN),
    signer("dicj.example/w", SignerKind.WITNESS, 2),
    signer("lab.example/w", SignerKind.WITNESS, 3),
)
BEFORE, BODY = "0" * 64, '{"seq":1,"stake":1000}'


def made(index: int = 5, size: int = 11, *, is_cosigned: bool = True, body: str = BODY) -> Receipt:
    """A receipt that holds."""
    digest = chained(BEFORE, BODY)
    leaves = [entry_leaf("craps-1", 1, digest) if at == index else b"other %d" % at for at in range(size)]
    grown = Tree().grow([leaf_hash(one) for one in leaves])
    stands = Checkpoint(ORIGIN, size, grown.tree.root)
    note = stands.signed(KEY)
    if is_cosigned:
        note += "".join(one.line(str(stands), 1_790_000_000) for one in (FIRST, SECOND))
    proof = grown.proofs(packed)[index]
    return Receipt(
        origin=ORIGIN,
        table="craps-1",
        seq=1,
        before=BEFORE,
        digest=digest,
        index=index,
        proof=proof,
        checkpoint=note,
        body=body,
    )


def plain(receipt: Receipt, **changed: object) -> dict[str, Any]:
    return {**msgspec.to_builtins(receipt), **changed}


def run(folder: Path, what: object, *how: str, key: str = str(KEY.verifier)) -> tuple[int, str]:
    file = folder / "receipt.json"
    file.write_text(what if isinstance(what, str) else json.dumps(what), "utf-8")
    return run_on(file, *how, key=key)


def run_on(file: Path, *how: str, key: str = str(KEY.verifier)) -> tuple[int, str]:
    said = StringIO()
    line = ["receipt", "--key", key, *how, str(file)]
    with patch.object(sys, "argv", line), redirect_stdout(said), pytest.raises(SystemExit) as end:
        PROGRAM.main()
    return int(end.value.code or 0), said.getvalue()


def test_it_is_short_and_knows_nothing_of_banca() -> None:
    text = CHECKER.read_text("utf-8")
    assert len(text.splitlines()) < 150
    assert "import banca" not in text
    assert "from banca" not in text


def test_a_good_receipt_is_verified(tmp_path: Path) -> None:
    code, said = run(tmp_path, plain(made()))
    assert (code, said.split(": ", 1)[1]) == (0, f"craps-1 1: entry 5 of 11 in {ORIGIN}, with its text\n")


@pytest.mark.parametrize(("index", "size"), [(0, 1), (0, 2), (1, 2), (6, 7), (63, 64), (64, 65), (99, 100)])
def test_a_receipt_of_any_place_is_verified(tmp_path: Path, index: int, size: int) -> None:
    assert run(tmp_path, plain(made(index, size, body="")))[0] == 0


def test_witnesses_are_counted_as_they_are_demanded(tmp_path: Path) -> None:
    both = [word for one in (FIRST, SECOND) for word in ("--witness", str(one.verifier))]
    assert "cosigned by dicj.example/w, cosigned by lab.example/w" in run(tmp_path, plain(made()), *both)[1]
    alone = plain(made(is_cosigned=False))
    assert run(tmp_path, alone, *both) == (
        1,
        f"REJECTED {tmp_path / 'receipt.json'}: 0 of 2 witnesses have cosigned it\n",
    )
    assert run(tmp_path, alone, *both, "--need", "0")[0] == 0
    one_line = plain(made(), checkpoint="".join(made().checkpoint.splitlines(keepends=True)[:-1]))
    assert run(tmp_path, one_line, *both, "--need", "1")[0] == 0
    assert run(tmp_path, one_line, *both)[0] == 1


def resigned(receipt: dict[str, Any], **with_: Any) -> dict[str, Any]:
    stands = Checkpoint(with_.get("origin", ORIGIN), with_.get("size", 11), with_.get("root", bytes(32)))
    return {**receipt, "checkpoint": stands.signed(with_.get("by", KEY))}


FORGED: dict[str, tuple[Callable[[dict[str, Any]], object], str]] = {
    "another text": (lambda one: {**one, "body": BODY.replace("1000", "9000")}, "not the one logged"),
    "another text with its digest": (
        lambda one: {**one, "body": "x", "digest": chained(BEFORE, "x")},
        "not in the log",
    ),
    "another entry before": (lambda one: {**one, "before": "1" * 64}, "not the one logged"),
    "another table": (lambda one: {**one, "table": "craps-2"}, "not in the log"),
    "another number": (lambda one: {**one, "seq": 2}, "not in the log"),
    "two fields in one": (lambda one: {**one, "table": "craps-1\n1", "seq": 1}, "not a receipt"),
    "another place": (lambda one: {**one, "index": 4}, "not in the log"),
    "a place outside": (lambda one: {**one, "index": 11}, "outside"),
    "a place before the first": (lambda one: {**one, "index": -1}, "outside"),
    "a short proof": (lambda one: {**one, "proof": one["proof"][:-1]}, "too short"),
    "a long proof": (lambda one: {**one, "proof": [*one["proof"], one["proof"][0]]}, "too long"),
    "a proof of other bytes": (lambda one: {**one, "proof": [b64encode(bytes(31)).decode()] * 4}, "no proof"),
    "another proof": (lambda one: {**one, "proof": one["proof"][::-1]}, "not in the log"),
    "another size": (lambda one: {**one, "checkpoint": one["checkpoint"].replace("\n11\n", "\n12\n")}, "is false"),
    "another root": (resigned, "not in the log"),
    "another key": (lambda one: resigned(one, by=signer(ORIGIN, seed=8)), "not signed by"),
    "another log": (lambda one: resigned(one, origin="other.example/log"), "of another log"),
    "another log in the receipt": (lambda one: {**one, "origin": "other.example/log"}, "of another log"),
    "no signature": (lambda one: {**one, "checkpoint": one["checkpoint"].split("—")[0]}, "no signed note"),
    "a witness as the log": (
        lambda one: {**one, "checkpoint": "".join(
            line for line in one["checkpoint"].splitlines(keepends=True) if not line.startswith(f"— {ORIGIN}")
        )},
        "not signed by",
    ),
    "no note": (lambda one: {**one, "checkpoint": "11"}, "no signed note"),
    "no proof": (lambda one: {name: value for name, value in one.items() if name != "proof"}, "proof is missing"),
    "a number as text": (lambda one: {**one, "seq": "1"}, "seq is missing"),
    "true for one": (lambda one: {**one, "seq": True}, "seq is missing"),
    "an empty list": (lambda _: [], "not a receipt"),
    "no JSON": (lambda _: "receipt", "no receipt"),
    "letters of none": (lambda _: f"{MARK}ABC", "no receipt"),
    "one bad in a list": (lambda one: [one, {**one, "seq": 2}], "not in the log"),
}  # fmt: skip


@pytest.mark.parametrize("kind", FORGED)
def test_a_forged_receipt_is_rejected(tmp_path: Path, kind: str) -> None:
    forge, why = FORGED[kind]
    code, said = run(tmp_path, forge(plain(made())))
    assert code == 1
    assert "REJECTED" in said
    assert why in said


def test_a_false_cosignature_is_rejected(tmp_path: Path) -> None:
    receipt = made(is_cosigned=False)
    false = receipt.checkpoint + FIRST.line("another text\n", 1_790_000_000)
    code, said = run(tmp_path, plain(receipt, checkpoint=false), "--witness", str(FIRST.verifier))
    assert (code, "the signature of dicj.example/w is false" in said) == (1, True)


def test_a_folder_is_checked_file_by_file(tmp_path: Path) -> None:
    folder = tmp_path / "receipts"
    folder.mkdir()
    (folder / "a.json").write_text(json.dumps([plain(made()), plain(made(3))]), "utf-8")
    (folder / "b.json").write_text(json.dumps(plain(made(), seq=9)), "utf-8")
    (folder / "c.txt").write_text(compact(made()), "utf-8")
    code, said = run_on(folder)
    assert code == 1
    assert [line.split()[0] for line in said.splitlines()] == ["verified", "verified", "REJECTED", "verified"]


@pytest.mark.parametrize("key", [str(KEY.verifier)[:-2] + "AA", str(FIRST.verifier), "nonsense"])
def test_a_damaged_key_is_refused_in_one_line(tmp_path: Path, key: str) -> None:
    line = ["receipt", "--key", key, str(tmp_path)]
    with patch.object(sys, "argv", line), pytest.raises(SystemExit, match=r"not a public key, NAME\+ID\+KEY: .+"):
        PROGRAM.main()


@pytest.mark.server
def test_as_a_program_of_its_own(tmp_path: Path) -> None:
    need("server")
    file = tmp_path / "receipt.json"
    file.write_text(json.dumps(plain(made())), "utf-8")
    for key, code, word in ((str(KEY.verifier), 0, "verified"), (str(signer(ORIGIN, seed=8).verifier), 1, "REJECTED")):
        line = [sys.executable, "-I", str(CHECKER), "--key", key, str(file)]
        done = subprocess.run(line, capture_output=True, text=True, check=False)
        assert (done.returncode, done.stdout.split()[0], done.stderr) == (code, word, "")


@pytest.mark.server
def test_without_ed25519_it_says_what_is_missing(tmp_path: Path) -> None:
    need("server")
    done = subprocess.run(
        [sys.executable, "-S", "-E", str(CHECKER), "--key", "x", str(tmp_path)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, "pip install cryptography" in done.stderr) == (1, True)


# The letters of the QR code


@given(some.data())
def test_letters_hold_the_receipt_without_its_text(choose: some.DataObject) -> None:
    size = choose.draw(some.integers(1, 70))
    receipt = made(choose.draw(some.integers(0, size - 1)), size)
    back = expanded(compact(receipt))
    assert back.check([KEY.verifier]).checkpoint.size == size
    same = ("origin", "table", "seq", "digest", "index", "proof")
    assert [getattr(back, name) for name in same] == [getattr(receipt, name) for name in same]


def test_the_published_letters_of_base45() -> None:
    """RFC 9285, 4.3: "AB" is BB8, "Hello!!" is %69 VD92EX0, "base-45" is UJCLQE7W581."""
    from banca.transparency.compact import _base45, _unbase45  # noqa: PLC0415

    published = {b"AB": "BB8", b"Hello!!": "%69 VD92EX0", b"base-45": "UJCLQE7W581"}
    assert {data: _base45(data) for data in published} == published
    assert {_unbase45(letters): letters for letters in published.values()} == published


@given(some.integers(0, 400), some.sampled_from("0AZ:%$ +-./*"))
def test_letters_that_were_changed_show_nothing(at: int, letter: str) -> None:
    written = compact(made())
    at = len(MARK) + at % (len(written) - len(MARK))
    changed = written[:at] + letter + written[at + 1 :]
    if changed == written:
        return
    try:
        receipt = expanded(changed)
        with pytest.raises(BadReceiptError):
            receipt.check([KEY.verifier])
    except BadReceiptError:
        return


@pytest.mark.parametrize("written", ["", "BANCA1:", "BANCA1:0", "BANCA1:abc", "BANCA1:::", "BANCA1::::", "x" * 500])
def test_what_is_no_receipt_in_letters(written: str) -> None:
    with pytest.raises(BadReceiptError):
        expanded(written)


def test_a_receipt_that_cannot_be_written_short_is_refused() -> None:
    receipt = made()
    for changed in (
        {"checkpoint": "nonsense"},
        {"digest": "zz"},
        {"digest": "00"},
        {"table": "x" * 256},
        {"seq": -1},
        {"origin": "other.example/log"},
        {"proof": ("AAAA",)},
    ):
        with pytest.raises(BadReceiptError):
            compact(msgspec.structs.replace(receipt, **changed))
