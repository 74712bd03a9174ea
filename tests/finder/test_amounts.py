"""Amounts as people write them in each language."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from banca.finder import read_patacas
from banca.i18n.formats import format_number
from banca.law import Language
from banca.rules import Refusal, parse_patacas

READ = [
    ("1000", "en", 100_000),
    ("1,000", "en", 100_000),
    ("1,000.50", "en", 100_050),
    ("1 000", "en", 100_000),
    ("1,234,567", "zh", 123_456_700),
    ("１，０００", "zh", 100_000),
    ("12.5", "en", 1250),
    ("12,50", "pt", 1250),
    ("12.50", "pt", 1250),
    ("1.000", "pt", 100_000),
    ("1.000,50", "pt", 100_050),
    ("1\N{NO-BREAK SPACE}000,50", "pt", 100_050),
    ("1\N{NARROW NO-BREAK SPACE}000", "pt", 100_000),
    ("−5", "en", -500),
]


def test_amounts_are_read_as_the_language_writes_them() -> None:
    for typed, spoken, avos in READ:
        assert read_patacas(typed, Language(spoken)) == avos, (typed, spoken)


REFUSED = [
    ("1,000", "pt"),  # 1000, or one pataca and nothing
    ("1.000", "en"),
    ("1.000", "zh"),
    ("12,50", "en"),
    ("1,00,000", "en"),
    ("1,0000", "en"),
    ("1.000.50", "pt"),
    ("1,000,50", "en"),
    ("1,000 000", "en"),
    ("1e3", "en"),
    ("", "en"),
    ("½", "en"),
]


def test_amounts_that_may_be_two_things_or_none_are_refused() -> None:
    for typed, spoken in REFUSED:
        with pytest.raises(Refusal) as caught:
            read_patacas(typed, Language(spoken))
        assert (caught.value.code, str(caught.value.cite)) == ("bad_stake", "R-money-2"), (typed, spoken)


@given(st.integers(-(10**12), 10**12), st.sampled_from(Language))
def test_what_banca_prints_is_read_back(avos: int, spoken: Language) -> None:
    sign, (whole, rest) = "-" * (avos < 0), divmod(abs(avos), 100)
    plainly = f"{sign}{whole}.{rest:02}"
    assert read_patacas(format_number(plainly, spoken), spoken) == parse_patacas(plainly) == avos
