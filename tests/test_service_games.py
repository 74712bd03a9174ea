"""What the regulations say, over HTTP and in pages: games, figures, rulebooks, layouts, Pai Kao's settings and values."""

import re
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest

from banca.games import find, of_chance, playable, rulebook
from banca.games.pai_kao.live import POLICIES
from banca.law import Language, clauses_of
from banca.web.explorer import options_of
from banca.web.rulebooks import articles_of
from banca.words import speech
from banca.words.options import option_said, value_said
from paths import ROOT
from service import Service

ALL = playable()


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    with Service(tmp_path_factory.mktemp("games")) as found:
        yield found


def get(service: Service, path: str, language: str = "en") -> Any:
    answer = service.ask(None, "GET", path, headers={"Accept-Language": language})
    assert answer.status_code == 200, answer.text
    return answer.json()


def page(service: Service, path: str, language: str = "en") -> str:
    answer = service.client.get(path, headers={"Accept": "text/html", "Accept-Language": language})
    assert answer.status_code == 200, answer.text
    return str(answer.text)


def test_anybody_sees_every_game(service: Service) -> None:
    listed = get(service, "/games")["games"]
    assert [one["game"] for one in listed] == list(ALL)
    assert get(service, "/games/craps")["clauses"] == listed[0]["clauses"]


@pytest.mark.parametrize("path", ["", "/odds", "/rules", "/layout"])
def test_a_game_that_is_not_there_is_refused(service: Service, path: str) -> None:
    answer = service.ask(None, "GET", f"/games/whist{path}")
    assert (answer.status_code, answer.json()["code"]) == (422, "unknown_game")


def test_a_game_is_found_by_what_people_call_it(service: Service) -> None:
    assert get(service, "/games/Craps") == get(service, "/games/craps")
    assert get(service, "/games/fish-prawn-crab/odds") == get(service, "/games/fish_prawn_crab/odds")
    assert get(service, "/games/輪盤/odds?option=zero=la partage") == get(
        service, "/games/roulette/odds?option=zero=half_back"
    )
    assert page(service, "/rules/pai-kao").replace("/rules/pai-kao", "/rules/pai_kao") == page(
        service, "/rules/pai_kao"
    )
    near = service.ask(None, "GET", "/games/rulette").json()
    assert "did you mean roulette?" in near["detail"]


def test_pai_kao_has_no_odds(service: Service) -> None:
    assert service.ask(None, "GET", "/games/pai_kao/odds").json()["code"] == "not_a_game_of_chance"


def test_6_12_the_field_pays_two_or_three_to_one_on_twelve_as_the_house_chooses(service: Service) -> None:
    def edge(path: str) -> str:
        bets = get(service, path)["bets"]
        return next(str(bet["house_edge"]) for bet in bets if bet["id"] == "field")

    assert edge("/games/craps/odds") == "1/18"
    assert edge("/games/craps/odds?option=field_12=3") == "1/36"


@pytest.mark.parametrize(("option", "code"), [("field_12=9", "unknown_value"), ("luck=1", "unknown_option")])
@pytest.mark.parametrize("path", ["odds", "layout"])
def test_options_that_are_not_granted_are_refused(service: Service, path: str, option: str, code: str) -> None:
    answer = service.ask(None, "GET", f"/games/craps/{path}", params={"option": option})
    assert (answer.status_code, answer.json()["code"]) == (422, code)


def test_figures_are_said_in_the_language_asked_for(service: Service) -> None:
    names = {language: get(service, "/games/roulette/odds", language)["bets"][0]["name"] for language in ("en", "pt")}
    assert names == {"en": "Straight up 0", "pt": "Pleno 0"}


@pytest.mark.parametrize("game", ALL)
def test_a_rulebook_has_every_clause(service: Service, game: str) -> None:
    clauses = get(service, f"/games/{game}/rules")["clauses"]
    assert [one["clause"] for one in clauses] == list(clauses_of(game))


@pytest.mark.parametrize("game", ALL)
def test_a_layout_is_a_picture_with_or_without_its_style(service: Service, game: str) -> None:
    whole = service.ask(None, "GET", f"/games/{game}/layout")
    bare = service.ask(None, "GET", f"/games/{game}/layout?bare=true&form=tall")
    assert whole.headers["content-type"].startswith("image/svg+xml")
    assert "<style" in whole.text
    assert bare.text.startswith("<svg")
    assert "<style" not in bare.text


