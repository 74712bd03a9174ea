"""`banca simulate`, `compare` and `strategies` as their users meet them."""

import csv
import io
import json
import os
import pty
import re
import signal
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from asked import answer, run
from banca.games import playable
from banca.proposals.shelf import example_files
from banca.simulation.strategy_file import library
from patience import PATIENCE

pytestmark = pytest.mark.compiled

BANCA = str(Path(sys.executable).parent / "banca")


def test_the_report_has_all_that_people_use() -> None:
    report = answer("simulate", "craps", "three_point_molly", "--seed", "1", "--sessions", "2000", "--stop-loss", "500")
    assert {"game", "instrument", "options", "seed", "sessions", "complete", "strategies"} <= set(report)
    (one,) = report["strategies"]
    assert one["session"] == {"bankroll": "1000", "stop_loss": "500", "rounds": 500}
    assert one["per_staked"]["measured"] == pytest.approx(float(one["net"]) / float(one["staked"]))
    exact = float(Fraction(one["per_staked"]["exact"]))
    assert -0.0141 < exact < 0
    assert abs(one["z"]) < 4
    assert abs(one["per_staked"]["measured"] - exact) < 5 * one["per_staked"]["error"]
    shares = one["chances"]
    assert sum(shares[name]["measured"] for name in ("ruin", "target", "stop_loss", "rounds")) == pytest.approx(1)
    assert sum(bar["sessions"] for bar in one["histogram"]) == 2000
    assert [list(row) for row in one["fan"]] == [["round", "5%", "25%", "50%", "75%", "95%"]] * 33
    for row in one["fan"]:
        assert row["5%"] <= row["25%"] <= row["50%"] <= row["75%"] <= row["95%"]
    assert one["fan"][0]["50%"] == 1000
    assert 500 <= one["rounds_survived"]["95%"] <= 540
    assert one["longest_losing_run"]["longest"] >= one["longest_losing_run"]["mean"] > 1


def test_a_seed_gives_the_same_answer_whatever_the_workers() -> None:
    words = ("simulate", "roulette", "labouchere", "--seed", "7", "--sessions", "20_000")
    first, again = answer(*words, "--workers", "1"), answer(*words, "--workers", "3")
    assert first["strategies"] == again["strategies"]
    other = answer("simulate", "roulette", "labouchere", "--seed", "8", "--sessions", "2e4")
    assert other["strategies"] != first["strategies"]


def test_a_single_bet_shows_its_edge() -> None:
    (one,) = answer("simulate", "craps", "--bet", "pass_line=10", "--seed", "1", "--sessions", "100")["strategies"]
    assert one["per_staked"]["exact"] == "-7/495"
    assert "exactly −7/495 of any amount staked" in run("simulate", "craps", "--bet", "pass_line=10").stdout


@pytest.mark.parametrize(("game", "name"), [(game, next(iter(library(game)))) for game in playable()])
@pytest.mark.parametrize("lang", ["en", "pt", "zh"])
def test_every_game_in_every_language(game: str, name: str, lang: str) -> None:
    result = run("simulate", game, name, "--sessions", "50", "--seed", "1", "--lang", lang)
    assert result.exit_code == 0, result.stderr
    assert len(result.stdout.splitlines()) > 20


def test_options_and_limits_of_the_command_line_win() -> None:
    words = ("simulate", "craps", "--bet", "field=10", "--option", "field_12=3", "--seed", "1", "--sessions", "100")
    report = answer(*words)
    assert report["options"]["field_12"] == 3
    assert report["strategies"][0]["per_staked"]["exact"] == "-1/36"
    assert run(*words, "--minimum", "20").exit_code == 1


def test_a_bankroll_may_be_put_aside() -> None:
    (one,) = answer("simulate", "craps", "pass_line", "--bankroll", "none", "--sessions", "10")["strategies"]
    assert one["session"] == {"rounds": 500}
    assert one["chances"]["ruin"]["measured"] == 0


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
    (pass_line,) = answer("simulate", "craps", "pass_line", *words[3:])["strategies"]
    assert pass_line == first
    assert "over strategy 1" in run(*words).stdout


