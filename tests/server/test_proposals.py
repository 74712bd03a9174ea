"""Proposals over HTTP: built of a form, checked at their line, bounded, and never in a live table's way."""

import asyncio
import json
import operator
import os
import signal
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from banca.dossier import study
from banca.i18n import translator
from banca.i18n.answer import plain
from banca.law import Language
from banca.proposals import read_proposal
from banca.proposals.compiler import PROPOSAL_TOO_LARGE, PROPOSAL_TOO_LONG
from banca.proposals.files import example
from banca.rules import Refusal
from banca.server.limits import ServiceLimits
from banca.server.workers import Workers
from support.lanes import PATIENCE
from support.server import UNHURRIED, Service, work_here

pytestmark = pytest.mark.slow

ENDLESS = "def forever():\n    for one in range(1000000000):\n        pass\n\nforever()\n"
LARGE = 'def large():\n    found = ["x"]\n    for one in range(100):\n        found = found + found\n\nlarge()\n'
BET = {
    "name": {"en": "Low ends", "pt": "Extremos baixos", "zh": "低端"},
    "rows": [{"prize": 15}],
    "outcomes": {"1-1": 0, "1-2": 0},
}


@pytest.fixture
def service(service: Service, monkeypatch: pytest.MonkeyPatch) -> Service:
    """Whose proposals are checked in this process."""
    work_here(monkeypatch)
    return service


def check(service: Service, source: str, **more: Any) -> dict[str, Any]:
    answer = service.post("ana", "/proposals/check", source=source, **more)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def test_7_2_a_check_has_the_figures_of_the_study_and_the_layout(service: Service) -> None:
    """Published: Small and Tall 7.76 %, All 7.46 % (Wizard of Odds, "Bonus Craps")."""
    found = check(service, example("all_tall_small"))
    assert [round(float(one["edge"]["percent"]), 2) for one in found["bets"]] == [7.76, 7.76, 7.46]
    drawn = found.pop("layout")
    assert found.pop("caution") is None
    whole = study(read_proposal(example("all_tall_small")))
    assert found == json.loads(json.dumps(plain(whole, translator(Language.EN))))
    assert 'class="region proposed" data-bet="make_em_all"' in drawn


def test_a_fault_is_told_with_its_line(service: Service) -> None:
    source = example("all_tall_small")
    for old, new, code in (
        ('pays = "34 to 1"', 'pays = "34 two 1"', "bad_prize"),
        ('zh = "全低點"', 'zh = ""', "not_told"),
        ('game = "craps"', 'game = "poker"', "unknown_game"),
        ("SMALL = (2, 3", "SMALL = (2, , 3", "starlark"),
        (source, "", "proposal_once"),
    ):
        assert old in source
        text = source.replace(old, new, 1)
        problem = check(service, text)["problem"]
        assert problem["code"] == code
        assert 1 <= problem["line"] <= len(text.split("\n"))


REFUSED: tuple[tuple[str, dict[str, Any], int, str], ...] = (
    ("check", {}, 400, "bad_request"),
    ("check", {"source": 1}, 400, "bad_request"),
    ("check", {"source": "", "minimum": 0}, 400, "bad_request"),
    ("check", {"source": "", "more": 1}, 400, "bad_request"),
    ("check", {"source": example("hops"), "options": {"none": 1}}, 422, "unknown_option"),
    ("check", {"source": example("hops"), "minimum": 7, "chip": 5}, 422, "bad_limits"),
    ("dossier", {"source": "", "format": "doc"}, 400, "bad_request"),
    ("dossier", {"source": "x = y", "format": "json"}, 422, "starlark"),
    ("build", {"game": "whist"}, 422, "unknown_game"),
    ("build", {"game": "craps", "bets": [{**BET, "outcomes": {"1-9": 0}}]}, 422, "impossible_outcome"),
    ("build", {"game": "craps", "bets": [{**BET, "rest": 3}]}, 400, "bad_request"),
)


