"""Proposals over HTTP: built of a form, checked at their line, bounded, and never in a live table's way."""

import asyncio
import json
import operator
import os
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import pytest

from banca.answers import plain
from banca.dossier import study, study_answer
from banca.games import rulebook
from banca.law import Language
from banca.proposals import examples, read_proposal
from banca.proposals.refusals import PROPOSAL_TOO_LARGE, PROPOSAL_TOO_LONG
from banca.proposals.shelf import example
from banca.rulebook import Refusal
from banca.service import proposals
from banca.service.limits import ServiceLimits
from banca.service.workers import Workers
from banca.words import speech
from patience import PATIENCE
from piped import check_piped, held_by
from service import PLAYERS, UNHURRIED, LiveService, Service, until, work_here

pytestmark = pytest.mark.slow

ENDLESS = """
def forever():
    for one in range(1000000000):
        pass

forever()
"""
LARGE = """
def large():
    found = ["x"]
    for one in range(100):
        found = found + found

large()
"""


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    with Service(tmp_path_factory.mktemp("house")) as found:
        yield found


@pytest.fixture
def service(house: Service, monkeypatch: pytest.MonkeyPatch) -> Service:
    """Whose proposals are checked in this process."""
    work_here(monkeypatch)
    return house


def check(service: Service, source: str, who: str | None = "ana", **more: Any) -> dict[str, Any]:
    answer = service.post(who, "/proposals/check", source=source, **more)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def broken(source: str, old: str, new: str) -> str:
    assert old in source
    return source.replace(old, new, 1)


# Worked examples


def test_the_worked_examples_are_for_anybody(service: Service) -> None:
    listed = service.ask(None, "GET", "/proposals/examples", headers={"Accept-Language": "pt"}).json()["examples"]
    assert {one["name"] for one in listed} == set(examples())
    small = next(one for one in listed if one["name"] == "all_tall_small")
    assert (small["title"], small["game"]) == ("Todos, Altos, Baixos", "craps")
    text = service.ask(None, "GET", "/proposals/examples/all_tall_small")
    assert (text.text, text.headers["content-type"]) == (example("all_tall_small"), "text/plain; charset=utf-8")
    for name in ("none", "..%2Fprelude", "all_tall_small.star"):
        assert service.ask(None, "GET", f"/proposals/examples/{name}").status_code == 404


# What a check says


def test_7_2_a_check_has_the_figures_of_the_study_and_the_layout(service: Service) -> None:
    """Published: Small and Tall 7.76 %, All 7.46 % (Wizard of Odds, "Bonus Craps")."""
    found = check(service, example("all_tall_small"))
    assert [round(float(one["edge"]["percent"]), 2) for one in found["bets"]] == [7.76, 7.76, 7.46]
    drawn = found.pop("layout")
    assert found.pop("caution") is None
    whole = study(read_proposal(example("all_tall_small")))
    assert found == json.loads(json.dumps(plain(study_answer(whole), speech(Language.EN))))
    assert 'class="region proposed" data-bet="make_em_all"' in drawn
    assert "<style" not in drawn
    assert drawn != check(service, example("all_tall_small"), form="tall")["layout"]


def test_the_table_is_the_one_that_was_asked_for(service: Service) -> None:
    """craps 6.12: with 12 at 3 to 1 by option and 2 at 3 to 1 by the proposal, the Field wins as much as it loses."""
    found = check(service, example("other_prizes"), options={"field_12": 3}, minimum=1000, chip=500)
    field = next(one for one in found["bets"] if one["key"] == "field")
    assert (field["edge"]["exact"], found["minimum"], found["chip"]) == ("0", "10", "5")
    assert "nobody_ahead" in {one["code"] for one in found["warnings"]}
    for more, code in (({"options": {"none": 1}}, "unknown_option"), ({"minimum": 7, "chip": 5}, "bad_limits")):
        refused = service.post("ana", "/proposals/check", source=example("other_prizes"), **more)
        assert (refused.status_code, refused.json()["code"]) == (422, code)


def test_a_fault_is_told_with_its_line_in_the_readers_language(service: Service) -> None:
    source = example("all_tall_small")
    for old, new, code in (
        ('pays = "34 to 1"', 'pays = "34 two 1"', "bad_prize"),
        ('zh = "全低點"', 'zh = ""', "not_told"),
        ('game = "craps"', 'game = "poker"', "unknown_game"),
        ("SMALL = (2, 3", "SMALL = (2, , 3", "starlark"),
        (source, "", "proposal_once"),
    ):
        text = broken(source, old, new)
        problem = check(service, text)["problem"]
        assert problem["code"] == code
        assert 1 <= problem["line"] <= len(text.split("\n"))
    asked = {"source": broken(source, 'game = "craps"', 'game = "poker"')}
    said = service.ask("ana", "POST", "/proposals/check", json=asked, headers={"Accept-Language": "pt"}).json()
    assert said["problem"]["detail"].startswith("não existe o jogo poker")


