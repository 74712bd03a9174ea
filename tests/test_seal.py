"""What is sealed opens under its own key, at its own place, and as it was written."""

import pytest

from banca.house.seal import FORM, CannotUnsealError, Seal

MINE, ANOTHER = Seal.fresh(), Seal.fresh()


def test_it_opens_as_it_was() -> None:
    sealed = MINE.close("魚-蟹-蟹", about="fpc 3")
    assert sealed.startswith(FORM)
    assert "魚" not in sealed
    assert MINE.open(sealed, about="fpc 3") == "魚-蟹-蟹"


def test_the_same_text_is_never_sealed_alike() -> None:
    assert MINE.close("3", about="fantan 1") != MINE.close("3", about="fantan 1")


@pytest.mark.parametrize(
    ("seal", "sealed", "about"),
    [
        (ANOTHER, MINE.close("3", about="fantan 1"), "fantan 1"),
        (MINE, MINE.close("3", about="fantan 1"), "fantan 2"),
        (MINE, MINE.close("3", about="fantan 1")[:-2], "fantan 1"),
        (MINE, "3", "fantan 1"),
        (MINE, "", "fantan 1"),
        (MINE, FORM + "é", "fantan 1"),
    ],
    ids=["another key", "another place", "cut", "never sealed", "nothing", "no such letters"],
)
def test_nothing_else_opens(seal: Seal, sealed: str, about: str) -> None:
    with pytest.raises(CannotUnsealError):
        seal.open(sealed, about=about)
