"""The command line as its users and programs meet it: contracts of --json, exit codes, refusals, languages, width."""

import json
import re
from fractions import Fraction
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from banca.cli import app
from banca.games import playable
from banca.law import Status, law
from support.commands import RUNNER, answer, run

SETTLED = ("settle", "craps", "--bet", "come=10", "--bet", "field=10", "--outcome", "2-4", "--outcome", "null:short")


def test_odds_json_keeps_its_contract() -> None:
    keys = "id selection name cite prize_cite status pays p_win p_lose p_push house_edge house_edge_resolved mean_rounds sd"
    report = answer("odds", "craps")
    assert report["game"] == "craps"
    assert report["instrument"]
    assert isinstance(report["options"], dict)
    for bet in report["bets"]:
        assert set(keys.split()) <= set(bet)
        assert Fraction(bet["p_win"]) + Fraction(bet["p_lose"]) + Fraction(bet["p_push"]) == 1
        assert isinstance(bet["sd"], float)
        assert bet["status"] in set(Status)


def test_reconstructed_rules_are_marked_in_every_output() -> None:
    assert {bet["status"] for bet in answer("odds", "roulette")["bets"]} == {"reconstructed"}
    assert "‡" in run("odds", "roulette").stdout
    assert "nim:1-2‡" in run("settle", "fantan", "--bet", "nim:1-2=10", "--outcome", "1").stdout
    assert "L-4‡" in run("rules", "roulette").stdout
    assert answer("settle", "fantan", "--bet", "kuoc:1-2=10", "--outcome", "1")["bets"][0]["status"] == "reconstructed"


def test_settle_shows_fate_arithmetic_and_articles() -> None:
    words = ["--bet", "pass_line=100", "--bet", "pass_odds:6=200", "--bet", "big_number:6=10"]
    words += ["--outcome", "2-4", "--outcome", "null:short", "--outcome", "3-3"]
    shown = run("settle", "craps", *words)
    assert shown.exit_code == 0
    for line in (
        "  2. null: the dice did not both pass the middle (craps 3.2.2, craps 2.4,",
        "  1. stays on 6 (craps 5.2.1)",
        "     200 × 6 to 5 = 240 (craps 6.2)",
        "     10 × 7 to 6 = 11 2/3 (craps 6.15)",
        "     breakage 1/150, rounded down to the chip (R-money-1)",
        "     receives 21.66, net +11.66",
    ):
        assert line in shown.stdout.splitlines()
    report = answer("settle", "craps", *words)
    assert [(bet["result"], bet["net"]) for bet in report["bets"]] == [("win", "100"), ("win", "240"), ("win", "11.66")]
    fantan = run("settle", "fantan", "--bet", "nga:12-3=100", "--outcome", "heap 57").stdout
    assert "     100 × 1 to 2 = 50 (fantan F-8)\n     commission 5% of 50 = 2.50 (fantan 9)\n" in fantan


def test_settle_names_the_clause_that_decides() -> None:
    def events(*words: str) -> list[str]:
        report = answer("settle", *words)
        return [event["cite"] for bet in report["bets"] for event in bet["events"]]

    prison = ["roulette", "--option", "zero=en_prison", "--bet", "red=5", "--outcome", "0", "--outcome", "1"]
    assert events(*prison) == ["roulette L-5", "roulette L-5"]
    assert events("wheel", "--bet", "symbol:1=5", "--outcome", "symbol 1") == ["wheel 5"]
    two_cards = ["football_poker", "--bet", "upper=5", "--bet", "odd=5", "--bet", "post=5", "--outcome", "5-2"]
    assert events(*two_cards) == [f"football_poker {clause}" for clause in ("A-2", "A-3", "A-4")]
    post = ["football_poker", "--bet", "upper=5", "--bet", "odd=5", "--bet", "post=5", "--outcome", "5-5-9"]
    assert set(events(*post)) == {"football_poker 10.2"}


def test_together_after_a_throw() -> None:
    words = ["--bet", "pass_line=10", "--bet", "pass_odds:6=20", "--outcome", "2-4"]
    assert answer("together", "craps", *words)["net"] == [
        {"net": "-30", "chance": "1/6"},
        {"net": "0", "chance": "25/36"},
        {"net": "34", "chance": "5/36"},
    ]
    placed_after = answer("together", "craps", *words, "--bet", "field@2=5")
    assert len(placed_after["bets"]) == 3
    assert Fraction(placed_after["undecided"]) == Fraction(25, 36)