def test_comparing_files(tmp_path: Path) -> None:
    for stake in (5, 10):
        (tmp_path / f"{stake}.toml").write_text(
            f'game = "wheel"\ntitle = "{stake}"\n[[bet]]\nbet = "symbol:1"\nstake = {stake}\n'
        )
    report = answer("compare", str(tmp_path / "5.toml"), str(tmp_path / "10.toml"), "--sessions", "500", "--seed", "1")
    five, ten = (one["per_session"]["measured"] for one in report["strategies"])
    assert ten == pytest.approx(2 * five)


def test_the_strategies_there_are() -> None:
    listed = answer("strategies")["strategies"]
    assert {(row["game"], row["strategy"]) for row in listed} == {
        (game, name) for game in playable() for name in library(game)
    }
    assert "Three-point Molly" in run("strategies", "craps").stdout


@pytest.mark.parametrize("kind", ["svg", "png"])
def test_charts(kind: str, tmp_path: Path) -> None:
    file = tmp_path / f"chart.{kind}"
    result = run("simulate", "fantan", "nga", "--sessions", "200", "--seed", "1", "--chart", str(file))
    assert result.exit_code == 0, result.stderr
    assert file.read_bytes()[1:4] == {"svg": b"svg", "png": b"PNG"}[kind]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["craps"], "choose one thing to play"),
        (["craps", "pass_line", "--bet", "field=1"], "choose one thing to play"),
        (["craps", "perfect"], "there is no strategy perfect"),
        (["poker", "pass_line"], "there is no game poker"),
        (["craps", "missing.toml"], "cannot read missing.toml"),
        (["craps", "--bet", "field"], "cannot read the bet field"),
        (["craps", "--bet", "field=-1"], "not a valid stake"),
        (["craps", "--bet", "come_odds:6=5"], "write times = 1 to 1000"),
        (["craps", "pass_line", "--rounds", "0"], "cannot have 0 rounds"),
        (["craps", "pass_line", "--rounds", "few"], "few is not a whole number for --rounds"),
        (["craps", "pass_line", "--sessions", "0"], "cannot play 0 sessions"),
        (["craps", "pass_line", "--sessions", "-5"], "-5 is not a whole number for --sessions"),
        (["craps", "pass_line", "--seed", "1e30"], "a seed cannot be"),
        (["craps", "pass_line", "--bankroll", "9"], "a bankroll of 9 is too small for the first bet"),
        (["craps", "pass_line", "--target", "500"], "is already reached before the first round"),
        (["craps", "pass_line", "--workers", "0"], "cannot use 0 workers"),
        (["craps", "pass_line", "--engine", "abacus"], "there is no engine abacus"),
        (["craps", "pass_line", "--checkpoint", "/dev/full"], "cannot write /dev/full: it is not an ordinary file"),
        (["craps", "/dev/zero.toml"], "cannot read /dev/zero.toml"),
        (["craps", "pass_line", "--chart", "chart.gif"], "its name must end in .svg, .png"),
        (["craps", "pass_line", "--chart", "nowhere/chart.svg"], "cannot write nowhere/chart.svg"),
        (["craps", "pass_line", "--checkpoint", "nowhere/run.json"], "cannot write nowhere/run.json"),
        (["craps", "pass_line", "--option", "field_12=9"], "option field_12 cannot be 9"),
        (["pai_kao", "player", "--option", "field_12=2"], "there is no option field_12"),
        (["pai_kao", "--bet", "gate=10"], "pai_kao has no bets against the house"),
    ],
)
def test_bad_input_is_one_clear_line(words: list[str], said: str) -> None:
    result = run("simulate", *words)
    assert result.exit_code == 1, result.stdout
    assert said in result.stderr
    assert len(result.stderr.splitlines()) == 1
    assert result.stdout == ""


@pytest.mark.parametrize(
    ("words", "said", "code"),
    [
        (["craps/pass_line"], "name two or more strategies", 2),
        (
            ["craps/pass_line", "craps/pass_odds", "--scheduler", "tcp://127.0.0.1:1"],
            "--scheduler needs --engine dask",
            2,
        ),
        (["craps/pass_line", "craps/pass_odds", "--json", "--csv"], "use --json or --csv, not both", 2),
        (["pai_kao/banker", "pai_kao/banker_seven_gates"], "cannot be played over the same outcomes", 1),
        (["craps/pass_line", "wheel/cover"], "is a strategy for wheel, not for craps", 1),
        (["craps/pass_line", "iron"], "there is no strategy iron", 1),
        (["craps/pass_line", "craps/iron"], "there is no strategy iron", 1),
    ],
)
def test_bad_comparisons(words: list[str], said: str, code: int) -> None:
    result = run("compare", *words)
    assert (result.exit_code, said in result.stderr) == (code, True), result.stderr


