"""The siege: its page tells of every attack, and what it builds on can still be built."""

import re
from pathlib import Path

import pytest

from banca.house.house import House
from banca.house.store import open_store
from siege import has
from siege_attacks import ATTACKS
from siege_page import NOTHING, PAGE, Found, Row, page, rounded
from siege_past import requests


def test_the_page_has_every_attack_before_and_after_and_names_its_finding() -> None:
    written = PAGE.read_text()
    rows = re.findall(r"^\| `(\w+)` \| (\w+) \|", written, re.MULTILINE)
    assert rows == [(name, state) for name in (NOTHING, *ATTACKS) for state in ("before", "now")]
    told = re.findall(r"^- `(\w+)`: finding \d+: .+\.$", written, re.MULTILINE)
    assert told == list(ATTACKS)


def test_a_row_without_an_answer_has_no_wait() -> None:
    lost = Row("exports", "before", Found(failed=10, turned_away=3, grown=35.4, told="none: 1"))
    kept = Row("exports", "now", Found(waits=[0.001] * 99 + [0.5], visits=[0.0123], grown=-0.2))
    assert "| `exports` | before | 0 | 10 | - | - | +35 MB | 0 of 3 | - | - | none: 1 |" in page([lost], "x", (1, 2))
    assert "| `exports` | now | 100 | 0 | 1 ms | 500 ms | +0 MB | 1 of 1 | 12 ms | 12 ms | - |" in page(
        [kept], "", (1, 2)
    )


@pytest.mark.parametrize(("figure", "shown"), [(1234.0, 1200.0), (4.26, 4.3), (0.0, 0.0), (99.6, 100.0)])
def test_figures_have_two_places_that_count(figure: float, shown: float) -> None:
    assert rounded(figure) == shown


def test_a_past_is_made(tmp_path: Path) -> None:
    house = House(open_store(f"sqlite:///{tmp_path / 'house.db'}"))
    answers = house.do_all(list(requests("roulette-1", entries=4, accounts=3)))
    assert [one for one in answers if isinstance(one, Exception)] == []
    assert house.table("roulette-1").seq == 6
    house.store.close()


def test_a_state_that_the_history_does_not_have_is_told_apart() -> None:
    assert not has("0000000000000000000000000000000000000000")
