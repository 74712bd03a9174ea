"""What every game gets without a line of its own: certificate, environment, exercises, proposals."""

import json
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import gymnasium
import pytest
from banca import game, proposed
from banca.house import audit
from banca.house.desk import open_desk
from banca.i18n import translator
from banca.proposals import read_file
from banca.rules import KINDS
from banca.rules.rulebook import OPTION
from banca.training.exercise import LEVELS, WantedExercise
from banca.training.questions import Answer, exercises_of, practised
from banca_gym import IDS, ChanceEnv
from gymnasium.utils.env_checker import check_env
from msgspec import convert

CHECKER = Path(__file__).parents[3] / "src" / "banca_verify" / "certificate.py"
TWO_TRIPLES = """
proposal(game = "cussec", title = say(en = "Two triples", pt = "Dois triplos", zh = "連開圍骰"))

def step(state, o):
    if not o.is_triple:
        return lose()
    return win() if state == "one" else stay("one")

bet(
    id = "two_triples",
    name = say(en = "Two triples", pt = "Dois triplos", zh = "連開兩圍骰"),
    description = say(
        en = "Wins if the next two rounds that count are triples.",
        pt = "Ganha se as duas jogadas válidas seguintes forem triplos.",
        zh = "其後兩個有效局均為圍骰即贏。",
    ),
    step = step,
    sees = ["is_triple"],
    pays = "1000 to 1",
)
"""


def test_its_certificate_is_verified_by_a_program_that_knows_nothing_of_it(tmp_path: Path) -> None:
    file = tmp_path / "cussec.json"
    file.write_text(json.dumps(game("cussec", odd_even="yes", combinations="yes").certificate()))
    checked = subprocess.run(  # our own
        [sys.executable, "-I", "-S", str(CHECKER), str(file)], capture_output=True, text=True, check=False
    )
    assert checked.returncode == 0, checked.stderr
    assert "106 bets" in checked.stdout


@pytest.mark.compiled
def test_it_is_a_gymnasium_environment() -> None:
    env = gymnasium.make(IDS["cussec"], options={"odd_even": "yes"}, bankroll=500, unit=5)
    table = env.unwrapped
    assert isinstance(table, ChanceEnv)
    check_env(table, skip_render_check=True)
    observation, _ = env.reset(seed=3)
    for _ in range(20):
        before = int(observation["money"][0])
        action = table.action({"small": 1, "odd": 1, "pair:1-2": 1})
        observation, reward, ended, _, info = env.step(action)
        assert not info["refused"]
        assert {one["bet"] for one in info["decided"]} == {"small", "odd", "pair:1-2"}
        assert int(observation["money"][0]) - before == 100 * float(reward)
        assert not ended


@pytest.mark.parametrize("level", LEVELS)
def test_croupiers_practise_it(level: int) -> None:
    assert "cussec" in practised()
    practice = exercises_of("cussec")
    assert set(practice.families(translator())) == {bet.terms.id for bet in game("cussec").bets}
    for seed in range(10):
        wanted = WantedExercise(game="cussec", level=level, seed=seed, options={"combinations": "yes"})
        made = practice.make(wanted)
        asked, dues = practice.question(made, translator()), practice.dues(made, translator())
        assert len(asked.bets) == len(dues) == LEVELS[level].bets
        for due in dues:
            assert due.is_met(convert({"result": due.result, "paid": due.paid}, Answer))
            assert not due.is_met(convert({"result": due.result, "paid": due.paid + 100}, Answer))
            assert due.result in KINDS.values()
            assert due.steps
            assert due.cites


def test_a_bet_is_proposed_for_it_worked_out_and_played(tmp_path: Path) -> None:
    file = tmp_path / "two_triples.star"
    file.write_text(TWO_TRIPLES)
    table = proposed(file)
    assert table.bet("two_triples").analysis().p_win == Fraction(1, 36) ** 2
    assert table.settle({"two_triples": 10}, ["2-2-2", "null:stacked", "5-5-5"]).answer().net.avos == 1_000_000

    proposal = read_file(file)
    desk = open_desk()
    desk.house.admit(proposal)
    desk.open_table("t", "cussec", bank=100_000_000, options={OPTION: proposal.id})
    desk.cash_in("ana", 1000)
    ana, rui = desk.player("ana"), desk.croupier("rui")
    ana.do("t", "sit")
    for outcome in ("2-2-2", "5-5-5"):
        rui.do("t", "cover")
        rui.do("t", "shake", presses=3)
        if outcome == "2-2-2":
            ana.do("t", "place_bet", bet="two_triples", stake=1000)
        rui.do("t", "ring_bell")
        rui.do("t", "lift_cover")
        rui.do("t", "call_result", outcome=outcome)
        rui.do("t", "pay")
    assert desk.wallet("ana") == 1000 + 1_000_000
    assert audit.verify(desk.house.store).is_whole
    desk.close()
