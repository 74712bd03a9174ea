"""The checker of certificates: it verifies what Banca computes, and rejects a falsified certificate with the row that fails."""

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

from banca.analysis.exact.certificate import bet_certificate
from banca.analysis.exact.odds import figures_of
from banca.analysis.game import game
from banca.games import of_chance
from banca.i18n import translator
from banca.i18n.answer import plain
from banca.law import Language
from banca_verify import certificate as checker
from support.lanes import many

VERIFIER = Path(checker.__file__)
MAIN: Callable[[str], None] = checker.main
CHECKS: tuple[Callable[[str, Any], None], ...] = (
    checker.check_rows,
    checker.check_absorption,
    checker.check_equations,
    checker.check_figures,
)
Certificate = dict[str, Any]


def rejected(certificate: object, folder: Path) -> str:
    """Why the checker rejects it; nothing where it is verified."""
    file = folder / "certificate.json"
    file.write_text(certificate if isinstance(certificate, str) else json.dumps(certificate))
    try:
        MAIN(str(file))
    except SystemExit as error:
        return str(error)
    return ""


def test_it_runs_in_a_bare_interpreter_as_a_regulator_does(tmp_path: Path) -> None:
    certificate = game("craps").certificate()
    for written, status, said in ((certificate, 0, "48 bets"), (certificate | {"bets": []}, 1, "REJECTED")):
        file = tmp_path / "certificate.json"
        file.write_text(json.dumps(written))
        command = [sys.executable, "-I", "-S", str(VERIFIER), str(file)]
        checked = subprocess.run(command, capture_output=True, text=True, check=False)
        assert (checked.returncode, said in checked.stdout + checked.stderr) == (status, True)
    tree = ast.walk(ast.parse(VERIFIER.read_text()))
    names = [
        name
        for node in tree
        if isinstance(node, ast.Import | ast.ImportFrom)
        for name in ([node.module] if isinstance(node, ast.ImportFrom) else [alias.name for alias in node.names])
    ]
    assert {str(name).split(".")[0] for name in names} <= sys.stdlib_module_names