def test_rules_by_article_and_by_clause() -> None:
    shown = run("rules", "wheel").stdout
    assert [clause for clause in law("wheel").clauses if f" {clause}" not in shown] == []
    some = answer("rules", "craps", "--clause", "5.4")["clauses"]
    assert [one["clause"] for one in some] == ["5.4.1", "5.4.2", "5.4.3", "5.4.4"]
    assert answer("rules", "craps", "--clause", "r-CRAPS-5")["clauses"][0]["clause"] == "R-craps-5"
    one = answer("rules", "craps", "--clause", "5.2.3")["clauses"][0]
    assert set(one["readings"]) == {"R-craps-5", "R-craps-7"}
    assert one["bets"] == ["dont_pass"]
    assert answer("rules", "wheel", "--clause", "R-money-1")["clauses"][0]["status"] == "house_rule"


@pytest.mark.parametrize(
    ("name", "reading", "as_read", "otherwise"),
    [
        ("craps", "R-craps-5", ["3/220", "0", "0", "0"], ["523/1980", "1/2", "1/3", "1/6"]),
        ("craps", "R-craps-6", ["1/66", "1/25", "1/15"], ["-17/48", "-13/35", "-2/5"]),
        ("craps", "R-craps-11", ["1/66", "1/25", "1/15"], ["1/216", "1/90", "1/60"]),
        ("fish_prawn_crab", "R-fpc-1", ["1/9"], ["1"]),
        ("craps", "R-craps-20", ["1/6"] * 2, ["0"] * 2),
        ("craps", "R-craps-21", ["1/9"] * 2 + ["1/11"] * 2, ["1/36", "7/9", "1/36", "13/18"]),
        ("fish_prawn_crab", "R-fpc-2", ["1/9"], ["-1/27"]),
        ("fish_prawn_crab", "R-fpc-5", ["11/36", "41/216"], ["3/8", "2/9"]),
        ("fish_prawn_crab", "R-fpc-6", ["11/36"], ["91/216"]),
        ("wheel", "R-wheel-2", ["1/13"] * 5, ["25/26", "12/13", "23/26", "10/13", "7/13"]),
        ("football_poker", "R-fp-1", ["4045/24817"] * 2, ["-73799/30061", "-73799/124085"]),
        ("roulette", "R-roulette-1", ["1/74"], ["19/1369"]),
    ],
)
def test_a_reading_that_decides_figures_shows_both(
    name: str, reading: str, as_read: list[str], otherwise: list[str]
) -> None:
    compared = answer("rules", name, "--clause", reading)["clauses"][0]["compared"]
    assert [row["as_read"] for row in compared] == as_read
    assert [row["otherwise"] for row in compared] == otherwise


@pytest.mark.parametrize(
    ("words", "keys"),
    [
        (("games",), {"games"}),
        (("rules", "craps", "--clause", "7.1"), {"game", "clauses"}),
        (("options", "craps"), {"game", "options"}),
        (SETTLED, {"game", "bets", "throws", "net", "options"}),
        (("together", "wheel", "--bet", "symbol:1=10"), {"bets", "net"}),
        (("strategies", "craps"), {"strategies"}),
        (("dossier", "world"), {"game", "digest", "bets", "certificate"}),
    ],
    ids=lambda value: value[0] if isinstance(value, tuple) else "",
)
def test_json_is_one_object_and_no_prose(words: tuple[str, ...], keys: set[str]) -> None:
    result = run(*words, "--json", "--lang", "pt")
    assert (result.exit_code, result.stderr) == (0, "")
    assert keys <= json.loads(result.stdout).keys()


def test_every_game_is_listed_and_the_language_may_come_from_the_environment() -> None:
    assert [one["game"] for one in answer("games")["games"]] == list(playable())
    assert "花旗骰" in RUNNER.invoke(app, ["games"], env={"BANCA_LANG": "zh"}).stdout


