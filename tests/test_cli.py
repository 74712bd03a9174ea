"""The command line as its users meet it: contracts, bad input, languages, width, completion, speed of import."""

import json
import os
import re
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from rich.cells import cell_len
from typer.testing import CliRunner

from banca.cli import app
from banca.games import GAMES
from banca.law import Language, law
from banca.rulebook import Code
from banca.words.refusals import SENTENCES

BANCA = str(Path(sys.executable).with_name("banca"))
RUNNER = CliRunner()


def run(*words: str) -> Any:  # noqa: ANN401 - typer's result
    return RUNNER.invoke(app, [*words], env={"COLUMNS": "80", "BANCA_LANG": None})


def answer(*words: str) -> dict[str, Any]:
    result = run(*words, "--json")
    assert result.exit_code == 0, result.stderr
    report: dict[str, Any] = json.loads(result.stdout)
    return report


CONTRACT = [
    "id",
    "selection",
    "name",
    "cite",
    "prize_cite",
    "status",
    "pays",
    "p_win",
    "p_lose",
    "p_push",
    "house_edge",
    "house_edge_resolved",
    "mean_rounds",
    "sd",
]


@pytest.mark.parametrize("name", GAMES)
def test_odds_json_keeps_its_contract(name: str) -> None:
    report = answer("odds", name)
    assert report["game"] == name
    assert report["instrument"]
    assert isinstance(report["options"], dict)
    for bet in report["bets"]:
        assert set(CONTRACT) <= set(bet)
        assert re.fullmatch(r"[a-z_]+", bet["id"])
        assert Fraction(bet["p_win"]) + Fraction(bet["p_lose"]) + Fraction(bet["p_push"]) == 1
        assert isinstance(bet["sd"], float)
        assert bet["status"] in ("gazetted", "reading", "reconstructed")


@pytest.mark.parametrize(
    ("name", "bet", "selection", "options", "edge"),
    [
        ("craps", "pass_line", "", [], "7/495"),
        ("craps", "dont_pass", "", [], "3/220"),
        ("craps", "horn", "", [], "1/8"),
        ("craps", "field", "", ["field_12=2"], "1/18"),
        ("craps", "field", "", ["field_12=3"], "1/36"),
        ("craps", "big_number", "6", [], "1/66"),
        ("fish_prawn_crab", "any_triple", "", [], "11/36"),
        ("fish_prawn_crab", "two_colour", "red", [], "1/9"),
        ("wheel", "symbol", "6", [], "3/26"),
        ("fantan", "nga", "12-3", [], "1/80"),
    ],
)
def test_the_values_that_must_be_shown(name: str, bet: str, selection: str, options: list[str], edge: str) -> None:
    words = [word for option in options for word in ("--option", option)]
    rows = answer("odds", name, *words)["bets"]
    (row,) = [row for row in rows if (row["id"], row["selection"]) == (bet, selection)]
    assert row["house_edge"] == edge


def test_reconstructed_rules_are_marked_in_every_output() -> None:
    for name in ("fantan", "football_poker", "roulette"):
        assert {bet["status"] for bet in answer("odds", name)["bets"]} == {"reconstructed"}
        assert "‡ reconstructed:" in run("odds", name).stdout
    assert "fan:1‡" in run("settle", "fantan", "--bet", "fan:1=10", "--outcome", "1").stdout
    assert "L-4‡" in run("rules", "roulette").stdout
    assert answer("settle", "fantan", "--bet", "fan:1=10", "--outcome", "1")["bets"][0]["status"] == "reconstructed"


