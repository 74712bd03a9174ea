"""Refusals that people at a table read: bets by their names, acts and fields in words, nothing said that is not so."""

from pathlib import Path
from typing import Any

import pytest

from banca.games.craps.device import check_inspected
from banca.rulebook import Refusal
from service import Service


def refused(service: Service, who: str, table: str, language: str = "en", **command: Any) -> str:
    body = {"id": f"{language}-{command['do']}", "command": command}
    answer = service.ask(who, "POST", f"/tables/{table}/commands", json=body, headers={"Accept-Language": language})
    assert answer.status_code >= 400, answer.text
    return str(answer.json()["detail"])


def test_refusals_call_bets_by_their_names(tmp_path: Path) -> None:
    with Service(tmp_path) as service:
        service.fund()
        service.open("craps-1", "craps")
        service.do("ana", "craps-1", "sit")
        place: dict[str, Any] = {"do": "place_bet", "bet": "pass_odds:6", "stake": 1000}
        said = refused(service, "ana", "craps-1", **place)
        assert said.startswith("Pass Line additional bet 6 needs a Pass Line bet on 6, and there is none")
        assert "pass_" not in said
        assert "派司拉附加投注 6" in refused(service, "ana", "craps-1", "zh-Hant", **place)
        service.do("ana", "craps-1", "place_bet", bet="field", stake=1000)
        said = refused(service, "ana", "craps-1", do="withdraw_bet", bet="hard_way:6")
        assert "Hard Way 6" in said
        assert "Field" in said
        assert "hard_way" not in said


def test_refusals_write_amounts_with_separators(tmp_path: Path) -> None:
    with Service(tmp_path) as service:
        service.open("craps-1", "craps", bank=10_000_000_000)
        service.do("ana", "craps-1", "sit")
        said = refused(service, "ana", "craps-1", do="place_bet", bet="field", stake=1_000_000)
        assert "10,000" in said


def test_what_an_act_lacks_is_said_in_words(tmp_path: Path) -> None:
    with Service(tmp_path) as service:
        service.fund()
        service.open("roulette-1", "roulette", chance="observed")
        service.do("carlos", "roulette-1", "throw_ball")
        service.do("carlos", "roulette-1", "call_no_more_bets")
        said = refused(service, "carlos", "roulette-1", do="read_number")
        assert said.startswith("“Read the number” (read_number) needs result (outcome)")
        said = refused(service, "carlos", "roulette-1", "pt", do="correct_result", outcome="3")
        assert said.startswith("«Corrigir o registo» (correct_result) precisa de: motivo")


@pytest.mark.parametrize("passed", [frozenset(), frozenset({"edges of equal length"})])
def test_craps_3_4_an_inspection_does_not_call_passed_what_is_still_to_be_checked(passed: frozenset[str]) -> None:
    """What was still to be checked was called passed (bug 10)."""
    with pytest.raises(Refusal) as found:
        check_inspected(passed)
    said = str(found.value.message)
    assert "passed" not in said
    assert "still to be checked: " in said
    assert ("1.2.1" in said) == (not passed)


def test_pai_kao_offers_a_setting_once_where_two_tiles_are_equal(tmp_path: Path) -> None:
    """Two settings alike were offered (bug 12)."""
    with Service(tmp_path) as service:
        found = service.get("ana", "/pai-kao/settings?tiles=6-6,6-6,1-1,4-5")["settings"]
        pairs = [(one["front"]["tiles"], one["rear"]["tiles"]) for one in found]
        assert len(pairs) == 2
        assert len(service.get("ana", "/pai-kao/settings?tiles=6-6,2-3,1-1,4-5")["settings"]) == 3
