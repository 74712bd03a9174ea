"""Forgeries of results, certificates and receipts, thought up from the documents alone: no checker accepts one. tests/data/forgeries says how each was made."""

import gzip
import sys
import tomllib
from collections.abc import Callable
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from banca.analysis.game import game
from banca.games import find, names, of_chance, rulebook
from banca.law import law
from banca_verify import certificate, receipt, results
from support.paths import ROOT

FORGERIES = ROOT / "tests" / "data" / "forgeries"
HOW: dict[str, dict[str, str]] = tomllib.loads((FORGERIES / "index.toml").read_text(encoding="utf-8"))
KEY = "casino.example/log+ed87aef1+AQOhB7/zzhC+HXDdGOdLwJln5NYwm6UNXx3chmQSVTG4"
WITNESS = "dicj.example/w+c18b3a07+BCmsuuFBvMrwsi4alNNNC8c2HlJtC/4SyJeUvJMilm3X"


def check_results(file: Path) -> object:
    return results.main(str(file))


def check_certificate(file: Path) -> object:
    program: Any = certificate
    return program.main(str(file))


def check_receipt(file: Path) -> object:
    program: Any = receipt
    witness = ["--witness", WITNESS] if file.name.startswith("witness") else []
    with patch.object(sys, "argv", ["receipt", "--key", KEY, *witness, str(file)]):
        return program.main()


CHECKERS: dict[str, Callable[[Path], object]] = {
    "results": check_results,
    "certificates": check_certificate,
    "receipts": check_receipt,
}


def run(kind: str, file: Path) -> tuple[object, str]:
    """The exit code, or what the program ends with, and what it printed."""
    said = StringIO()
    with redirect_stdout(said):
        try:
            code = CHECKERS[kind](file)
        except SystemExit as end:
            code = end.code
    return code or 0, said.getvalue()


@pytest.mark.parametrize("kind", CHECKERS)
def test_no_forgery_is_accepted(kind: str) -> None:
    files = {file.name for file in (FORGERIES / kind).iterdir() if file.is_file()}
    assert files == HOW[kind].keys(), "every forgery is listed with how it was made"
    assert len(files) >= 60
    assert [name for name in sorted(files) if run(kind, FORGERIES / kind / name)[0] == 0] == []


@pytest.mark.parametrize("kind", CHECKERS)
def test_what_they_were_made_of_is_accepted(kind: str) -> None:
    for file in sorted((FORGERIES / kind / "true").iterdir()):
        code, said = run(kind, file)
        assert code == 0, (file.name, code, said)


@pytest.mark.parametrize(
    ("name", "counted"),
    [
        ("house", "4 checked; 1 observed, not checked"),
        (
            "roulette",
            "4 seeds opened, 4 numbers pledged, 3 revealed, withheld by rui: 1, 1 results of void rounds checked, 2 results drawn",
        ),
        (
            "fantan",
            "17 entries chained, 3 rounds (1 void), 3 commitments opened, 1 results of void rounds checked, 0 results drawn and 2 hidden results",
        ),
    ],
)
def test_the_checker_of_results_says_how_much_it_checked(name: str, counted: str) -> None:
    assert counted in run("results", FORGERIES / "results" / "true" / f"{name}.jsonl")[1]


def test_other_checkers_say_how_much_they_checked() -> None:
    said = run("certificates", FORGERIES / "certificates" / "true" / "dossier.json")[1]
    assert "1 bets, 1 rows, 6 figures" in said
    assert "not checked: that the rows are those of the regulation" in said
    assert "receipts verified: 2; rejected: 0" in run("receipts", FORGERIES / "receipts" / "true" / "list.json")[1]


def check_kept(name: str, folder: Path, form: bytes = b"4") -> tuple[object, str]:
    written = folder / "journal.jsonl"
    lines = gzip.decompress((ROOT / "tests" / "data" / "journals" / f"{name}.4.jsonl.gz").read_bytes())
    written.write_bytes(lines.replace(b'"v":4', b'"v":' + form))
    return run("results", written)


@pytest.mark.parametrize("name", [pytest.param(name, marks=pytest.mark.slow) for name in names()])
def test_a_kept_journal_of_every_game_is_accepted(name: str, tmp_path: Path) -> None:
    code, said = check_kept(name, tmp_path)
    assert code == 0, said
    assert "every drawn result follows from what was published" in said


def test_drawn_results_of_an_older_form_are_refused_by_name(tmp_path: Path) -> None:
    code, said = check_kept("fantan", tmp_path, form=b"1")
    assert code == 1
    assert (
        "fantan-drawn, entry 1: the entry is of form 1: drawn results of another form than 4 cannot be worked out"
        in said
    )


def test_the_checker_of_results_knows_every_event_of_every_game() -> None:
    known = results.FIELDS.keys() | results.AFTERWARDS | results.BETS | results.OTHERS
    happens = {kind.__struct_config__.tag for name in names() for kind in find(name).codec.events}
    assert happens <= known


def test_the_checker_of_certificates_knows_every_game() -> None:
    known: dict[str, tuple[str, str, int | None, str, str]] = certificate.GAMES
    assert known.keys() == set(of_chance())
    for name, (number, _, total, options, ids) in known.items():
        table = game(name)
        assert {*options.split()} == {option.name for option in rulebook(name).options}
        assert number == law(name).instrument.number
        assert {*ids.split()} == {bet.terms.id for bet in table.bets}
        assert total in (None, next(iter(table.bets)).terms.space.total)
