"""Authorisations from the command line: recorded, read, and shown with the options."""

import json
from pathlib import Path
from typing import Any

import pytest

from support.commands import answer, run

FPC = "fish_prawn_crab"


def authorise(url: str, *words: str) -> Any:
    return run("authorise", *words, "--db", url)


def test_records_from_the_command_line(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'new' / 'house.db'}"
    late = authorise(url, FPC, "drive=electronic", "--asked", "2020-09-28", "--planned", "2020-10-06")
    assert (late.exit_code, late.stdout) == (1, "")
    assert "the earliest possible date is 2020-10-07 (Fish-Prawn-Crab, article 8)" in late.stderr
    days = ("--asked", "2020-09-28", "--planned", "2020-10-07")
    assert authorise(url, FPC, "drive=electronic", *days).exit_code == 0
    made = authorise(url, FPC, "drive=electronic", *days, "--reference", "DICJ 7", "--json")
    assert json.loads(made.stdout)["standing"] == "valid"
    report = answer("options", FPC, "--db", url)
    assert [one["standing"] for one in report["records"]] == ["superseded", "valid"]
    assert report["records"][1] | {"at": ""} == {
        "option": "drive", "value": "electronic", "asked": "2020-09-28", "planned": "2020-10-07",
        "reference": "DICJ 7", "by": "house", "at": "", "standing": "valid",
    }  # fmt: skip
    shown = run("options", FPC, "--db", url, columns=140).stdout
    by_8 = "needs the prior authorisation of the DICJ, requested 3 working days ahead: Fish-Prawn-Crab, article 8"
    assert f"     {by_8}; not for lit_panel=no\n" in shown
    assert "     left to the concessionaire: reading R-fpc-4\n" in shown  # 3.2 is not among the articles of 8
    assert answer("options", "craps", "--db", url)["records"] == []


def test_the_options_are_shown_without_a_store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.delenv("BANCA_DB", raising=False)
    report = answer("options", "craps")
    assert report["records"] is None
    field = next(one for one in report["options"] if one["option"] == "field_12")
    assert (field["values"], field["default"], field["cite"]) == (["2", "3"], "2", "craps 6.12")
    assert (field["needs_authorisation"], field["left_by"], field["authorised_by"]) == (False, "craps 6.12", None)
    dice = next(one for one in report["options"] if one["option"] == "dice_offered")
    assert (dice["needs_authorisation"], dice["cite"], dice["left_by"]) == (False, "craps 1.1.1", "R-craps-15")
    assert [one["option"] for one in answer("options", "pai_kao")["options"]] == ["supreme"]
    assert run("options", "pai_kao").exit_code == 0
    assert not list(tmp_path.iterdir())
    gone = run("options", "craps", "--db", f"sqlite:///{tmp_path / 'none.db'}", "--json")
    assert (gone.exit_code, json.loads(gone.stderr)["code"]) == (1, "cannot_read")


@pytest.mark.parametrize(
    ("words", "exit_code", "said"),
    [
        (("craps", "field_12", "--asked", "2026-11-02", "--planned", "2026-11-03"), 1, "NAME=VALUE"),
        (("craps", "field_12=3", "--asked", "2 Nov", "--planned", "2026-11-03"), 1, "cannot read the date 2 Nov"),
        (("pai_kao", "zero=lose", "--asked", "2026-11-02", "--planned", "2026-11-03"), 1, "no option zero"),
        (("craps", "field_12=3", "--asked", "2026-11-02"), 2, "--planned"),
    ],
)
def test_wrong_words_on_the_command_line(tmp_path: Path, words: tuple[str, ...], exit_code: int, said: str) -> None:
    no = authorise(f"sqlite:///{tmp_path / 'house.db'}", *words)
    assert (no.exit_code, no.stdout) == (exit_code, "")
    assert said in no.stderr


def test_strict_play_money_is_refused() -> None:
    no = run("serve", "--strict", "--demo")
    assert no.exit_code == 2
    assert "use --strict or --demo, not both" in no.stderr