REFUSED = {
    "unknown_game": "odds baccarat",
    "unknown_language": "games --lang fr",
    "unknown_clause": "rules craps --clause 9.9",
    "unknown_option": "odds craps --option speed=9",
    "unknown_value": "odds craps --option field_12=4",
    "bad_option": "odds craps --option field_12",
    "repeated_option": "odds craps --option field_12=2 --option field_12=3",
    "already_decided": "together craps --bet field=10 --outcome 3-4",
    "unknown_bet": "settle craps --bet whirl=10 --outcome 3-4",
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
    "no_such_throw": "settle craps --bet field@3=10 --outcome 3-4",
    "point_stands": "settle craps --bet field=5 --bet pass_line@2=5 --outcome 2-4 --outcome 3-4",
    "no_point": "settle craps --bet come@1=10 --outcome 3-4",
    "no_flat_bet": "settle craps --bet pass_odds:6=10 --outcome 3-3",
    "additional_too_large": "settle craps --bet pass_line=10 --bet pass_odds:6=40 --outcome 2-4 --outcome 3-3",
    "bets_closed": "settle wheel --bet symbol:1=5 --bet symbol:2@2=5 --outcome null --outcome 7",
    "different_spaces": "together football_poker --option post_opens=on_post --bet upper=5 --bet post=5",
    "cannot_write": "odds craps --certificate /no/such/folder/file.json",
    "bad_chart": "dossier world -o world.txt",
}
WITHOUT_CLAUSE = {"unknown_game", "unknown_language", "unknown_clause", "unknown_option", "bad_option"} | {
    "repeated_option", "no_such_throw", "different_spaces", "cannot_write", "bad_chart"
}  # fmt: skip


@pytest.mark.parametrize(("code", "command"), REFUSED.items())
def test_bad_input_is_refused_in_one_line_with_its_code(code: str, command: str) -> None:
    words = command.split()
    result = run(*words, *([] if "--lang" in words else ["--lang", "pt"]))
    assert (result.exit_code, result.stdout) == (1, "")
    assert re.fullmatch(r"banca: [^\n]+\n", result.stderr)
    assert "{" not in result.stderr
    as_json = run(*words, "--json")
    assert (as_json.exit_code, as_json.stdout) == (1, "")
    problem = json.loads(as_json.stderr)
    assert problem["code"] == code
    assert bool(problem["cite"]) == (code not in WITHOUT_CLAUSE)


@pytest.mark.parametrize("stake", ["9" * 5000, "0", "-1", "1.001", "inf", "", " 5", "1_000", "+5"])
def test_no_stake_breaks_a_game(stake: str) -> None:
    result = run("settle", "craps", "--bet", f"pass_line={stake}", "--outcome", "3-4")
    assert (result.exit_code, result.stderr.count("\n")) == (1, 1)
    assert len(result.stderr) < 400


@pytest.mark.parametrize(
    "outcome", ["7-1", "-1-2", "1-", "", "９-１", "9" * 5000, "1-2\n3-4", "\x00", "null:" + "x" * 300]
)
def test_no_outcome_breaks_a_game(outcome: str) -> None:
    result = run("settle", "craps", "--bet", "pass_line=10", "--outcome", outcome)
    assert (result.exit_code, result.stderr.count("\n")) == (1, 1)


@pytest.mark.parametrize("words", [["frob"], ["odds", "craps", "--frob"], ["settle", "craps"], ["rules"]])
def test_wrong_usage_exits_2(words: list[str]) -> None:
    result = run(*words)
    assert result.exit_code == 2
    assert "Traceback" not in result.output


def test_a_certificate_is_written_and_said(tmp_path: Path) -> None:
    file = tmp_path / "craps.json"
    result = run("odds", "craps", "--certificate", str(file))
    assert result.exit_code == 0
    assert json.loads(file.read_text())["format"] == "banca certificate 1"
    quiet = run("odds", "craps", "--certificate", str(file), "--json")
    assert json.loads(quiet.stdout)["game"] == "craps"


@pytest.mark.slow
def test_a_layout_is_printed_or_written(tmp_path: Path) -> None:
    printed = run("layout", "pai_kao", "--lang", "zh")
    assert printed.exit_code == 0
    ET.fromstring(printed.stdout_bytes)  # noqa: S314 - our own
    file = tmp_path / "craps.svg"
    result = run("layout", "craps", "-o", str(file), "--form", "tall", "--option", "field_12=3", "--lang", "pt")
    assert (result.exit_code, result.output) == (0, "")
    assert "3 para 1" in file.read_text("utf-8")
    for words in (("mahjong",), ("craps", "-o", "craps.png"), ("pai_kao", "--option", "field_12=2")):
        refused = run("layout", *words)
        assert (refused.exit_code, refused.stdout, refused.stderr.count("\n")) == (1, "", 1)


@pytest.mark.slow
def test_a_dossier_is_written_as_its_file_is_called(tmp_path: Path) -> None:
    for kind, start in (("pdf", b"%PDF"), ("html", b"<!doctype html>"), ("json", b"{")):
        file = tmp_path / f"world.{kind}"
        result = run("dossier", "world", "-o", str(file), "--rounds", "0", "--lang", "pt")
        assert result.exit_code == 0, result.stderr
        assert file.read_bytes().startswith(start)