def interrupted(kept: Path) -> dict[str, Any]:
    """A run in a real terminal, stopped by Ctrl-C once its bar shows rate and confidence; what it printed."""
    words = [BANCA, "simulate", "craps", "three_point_molly", "--seed", "1", "--sessions", "1e9"]
    words += ["--checkpoint", str(kept), "--json"]
    control, terminal = pty.openpty()
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=terminal, text=True) as program:
        os.close(terminal)
        shown = ""
        while "million rounds/s" not in shown:
            shown += os.read(control, 10_000).decode()
        program.send_signal(signal.SIGINT)
        printed, _ = program.communicate(timeout=PATIENCE)
    os.close(control)
    assert program.returncode == 0
    assert "±" in shown
    report: dict[str, Any] = json.loads(printed)
    return report


def test_a_long_run_is_cut_short_and_goes_on(tmp_path: Path) -> None:
    kept = tmp_path / "run.json"
    first = interrupted(kept)
    assert first["complete"] is False
    assert 0 < first["sessions"] < first["asked"] == 10**9
    assert json.loads(kept.read_text())["tallies"][0]["sessions"] == first["sessions"]
    second = interrupted(kept)
    assert second["sessions"] > first["sessions"]
    refused = run("simulate", "craps", "pass_line", "--seed", "1", "--checkpoint", str(kept))
    assert (refused.exit_code, "is not a checkpoint of this run" in refused.stderr) == (1, True)


def test_who_goes_on_need_not_say_the_seed_again(tmp_path: Path) -> None:
    words = ("simulate", "roulette", "red", "--sessions", "100", "--checkpoint", str(tmp_path / "run.json"))
    first, again = answer(*words), answer(*words)
    assert (first["seed"], first["strategies"]) == (again["seed"], again["strategies"])


def test_strategies_under_different_options_say_so() -> None:
    words = ("compare", "roulette/red", "roulette/red_en_prison", "--sessions", "50", "--seed", "1")
    report = answer(*words)
    assert [one["options"]["zero"] for one in report["strategies"]] == ["lose", "en_prison"]
    assert report["strategies"][0]["limits"] == {"minimum": "1", "maximum": "100000000", "chip": "0.01"}
    assert "zero=en_prison" in run(*words).stdout


@pytest.mark.parametrize("columns", [30, 60, 80])
def test_no_figure_is_cut_on_a_narrow_terminal(columns: int) -> None:
    names = ("martingale", "red", "fibonacci", "labouchere", "two_dozens")
    words = [
        "compare",
        *(f"roulette/{name}" for name in names),
        "--bankroll",
        "5000",
        "--sessions",
        "300",
        "--seed",
        "1",
    ]
    narrow = run(*words, columns=columns).stdout
    wide = run(*words, columns=300).stdout
    numbers = re.compile(r"-?[0-9][0-9,]*\.[0-9]+")
    assert numbers.findall(narrow) == numbers.findall(wide)


def test_a_closed_output_is_no_fault() -> None:
    command = f"{BANCA} simulate wheel cover --sessions 10 --seed 1 >&-"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False)
    assert "Traceback" not in done.stderr
    assert done.returncode in (0, 1)


def test_a_proposed_bet_is_played_and_gone_on_with(tmp_path: Path) -> None:
    file = Path(str(example_files()["hops"]))
    words = ("simulate", "craps", "--option", f"proposal={file}", "--bet", "easy_hop:5-6=10", "--sessions", "50")
    kept = ("--checkpoint", str(tmp_path / "run.json"))
    first, again = answer(*words, "--seed", "1", *kept), answer(*words, *kept)
    (one,) = first["strategies"]
    assert one["per_staked"]["exact"] == "-1/9"
    assert one["options"]["proposal"].startswith("easy_hop-")
    assert again["strategies"] == first["strategies"]
