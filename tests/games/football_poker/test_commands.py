"""`banca football-poker` as its users meet it."""

from functools import partial

import pytest
from rich.cells import cell_len

import asked
from banca.law import Language

run = partial(asked.run, "football-poker")
answer = partial(asked.answer, "football-poker")


def test_the_next_hand_from_a_full_shoe_has_the_odds_of_the_game() -> None:
    plain = asked.answer("odds", "football_poker")
    found = answer("next")
    edges = {bet["id"]: bet["house_edge"] for bet in plain["bets"]}
    assert {bet["id"]: bet["house_edge"] for bet in found["bets"]} == edges
    assert found["cards_left"] == found["cards"] == 416
    out = answer("next", "K-9-4", "5-2", "--option", "decks=1")
    assert (out["cards_left"], out["left"]["K"]) == (47, 3)
    assert run("next", "1-2").exit_code == 1


@pytest.mark.compiled
def test_a_shoe_that_is_dealt_on() -> None:
    found = answer("shoe", "--option", "decks=2", "--shoes", "2000")
    assert [bet["bet"] for bet in found["bets"]] == ["upper", "lower", "even", "odd", "post"]
    assert found["shoes"] == 2000
    assert all(bet["error"] > 0 for bet in found["bets"])


@pytest.mark.parametrize("lang", list(Language))
@pytest.mark.parametrize(
    "words", [["next", "K-9-4"], ["shoe", "--option", "decks=2", "--shoes", "1000"]], ids=lambda one: one[0]
)
@pytest.mark.compiled
def test_three_languages_and_80_columns(words: list[str], lang: str) -> None:
    shown = run(*words, "--lang", lang)
    assert shown.exit_code == 0, shown.stderr
    assert max(cell_len(line) for line in shown.stdout.splitlines()) <= 80
