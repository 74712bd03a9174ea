"""What the regulations say, over HTTP: games, figures, layouts, Pai Kao's settings and values; exercises of the trainer."""

from fractions import Fraction
from typing import Any

import httpx
import pytest

from banca.games import playable
from banca.i18n import translator
from banca.law import clauses_of
from banca.training.exercise import WantedExercise
from banca.training.questions import exercises_of
from support.server import Service

pytestmark = pytest.mark.slow


def get(service: Service, path: str) -> Any:
    answer = service.ask(None, "GET", path)
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_anybody_sees_every_game_and_its_rulebook(service: Service) -> None:
    listed = get(service, "/games")["games"]
    assert [one["game"] for one in listed] == list(playable())
    assert get(service, "/games/craps")["clauses"] == listed[0]["clauses"]
    for game in playable():
        assert [one["clause"] for one in get(service, f"/games/{game}/rules")["clauses"]] == list(clauses_of(game))


REFUSED = (
    ("games/whist", 422, "unknown_game"),
    ("games/pai_kao/odds", 422, "not_a_game_of_chance"),
    ("games/craps/odds?option=field_12=9", 422, "unknown_value"),
    ("games/craps/layout?option=luck=1", 422, "unknown_option"),
    ("games/roulette/layout?form=board&part=moon", 422, "unknown_part"),
    ("games/roulette/layout?form=round", 400, "bad_request"),
    ("pai-kao/settings?tiles=6-6,4-5,1-1", 422, "wrong_tiles"),
    ("pai-kao/settings?tiles=6-6,4-5,1-1,9-9", 422, "unknown_tile"),
    ("pai-kao/settings?tiles=4-5,4-5,1-1,2-3", 422, "too_many_tiles"),
    ("pai-kao/settings?tiles=6-6,4-5,1-1,2-3&against=luck", 422, "unknown_policy"),
    ("pai-kao/settings?tiles=6-6,4-5,1-1,2-3&seat=croupier", 400, "bad_request"),
    ("pai-kao/bank?gates=8", 422, "wrong_gate"),
    ("pai-kao/bank?stake=0", 400, "bad_request"),
)


def test_what_is_not_there_or_not_granted_is_refused(service: Service) -> None:
    for path, status, code in REFUSED:
        answer = service.ask(None, "GET", f"/{path}")
        assert (answer.status_code, answer.json()["code"]) == (status, code), path


# Pai Kao


def test_5_2_the_settings_of_four_tiles_have_exact_chances(service: Service) -> None:
    settings = get(service, "/pai-kao/settings?tiles=6-6,4-5,1-1,2-3&seat=player")["settings"]
    assert [one["is_best"] for one in settings].count(True) == 1
    for one in settings:
        assert sum(Fraction(one[name]) for name in ("win", "tie", "lose")) == 1
        assert sorted([*one["front"]["tiles"], *one["rear"]["tiles"]]) == ["1-1", "2-3", "4-5", "6-6"]
    counts = {"6-6,4-5,1-1,2-3": 3, "6-6,6-6,1-1,4-5": 2}  # where two tiles are equal, none is offered twice
    for tiles, count in counts.items():
        assert len(get(service, f"/pai-kao/settings?tiles={tiles}")["settings"]) == count


def test_r_pk_4_values_bank_and_ranks_are_sent(service: Service) -> None:
    values = {(one["player"], one["banker"]): one for one in get(service, "/pai-kao/values")["values"]}
    alone = values["highest_rear", "equilibrium"]
    bank = get(service, "/pai-kao/bank?gates=3&against=highest_rear")
    assert Fraction(bank["gross"]) == Fraction(alone["lose"]) - Fraction(alone["win"])
    assert Fraction(bank["value"]) > Fraction(bank["value_gate_by_gate"]) == Fraction(alone["value_banker"])
    assert sum(Fraction(one["chance"]) for one in bank["results"]) == 1
    ranks = get(service, "/pai-kao/ranks")
    assert len(ranks["tiles"]) == 32
    assert [one["place"] for one in ranks["pairs"]] == list(range(1, 108))
    assert ranks["pairs"][0]["made_by"] == [["2-4", "1-2"]]


# The trainer


def mark(service: Service, exercise: Any, answers: list[dict[str, Any]]) -> httpx.Response:
    return service.post(None, "/trainer/craps/answers", exercise=exercise, answers=answers)


def test_an_exercise_is_answered_right_and_wrong(service: Service) -> None:
    shown = service.post(None, "/trainer/craps/exercises", level=2, seed=11).json()
    named = shown["exercise"]
    assert named == {"kind": "bets", "level": 2, "seed": 11, "options": {}, "weights": {}}
    practice = exercises_of("craps")
    made = practice.make(WantedExercise(game="craps", level=2, seed=11))
    right = [{"result": due.result, "paid": due.paid} for due in practice.dues(made, translator())]
    marked = mark(service, named, right).json()
    assert (marked["right"], marked["asked"]) == (len(right), len(shown["bets"]))
    assert all(one["is_right"] and one["steps"] and one["articles"] for one in marked["marks"])
    marked = mark(service, named, [{"result": "win", "paid": 1} for _ in right]).json()
    assert marked["right"] == 0
    assert [one["paid"] for one in marked["marks"]] == [one["paid"] for one in right]


def test_what_no_exercise_can_be_is_refused(service: Service) -> None:
    for game, body, status, code in (
        ("chess", {}, 422, "unknown_game"),
        ("craps", {"level": 4}, 400, "bad_request"),
        ("craps", {"weights": {"come": 10}}, 400, "bad_request"),
        ("craps", {"options": {"field_12": "4"}}, 422, "unknown_value"),
        ("pai_kao", {"options": {"field_12": "2"}}, 422, "unknown_option"),
    ):
        answer = service.post(None, f"/trainer/{game}/exercises", **body)
        assert (answer.status_code, answer.json()["code"]) == (status, code)
    for answers in ([{"result": "win"}], [{"result": "draw"}] * 3):
        assert mark(service, {"level": 2, "seed": 1}, answers).status_code == 400
