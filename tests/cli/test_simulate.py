"""`banca simulate`, `compare` and `strategies` as their users meet them."""

import csv
import io
import json
import os
import pty
import signal
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import pytest

from banca.analysis.simulation.strategy_file import library
from banca.games import playable
from support.commands import answer, run
from support.lanes import PATIENCE

pytestmark = pytest.mark.compiled


def test_the_report_has_all_that_people_use() -> None:
    report = answer("simulate", "craps", "three_point_molly", "--seed", "1", "--sessions", "2000", "--stop-loss", "500")
    assert {"game", "instrument", "options", "seed", "sessions", "complete", "strategies"} <= set(report)
    (figures,) = report["strategies"]
    assert figures["session"] == {"bankroll": "1000", "stop_loss": "500", "rounds": 500}
    assert figures["limits"] == {"minimum": "1", "maximum": "100000000", "chip": "0.01"}
    assert figures["per_staked"]["measured"] == pytest.approx(float(figures["net"]) / float(figures["staked"]))
    exact = float(Fraction(figures["per_staked"]["exact"]))
    assert -0.0141 < exact < 0
    assert abs(figures["z"]) < 4
    assert abs(figures["per_staked"]["measured"] - exact) < 5 * figures["per_staked"]["error"]
    shares = figures["chances"]
    assert sum(shares[name]["measured"] for name in ("ruin", "target", "stop_loss", "rounds")) == pytest.approx(1)
    assert sum(bar["sessions"] for bar in figures["histogram"]) == 2000
    assert [list(row) for row in figures["fan"]] == [["round", "5%", "25%", "50%", "75%", "95%"]] * 33
    for row in figures["fan"]:
        assert row["5%"] <= row["25%"] <= row["50%"] <= row["75%"] <= row["95%"]
    assert figures["fan"][0]["50%"] == 1000
    assert 500 <= figures["rounds_survived"]["95%"] <= 540
    assert figures["longest_losing_run"]["longest"] >= figures["longest_losing_run"]["mean"] > 1


@pytest.mark.parametrize("is_warm", [False, True])
def test_a_first_run_says_once_that_it_compiles_and_never_among_the_figures(
    monkeypatch: pytest.MonkeyPatch, *, is_warm: bool
) -> None:
    monkeypatch.setattr("banca.jit.is_compiled", lambda: is_warm)
    for language, said in (("en", "compiling"), ("pt", "a compilar"), ("zh", "正在編譯")):
        done = run("simulate", "roulette", "red", "--sessions", "2", "--seed", "1", "--lang", language, "--json")
        assert json.loads(done.stdout)["complete"] is True
        assert [said in line for line in done.stderr.splitlines()] == ([] if is_warm else [True])


def test_a_single_bet_shows_its_edge_under_options_and_limits_of_the_command_line() -> None:
    words = ("simulate", "craps", "--bet", "field=10", "--option", "field_12=3", "--seed", "1", "--sessions", "100")
    report = answer(*words)
    assert report["options"]["field_12"] == 3
    assert report["strategies"][0]["per_staked"]["exact"] == "-1/36"
    assert run(*words, "--minimum", "20").exit_code == 1


def test_a_bankroll_may_be_put_aside_and_the_seed_is_kept_with_the_checkpoint(tmp_path: Path) -> None:
    words = ("simulate", "roulette", "red", "--sessions", "100", "--checkpoint", str(tmp_path / "run.json"))
    first, again = answer(*words, "--bankroll", "none"), answer(*words, "--bankroll", "none")
    assert first["strategies"][0]["session"] == {"rounds": 500}
    assert first["strategies"][0]["chances"]["ruin"]["measured"] == 0
    assert (first["seed"], first["strategies"]) == (again["seed"], again["strategies"])
    refused = run(*words)  # with its bankroll it is another run
    assert (refused.exit_code, "is not a checkpoint of this run" in refused.stderr) == (1, True)


def test_rows_for_a_spreadsheet() -> None:
    result = run("simulate", "wheel", "cover", "--sessions", "100", "--seed", "1", "--csv")
    rows = list(csv.DictReader(io.StringIO(result.stdout)))
    (spread,) = [row for row in rows if row["part"] == "per_staked" and row["figure"] == "exact"]
    assert Fraction(spread["value"]) < 0
    fan = [row for row in rows if row["part"] == "fan" and row["at"] == "500"]
    assert [row["figure"] for row in fan] == ["5%", "25%", "50%", "75%", "95%"]