def test_a_board_is_drawn_to_measure_a_part_at_a_time(service: Service) -> None:
    drawn = service.ask(None, "GET", "/games/roulette/layout?form=board&part=outside&width=350&height=365&bare=true")
    assert 'viewBox="0 0 344 360"' in drawn.text
    assert drawn.text.count("data-bet=") == 12
    refused = service.ask(None, "GET", "/games/roulette/layout?form=board&part=moon")
    assert (refused.status_code, refused.json()["code"]) == (422, "unknown_part")
    assert service.ask(None, "GET", "/games/roulette/layout?form=round").status_code == 400


# Pai Kao


def test_5_2_the_three_settings_of_four_tiles_have_exact_chances(service: Service) -> None:
    report = get(service, "/pai-kao/settings?tiles=6-6,4-5,1-1,2-3&seat=player")
    settings = report["settings"]
    assert len(settings) == 3
    assert [one["is_best"] for one in settings].count(True) == 1
    for one in settings:
        assert sum(Fraction(one[name]) for name in ("win", "tie", "lose")) == 1
        assert sorted([*one["front"]["tiles"], *one["rear"]["tiles"]]) == ["1-1", "2-3", "4-5", "6-6"]


def test_the_banker_does_better_than_a_player_with_the_same_tiles(service: Service) -> None:
    best = {}
    for seat in ("player", "banker"):
        report = get(service, f"/pai-kao/settings?tiles=5-6,4-6,1-6,1-5&seat={seat}&against=highest_rear")
        best[seat] = max(Fraction(one["value"]) for one in report["settings"])
    assert best["banker"] > best["player"]


@pytest.mark.parametrize(
    ("query", "status", "code"),
    [
        ("tiles=6-6,4-5,1-1", 422, "wrong_tiles"),
        ("tiles=6-6,4-5,1-1,9-9", 422, "unknown_tile"),
        ("tiles=4-5,4-5,1-1,2-3", 422, "too_many_tiles"),
        ("tiles=6-6,4-5,1-1,2-3&against=luck", 422, "unknown_policy"),
        ("tiles=6-6,4-5,1-1,2-3&seat=croupier", 400, "bad_request"),
        ("seat=player", 400, "bad_request"),
    ],
)
def test_tiles_that_make_no_hand_are_refused(service: Service, query: str, status: int, code: str) -> None:
    answer = service.ask(None, "GET", f"/pai-kao/settings?{query}")
    assert (answer.status_code, answer.json()["code"]) == (status, code)


def test_the_game_costs_the_player_in_equilibrium_and_no_policy_gains_against_it(service: Service) -> None:
    values = {(one["player"], one["banker"]): one for one in get(service, "/pai-kao/values")["values"]}
    equal = values["equilibrium", "equilibrium"]
    assert Fraction(equal["value_player"]) < Fraction(equal["value_banker"]) < 0
    for name in POLICIES:
        gain = Fraction(values[name, "equilibrium"]["value_player"]) - Fraction(equal["value_player"])
        assert gain < Fraction(1, 100_000)


@pytest.mark.parametrize("gates", [1, 3, 7])
@pytest.mark.parametrize("against", [name for name in POLICIES if name != "equilibrium"])
def test_r_pk_4_a_bank_gains_as_much_from_each_gate_and_pays_commission_on_the_round(
    service: Service, gates: int, against: str
) -> None:
    values = {(one["player"], one["banker"]): one for one in get(service, "/pai-kao/values")["values"]}
    alone = values[against, "equilibrium"]
    bank = get(service, f"/pai-kao/bank?gates={gates}&against={against}")
    assert Fraction(bank["gross"]) == Fraction(alone["lose"]) - Fraction(alone["win"])
    assert Fraction(bank["value_gate_by_gate"]) == Fraction(alone["value_banker"])
    assert (Fraction(bank["value"]) > Fraction(alone["value_banker"])) == (gates > 1)
    assert sum(Fraction(one["chance"]) for one in bank["results"]) == 1


