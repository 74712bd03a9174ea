"""Authorisations over HTTP and from the command line: recorded, read, and warned of where they lack."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from asked import answer, run
from service import Service

FPC = "fish_prawn_crab"

# Over HTTP


@pytest.fixture
def service(tmp_path: Path) -> Iterator[Service]:
    with Service(tmp_path) as found:
        yield found


def body(**more: Any) -> dict[str, Any]:
    return {"game": "craps", "option": "field_12", "value": 3, "asked": "2020-11-02", "planned": "2020-11-03", **more}


def test_records_are_entered_and_read_over_http(service: Service) -> None:
    made = service.post("sofia", "/authorisations", **body(reference="DICJ 12/2026"))
    assert made.status_code == 201
    assert made.json() | {"at": ""} == body(value="3", reference="DICJ 12/2026", by="sofia", at="", standing="valid")
    assert service.post("sofia", "/authorisations", **body(reference="DICJ 12/2026")).json() == made.json()
    service.post("sofia", "/authorisations", **body(reference="DICJ 13/2026"))
    service.post("sofia", "/authorisations", **body(value=2))
    kept = service.get("ines", "/authorisations?game=craps")
    assert [one["standing"] for one in kept] == ["superseded", "valid", "asked"]
    assert service.get("ines", "/authorisations?game=wheel") == []
    assert service.get("sofia", "/authorisations") == kept
    for wrong, code in (
        ({"planned": "2020-11-01"}, "planned_before_asked"),
        ({"value": 7}, "unknown_value"),
        ({"option": "x"}, "unknown_option"),
        ({"game": "x"}, "unknown_game"),
        ({"asked": "2/11/2026"}, "bad_request"),
        ({"reference": "a\u0000b"}, "bad_entry"),
    ):
        assert service.post("sofia", "/authorisations", **body(**wrong)).json()["code"] == code
    assert service.ask("ines", "GET", "/authorisations?game=x").json()["code"] == "unknown_game"
    assert len(service.get("ines", "/authorisations")) == 3


def test_opening_a_table_warns_in_the_readers_language_and_the_same_again(service: Service) -> None:
    lever = {"game": FPC, "option": "drive", "value": "lever", "asked": "2020-11-03", "planned": "2020-11-09"}
    service.post("sofia", "/authorisations", **lever, reference="DICJ 12/2026")
    first = service.open("f1", FPC)
    assert [(one["option"], one["value"], one["cite"]) for one in first["warnings"]] == [
        ("boards", "one", "fish_prawn_crab 8")
    ]
    assert "banca authorise fish_prawn_crab boards=one" in first["warnings"][0]["detail"]
    assert first["events"][0]["unauthorised"] == ["boards"]
    granted = lever | {"option": "boards", "value": "one", "reference": "DICJ 14/2026"}
    assert service.post("sofia", "/authorisations", **granted).status_code == 201
    again = service.open("f1", FPC)
    assert again | {"receipt": None} == first | {"receipt": None}  # sent twice, opened once
    assert again["receipt"]["digest"] == first["receipt"]["digest"]  # under a newer checkpoint
    assert service.open("f2", FPC)["warnings"] == []
    assert service.open("c1", "craps")["warnings"] == []


def test_a_strict_service_refuses_with_the_clause(tmp_path: Path) -> None:
    with Service(tmp_path) as service:
        service.house.is_strict = True
        terms = {"id": "f1", "game": FPC, "minimum": 1000}
        no = service.post("sofia", "/tables", id="o1", table=terms)
        assert (no.status_code, no.json()["code"], no.json()["cite"]) == (422, "not_authorised", "fish_prawn_crab 8")
        assert service.get("sofia", "/tables") == []


# On the command line


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
    assert "superseded" in shown
    assert "     left to the concessionaire: Fish-Prawn-Crab, article 1(3)(1)\n" in shown
    by_8 = "needs the prior authorisation of the DICJ, requested 3 working days ahead: Fish-Prawn-Crab, article 8"
    assert f"     {by_8}\n" in shown
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
    assert answer("options", "pai_kao")["options"] == []
    assert run("options", "pai_kao").exit_code == 0
    assert not list(tmp_path.iterdir())
    gone = run("options", "craps", "--db", f"sqlite:///{tmp_path / 'none.db'}", "--json")
    assert (gone.exit_code, json.loads(gone.stderr)["code"]) == (1, "cannot_read")


@pytest.mark.parametrize(
    ("words", "exit_code", "said"),
    [
        (("craps", "field_12", "--asked", "2026-11-02", "--planned", "2026-11-03"), 1, "NAME=VALUE"),
        (("craps", "field_12=3", "--asked", "2 Nov", "--planned", "2026-11-03"), 1, "cannot read the date 2 Nov"),
        (("craps", "field_12=3", "--asked", "20261102", "--planned", "2026-11-03"), 1, "cannot read the date"),
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
