"""Layouts and devices: every bet has its region, words fit, and a page with a strict policy may show them.

A few chosen rows; tests/release/test_layouts.py has every game with every option, language, form and size.
"""

import re
from collections import Counter
from dataclasses import replace
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from banca.analysis.exact import analyse
from banca.drawing import Form, layout, standalone, table_of, to_text
from banca.drawing.devices import device
from banca.drawing.felt import WHOLE, Felt, parts_of
from banca.drawing.layout import ACROSS
from banca.game import Game
from banca.games import find, of_chance, playable, rulebook
from banca.games.craps.rules import POINTS
from banca.games.roulette.rules import BLACK, ORDER, RED
from banca.i18n import translator
from banca.law import Language
from banca.rules import PROPOSED, Bet, Place, Rules
from support.layouts import box_of, check_harmless, check_layout, check_words, regions, size_of, with_class, words

pytestmark = pytest.mark.slow

FORMS = (Form.WIDE, Form.TALL)
LANGUAGE = {Form.WIDE: Language.PT, Form.TALL: Language.ZH}
"""Those in which names are long, and have no spaces."""

every_game = pytest.mark.parametrize("game", of_chance())
every_form = pytest.mark.parametrize("form", FORMS)


def checked(rules: Rules, form: Form) -> ET.Element:
    drawn = layout(rules, translator(LANGUAGE[form]), form)
    check_layout(drawn, rules, form)
    return drawn


@every_form
@every_game
def test_every_bet_has_its_region_and_its_words_fit(game: str, form: Form) -> None:
    check_words(checked(rulebook(game).under(), form), form)


@pytest.mark.parametrize(("game", "form"), [("craps", Form.TALL), ("roulette", Form.WIDE)])
def test_the_default_felt_has_names_and_prizes_and_a_place_for_any_bet(
    game: str, form: Form, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Game, "part", lambda _game, _name, *_exports: None)
    rules, another = with_another(rulebook(game).under())
    drawn, say = checked(rules, form), translator(LANGUAGE[form])
    assert regions(drawn)[another.key].attrib["class"] == "region"
    rules = rulebook(game).under()
    drawn = checked(rules, form)
    for key, bet in rules.bets.items():
        shown = "".join(words(regions(drawn)[key]).split())
        assert "".join(say.bet(bet).split()) in shown
        assert "".join(say.short_odds(analyse(bet).pays).split()) in shown


def with_another(rules: Rules, **about: Any) -> tuple[Rules, Bet]:
    """The rules with one bet more than the game's felt knows."""
    another = replace(next(iter(rules.bets.values())), id="another", selection="", **about)
    return Rules(rules.rulebook, rules.chosen, rules.bets | {another.key: another}), another


@every_form
@pytest.mark.parametrize("game", [game for game in of_chance() if hasattr(find(game).part("felt"), "draw")])
def test_our_own_drawings_have_a_place_for_every_bet(game: str, form: Form) -> None:
    rules = rulebook(game).under()
    felt = Felt(rules, translator(), ACROSS[form], form)
    own: Any = find(game).part("felt")
    own.draw(felt)
    assert felt.placed == rules.bets.keys()


@every_form
@every_game
def test_a_bet_that_the_drawing_does_not_know_has_a_place_at_the_foot_and_is_never_called_proposed(
    game: str, form: Form
) -> None:
    rules, new = with_another(rulebook(game).under())
    drawn = layout(rules, translator(), form)
    assert regions(drawn)[new.key].attrib["class"] == "region"
    assert "Proposed bets" not in words(drawn)
    boxes = {key: box for key, region in regions(drawn).items() if (box := box_of(region))}
    _, top, _, tall = boxes.pop(new.key)
    assert top + tall <= sum(map(float, drawn.attrib["viewBox"].split()[1::2]))
    if hasattr(find(game).part("felt"), "draw"):
        assert all(y + height <= top for _, y, _, height in boxes.values())
    (part,) = [part for part in parts_of(rules) if new.key in part.bets]
    for tab in (part.id, WHOLE):
        assert new.key in regions(layout(rules, translator(), Form.BOARD, tab, (1200, 700)))