@pytest.mark.parametrize(
    ("query", "status", "code"),
    [
        ("gates=8", 422, "wrong_gate"),
        ("gates=0", 422, "wrong_gate"),
        ("against=luck", 422, "unknown_policy"),
        ("policy=luck", 422, "unknown_policy"),
        ("stake=0", 400, "bad_request"),
    ],
)
def test_a_bank_that_cannot_be_is_refused(service: Service, query: str, status: int, code: str) -> None:
    answer = service.ask(None, "GET", f"/pai-kao/bank?{query}")
    assert (answer.status_code, answer.json()["code"]) == (status, code)


def test_t_1_and_t_2_rank_tiles_and_pairs(service: Service) -> None:
    ranks = get(service, "/pai-kao/ranks")
    assert len(ranks["tiles"]) == 32
    assert [one["place"] for one in ranks["pairs"]] == list(range(1, 108))
    assert ranks["pairs"][0]["made_by"] == [["2-4", "1-2"]]
    assert sum(len(one["made_by"]) for one in ranks["pairs"]) == 151


# Words


@pytest.mark.parametrize("game", of_chance())
def test_every_option_and_every_value_that_is_a_word_can_be_said(game: str) -> None:
    for option in rulebook(game).options:
        assert option.says
        words = {str(value) for value in option.values if not str(value).isdigit()}
        assert words <= set(option.says_value)
        assert set(option.says_value) <= set(map(str, option.values))


def test_a_number_is_said_as_it_is() -> None:
    say = speech(Language.EN)
    (decks,) = (one for one in find("football_poker").options if one.name == "decks")
    assert (option_said(decks, say), value_said(decks, 8, say)) == ("Packs of cards", "8")
    (field,) = (one for one in find("craps").options if one.name == "field_12")
    assert value_said(field, 3, say) == "3 to 1"


# Pages


@pytest.mark.parametrize("language", ["en", "pt", "zh"])
@pytest.mark.parametrize(
    "path", ["/explore", "/rules", *(f"/{to}/{game}" for to in ("explore", "rules") for game in ALL)]
)
def test_every_page_is_shown_in_every_language(service: Service, path: str, language: str) -> None:
    shown = page(service, path, language)
    assert "<h1" in shown
    assert 'style="' not in shown
    assert not re.findall(r"<script(?! type=\"application/json\")(?![^>]* src=)", shown)


def test_a_page_under_options_is_told_their_figures(service: Service) -> None:
    assert "1/36" in page(service, "/explore/craps?option=field_12=3&bet=field")
    refused = service.client.get("/explore/craps?option=field_12=9", headers={"Accept": "text/html"})
    assert refused.status_code == 422


def test_a_page_of_a_game_that_is_not_there_says_so(service: Service) -> None:
    for to in ("explore", "rules"):
        answer = service.client.get(f"/{to}/whist", headers={"Accept": "text/html"})
        assert answer.status_code == 422
        assert "whist" in answer.text


def test_an_option_says_whether_it_changes_a_figure() -> None:
    changes = {one["option"]: one["changes"] for game in of_chance() for one in options_of(game, Language.EN)}
    assert {name for name, does in changes.items() if does} == {"field_12", "decks", "post_opens", "zero"}


@pytest.mark.parametrize("game", ALL)
def test_a_rulebook_page_has_an_anchor_for_every_clause_and_its_texts_in_three_languages(
    service: Service, game: str
) -> None:
    shown = page(service, f"/rules/{game}", "pt")
    for number in clauses_of(game):
        assert f'id="{number}"' in shown
    clauses = [clause for article in articles_of(game, Language.PT) for clause in article.clauses]
    assert all(set(clause.answer.text.told) == set(Language) for clause in clauses)


def test_r_craps_5_is_shown_with_what_the_other_reading_would_do() -> None:
    clauses = {one.answer.clause: one for article in articles_of("craps", Language.PT) for one in article.clauses}
    row = clauses["R-craps-5"].compared[0].edges
    assert (row.as_read, row.otherwise) == (Fraction(3, 220), Fraction(523, 1980))
    say = speech(Language.PT)
    assert (say.percent(row.as_read), say.percent(row.otherwise)) == ("1,364%", "26,414%")


def test_scripts_know_no_game() -> None:
    """Nothing about a game is typed into a script or a template."""
    web = ROOT / "src" / "banca" / "web"
    for file in [*web.glob("static/explore/*.js"), *web.glob("static/rules/*.js"), *web.glob("templates/explore.html")]:
        assert not re.findall(r"craps|roulette|fantan|field_12", file.read_text("utf-8")), file.name