@pytest.mark.parametrize(
    ("name", "options"),
    [
        *((name, {}) for name in of_chance()),
        ("craps", {"field_12": 3}),
        ("football_poker", {"decks": 1, "post_opens": "on_post"}),
        ("roulette", {"zero": "en_prison"}),
        ("roulette", {"zero": "half_back"}),
    ],
)
def test_every_bet_of_every_game_is_verified(
    name: str, options: dict[str, object], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table = game(name, **options)
    assert rejected(table.certificate(), tmp_path) == ""
    assert f"{len(table.bets)} bets" in capsys.readouterr().out


@pytest.mark.slow
@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("name", of_chance())
def test_odds_beside_their_certificate_are_verified_in_every_language(
    name: str, language: Language, tmp_path: Path
) -> None:
    table = game(name)
    answer = plain(figures_of(table.rules), translator(language)) | {"certificate": table.certificate()}
    assert rejected(answer, tmp_path) == ""


HONEST: Certificate = game("craps").certificate()
HONEST["bets"] = [bet for bet in HONEST["bets"] if bet["bet"] in ("pass_line", "dont_pass")]


def outcome_twice(bet: Certificate) -> None:
    row = bet["rows"][1]
    row[0], row[10] = row[10], row[10]


def trap(bet: Certificate) -> None:
    for cell in bet["rows"][5]:
        cell[2] = 5


def decision(bet: Certificate, kind: str) -> Certificate:
    return next(one for one in bet["decisions"] if one["kind"] == kind)


def negative_weight(bet: Certificate) -> None:
    bet["rows"][0][0][1] -= 2
    bet["rows"][0][1][1] += 2


def loss_called_a_tie(bet: Certificate) -> None:
    decision(bet, "lose")["kind"] = "push"
    figures = bet["figures"]
    figures["p_lose"], figures["p_push"] = figures["p_push"], figures["p_lose"]


def inexact_weights(bet: Certificate) -> None:
    bet["total"] = 36.0
    for row in bet["rows"]:
        for cell in row:
            cell[1] = float(cell[1])


FALSIFIED: list[tuple[Callable[[Certificate], object], str]] = [
    (lambda bet: bet["rows"][1][0].__setitem__(1, bet["rows"][1][0][1] + 1), "row '4': weights do not sum to 36"),
    (lambda bet: bet["rows"][2][5].__setitem__(2, 2), "row '5': x = Px + r fails for decision 0"),
    (lambda bet: bet["rows"][2][5].__setitem__(2, 99), "row '5': leads nowhere"),
    (lambda bet: bet["chances"][0][3].__setitem__(0, 7), "x = Px + r fails for decision 0"),
    (lambda bet: bet["rounds"].__setitem__(4, [5, 1]), "x = Px + r fails for rounds"),
    (lambda bet: bet["rounds"].pop(), "not one value per state"),
    (lambda bet: bet["chances"].pop(), "not one vector per decision"),
    (outcome_twice, "row '4': not every outcome once"),
    (trap, "row '9': never reaches a decision"),
    (lambda bet: decision(bet, "win").update(net=[2, 1]), "house_edge is "),
    (lambda bet: decision(bet, "lose").update(net=[-2, 1]), "a decision is miscalled"),
    (lambda bet: bet["figures"].update(house_edge=[1, 495]), "house_edge is 7/495"),
    (lambda bet: bet["figures"].update(variance=[1, 1]), "variance is 244976/245025"),
    (lambda bet: bet["figures"].pop("mean_rounds"), "mean_rounds is "),
    (negative_weight, "row 'first throw': a weight is not positive"),
    (lambda bet: bet["rows"].pop(), "not one row per state"),
    (loss_called_a_tie, "a decision is miscalled"),
    (inexact_weights, "a weight is not positive"),
    (lambda bet: bet["chances"][0].__setitem__(0, [0.5, 1]), "[0.5, 1] is no exact number"),
    (lambda bet: bet.update(house_edge_percent=0), "parts are missing or unknown"),
    (lambda bet: bet["states"].__setitem__(1, bet["states"][2]), "not one row per state"),
]


def test_a_certificate_names_the_clauses_that_its_bets_rest_on() -> None:
    assert (HONEST["format"], HONEST["game"], HONEST["options"]["field_12"]) == ("banca certificate 1", "craps", 2)
    for bet, cite, reads in zip(HONEST["bets"], ("5.2.1", "5.2.3"), ([], ["R-craps-5"]), strict=True):
        assert (bet["cite"], bet["rests_on"], bet["weights_cite"]) == (f"craps {cite}", reads, "craps 1.2.4")
    kinds = {bet["bet"]: [(one["kind"], one["cite"]) for one in bet["decisions"]] for bet in HONEST["bets"]}
    assert set(kinds["pass_line"]) == {("win", "craps 6.1"), ("lose", "craps 5.2.1")}
    assert set(kinds["dont_pass"]) == {("win", "craps 6.3"), ("lose", "craps 5.2.3"), ("push", "craps 5.2.3")}
    wheel: Certificate = game("wheel").certificate()
    assert {one["cite"] for one in wheel["bets"][0]["decisions"]} == {"wheel 6.1", "wheel 5"}


@pytest.mark.parametrize(("falsify", "named"), FALSIFIED, ids=[named for _, named in FALSIFIED])
def test_a_falsified_certificate_is_rejected(
    falsify: Callable[[Certificate], object], named: str, tmp_path: Path
) -> None:
    assert rejected(HONEST, tmp_path) == ""
    forged = copy.deepcopy(HONEST)
    falsify(forged["bets"][0])
    assert named in rejected(forged, tmp_path)


def test_a_certificate_lists_every_bet_and_every_name_once(tmp_path: Path) -> None:
    for bets in ([], [HONEST["bets"][0], HONEST["bets"][0]]):
        assert "no bets, or a bet twice" in rejected(HONEST | {"bets": bets}, tmp_path)
    twice = json.dumps(HONEST).replace('"house_edge":', '"house_edge": [0, 1], "house_edge":', 1)
    assert "a name stands twice" in rejected(twice, tmp_path)
    assert "not a certificate this program knows" in rejected(HONEST | {"format": "banca certificate 2"}, tmp_path)
    for rubbish in (
        "",
        "{}",
        "[]",
        "null",
        '{"format": "banca certificate 1", "game": "x", "bets": [{}]}',
        "[" * 99999,
    ):
        assert rejected(rubbish, tmp_path)


DONT_PASS: Certificate = bet_certificate(game("craps").bet("dont_pass").terms)


@given(st.data())
@settings(max_examples=many(60))
def test_no_weight_and_no_solution_can_be_changed(data: st.DataObject) -> None:
    bet = copy.deepcopy(DONT_PASS)
    vectors = [*bet["chances"], bet["rounds"], list(bet["figures"].values())]
    weights = [[cell[1:2] for cell in row] for row in bet["rows"]]
    part = data.draw(st.sampled_from([*vectors, *weights]))
    number = data.draw(st.sampled_from(part))
    if part in weights:
        row = bet["rows"][weights.index(part)]
        row[part.index(number)][1] += data.draw(st.integers(-50, 50).filter(bool))
    else:
        before = Fraction(*number)
        number[data.draw(st.sampled_from([0, 1]))] += data.draw(st.integers(-50, 50).filter(bool))
        if number[1] > 0 and Fraction(*number) == before:
            return  # the same number written otherwise
    with pytest.raises(ValueError, match=r"dont_pass|exact number"):
        check_everything(bet)


def check_everything(bet: Certificate) -> None:
    for check in CHECKS:
        check("dont_pass", bet)
