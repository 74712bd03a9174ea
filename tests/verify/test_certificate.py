"""Certificates hold for every game and option; a falsified one is rejected with the row that fails."""

import ast
import copy
import json
import subprocess
import sys
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from banca.exact.certificate import bet_certificate
from banca.games import of_chance
from banca.interface import game
from banca_verify import certificate as checker
from soak import many

VERIFIER = Path(checker.__file__)
Certificate = dict[str, Any]


def verify(certificate: object, folder: Path) -> subprocess.CompletedProcess[str]:
    """Run the checker as a regulator does: a bare interpreter that sees no installed package."""
    file = folder / "certificate.json"
    file.write_text(json.dumps(certificate) if not isinstance(certificate, str) else certificate)
    command = [sys.executable, "-I", "-S", str(VERIFIER), str(file)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_the_verifier_is_short_and_needs_the_standard_library_only() -> None:
    source = VERIFIER.read_text()
    assert len(source.splitlines()) < 100
    imported = {
        name.split(".")[0]
        for node in ast.walk(ast.parse(source))
        for name in (
            [alias.name for alias in node.names]
            if isinstance(node, ast.Import)
            else [node.module or ""]
            if isinstance(node, ast.ImportFrom)
            else []
        )
    }
    assert imported <= sys.stdlib_module_names


@pytest.mark.parametrize("name", of_chance())
def test_every_bet_of_every_game_is_verified(name: str, tmp_path: Path) -> None:
    certificate = game(name).certificate()
    checked = verify(certificate, tmp_path)
    assert checked.returncode == 0, checked.stderr
    assert f"{len(game(name).bets)} bets" in checked.stdout


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("craps", {"field_12": 3}),
        ("football_poker", {"decks": 1, "post_opens": "on_post"}),
        ("roulette", {"zero": "en_prison"}),
        ("roulette", {"zero": "half_back"}),
    ],
)
def test_options_are_verified(name: str, options: dict[str, object], tmp_path: Path) -> None:
    assert verify(game(name, **options).certificate(), tmp_path).returncode == 0


@pytest.fixture(scope="module")
def honest() -> Certificate:
    whole: Certificate = game("craps").certificate()
    return whole | {"bets": [bet for bet in whole["bets"] if bet["bet"] in ("pass_line", "dont_pass")]}


def a_weight(bet: Certificate) -> None:
    bet["rows"][1][0][1] += 1


def a_target(bet: Certificate) -> None:
    bet["rows"][2][5][2] = 2  # on the point 5 a seven decides nothing any more


def a_chance(bet: Certificate) -> None:
    bet["chances"][0][3][0] += 1


def the_rounds(bet: Certificate) -> None:
    bet["rounds"][4] = [5, 1]


def an_outcome_twice(bet: Certificate) -> None:
    row = bet["rows"][1]
    row[0], row[10] = row[10], row[10]


def a_trap(bet: Certificate) -> None:
    for cell in bet["rows"][5]:
        cell[2] = 5


def decision(bet: Certificate, kind: str) -> Certificate:
    return next(one for one in bet["decisions"] if one["kind"] == kind)


def the_net(bet: Certificate) -> None:
    decision(bet, "win")["net"] = [2, 1]


def the_edge(bet: Certificate) -> None:
    bet["figures"]["house_edge"] = [1, 495]


def the_variance(bet: Certificate) -> None:
    bet["figures"]["variance"] = [1, 1]


def a_negative_weight(bet: Certificate) -> None:
    bet["rows"][0][0][1] -= 2
    bet["rows"][0][1][1] += 2


def a_row(bet: Certificate) -> None:
    del bet["rows"][-1]


def the_kind(bet: Certificate) -> None:
    """A loss called a tie, consistently."""
    decision(bet, "lose")["kind"] = "push"
    figures = bet["figures"]
    figures["p_lose"], figures["p_push"] = figures["p_push"], figures["p_lose"]


def inexact_numbers(bet: Certificate) -> None:
    bet["total"] = 36.0
    for row in bet["rows"]:
        for cell in row:
            cell[1] = float(cell[1])


