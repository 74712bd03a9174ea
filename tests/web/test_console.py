"""What the page of a table is told of a croupier's acts: by which letter, how a result is entered, which bet stands for a result."""

from pathlib import Path
from typing import Any

from banca.service.commands import find_table
from banca.web.table import table_data
from banca.words import speech
from service import Service


def told(service: Service, game: str) -> dict[str, Any]:
    """What the page of an observed table is told."""
    service.open("table-1", game, chance="observed")
    return table_data(find_table(service.house, "table-1"), speech("en"))


def test_acts_that_lead_aside_have_letters_of_their_own_by_phase(tmp_path: Path) -> None:
    with Service(tmp_path) as service:
        letters = told(service, "craps")["letters"]
    assert letters["thrown"] == {"declare_null": "n", "declare_off_board": "o"}
    assert letters["called"] == {"correct_result": "c"}
    for phase in letters.values():
        assert len(set(phase.values())) == len(phase)


def test_a_straight_bet_stands_for_its_number_and_no_other_bet_does(tmp_path: Path) -> None:
    with Service(tmp_path) as service:
        pressed = told(service, "roulette")["pressed"]
    assert pressed == {f"straight:{number}": str(number) for number in range(37)}


def test_a_third_card_is_entered_after_the_two_that_lie_there(tmp_path: Path) -> None:
    with Service(tmp_path) as service:
        entered = told(service, "football_poker")["entered"]
    assert {phase: one["parts"] for phase, one in entered["correct_result"].items()} == {"two cards": 2, "decided": 3}
    assert [(one["parts"], one["after"]) for one in entered["deal_third_card"].values()] == [(1, 2)]
