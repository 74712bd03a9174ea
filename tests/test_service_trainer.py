"""The trainer over HTTP: anybody may ask, nothing is remembered, and the marks are those of the rulebook."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from banca.games import playable
from banca.training.exercises import exercises_of
from banca.training.wanted import WantedExercise
from banca.words import speech
from service import Service

PAI_KAO = "pai_kao"

ALL = playable()


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    with Service(Path(tmp_path_factory.mktemp("trainer"))) as found:
        yield found


def ask(service: Service, game: str, **body: Any) -> Any:
    answer = service.post(None, f"/trainer/{game}/exercises", **body)
    assert answer.status_code == 200, answer.text
    return answer.json()


def mark(service: Service, game: str, exercise: Any, answers: list[dict[str, Any]]) -> httpx.Response:
    return service.post(None, f"/trainer/{game}/answers", exercise=exercise, answers=answers)


@pytest.mark.parametrize("game", ALL)
@pytest.mark.parametrize("level", [1, 2, 3])
def test_an_exercise_is_answered_right_and_wrong(service: Service, game: str, level: int) -> None:
    shown = ask(service, game, level=level, seed=11)
    named = shown["exercise"]
    assert named == {"kind": "bets", "level": level, "seed": 11, "options": {}, "weights": {}}
    practice = exercises_of(game)
    made = practice.make(WantedExercise(game=game, level=level, seed=11))
    right = [{"result": due.result, "paid": due.paid} for due in practice.dues(made, speech())]
    assert len(shown["bets"]) == len(right)
    assert {one["result"] for one in right} <= set(shown["results"])
    marked = mark(service, game, named, right).json()
    assert (marked["right"], marked["asked"]) == (len(right), len(right))
    for one, answer in zip(marked["marks"], right, strict=True):
        assert one["is_right"]
        assert {"result": one["result"], "paid": one["paid"]} == answer
        assert one["steps"]
        assert all(article["text"] for article in one["articles"])
    wrong = [{"result": "win", "paid": 1} for _ in right]
    marked = mark(service, game, named, wrong).json()
    assert marked["right"] == 0
    assert [one["paid"] for one in marked["marks"]] == [one["paid"] for one in right]


def test_without_a_seed_every_exercise_is_another(service: Service) -> None:
    seeds = {ask(service, "craps", level=2)["exercise"]["seed"] for _ in range(5)}
    assert len(seeds) == 5


def test_an_exercise_says_where_each_bet_lies(service: Service) -> None:
    shown = [ask(service, "craps", level=3, seed=seed) for seed in range(20)]
    moved = [bet for one in shown for bet in one["bets"] if bet["on"]]
    assert {one["attribute"] for one in shown} == {"bet"}
    assert {bet["region"] for bet in moved} >= {"come"}
    assert all(bet["on_name"] == f"on {bet['on']}" for bet in moved)
    assert {one["point"] for one in shown} >= {None, "6"}
    dealt = ask(service, PAI_KAO, level=3, seed=1)
    assert dealt["attribute"] == "gate"
    assert all(int(bet["region"]) in range(1, 9) for bet in dealt["bets"])
    (banker,) = [gate for gate in range(1, 9) if f'.banker-mark[data-gate="{gate}"]' in dealt["lit"]]
    assert dealt["opponent"]["name"] == f"Gate {banker} (banker)"
    gates = {banker, *(int(bet["region"]) for bet in dealt["bets"])}
    assert [one["symbol"].partition("-")[0] for one in dealt["laid"]].count("face") == 4
    assert [one["symbol"].partition("-")[0] for one in dealt["laid"]].count("tile") == 4 * len(gates)


def test_it_speaks_the_readers_language(service: Service) -> None:
    body = {"level": 1, "seed": 3}
    names = {
        service.ask(None, "POST", "/trainer/fish_prawn_crab/exercises", json=body, headers={"Accept-Language": tag})
        .json()["outcome_name"]
        for tag in ("en", "pt", "zh-Hant")
    }  # fmt: skip
    assert len(names) == 3


def test_what_is_not_there_is_refused(service: Service) -> None:
    def post(path: str, **body: Any) -> httpx.Response:
        return service.post(None, f"/trainer/{path}", **body)

    assert post("chess/exercises").json()["code"] == "unknown_game"
    assert post("craps/exercises", level=4).status_code == 400
    assert post("craps/exercises", weights={"come": 10}).status_code == 400
    assert post("craps/exercises", options={"field_12": "4"}).json()["code"] == "unknown_value"
    assert post("craps/exercises", options={"field_13": "2"}).json()["code"] == "unknown_option"
    assert post("pai_kao/exercises", options={"field_12": "2"}).json()["code"] == "unknown_option"
    named = {"level": 2, "seed": 1}
    few = mark(service, "craps", named, [{"result": "win"}])
    assert (few.status_code, few.json()["code"]) == (400, "bad_request")
    assert mark(service, "craps", named, [{"result": "draw"}] * 3).status_code == 400


@pytest.mark.parametrize("game", ALL)
def test_every_game_has_its_page(service: Service, game: str) -> None:
    page = service.client.get(f"/trainer/{game}")
    assert page.status_code == 200
    assert "trainer.js" in page.text
    assert "<svg" in page.text


def test_the_games_to_choose_from(service: Service) -> None:
    page = service.client.get("/trainer").text
    assert all(f'href="/trainer/{game}"' in page for game in ALL)
    assert service.client.get("/trainer/chess", headers={"Accept": "text/html"}).status_code == 422
