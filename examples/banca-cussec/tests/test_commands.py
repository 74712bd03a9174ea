"""Cussec on the command line: every command that any game has."""

import json
import tomllib
from importlib.resources import files
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from banca.cli import app
from typer.testing import CliRunner

from banca_cussec import RULEBOOK

COMMANDS = CliRunner()
CLAUSES: dict[str, dict[str, Any]] = tomllib.loads(files("banca_cussec").joinpath("clauses.toml").read_text("utf-8"))[
    "clauses"
]


def said(*words: str) -> str:
    """What a command prints; it must not refuse."""
    done = COMMANDS.invoke(app, [*words], env={"COLUMNS": "100", "BANCA_LANG": None})
    assert done.exit_code == 0, done.stderr
    assert not done.stderr
    return done.stdout


def answer(*words: str) -> dict[str, Any]:
    """What it answers as JSON."""
    report: dict[str, Any] = json.loads(said(*words, "--json"))
    return report


def refusal(*words: str) -> str:
    """The one line in which a command refuses."""
    done = COMMANDS.invoke(app, [*words], env={"COLUMNS": "100", "BANCA_LANG": None})
    assert done.exit_code == 1
    (line,) = done.stderr.splitlines()
    return line


def test_games_lists_it_beside_the_others() -> None:
    listed = {one["game"]: one for one in answer("games")["games"]}
    assert listed["cussec"]["title"] == "Cussec"
    assert listed["cussec"]["bets"] == 50
    assert len(listed) > 1
    whole = answer("games", "cussec", "--lang", "zh")
    assert whole["title"] == "骰寶"
    assert {one["id"] for one in whole["families"]} == {bet.id for bet in RULEBOOK.under().bets.values()}


def test_odds_are_exact() -> None:
    found = {(one["id"], one["selection"]): one for one in answer("odds", "cussec")["bets"]}
    assert found["small", ""]["house_edge"] == "1/36"
    assert found["total", "9"]["house_edge"] == "41/216"
    assert found["single", "6"]["pays"] == "1, 2, 3 to 1"
    assert {one["status"] for one in found.values()} == {"reconstructed"}
    assert "1/27" in said("odds", "cussec", "single:1", "--option", "single_on_three=12")


def test_settle_counts_null_rounds_and_cites() -> None:
    asked = ("settle", "cussec", "--bet", "small=100", "--bet", "pair:2-3=10")
    report = answer(*asked, "--outcome", "null:leaning", "--outcome", "2-3-2")
    assert [one["prize"] for one in report["bets"]] == ["100", "50"]
    assert report["throws"][0]["cites"] == ["cussec N-2"]
    assert "cussec P-1" in report["bets"][0]["cites"]
    assert "cussec N-2" in said(*asked, "--outcome", "null:leaning", "--outcome", "2-3-2")
    assert refusal(*asked, "--outcome", "2-3-9").endswith("(Cussec, rule M-1 (unofficial number))")


@pytest.mark.compiled
def test_simulate_plays_one_bet() -> None:
    report = answer("simulate", "cussec", "--bet", "small=10", "--rounds", "100", "--sessions", "200", "--seed", "5")
    assert report["strategies"][0]["rounds"] == 20_000
    assert report["strategies"][0]["per_staked"]["exact"] == "-1/36"


@pytest.mark.parametrize("language", ["en", "pt", "zh"])
def test_rules_say_every_clause_in_three_languages(language: str) -> None:
    report = answer("rules", "cussec", "--lang", language)
    said_here = {one["clause"]: one["text"] for one in report["clauses"] if one["clause"] in CLAUSES}
    assert said_here == {clause: entry[language] for clause, entry in CLAUSES.items()}
    assert "R-cussec-4" in said("rules", "cussec", "--clause", "R-cussec-4", "--lang", language)


def test_options_say_which_clause_grants_them() -> None:
    listed = {one["option"]: one for one in answer("options", "cussec")["options"]}
    assert set(listed) == {option.name for option in RULEBOOK.options}
    assert listed["prizes"]["cite"] == "R-cussec-1"
    assert refusal("odds", "cussec", "--option", "prizes=moon").endswith("(reading R-cussec-1)")


def test_strategies_lists_what_ships_with_it() -> None:
    listed = {one["strategy"] for one in answer("strategies", "cussec")["strategies"]}
    assert {"small_flat", "big_martingale", "seven_and_fourteen"} <= listed


@pytest.mark.parametrize("form", [(), ("--form", "tall")])
@pytest.mark.parametrize("language", ["en", "pt", "zh"])
def test_layout_is_a_picture(tmp_path: Path, form: tuple[str, ...], language: str) -> None:
    file = tmp_path / "cussec.svg"
    said("layout", "cussec", "-o", str(file), "--lang", language, *form)
    picture = ET.fromstring(file.read_text("utf-8"))  # noqa: S314 - our own
    regions = [one.get("data-bet") for one in picture.iter() if one.get("class") == "region"]
    assert len(regions) == len(set(regions)) == 50


def test_together_says_what_one_round_does_to_several_bets() -> None:
    assert "−7/12" in said("together", "cussec", "--bet", "small=10", "--bet", "any_triple=1")


def test_its_catalogue_names_the_round_in_the_programs_own_sentences() -> None:
    assert "per shake" in said("odds", "cussec", "small")
    assert "擲骰次數" in said("odds", "cussec", "small", "--lang", "zh")
    assert "per shake" not in said("odds", "roulette", "red")