@every_form
@every_game
def test_a_bet_whose_prize_is_proposed_stays_in_its_place(game: str, form: Form) -> None:
    rules = rulebook(game).under()
    key, bet = next(iter(rules.bets.items()))
    changed = Rules(rules.rulebook, rules.chosen, rules.bets | {key: replace(bet, reads=(*bet.reads, PROPOSED))})
    drawn, usual = layout(changed, translator(), form), layout(rules, translator(), form)
    assert regions(drawn)[key].attrib["class"] == "region proposed"
    for other, region in regions(usual).items():
        assert box_of(regions(drawn)[other]) == box_of(region)
    assert size_of(drawn)[0] == size_of(usual)[0]


@pytest.mark.parametrize("place", Place)
@every_form
@every_game
def test_craps_7_2_a_proposed_bet_gets_a_region_of_its_own(game: str, form: Form, place: Place) -> None:
    rules, proposed = with_another(rulebook(game).under(), reads=(PROPOSED,), place=place)
    drawn = layout(rules, translator(), form)
    assert "proposed" in regions(drawn)[proposed.key].attrib["class"]
    boxes = {key: box for key, region in regions(drawn).items() if (box := box_of(region))}
    _, top, _, tall = boxes.pop(proposed.key)
    _, first, _, whole = map(float, drawn.attrib["viewBox"].split())
    assert first <= top
    assert top + tall <= first + whole
    if place is Place.FOOT:
        assert all(y + height <= top for _, y, _, height in boxes.values())
    else:
        assert all(y >= top + tall for _, y, _, _ in boxes.values())


@every_form
def test_craps_6_12_the_field_says_what_twelve_pays(form: Form) -> None:
    for pays in (2, 3):
        drawn = layout(rulebook("craps").under(field_12=pays), translator(), form)
        assert words(regions(drawn)["field"]).endswith(f"{pays} to 1 12")


@every_form
def test_craps_5_2_5_come_goes_to_its_number_and_a_puck_to_every_point(form: Form) -> None:
    drawn = layout(rulebook("craps").under(), translator(), form)
    for key in ("come", "dont_come"):
        on = [each.split(":")[0] for each in regions(drawn)[key].attrib["data-chips-on"].split()]
        assert on == [str(number) for number in POINTS]
    pucks = with_class(drawn, "puck")
    assert sorted(puck.attrib["data-point"] for puck in pucks) == sorted(["", *map(str, POINTS)])
    assert [puck.attrib["data-point"] for puck in pucks if "on" in puck.attrib["class"].split()] == [""]


def test_roulette_cells_have_the_colours_of_the_cylinder() -> None:
    drawn = regions(layout(rulebook("roulette").under(), translator(), Form.WIDE))
    for fill, numbers in {"fill-red": RED, "fill-black": BLACK, "fill-green": {0}}.items():
        assert all(fill in drawn[f"straight:{number}"][1].attrib["class"] for number in numbers)


@pytest.mark.parametrize("game", playable())
def test_every_game_has_a_table_and_a_device_that_stand_alone(game: str) -> None:
    drawn = table_of(game, {}, translator())
    check_harmless(drawn)
    assert size_of(ET.fromstring(to_text(drawn)))[1] > 0  # noqa: S314 - our own
    style = ET.fromstring(standalone(drawn).encode()).find("{http://www.w3.org/2000/svg}style")  # noqa: S314
    assert style is not None
    assert not re.search(r"@import|url\(|https?:", style.text or "url(")
    drawn = device(game, translator())
    check_harmless(drawn)
    names = [one.attrib["id"] for one in drawn.iter("symbol")]
    assert len(names) == len(set(names))
    assert {one.attrib["href"][1:] for one in drawn.iter("use")} <= set(names)


@pytest.mark.parametrize(("game", "kind"), [("craps", "face"), ("football_poker", "card"), ("fish_prawn_crab", "face")])
def test_a_device_has_a_symbol_for_every_part_of_an_outcome(game: str, kind: str) -> None:
    names = {one.attrib["id"] for one in device(game, translator()).iter("symbol")}
    rules = rulebook(game).under()
    parts = {part for outcome, _ in rules.space for part in rules.rulebook.show(outcome).split("-")}
    assert {f"{kind}-{part}" for part in parts} <= names


@pytest.mark.parametrize("game", ["roulette", "wheel"])
def test_a_rotor_has_a_section_for_every_outcome(game: str) -> None:
    (rotor,) = with_class(device(game, translator()), "rotor")
    rules: Any = rulebook(game).under()
    order = rotor.attrib["data-order"].split("|")
    assert Counter(order) == Counter({rules.rulebook.show(outcome): weight for outcome, weight in rules.space})
    assert game != "roulette" or order == list(map(str, ORDER))
