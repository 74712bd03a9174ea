"""What the regulations say, over HTTP: games, figures, layouts, Pai Kao's settings and values; exercises of the trainer."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import httpx
import pytest

from banca.games import playable
from banca.law import clauses_of
from banca.training.exercises import exercises_of
from banca.training.wanted import WantedExercise
from banca.words import speech
from service import Service

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    with Service(tmp_path_factory.mktemp("games")) as found:
        yield found


def get(service: Service, path: str, language: str = "en") -> Any:
    answer = service.ask(None, "GET", path, headers={"Accept-Language": language})
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_anybody_sees_every_game_and_its_rulebook(service: Service) -> None:
    listed = get(service, "/games")["games"]
    assert [one["game"] for one in listed] == list(playable())
    assert get(service, "/games/craps")["clauses"] == listed[0]["clauses"]
    for game in playable():
        assert [one["clause"] for one in get(service, f"/games/{game}/rules")["clauses"]] == list(clauses_of(game))


def test_a_game_is_found_by_what_people_call_it(service: Service) -> None:
    assert get(service, "/games/Craps") == get(service, "/games/craps")
    assert get(service, "/games/輪盤/odds?option=zero=la partage") == get(
        service, "/games/roulette/odds?option=zero=half_back"
    )
    assert "did you mean roulette?" in service.ask(None, "GET", "/games/rulette").json()["detail"]


@pytest.mark.parametrize(
    ("path", "status", "code"),
    [
        ("games/whist", 422, "unknown_game"),
        ("games/whist/odds", 422, "unknown_game"),
        ("games/whist/rules", 422, "unknown_game"),
        ("games/whist/layout", 422, "unknown_game"),
        ("games/pai_kao/odds", 422, "not_a_game_of_chance"),
        ("games/pai_kao/layout?option=luck=1", 422, "unknown_option"),
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
        ("pai-kao/bank?gates=0", 422, "wrong_gate"),
        ("pai-kao/bank?policy=luck", 422, "unknown_policy"),
        ("pai-kao/bank?stake=0", 400, "bad_request"),
    ],
)
def test_what_is_not_there_or_not_granted_is_refused(service: Service, path: str, status: int, code: str) -> None:
    answer = service.ask(None, "GET", f"/{path}")
    assert (answer.status_code, answer.json()["code"]) == (status, code)


def test_figures_are_those_of_the_options_in_the_language_asked_for(service: Service) -> None:
    names = {language: get(service, "/games/roulette/odds", language)["bets"][0]["name"] for language in ("en", "pt")}
    assert names == {"en": "Straight up 0", "pt": "Pleno 0"}
    fields = [get(service, f"/games/craps/odds{more}")["bets"] for more in ("", "?option=field_12=3")]
    edges = [next(bet["house_edge"] for bet in bets if bet["id"] == "field") for bets in fields]
    assert edges == ["1/18", "1/36"]  # craps 6.12


def test_a_layout_is_a_picture_with_or_without_its_style(service: Service) -> None:
    for game in playable():
        whole = service.ask(None, "GET", f"/games/{game}/layout")
        bare = service.ask(None, "GET", f"/games/{game}/layout?bare=true&form=tall")
        assert whole.headers["content-type"].startswith("image/svg+xml")
        assert "<style" in whole.text
        assert bare.text.startswith("<svg")
        assert "<style" not in bare.text
    drawn = service.ask(None, "GET", "/games/roulette/layout?form=board&part=outside&width=350&height=365&bare=true")
    assert 'viewBox="0 0 344 360"' in drawn.text
    assert drawn.text.count("data-bet=") == 12


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


def exercise(service: Service, game: str, language: str = "en", **body: Any) -> Any:
    headers = {"Accept-Language": language}
    answer = service.ask(None, "POST", f"/trainer/{game}/exercises", json=body, headers=headers)
    assert answer.status_code == 200, answer.text
    return answer.json()


def mark(service: Service, game: str, exercise: Any, answers: list[dict[str, Any]]) -> httpx.Response:
    return service.post(None, f"/trainer/{game}/answers", exercise=exercise, answers=answers)


@pytest.mark.parametrize("game", playable())
def test_an_exercise_is_answered_right_and_wrong(service: Service, game: str) -> None:
    shown = exercise(service, game, level=2, seed=11)
    named = shown["exercise"]
    assert named == {"kind": "bets", "level": 2, "seed": 11, "options": {}, "weights": {}}
    practice = exercises_of(game)
    made = practice.make(WantedExercise(game=game, level=2, seed=11))
    right = [{"result": due.result, "paid": due.paid} for due in practice.dues(made, speech())]
    assert len(shown["bets"]) == len(right)
    assert {one["result"] for one in right} <= set(shown["results"])
    marked = mark(service, game, named, right).json()
    assert (marked["right"], marked["asked"]) == (len(right), len(right))
    for one, answer in zip(marked["marks"], right, strict=True):
        assert {"result": one["result"], "paid": one["paid"]} == answer
        assert one["is_right"]
        assert one["steps"]
        assert all(article["text"] for article in one["articles"])
    marked = mark(service, game, named, [{"result": "win", "paid": 1} for _ in right]).json()
    assert marked["right"] == 0
    assert [one["paid"] for one in marked["marks"]] == [one["paid"] for one in right]


def test_an_exercise_says_where_each_bet_lies(service: Service) -> None:
    shown = [exercise(service, "craps", level=3, seed=seed) for seed in range(20)]
    moved = [bet for one in shown for bet in one["bets"] if bet["on"]]
    assert {one["attribute"] for one in shown} == {"bet"}
    assert {bet["region"] for bet in moved} >= {"come"}
    assert all(bet["on_name"] == f"on {bet['on']}" for bet in moved)
    dealt = exercise(service, "pai_kao", level=3, seed=1)
    (banker,) = [gate for gate in range(1, 9) if f'.banker-mark[data-gate="{gate}"]' in dealt["lit"]]
    assert (dealt["attribute"], dealt["opponent"]["name"]) == ("gate", f"Gate {banker} (banker)")
    gates = {banker, *(int(bet["region"]) for bet in dealt["bets"])}
    laid = [one["symbol"].partition("-")[0] for one in dealt["laid"]]
    assert (laid.count("face"), laid.count("tile")) == (4, 4 * len(gates))
    seeds = {exercise(service, "craps", level=2)["exercise"]["seed"] for _ in range(5)}
    assert len(seeds) == 5  # without a seed every exercise is another


def test_an_exercise_speaks_the_readers_language(service: Service) -> None:
    said = {exercise(service, "fish_prawn_crab", tag, level=1, seed=3)["outcome_name"] for tag in ("en", "pt", "zh")}
    assert len(said) == 3


def test_what_no_exercise_can_be_is_refused(service: Service) -> None:
    def refused(path: str, **body: Any) -> tuple[int, str]:
        answer = service.post(None, f"/trainer/{path}/exercises", **body)
        return answer.status_code, answer.json()["code"]

    assert refused("chess") == (422, "unknown_game")
    assert refused("craps", level=4) == (400, "bad_request")
    assert refused("craps", weights={"come": 10}) == (400, "bad_request")
    assert refused("craps", options={"field_12": "4"}) == (422, "unknown_value")
    assert refused("pai_kao", options={"field_12": "2"}) == (422, "unknown_option")
    named = {"level": 2, "seed": 1}
    for answers in ([{"result": "win"}], [{"result": "draw"}] * 3):
        assert mark(service, "craps", named, answers).status_code == 400