def test_what_is_no_request_is_refused(service: Service) -> None:
    for body in (
        {},
        {"source": 1},
        {"source": "", "minimum": 0},
        {"source": "", "more": 1},
        {"source": "", "lang": "pt"},
    ):
        assert service.ask("ana", "POST", "/proposals/check", json=body).status_code == 400
    assert service.ask("ana", "POST", "/proposals/dossier", json={"source": "", "format": "doc"}).status_code == 400
    assert service.post("ana", "/proposals/check", source="x" * ServiceLimits().file_bytes).status_code == 413
    assert check(service, "#" * 300_000)["problem"]["code"] == "file_too_long"


def test_in_a_demo_anybody_may_check(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    work_here(monkeypatch)
    with Service(tmp_path, demo=True) as service:
        assert check(service, "", who=None)["problem"]["code"] == "proposal_once"


# The dossier


def test_7_2_the_dossier_is_taken_home(service: Service) -> None:
    source = example("hops")
    for kind, media, begins in (
        ("html", "text/html; charset=utf-8", b"<!doctype html>"),
        ("json", "application/json", b"{"),
    ):
        answer = service.post("ana", "/proposals/dossier", source=source, format=kind)
        assert answer.status_code == 200, answer.text
        assert answer.headers["content-type"] == media
        assert answer.headers["content-disposition"] == f'attachment; filename="{read_proposal(source).id}.{kind}"'
        assert answer.content.lower().startswith(begins)
    assert {"certificate", "source", "layout"} <= set(answer.json())


def test_a_dossier_of_a_faulty_file_is_refused_at_its_line(service: Service) -> None:
    answer = service.post("ana", "/proposals/dossier", source="\n\nx = y\n", format="json")
    assert (answer.status_code, answer.json()["code"], answer.json()["line"]) == (422, "starlark", 3)


# Bounds


@pytest.mark.server
@pytest.mark.parametrize(
    ("source", "seconds", "code"),
    [(ENDLESS, 0.5, "proposal_too_long"), (LARGE, UNHURRIED.file_seconds, "proposal_too_large")],
    ids=["endless", "large"],
)
def test_hostile_files_are_ended(tmp_path: Path, source: str, seconds: float, code: str) -> None:
    with Service(tmp_path, limits=replace(UNHURRIED, file_seconds=seconds)) as service:
        problem = check(service, source)["problem"]
        assert (problem["code"], problem["line"] > 1) == (code, True)


def pipes(folder: Path, count: int) -> list[Path]:
    made = [folder / f"pipe-{number}" for number in range(count)]
    for pipe in made:
        os.mkfifo(pipe)
    return made


@pytest.mark.server
def test_no_table_waits_for_files_that_take_long(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(proposals, "check_draft", check_piped)
    with LiveService(tmp_path) as service, ThreadPoolExecutor(4) as pool:
        service.fund("ana")
        service.open("craps-1", "craps")
        service.do("ana", "craps-1", "sit")
        long = pipes(tmp_path, proposals.CHECKERS)
        asked = [pool.submit(check, service, str(pipe), who) for who, pipe in zip(PLAYERS, long, strict=False)]
        with ExitStack() as held:
            for pipe in long:
                held.enter_context(held_by(pipe))  # every process is busy
            waits = pool.submit(check, service, "", "carlos")
            for _ in range(20):
                service.do("ana", "craps-1", "place_bet", bet="pass_line", stake=1000)
                service.do("ana", "craps-1", "withdraw_bet", bet="pass_line")
            assert not any(one.done() for one in (*asked, waits))
        assert [one.result() for one in asked] == [{"read": ""}] * len(long)
        with pytest.raises(AssertionError, match="500"):  # an empty path is none
            waits.result()


@pytest.mark.server
def test_of_one_person_the_newest_of_those_that_wait_is_checked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(proposals, "check_draft", check_piped)
    with LiveService(tmp_path) as service, ThreadPoolExecutor(3) as pool:
        newest = service.app.state.desk.checks._newest  # noqa: SLF001 - who waits is to be seen nowhere else
        one, *_ = pipes(tmp_path, 1)
        first = pool.submit(service.post, "ana", "/proposals/check", source=str(one))
        with held_by(one):
            answers = []
            for source in (tmp_path / "second", tmp_path / "third"):
                source.write_text(source.name)
                before = newest["ana"]
                answers.append(pool.submit(service.post, "ana", "/proposals/check", source=str(source)))
                until(lambda before=before: newest["ana"] is not before)
        second, third = (answer.result() for answer in answers)
        assert first.result().json() == {"read": ""}
        assert third.json() == {"read": "third"}
        assert (second.status_code, second.json()["code"]) == (409, "superseded")
        assert newest == {}


def test_who_asks_too_often_waits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    work_here(monkeypatch)
    limits = replace(UNHURRIED, drafts_of_person_minute=2, dossiers_of_person_minute=2)
    with Service(tmp_path, limits=limits) as service:
        for path, usual in (("check", 200), ("dossier", 422)):  # each has a rate of its own

            def ask(who: str, path: str = path) -> httpx.Response:
                more = {"format": "json"} if path == "dossier" else {}
                return service.post(who, f"/proposals/{path}", source="x = y\n", **more)

            assert [ask("ana").status_code for _ in range(2)] == [usual, usual]
            third = ask("ana")
            assert (third.status_code, third.json()["code"], third.headers["retry-after"]) == (429, "too_often", "30")
            assert ask("bento").status_code == usual
            service.ticks.move(30)
            assert ask("ana").status_code == usual


def test_everybody_waits_where_many_do(tmp_path: Path) -> None:
    with Service(tmp_path, limits=replace(UNHURRIED, drafts_waiting=0)) as service:
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


TEXT = {"en": "Low ends", "pt": "Extremos baixos", "zh": "低端"}
BET = {"name": TEXT, "rows": [{"prize": 15}], "outcomes": {"1-1": 0, "1-2": 0}}


def build(service: Service, language: str = "en", **form: Any) -> dict[str, Any]:
    answer = service.ask("ana", "POST", "/proposals/build", json=form, headers={"Accept-Language": language})
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


@pytest.mark.parametrize("game", ["craps", "fish_prawn_crab", "football_poker"])
def test_every_game_has_a_board_of_all_its_outcomes(house: Service, game: str) -> None:
    board = house.ask(None, "GET", f"/proposals/board/{game}").json()
    space = rulebook(game).under().space
    assert sum(tile["ways"] for tile in board["tiles"]) == board["ways"] == space.total
    marks = {tile["same"] for tile in board["tiles"]}
    for common in board["common"]:
        grouped = [outcome for group in common["groups"] for outcome in group["outcomes"]]
        assert sorted(grouped) == sorted(marks), common["fact"]
        assert all(group["name"] for group in common["groups"])
    assert {one["bet"] for one in board["bets"]} == set(rulebook(game).under().bets)
    assert all(one["outcomes"] for one in board["bets"])


def test_a_form_becomes_a_file_and_words_of_ours_fill_what_was_left_blank(service: Service) -> None:
    made = build(service, game="craps", bets=[BET])
    assert made["faults"] == []
    (bet,) = made["bets"]
    assert bet["id"] == "low_ends"
    assert bet["description"]["en"] == "Wins on total 2, 3. Otherwise loses."
    assert bet["description"]["zh"] == "開點數總和 2、3即贏。其餘皆輸。"
    assert made["title"] == TEXT
    proposal = read_proposal(made["source"])
    assert proposal.bets[0].bet.key == "low_ends"
    checked = service.post("ana", "/proposals/check", source=made["source"]).json()
    assert checked["bets"][0]["edge"]["exact"] == "-1/3"  # 3 of 36 at 15 to 1: 45 won, 33 lost


def test_the_form_of_a_file_that_was_built_and_of_one_that_was_written(service: Service) -> None:
    made = build(service, game="craps", bets=[BET])
    answer = service.post("ana", "/proposals/form", source=made["source"]).json()
    assert answer["is_same"]
    assert answer["form"]["bets"][0]["outcomes"] == BET["outcomes"]
    assert answer["form"]["bets"][0]["description"] == {
        "en": "",
        "pt": "",
        "zh": "",
    }  # ours, and follows what is clicked
    assert build(service, **answer["form"])["source"] == made["source"]
    world = service.post("ana", "/proposals/form", source=example("world")).json()
    assert (world["is_same"], len(world["form"]["bets"])) == (False, 2)


def test_what_no_form_can_be_is_refused(service: Service) -> None:
    made = build(service, "pt", game="craps", bets=[{"name": {"en": "Ends"}, "rows": [{"prize": 15, "stake": 0}]}])
    faults = {one["path"]: one["is_missing"] for one in made["faults"]}
    assert (faults["bets.0.name.pt"], faults["bets.0.rows.0.prize"]) == (True, False)
    for source, code in ((example("fire"), "beyond_builder"), ("bet(", "starlark")):
        answer = service.post("ana", "/proposals/form", source=source)
        assert (answer.status_code, answer.json()["code"]) == (422, code)
    assert service.post("ana", "/proposals/build", game="whist").json()["code"] == "unknown_game"
    bad = {**BET, "outcomes": {"1-9": 0}}
    assert service.post("ana", "/proposals/build", game="craps", bets=[bad]).json()["code"] == "impossible_outcome"
    assert service.post("ana", "/proposals/build", game="pai_kao").status_code == 422
    assert service.post("ana", "/proposals/build", game="craps", bets=[{**BET, "rest": 3}]).status_code == 400