def test_settle_shows_fate_arithmetic_and_articles() -> None:
    words = ["--bet", "pass_line=100", "--bet", "pass_odds:6=200", "--bet", "big_number:6=10"]
    words += ["--outcome", "2-4", "--outcome", "null:short", "--outcome", "3-3"]
    shown = run("settle", "craps", *words)
    assert shown.exit_code == 0
    for line in (
        "  2. null (short, craps 3.2.2, craps 2.4)",
        "  1. stands on 6 (craps 5.2.1)",
        "     200 × 6 to 5 = 240 (craps 6.2)",
        "     10 × 7 to 6 = 35/3 ≈ 11.6667 (craps 6.15)",
        "     breakage 1/150 ≈ 0.0067, rounded down to the chip (R-money-1)",
        "     receives 21.66, net +11.66",
    ):
        assert line in shown.stdout.splitlines()
    report = answer("settle", "craps", *words)
    assert [(bet["result"], bet["net"]) for bet in report["bets"]] == [("win", "100"), ("win", "240"), ("win", "11.66")]


def test_settle_shows_the_commission() -> None:
    shown = run("settle", "fantan", "--bet", "nga:12-3=100", "--outcome", "heap 57").stdout
    assert "     100 × 1 to 2 = 50 (fantan F-6)\n     commission 1/20 of 50 = 2.50 (fantan 9)\n" in shown


def test_together_after_a_throw() -> None:
    words = ["--bet", "pass_line=10", "--bet", "pass_odds:6=20", "--outcome", "2-4"]
    assert answer("together", "craps", *words)["net"] == [
        {"net": "-30", "chance": "1/6"},
        {"net": "0", "chance": "25/36"},
        {"net": "34", "chance": "5/36"},
    ]
    assert "25/36" in run("together", "craps", *words).stdout


def test_rules_by_article_and_by_clause() -> None:
    for name in GAMES:
        shown = run("rules", name).stdout
        for clause in law(name).clauses:
            assert f" {clause}" in shown
    one = answer("rules", "craps", "--clause", "5.2.3")["clauses"][0]
    assert set(one["readings"]) == {"R-craps-5", "R-craps-7"}
    assert one["bets"] == ["dont_pass"]
    assert answer("rules", "wheel", "--clause", "R-money-1")["clauses"][0]["status"] == "reading"
    assert "definitional" in run("rules", "craps", "--clause", "7.2").stdout


@pytest.mark.parametrize(
    ("name", "reading", "as_read", "otherwise"),
    [
        ("craps", "R-craps-5", ["3/220"], ["523/1980"]),
        ("craps", "R-craps-6", ["1/66", "1/25", "1/15"], ["-17/48", "-13/35", "-2/5"]),
        ("craps", "R-craps-11", ["1/66", "1/25", "1/15"], ["1/216", "1/90", "1/60"]),
        ("fish_prawn_crab", "R-fpc-1", ["1/9"], ["1"]),
        ("fish_prawn_crab", "R-fpc-2", ["1/9"], ["-1/27"]),
        ("football_poker", "R-fp-1", ["4045/24817"], ["-73799/30061"]),
        ("roulette", "R-roulette-1", ["1/74"], ["19/1369"]),
    ],
)
def test_a_reading_that_decides_figures_shows_both(
    name: str, reading: str, as_read: list[str], otherwise: list[str]
) -> None:
    compared = answer("rules", name, "--clause", reading)["clauses"][0]["compared"]
    assert [row["as_read"] for row in compared] == as_read
    assert [row["otherwise"] for row in compared] == otherwise
    assert otherwise[0] in run("rules", name, "--clause", reading).stdout


def test_games_lists_every_game_and_option() -> None:
    assert [one["game"] for one in answer("games")["games"]] == list(GAMES)
    shown = run("games").stdout
    assert "field_12" in shown
    assert "craps 6.12" in shown


