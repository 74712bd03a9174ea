"""A receipt in the letters of a QR code: short, and bound as the receipt itself is."""

from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as some

from banca.transparency.receipt import MARK, BadReceiptError, Receipt, _base45, compact
from banca_verify import receipt as checker
from support.witnesses import KEY, receipt_of

PROGRAM: Any = checker


@given(some.data())
def test_letters_hold_the_receipt_without_its_text(choose: some.DataObject) -> None:
    size = choose.draw(some.integers(1, 70))
    receipt = receipt_of(choose.draw(some.integers(0, size - 1)), size)
    back = PROGRAM.from_letters(compact(receipt).removeprefix(MARK))
    assert msgspec.convert({**back, "before": ""}, Receipt).check([KEY.verifier]).checkpoint.size == size
    same = ("origin", "table", "seq", "digest", "index", "proof")
    assert [tuple(back[name]) if name == "proof" else back[name] for name in same] == [
        getattr(receipt, name) for name in same
    ]


def test_the_published_letters_of_base45() -> None:
    """RFC 9285, 4.3: "AB" is BB8, "Hello!!" is %69 VD92EX0, "base-45" is UJCLQE7W581."""
    published = {b"AB": "BB8", b"Hello!!": "%69 VD92EX0", b"base-45": "UJCLQE7W581"}
    assert {data: _base45(data) for data in published} == published


def test_a_receipt_that_cannot_be_written_short_is_refused() -> None:
    receipt = receipt_of()
    changes = {"checkpoint": "nonsense", "digest": "00", "table": "x" * 256, "seq": -1, "proof": ("AAAA",)}
    for name, value in [*changes.items(), ("digest", "zz"), ("origin", "other.example/log")]:
        with pytest.raises(BadReceiptError):
            compact(msgspec.structs.replace(receipt, **{name: value}))
