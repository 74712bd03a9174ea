"""A proposal that changes the prize of an additional bet has its dossier, simulated rounds included."""

import pytest

from banca.dossier import dossier_answer, study
from banca.dossier.simulated import simulate_all
from banca.proposals import read_proposal

pytestmark = [pytest.mark.slow, pytest.mark.compiled]

ADDITIONAL = """
proposal(game = "craps", title = say(en = "A fee on lays", pt = "Adicionais com desconto", zh = "附加投注減彩金"))
change(bet = "dont_pass_odds:4", pays = "9 to 20")
change(bet = "pass_odds:6", pays = "7 to 6")
"""


def test_another_prize_of_an_additional_bet_is_simulated_from_its_number_on() -> None:
    whole = study(read_proposal(ADDITIONAL))
    found = simulate_all(whole, 200_000)
    assert found.keys() == {"dont_pass_odds:4", "pass_odds:6"}
    for one in whole.bets:
        done = found[one.bet.key]
        assert abs(done.z) < 5
        assert abs(done.edge - float(one.analysis.house_edge)) < 5 * done.error
    assert dossier_answer(whole, found).bets
