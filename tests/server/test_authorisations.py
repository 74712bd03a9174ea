"""Authorisations over HTTP: recorded, read, and warned of or refused where they lack."""

from typing import Any

from support.server import Service

FPC = "fish_prawn_crab"


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


def test_opening_a_table_warns_and_a_strict_service_refuses_with_the_clause(service: Service) -> None:
    first = service.open("f1", FPC)
    assert [(one["option"], one["value"], one["cite"]) for one in first["warnings"]] == [
        ("drive", "lever", "fish_prawn_crab 8"),
        ("boards", "one", "fish_prawn_crab 8"),
    ]
    service.house.is_strict = True
    no = service.post("sofia", "/tables", id="o2", table={"id": "f2", "game": FPC, "minimum": 1000})
    assert (no.status_code, no.json()["code"], no.json()["cite"]) == (422, "not_authorised", "fish_prawn_crab 8")
    assert [line["table"] for line in service.get("sofia", "/tables")] == ["f1"]
