"""Evenings on the command line and in Python: the digits that are certain, and no others."""

import json
from fractions import Fraction

import pytest
from typer.testing import CliRunner

import banca
from banca.analysis.sessions import Interval
from banca.cli.app import app

pytestmark = pytest.mark.compiled
ASKED = ["evening", "roulette", "--bet", "red=10", "--bankroll", "50", "--target", "100", "--rounds", "12"]


def run(*more: str) -> str:
    done = CliRunner().invoke(app, [*ASKED, *more])
    assert done.exit_code == 0, done.output
    return done.stdout


def test_the_same_figures_on_the_command_line_and_in_python() -> None:
    told = json.loads(run("--exact", "--json"))
    found = banca.evening({"red": 10}, "roulette", bankroll=50, target=100, rounds=12, exact=True)
    ruin = found.answer().chances.ruin
    assert told["chances"]["ruin"]["exact"] == str(ruin.exact)
    assert told["distribution"] == [
        {"amount": one.amount, "chance": one.chance, "exact": str(one.exact)} for one in found.answer().distribution
    ]
    assert sum(Fraction(one["exact"]) for one in told["distribution"]) == 1
    assert [row["money"] for row in found.rows()] == [one["amount"] for one in told["distribution"]]


def test_floats_show_the_digits_of_the_fractions() -> None:
    exact, rounded = json.loads(run("--exact", "--json")), json.loads(run("--json"))
    for name, known in rounded["chances"].items():
        truth = Fraction(exact["chances"][name]["exact"])
        assert "exact" not in known or truth == 0  # no stop-loss was set
        assert Fraction(known["low"]) <= truth <= Fraction(known["high"])
        assert known["value"] == float(round(truth, known["digits"]))
    assert rounded["fan"] == exact["fan"]


def test_bounds_are_rounded_outwards() -> None:
    third, near = Fraction(1, 3), Fraction(1, 3) + Fraction(1, 10**6)
    known = Interval(third, near)
    assert Fraction(known.low_float) < third < near < Fraction(known.high_float)
    assert known.digits == 5
    assert known.value == 0.33333
    assert Interval.exactly(Fraction(1, 4)).exact == Fraction(1, 4)
