"""The builder of proposals over HTTP: a game to click, the file of a form with faults at fields, the form of a file."""

from collections.abc import Iterator
from typing import Any

import pytest

from banca.games import of_chance, rulebook
from banca.proposals import read_proposal
from banca.proposals.shelf import example
from service import Service

pytestmark = pytest.mark.server

TEXT = {"en": "Low ends", "pt": "Extremos baixos", "zh": "低端"}
BET = {"name": TEXT, "rows": [{"prize": 15}], "outcomes": {"1-1": 0, "1-2": 0}}


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    with Service(tmp_path_factory.mktemp("house")) as found:
        yield found


def build(service: Service, language: str = "en", **form: Any) -> dict[str, Any]:
    answer = service.ask("ana", "POST", "/proposals/build", json=form, headers={"Accept-Language": language})
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


@pytest.mark.parametrize("game", of_chance())
def test_every_game_has_a_board_of_all_its_outcomes(service: Service, game: str) -> None:
    board = service.ask(None, "GET", f"/proposals/board/{game}").json()
    space = rulebook(game).under().space
    assert sum(tile["ways"] for tile in board["tiles"]) == board["ways"] == space.total
    marks = {tile["same"] for tile in board["tiles"]}
    for common in board["common"]:
        grouped = [outcome for group in common["groups"] for outcome in group["outcomes"]]
        assert sorted(grouped) == sorted(marks), common["fact"]
        assert all(group["name"] for group in common["groups"])
    assert {one["bet"] for one in board["bets"]} == set(rulebook(game).under().bets)
    assert all(one["outcomes"] for one in board["bets"])


def test_dice_make_a_square_and_are_named_in_the_askers_language(service: Service) -> None:
    board = service.ask(None, "GET", "/proposals/board/craps", headers={"Accept-Language": "pt"}).json()
    assert (board["columns"], len(board["tiles"]), board["tiles"][6]["same"]) == (6, 36, "1-2")
    assert [one["name"] for one in board["common"]] == ["dado mais baixo", "dado mais alto", "soma", "um par"]
    assert [one["name"] for one in board["common"][2]["groups"]][:2] == ["soma 2", "soma 3"]
    assert board["phases"][0] == {"value": "come_out", "name": "antes de um primeiro lançamento"}
    assert 'id="face-6"' in board["drawn"]


def test_figures_stand_by_kind(service: Service) -> None:
    board = service.ask(None, "GET", "/proposals/board/fish_prawn_crab").json()
    assert len(board["tiles"]) == 56  # of three dice with six figures each, in any order
    assert {tile["ways"] for tile in board["tiles"]} == {1, 3, 6}


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


def test_prizes_are_named_by_their_outcomes(service: Service) -> None:
    rows = [{"prize": 1}, {"prize": 5, "stake": 2}]
    made = build(
        service, game="roulette", bets=[{**BET, "rows": rows, "outcomes": {"0": 0, "5": 1, "7": 1, "36": "tie"}}]
    )
    assert made["faults"] == []
    assert [one["en"] for one in made["bets"][0]["rows"]] == ["number 0", "number 5, 7"]
    assert made["bets"][0]["description"]["en"] == (
        "Wins 1 to 1 on number 0. Wins 5 to 2 on number 5, 7. The stake is returned on number 36. Otherwise loses."
    )


def test_faults_come_with_their_fields_in_the_askers_language(service: Service) -> None:
    made = build(service, "pt", game="craps", bets=[{"name": {"en": "Ends"}, "rows": [{"prize": 15, "stake": 0}]}])
    found = {one["path"]: one for one in made["faults"]}
    assert found["bets.0.name.pt"]["is_missing"]
    assert found["bets.0.rows.0"]["detail"] == "Marque pelo menos um resultado que ganhe este prémio."
    assert not found["bets.0.rows.0.prize"]["is_missing"]


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


@pytest.mark.parametrize(("source", "code"), [(example("fire"), "beyond_builder"), ("bet(", "starlark")])
def test_a_file_that_clicks_cannot_say_is_refused_with_the_reason(service: Service, source: str, code: str) -> None:
    answer = service.post("ana", "/proposals/form", source=source)
    assert (answer.status_code, answer.json()["code"]) == (422, code)


def test_what_no_form_can_be_is_refused(service: Service) -> None:
    assert service.post("ana", "/proposals/build", game="whist").json()["code"] == "unknown_game"
    bad = {**BET, "outcomes": {"1-9": 0}}
    assert service.post("ana", "/proposals/build", game="craps", bets=[bad]).json()["code"] == "impossible_outcome"
    assert service.post("ana", "/proposals/build", game="pai_kao").status_code == 422
    assert service.post("ana", "/proposals/build", game="craps", bets=[{**BET, "rest": 3}]).status_code == 400