def a_float_for_a_chance(bet: Certificate) -> None:
    bet["chances"][0][0] = [0.5, 1]


def an_unknown_part(bet: Certificate) -> None:
    bet["house_edge_percent"] = 0


def two_states_of_one_name(bet: Certificate) -> None:
    bet["states"][1] = bet["states"][2]


@pytest.mark.parametrize(
    ("falsify", "named"),
    [
        (a_weight, "row '4': weights do not sum to 36"),
        (a_target, "row '5': x = Px + r fails for decision 0"),
        (a_chance, "x = Px + r fails for decision 0"),
        (the_rounds, "x = Px + r fails for rounds"),
        (an_outcome_twice, "row '4': not every outcome once"),
        (a_trap, "row '9': never reaches a decision"),
        (the_net, "house_edge is "),
        (the_edge, "house_edge is 7/495"),
        (the_variance, "variance is 244976/245025"),
        (a_negative_weight, "row 'first throw': a weight is not positive"),
        (a_row, "not one row per state"),
        (the_kind, "a decision is miscalled"),
        (inexact_numbers, "a weight is not positive"),
        (a_float_for_a_chance, "[0.5, 1] is no exact number"),
        (an_unknown_part, "parts are missing or unknown"),
        (two_states_of_one_name, "not one row per state"),
    ],
)
def test_a_falsified_certificate_is_rejected(
    honest: Certificate, falsify: Callable[[Certificate], None], named: str, tmp_path: Path
) -> None:
    assert verify(honest, tmp_path).returncode == 0
    forged = copy.deepcopy(honest)
    falsify(forged["bets"][0])
    checked = verify(forged, tmp_path)
    assert checked.returncode == 1
    assert "REJECTED" in checked.stderr
    assert named in checked.stderr


def test_a_certificate_lists_every_bet_and_every_name_once(honest: Certificate, tmp_path: Path) -> None:
    for forged in (honest | {"bets": []}, honest | {"bets": [honest["bets"][0], honest["bets"][0]]}):
        assert "no bets, or a bet twice" in verify(forged, tmp_path).stderr
    twice = json.dumps(honest).replace('"house_edge":', '"house_edge": [0, 1], "house_edge":', 1)
    assert "a name stands twice" in verify(twice, tmp_path).stderr


@pytest.mark.parametrize(
    "rubbish", ["", "{}", "[]", "null", '{"format": "banca certificate 1", "game": "x", "bets": [{}]}', "[" * 100_000]
)
def test_rubbish_is_rejected_without_a_traceback(rubbish: str, tmp_path: Path) -> None:
    checked = verify(rubbish, tmp_path)
    assert checked.returncode == 1
    assert "REJECTED" in checked.stderr
    assert "Traceback" not in checked.stderr


@given(st.data())
@settings(max_examples=many(200))
def test_no_weight_and_no_solution_can_be_changed(data: st.DataObject) -> None:
    bet = copy.deepcopy(DONT_PASS)
    vectors = [*bet["chances"], bet["rounds"], list(bet["figures"].values())]
    weights = [[cell[1:2] for cell in row] for row in bet["rows"]]
    part = data.draw(st.sampled_from([*vectors, *weights]))
    number = data.draw(st.sampled_from(part))
    if part in weights:
        place = part.index(number)
        row = bet["rows"][weights.index(part)]
        row[place][1] += data.draw(st.integers(-50, 50).filter(bool))
    else:
        before = Fraction(*number)
        number[data.draw(st.sampled_from([0, 1]))] += data.draw(st.integers(-50, 50).filter(bool))
        if number[1] > 0 and Fraction(*number) == before:
            return  # the same number written otherwise
    with pytest.raises(ValueError, match=r"dont_pass|exact number"):
        check_everything(bet)


def check_everything(bet: Certificate) -> None:
    for check in ("check_rows", "check_absorption", "check_equations", "check_figures"):
        getattr(checker, check)("dont_pass", bet)


DONT_PASS: Certificate = bet_certificate(game("craps").bet("dont_pass").terms)