@pytest.mark.parametrize("lang", list(Language))
@pytest.mark.parametrize(
    "words",
    [
        ["games"],
        *(["rules", name] for name in GAMES),
        *(["odds", name] for name in GAMES),
        ["odds"],
        ["odds", "football_poker", "upper", "post"],
        ["rules", "craps", "--clause", "R-craps-9"],
        ["settle", "craps", "--bet", "come=10", "--bet", "field=10", "--outcome", "2-4", "--outcome", "null:short"],
        ["settle", "roulette", "--option", "zero=half_back", "--bet", "red=5", "--outcome", "0"],
        ["together", "wheel", "--bet", "symbol:1=10"],
    ],
    ids=" ".join,
)
def test_everything_is_said_in_three_languages_and_fits_80_columns(words: list[str], lang: str) -> None:
    shown = run(*words, "--lang", lang)
    assert shown.exit_code == 0, shown.stderr
    assert max(cell_len(line) for line in shown.stdout.splitlines()) <= 80
    assert "…" not in shown.stdout.replace("11.66…", "")
    if lang != "en":
        assert shown.stdout != run(*words).stdout


def test_the_language_may_come_from_the_environment() -> None:
    assert "花旗骰" in RUNNER.invoke(app, ["games"], env={"BANCA_LANG": "zh"}).stdout


REFUSED = {
    "unknown_game": "odds baccarat",
    "unknown_language": "games --lang fr",
    "unknown_clause": "rules craps --clause 9.9",
    "unknown_option": "odds craps --option speed=9",
    "unknown_value": "odds craps --option field_12=4",
    "bad_option": "odds craps --option field_12",
    "unknown_bet": "settle craps --bet yo=10 --outcome 3-4",
    "unknown_selection": "settle craps --bet hard_way:5=10 --outcome 3-4",
    "no_selection": "settle craps --bet field:2=10 --outcome 3-4",
    "bad_bet": "settle craps --bet pass_line --outcome 3-4",
    "bad_stake": "settle craps --bet pass_line=many --outcome 3-4",
    "bad_limits": "settle craps --bet pass_line=10 --outcome 3-4 --chip 3",
    "stake_not_positive": "settle craps --bet pass_line=-10 --outcome 3-4",
    "stake_not_multiple": "settle craps --bet pass_line=15 --outcome 3-4 --minimum 10",
    "stake_too_large": "settle craps --bet pass_line=999999999999999999 --outcome 3-4",
    "bad_outcome": "settle craps --bet pass_line=10 --outcome seven",
    "impossible_outcome": "settle craps --bet pass_line=10 --outcome 0-7",
    "unknown_null": "settle craps --bet pass_line=10 --outcome null:earthquake",
    "sequence_ended": "settle craps --bet field=10 --outcome 3-4 --outcome 3-4",
    "no_such_throw": "settle craps --bet field@2=10 --outcome 3-4",
    "point_stands": "settle craps --bet field=5 --bet pass_line@2=5 --outcome 2-4 --outcome 3-4",
    "no_point": "settle craps --bet come@1=10 --outcome 3-4",
    "no_flat_bet": "settle craps --bet pass_odds:6=10 --outcome 3-3",
    "additional_too_large": "settle craps --bet pass_line=10 --bet pass_odds:6=40 --outcome 2-4 --outcome 3-3",
    "bets_closed": "settle wheel --bet symbol:1=5 --bet symbol:2@2=5 --outcome null --outcome 7",
    "different_spaces": "together football_poker --option post_opens=on_post --bet upper=5 --bet post=5",
    "cannot_write": "odds craps --certificate /no/such/folder/file.json",
}


@pytest.mark.parametrize(("code", "command"), REFUSED.items())
def test_bad_input_is_refused_in_one_line(code: str, command: str) -> None:
    for lang in Language:
        result = run(
            *command.replace("--lang fr", "").split(), *(["--lang", "fr"] if "fr" in command else ["--lang", lang])
        )
        assert result.exit_code == 1
        assert result.stdout == ""
        assert re.fullmatch(r"banca: [^\n]+\n", result.stderr)
        assert "{" not in result.stderr
    as_json = run(*command.split(), "--json")
    assert (as_json.exit_code, as_json.stdout) == (1, "")
    problem = json.loads(as_json.stderr)
    assert problem["code"] == code
    without_clause = {"unknown_game", "unknown_language", "unknown_clause", "unknown_option", "bad_option"}
    without_clause |= {"no_such_throw", "different_spaces", "cannot_write"}
    assert bool(problem["cite"]) == (code not in without_clause)