def test_what_is_no_request_is_refused(service: Service) -> None:
    for path, body, status, code in REFUSED:
        answer = service.post("ana", f"/proposals/{path}", **body)
        assert (answer.status_code, answer.json()["code"]) == (status, code), (path, body)
    assert service.post("ana", "/proposals/check", source="x" * ServiceLimits().file_bytes).status_code == 413
    assert check(service, "#" * 300_000)["problem"]["code"] == "file_too_long"


def test_7_2_the_dossier_is_taken_home(service: Service) -> None:
    source = example("hops")
    answer = service.post("ana", "/proposals/dossier", source=source, format="json")
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"] == "application/json"
    assert answer.headers["content-disposition"] == f'attachment; filename="{read_proposal(source).id}.json"'
    assert {"certificate", "source", "layout"} <= set(answer.json())


@pytest.mark.server
@pytest.mark.parametrize(("source", "code"), [(ENDLESS, "proposal_too_long"), (LARGE, "proposal_too_large")])
def test_hostile_files_are_ended(tmp_path: Path, source: str, code: str) -> None:
    seconds = 0.5 if source is ENDLESS else UNHURRIED.file_seconds
    with Service(tmp_path, limits=replace(UNHURRIED, file_seconds=seconds)) as service:
        problem = check(service, source)["problem"]
        assert (problem["code"], problem["line"] > 1) == (code, True)


def test_who_asks_too_often_waits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    work_here(monkeypatch)
    (tmp_path / "full").mkdir()
    limits = replace(UNHURRIED, drafts_of_person_minute=2, dossiers_of_person_minute=2)
    with Service(tmp_path, limits=limits) as service:
        for path, usual in (("check", 200), ("dossier", 422)):  # each has a rate of its own
            more = {"source": "x = y\n"} | ({"format": "json"} if path == "dossier" else {})
            answers = [service.post(who, f"/proposals/{path}", **more) for who in ("ana", "ana", "ana", "bento")]
            assert [answer.status_code for answer in answers] == [usual, usual, 429, usual]
            assert (answers[2].json()["code"], answers[2].headers["retry-after"]) == ("too_often", "30")
            service.ticks.move(30)
            assert service.post("ana", f"/proposals/{path}", **more).status_code == usual
    with Service(tmp_path / "full", limits=replace(UNHURRIED, drafts_waiting=0)) as service:
        refused = service.post("bento", "/proposals/check", source="")
        assert (refused.status_code, refused.json()["code"]) == (429, "too_many_drafts")


@pytest.mark.server
def test_a_process_that_dies_hangs_or_fails_is_replaced() -> None:
    workers = Workers(1, "test")

    def do(seconds: float, work: Callable[..., Any], *args: Any) -> Any:
        with ThreadPoolExecutor(1) as aside:  # a browser's tests may have a loop in this thread
            return aside.submit(asyncio.run, workers.do(seconds, work, *args)).result()

    try:
        with pytest.raises(Refusal) as died:
            do(PATIENCE, os._exit, 3)
        with pytest.raises(Refusal) as hung:
            do(0.2, signal.pause)  # for ever
        assert (died.value.code, hung.value.code) == (PROPOSAL_TOO_LARGE, PROPOSAL_TOO_LONG)
        with pytest.raises(RuntimeError, match="ZeroDivisionError"):
            do(PATIENCE, operator.truediv, 1, 0)
        assert do(PATIENCE, operator.add, 1, 2) == 3
    finally:
        workers.drain()


def build(service: Service, **form: Any) -> dict[str, Any]:
    answer = service.post("ana", "/proposals/build", **form)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def test_a_form_becomes_a_file(service: Service) -> None:
    made = build(service, game="craps", bets=[BET])
    assert (made["faults"], [bet["id"] for bet in made["bets"]]) == ([], ["low_ends"])
    assert check(service, made["source"])["bets"][0]["edge"]["exact"] == "-1/3"  # 3 of 36 at 15 to 1: 45 won, 33 lost
    made = build(service, game="craps", bets=[{"name": {"en": "Ends"}, "rows": [{"prize": 15, "stake": 0}]}])
    faults = {one["path"]: one["is_missing"] for one in made["faults"]}
    assert (faults["bets.0.name.pt"], faults["bets.0.rows.0.prize"]) == (True, False)