def test_comparing_on_the_same_outcomes() -> None:
    words = ("compare", "craps/pass_line", "craps/pass_odds", "--seed", "3", "--sessions", "3000", "--bankroll", "none")
    report = answer(*words)
    first, second = report["strategies"]
    (better,) = report["better_than_first"]
    apart = second["per_session"]["measured"] - first["per_session"]["measured"]
    assert better["measured"] == pytest.approx(apart)
    alone = (first["per_session"]["error"] ** 2 + second["per_session"]["error"] ** 2) ** 0.5
    assert better["error"] < 0.8 * alone
    for workers in ("1", "3"):
        (alone,) = answer("simulate", "craps", "pass_line", *words[3:], "--workers", workers)["strategies"]
        assert alone == first


def test_the_strategies_there_are() -> None:
    listed = answer("strategies")["strategies"]
    assert {(row["game"], row["strategy"]) for row in listed} == {
        (game, name) for game in playable() for name in library(game)
    }


def test_a_chart_is_written_beside_the_report(tmp_path: Path) -> None:
    file = tmp_path / "chart.svg"
    result = run("simulate", "fantan", "nga", "--sessions", "200", "--seed", "1", "--chart", str(file))
    assert result.exit_code == 0, result.stderr
    assert file.read_bytes().startswith(b"<svg")


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["craps"], "no_strategy"),
        (["craps", "perfect"], "unknown_strategy"),
        (["craps", "missing.toml"], "cannot_read"),
        (["craps", "--bet", "field"], "bad_bet"),
        (["craps", "--bet", "field=-1"], "stake_not_positive"),
        (["craps", "--bet", "come_odds:6=5"], "needs_times"),
        (["craps", "pass_line", "--rounds", "0"], "bad_rounds"),
        (["craps", "pass_line", "--rounds", "few"], "bad_number"),
        (["craps", "pass_line", "--sessions", "0"], "bad_sessions"),
        (["craps", "pass_line", "--seed", "1e30"], "bad_seed"),
        (["craps", "pass_line", "--bankroll", "9"], "bankroll_too_small"),
        (["craps", "pass_line", "--target", "500"], "bad_target"),
        (["craps", "pass_line", "--workers", "0"], "bad_workers"),
        (["craps", "pass_line", "--engine", "abacus"], "unknown_engine"),
        (["craps", "pass_line", "--checkpoint", "/dev/full"], "cannot_write"),
        (["craps", "pass_line", "--chart", "chart.gif"], "bad_chart"),
        (["craps", "pass_line", "--option", "field_12=9"], "unknown_value"),
        (["pai_kao", "player", "--option", "field_12=2"], "unknown_option"),
        (["pai_kao", "--bet", "gate=10"], "not_a_game_of_chance"),
    ],
)
def test_bad_input_is_one_clear_line(words: list[str], code: str) -> None:
    result = run("simulate", *words, "--json")
    assert (result.exit_code, result.stdout) == (1, "")
    assert json.loads(result.stderr)["code"] == code
    assert run("simulate", *words).stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["craps/pass_line"], 2),
        (["craps/pass_line", "craps/pass_odds", "--scheduler", "tcp://127.0.0.1:1"], 2),
        (["craps/pass_line", "craps/pass_odds", "--json", "--csv"], 2),
        (["pai_kao/banker", "pai_kao/banker_seven_gates"], 1),
        (["craps/pass_line", "wheel/cover"], 1),
        (["craps/pass_line", "craps/iron"], 1),
    ],
)
def test_bad_comparisons(words: list[str], code: int) -> None:
    result = run("compare", *words)
    assert (result.exit_code, result.stdout) == (code, "")
    assert "Traceback" not in result.stderr


def test_a_long_run_in_a_terminal_is_cut_short_by_ctrl_c_and_kept(tmp_path: Path) -> None:
    file = tmp_path / "run.json"
    banca = str(Path(sys.executable).parent / "banca")
    command = [banca, "simulate", "craps", "three_point_molly", "--seed", "1", "--sessions", "1e9"]
    command += ["--checkpoint", str(file), "--json"]
    control, terminal = pty.openpty()
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=terminal, text=True) as program:
        os.close(terminal)
        shown = ""
        while "million rounds/s" not in shown:
            shown += os.read(control, 10_000).decode()
        program.send_signal(signal.SIGINT)
        printed, _ = program.communicate(timeout=PATIENCE)
    os.close(control)
    assert program.returncode == 0
    report = json.loads(printed)
    assert report["complete"] is False
    assert 0 < report["sessions"] < report["asked"] == 10**9
    assert json.loads(file.read_text())["progress"]["counted"]["tallies"][0]["sessions"] == report["sessions"]
