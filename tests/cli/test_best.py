"""The best way to play as people meet it: on the command line, in Python, over HTTP, at an environment; and a saved policy played."""

import json
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import gymnasium
import pytest
from typer.testing import CliRunner

import banca
from banca.analysis.best_play import PlayGoal, PlayProblem, best
from banca.analysis.simulation.strategy import SessionEnd
from banca.cli.app import app
from banca.games import rulebook
from banca.i18n import translator
from banca.i18n.answer import plain
from banca.law import Language
from banca.rules import Limits
from banca_gym import IDS, PolicyPlayer
from support.commands import refuses
from support.server import Service

pytestmark = pytest.mark.compiled
UNITS = Limits(minimum=100, maximum=100_000, chip=100)
PURSE = ("--bankroll", "3", "--target", "8", "--chip", "1")
BOLD = Fraction(18, 37) ** 2 * (1 + Fraction(19, 37))
"""Red with 3 of 8: 6 by a win, then the target at once or from 4. Dubins and Savage 1965."""


def run(*words: str) -> str:
    done = CliRunner().invoke(app, list(words))
    assert done.exit_code == 0, done.output
    return done.output


def test_the_loss_is_always_beside_the_chance() -> None:
    told = json.loads(run("best", "roulette", *PURSE, "--bet", "red", "--exact", "--json"))
    assert told["chance"]["exact"] == str(BOLD)
    assert told["fair_bound"] == "3/8"
    assert Fraction(told["loss"]["exact"]) == 3 - 8 * BOLD  # red never goes beyond the target
    assert [one["money"] for one in told["map"]["lines"]] == [str(money) for money in range(7, 0, -1)]
    assert told["beside"][0]["bet"] == "red"


def test_additional_bets_are_used_where_they_are_named_or_nothing_is() -> None:
    for named, additional in (
        (("pass_line",), []),
        (("pass_line", "pass_odds"), ["pass_odds"]),
        (("pass_line", "pass_odds:4"), ["pass_odds"]),
    ):
        bets = [word for bet in named for word in ("--bet", bet)]
        told = json.loads(run("best", "craps", *PURSE, "--rounds", "2", *bets, "--alone", "--json"))
        assert (told["bets"], told["additional"]) == (["pass_line"], additional)
    found = banca.best("craps", bankroll=3, target=8, rounds=2, bets=["pass_line", "pass_odds"], limits=UNITS)
    assert found.answer(compared=False).additional == ("pass_odds",)


def test_a_saved_policy_is_played_by_every_command(tmp_path: Path) -> None:
    file = tmp_path / "bold.toml"
    run("best", "roulette", *PURSE, "--bet", "red", "-o", str(file), "--alone")
    worked_out = json.loads(run("evening", "roulette", str(file), "--json"))
    assert worked_out["chances"]["target"]["value"] == pytest.approx(float(BOLD), abs=1e-11)
    played = json.loads(run("simulate", "roulette", str(file), "--sessions", "20000", "--seed", "1", "--json"))
    share = played["strategies"][0]["chances"]["target"]
    assert abs(share["measured"] - float(BOLD)) < 4 * share["error"]


def test_what_a_goal_needs_is_said() -> None:
    for words, code in (
        (("--bankroll", "3"), "needs target"),
        (("--bankroll", "3", "--goal", "last"), "needs rounds"),
        (("--bankroll", "3", "--goal", "luck"), "there is no goal luck"),
        (("--bankroll", "3", "--target", "8", "-o", "policy.json"), ".toml"),
    ):
        done = CliRunner().invoke(app, ["best", "roulette", *words])
        assert (done.exit_code, code in done.output) == (1, True), done.output


def test_a_row_that_cannot_be_played_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "wrong.toml"
    run("best", "roulette", *PURSE, "--bet", "red", "-o", str(file), "--alone")
    written = file.read_text("utf-8")
    for wrong in (
        written.replace('"red"', '"purple"'),
        written.replace('"", 1, ', '"", '),
        written.replace('counts = "nothing"', 'counts = "sheep"'),
        written.replace("least = 1", ""),
        written.replace("bankroll = 3, ", ""),
    ):
        assert wrong != written
        file.write_text(wrong, "utf-8")
        done = CliRunner().invoke(app, ["simulate", "roulette", str(file)])
        assert done.exit_code == 1
        assert len(done.output.splitlines()) == 1


def test_python_has_it_with_its_strategy() -> None:
    found = banca.best("roulette", bankroll=3, target=8, bets=["red"], limits=UNITS, exact=True)
    assert found.figures.chance.low == BOLD
    assert banca.evening(found.strategy, rounds=200).figures.ended[SessionEnd.TARGET].high >= BOLD - Fraction(1, 10**9)
    assert len(found.rows()) == 7
    with refuses("unknown_goal"):
        banca.best("roulette", bankroll=3, goal="luck")


def test_a_policy_plays_at_an_environment() -> None:
    found = best(
        PlayProblem(
            game="craps",
            goal=PlayGoal.TARGET,
            bankroll=1000,
            target=2000,
            bets=("pass_line", "dont_pass"),
            limits=UNITS,
        )
    )
    env = gymnasium.make(IDS["craps"], bankroll=10, unit=1, most_units=20, limits=UNITS)
    player = PolicyPlayer(env, found.strategy)
    reached, episodes = 0, 150
    for seed in range(episodes):
        observation, _ = env.reset(seed=seed)
        player.sit_down()
        for _ in range(400):
            observation, _, is_over, _, info = env.step(player.action(observation))
            assert not info["refused"]
            worth = int(observation["money"][0]) + int(observation["standing"].sum())
            if is_over or worth >= 2000:
                break
        reached += worth >= 2000
    chance = float(found.chance)
    assert abs(reached - episodes * chance) < 4 * (episodes * chance * (1 - chance)) ** 0.5
    with refuses("other_game"):
        PolicyPlayer(gymnasium.make(IDS["roulette"]), found.strategy)
    with refuses("other_units"):
        small = gymnasium.make(IDS["craps"], bankroll=10, unit=1, most_units=1, limits=UNITS)
        player = PolicyPlayer(small, found.strategy)
        player.action(small.reset(seed=1)[0])


def test_over_http_it_is_what_the_command_prints_and_a_strategy_of_the_lab(tmp_path: Path) -> None:
    with Service(tmp_path) as service:
        asked: dict[str, Any] = {"game": "roulette", "bankroll": 300, "target": 800, "bets": ["red"], "chip": 100}
        told = service.post("ana", "/lab/best", **asked).json()
        limits = replace(rulebook("roulette").limits, chip=100)
        found = best(
            PlayProblem(game="roulette", goal=PlayGoal.TARGET, bankroll=300, target=800, bets=("red",), limits=limits)
        )
        assert told["best"] == json.loads(json.dumps(plain(found.answer(), translator(Language.EN)), default=str))
        played = service.post("ana", "/lab/evenings", strategies=[{"text": told["text"]}]).json()["evenings"][0]
        assert played["evening"]["chances"]["target"]["value"] == pytest.approx(float(BOLD), abs=1e-9)
