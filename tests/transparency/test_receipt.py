"""A receipt in the letters of a QR code: short, and bound as the receipt itself is."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as some

from banca.transparency.receipt import MARK, BadReceiptError, _base45, _unbase45, compact, expand
from support.witnesses import KEY, receipt_of


@given(some.data())
def test_letters_hold_the_receipt_without_its_text(choose: some.DataObject) -> None:
    size = choose.draw(some.integers(1, 70))
    receipt = receipt_of(choose.draw(some.integers(0, size - 1)), size)
    back = expand(compact(receipt))
    assert back.check([KEY.verifier]).checkpoint.size == size
    same = ("origin", "table", "seq", "digest", "index", "proof")
    assert [getattr(back, name) for name in same] == [getattr(receipt, name) for name in same]


def test_the_published_letters_of_base45() -> None:
    """RFC 9285, 4.3: "AB" is BB8, "Hello!!" is %69 VD92EX0, "base-45" is UJCLQE7W581."""
    published = {b"AB": "BB8", b"Hello!!": "%69 VD92EX0", b"base-45": "UJCLQE7W581"}
    assert {data: _base45(data) for data in published} == published
    assert {_unbase45(letters): letters for letters in published.values()} == published


@given(some.integers(0, 400), some.sampled_from("0AZ:%$ +-./*"))
def test_letters_that_were_changed_show_nothing(at: int, letter: str) -> None:
    written = compact(receipt_of())
    at = len(MARK) + at % (len(written) - len(MARK))
    changed = written[:at] + letter + written[at + 1 :]
    if changed == written:
        return
    try:
        receipt = expand(changed)
        with pytest.raises(BadReceiptError):
            receipt.check([KEY.verifier])
    except BadReceiptError:
        return


def test_what_is_no_receipt_in_letters() -> None:
    for written in ("", "BANCA1:", "BANCA1:0", "BANCA1:abc", "BANCA1:::", "BANCA1::::", "x" * 500):
        with pytest.raises(BadReceiptError):
            expand(written)


def test_a_receipt_that_cannot_be_written_short_is_refused() -> None:
    receipt = receipt_of()
    changes = {"checkpoint": "nonsense", "digest": "00", "table": "x" * 256, "seq": -1, "proof": ("AAAA",)}
    for name, value in [*changes.items(), ("digest", "zz"), ("origin", "other.example/log")]:
        with pytest.raises(BadReceiptError):
            compact(msgspec.structs.replace(receipt, **{name: value}))
