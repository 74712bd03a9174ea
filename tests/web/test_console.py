"""What the page of a table is told of a croupier's acts: by which letter, how a result is entered, which bet stands for a result."""

from pathlib import Path

import pytest

from banca.service.commands import find_table
from banca.web.table import table_data
from banca.words import speech
from service import Service


@pytest.mark.server
def test_the_page_knows_letters_straight_bets_and_the_third_card(tmp_path: Path) -> None:
    data = {}
    with Service(tmp_path) as service:
        for game in ("craps", "roulette", "football_poker"):
            table = game.replace("_", "-")
            service.open(table, game, chance="observed")
            data[game] = table_data(find_table(service.house, table), speech("en"))
    letters = data["craps"]["letters"]  # acts that lead aside have letters of their own by phase
    assert letters["thrown"] == {"declare_null": "n", "declare_off_board": "o"}
    assert letters["called"] == {"correct_result": "c"}
    assert all(len(set(phase.values())) == len(phase) for phase in letters.values())
    assert data["roulette"]["pressed"] == {f"straight:{number}": str(number) for number in range(37)}
    entered = data["football_poker"]["entered"]
    assert {phase: row["parts"] for phase, row in entered["correct_result"].items()} == {"two cards": 2, "decided": 3}
    assert [(row["parts"], row["after"]) for row in entered["deal_third_card"].values()] == [(1, 2)]
