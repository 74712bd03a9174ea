"""The outsider's checker of receipts, against forged ones of every kind."""

import json
import re
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

from banca.transparency.checkpoint import Checkpoint
from banca.transparency.receipt import MARK, Receipt, chained, compact
from banca_verify import receipt as checker
from support.lanes import need
from support.witnesses import BEFORE, BODY, FIRST, KEY, ORIGIN, SECOND, receipt_of, signer

PROGRAM: Any = checker
"""Plain on purpose: it has no types."""
CHECKER = Path(checker.__file__)


def plain(receipt: Receipt, **changed: object) -> dict[str, Any]:
    return {**msgspec.to_builtins(receipt), **changed}


def run(folder: Path, what: object, *how: str) -> tuple[int, str]:
    file = folder / "receipt.json"
    file.write_text(what if isinstance(what, str) else json.dumps(what), "utf-8")
    return run_on(file, *how)


def run_on(file: Path, *how: str) -> tuple[int, str]:
    said = StringIO()
    line = ["receipt", "--key", str(KEY.verifier), *how, str(file)]
    with patch.object(sys, "argv", line), redirect_stdout(said), pytest.raises(SystemExit) as end:
        PROGRAM.main()
    return int(end.value.code or 0), said.getvalue()


def test_a_receipt_of_any_place_is_verified_by_what_knows_nothing_of_banca(tmp_path: Path) -> None:
    assert not re.search(r"(import|from) banca", CHECKER.read_text("utf-8"))
    code, said = run(tmp_path, plain(receipt_of()))
    place = f"craps-1 1: entry 5 of 11 in {ORIGIN}, with its text, 2 signatures not looked at"
    assert (code, said.splitlines()[0].split(": ", 1)[1]) == (0, place)
    for index, size in ((0, 1), (0, 2), (1, 2), (6, 7), (63, 64), (64, 65), (99, 100)):
        assert run(tmp_path, plain(receipt_of(index, size, body="")))[0] == 0, (index, size)


def test_witnesses_are_counted_as_they_are_demanded(tmp_path: Path) -> None:
    both = [word for one in (FIRST, SECOND) for word in ("--witness", str(one.verifier))]
    assert "cosigned by dicj.example/w, cosigned by lab.example/w" in run(tmp_path, plain(receipt_of()), *both)[1]
    alone = plain(receipt_of(is_cosigned=False))
    code, said = run(tmp_path, alone, *both)
    assert (code, "0 of 2 witnesses have cosigned it" in said) == (1, True)
    assert run(tmp_path, alone, *both, "--need", "0")[0] == 0
    one_line = plain(receipt_of(), checkpoint="".join(receipt_of().checkpoint.splitlines(keepends=True)[:-1]))
    assert run(tmp_path, one_line, *both, "--need", "1")[0] == 0
    assert run(tmp_path, one_line, *both)[0] == 1
    false = plain(receipt_of(), checkpoint=alone["checkpoint"] + FIRST.line("another text\n", 1_790_000_000))
    code, said = run(tmp_path, false, "--witness", str(FIRST.verifier))
    assert (code, "the signature of dicj.example/w is false" in said) == (1, True)


def resigned(receipt: dict[str, Any], **with_: Any) -> dict[str, Any]:
    stands = Checkpoint(with_.get("origin", ORIGIN), with_.get("size", 11), with_.get("root", bytes(32)))
    return {**receipt, "checkpoint": stands.signed(with_.get("by", KEY))}


FORGED: dict[str, tuple[Callable[[dict[str, Any]], object], str]] = {
    "another text": (lambda one: {**one, "body": BODY.replace("1000", "9000")}, "not the one logged"),
    "another text with its digest": (
        lambda one: {**one, "body": BODY + " ", "digest": chained(BEFORE, BODY + " ")},
        "not in the log",
    ),
    "another entry before": (lambda one: {**one, "before": "1" * 64}, "not the one logged"),
    "another table": (lambda one: {**one, "table": "craps-2"}, "that of another entry"),
    "another number": (lambda one: {**one, "seq": 2}, "that of another entry"),
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
    "one bad in a list": (lambda one: [one, {**one, "seq": 2}], "that of another entry"),
}  # fmt: skip


@pytest.mark.parametrize("kind", FORGED)
def test_a_forged_receipt_is_rejected(tmp_path: Path, kind: str) -> None:
    forge, why = FORGED[kind]
    code, said = run(tmp_path, forge(plain(receipt_of())))
    assert code == 1
    assert "REJECTED" in said
    assert why in said


def test_a_folder_is_checked_file_by_file(tmp_path: Path) -> None:
    folder = tmp_path / "receipts"
    folder.mkdir()
    (folder / "a.json").write_text(json.dumps([plain(receipt_of()), plain(receipt_of(3))]), "utf-8")
    (folder / "b.json").write_text(json.dumps(plain(receipt_of(), seq=9)), "utf-8")
    (folder / "c.txt").write_text(compact(receipt_of()), "utf-8")
    code, said = run_on(folder)
    assert code == 1
    *each, all_of_them = said.splitlines()
    assert [line.split()[0] for line in each] == ["verified", "verified", "REJECTED", "verified"]
    assert all_of_them.startswith("receipts verified: 3; rejected: 1; ")
    (empty := tmp_path / "empty").mkdir()
    code, said = run_on(empty)
    assert (code, said.split(";")[0]) == (1, "receipts verified: 0")


def test_a_damaged_key_is_refused_in_one_line(tmp_path: Path) -> None:
    for key in (str(KEY.verifier)[:-2] + "AA", str(FIRST.verifier), "nonsense"):
        line = ["receipt", "--key", key, str(tmp_path)]
        with patch.object(sys, "argv", line), pytest.raises(SystemExit, match=r"not a public key, NAME\+ID\+KEY: .+"):
            PROGRAM.main()


@pytest.mark.server
def test_as_a_program_of_its_own(tmp_path: Path) -> None:
    need("server")
    file = tmp_path / "receipt.json"
    file.write_text(json.dumps(plain(receipt_of())), "utf-8")

    def call(*words: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run([sys.executable, *words, str(file)], capture_output=True, text=True, check=False)

    other = str(signer(ORIGIN, seed=8).verifier)
    for key, code, word in ((str(KEY.verifier), 0, "verified"), (other, 1, "REJECTED")):
        done = call("-I", str(CHECKER), "--key", key)
        assert (done.returncode, done.stdout.split()[0], done.stderr) == (code, word, "")
    without = call("-S", "-E", str(CHECKER), "--key", "x")  # no Ed25519
    assert (without.returncode, "pip install cryptography" in without.stderr) == (1, True)