@pytest.mark.parametrize(
    "outcome",
    ["1-2-3", "7-1", "0-1", "-1-2", "1", "1-", "", " ", "1.5-2", "９-１", "9" * 5000, "1-2\n3-4", "null:", "NULL"],
)
def test_throws_that_cannot_be_are_refused(outcome: str) -> None:
    result = run("settle", "craps", "--bet", "pass_line=10", "--outcome", outcome)
    assert result.exit_code == 1
    assert result.stderr.count("\n") == 1
    assert "craps" in result.stderr


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("outcome", ["9" * 5000, "-", "–", "\x00", "💥", "a" * 300, "null:" + "x" * 300])
def test_no_outcome_breaks_a_game(game: str, outcome: str) -> None:
    bet = answer("odds", game)["bets"][0]
    key = f"{bet['id']}:{bet['selection']}".rstrip(":")
    result = run("settle", game, "--bet", f"{key}=10", "--outcome", outcome)
    assert result.exit_code == 1
    assert result.stderr.count("\n") == 1


@pytest.mark.parametrize("stake", ["9" * 5000, "1" * 101, "0", "-1", "1.001", "inf", "", " 5", "1_000", "+5"])
def test_no_stake_breaks_a_game(stake: str) -> None:
    result = run("settle", "craps", "--bet", f"pass_line={stake}", "--outcome", "3-4")
    assert result.exit_code == 1
    assert result.stderr.count("\n") == 1
    assert len(result.stderr) < 400


@pytest.mark.parametrize("words", [["frob"], ["odds", "craps", "--frob"], ["settle", "craps"], ["rules"], ["settle"]])
def test_wrong_usage_exits_2(words: list[str]) -> None:
    result = run(*words)
    assert result.exit_code == 2
    assert "Traceback" not in result.output


def test_every_refusal_has_a_sentence() -> None:
    assert set(SENTENCES) == set(Code)


def test_a_certificate_is_written_and_said(tmp_path: Path) -> None:
    file = tmp_path / "craps.json"
    result = run("odds", "craps", "--certificate", str(file))
    assert result.exit_code == 0
    assert json.loads(file.read_text())["format"] == "banca certificate 1"
    quiet = run("odds", "craps", "--certificate", str(file), "--json")
    assert json.loads(quiet.stdout)["game"] == "craps"


def test_the_shell_completes_games_bets_and_options() -> None:
    def completed(line: str) -> str:
        env = os.environ | {
            "_BANCA_COMPLETE": "complete_bash",
            "COMP_WORDS": line,
            "COMP_CWORD": str(len(line.split(" ")) - 1),
        }
        done = subprocess.run([BANCA], env=env, capture_output=True, text=True, check=False)
        return done.stdout

    assert "settle" in completed("banca se")
    assert "fish_prawn_crab" in completed("banca odds fi")
    assert "pass_line" in completed("banca odds craps pass_l")
    assert "dont_pass" in completed("banca settle craps --bet dont_p")
    assert "field_12" in completed("banca odds craps --option fie")
    assert "5.2.3" in completed("banca rules craps --clause 5.2.")


def test_odds_imports_nothing_heavy() -> None:
    code = (
        "import sys; from banca.cli import app; app(['odds', 'craps'], standalone_mode=False); "
        "print(sorted(m for m in sys.modules if '.' not in m), file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = set(re.findall(r"'(\w+)'", done.stderr))
    assert "flint" in loaded
    heavy = {
        "numba",
        "numpy",
        "scipy",
        "litestar",
        "uvicorn",
        "sqlalchemy",
        "altair",
        "babel",
        "pydantic",
        "asyncio",
        "dask",
    }
    assert loaded & heavy == set()


def test_a_closed_pipe_is_no_traceback() -> None:
    done = subprocess.run(f"{BANCA} odds | head -1", shell=True, capture_output=True, text=True, check=False)  # noqa: S602
    assert "Traceback" not in done.stderr
