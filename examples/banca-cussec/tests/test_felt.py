"""The layout of Cussec: a region for every bet in both forms, under every option, in every language."""

from collections import Counter
from itertools import combinations, product
from xml.etree.ElementTree import Element

import pytest
from banca.analysis.exact import analyse
from banca.drawing import Form, layout, parts_of
from banca.drawing.devices import device
from banca.drawing.svg import PLAIN
from banca.drawing.text import extent
from banca.i18n import translator
from banca.law import Language
from banca.rules import Rules

from banca_cussec import RULEBOOK
from banca_cussec.felt import faces

Box = tuple[float, float, float, float]

LAYOUTS = tuple({"odd_even": odd_even, "combinations": more} for odd_even, more in product(("no", "yes"), repeat=2))
FORMS = (Form.WIDE, Form.TALL)
SMALLEST_LETTERS = {Form.WIDE: 15, Form.TALL: 14}
SMALLEST_TARGET = 30
"""24 pixels where the tall form is shown 320 wide."""
HAIR = 0.01
FINGER = 44

every_form = pytest.mark.parametrize(
    ("options", "form", "spoken"),
    list(product(LAYOUTS, FORMS, Language)),
    ids=lambda one: "-".join(one.values()) if isinstance(one, dict) else str(one),
)


def rules_under(options: dict[str, str]) -> Rules:
    return RULEBOOK.under(**options)


def drawn(rules: Rules, form: Form, spoken: Language = Language.EN) -> Element:
    return layout(rules, translator(spoken), form)


def regions(picture: Element) -> list[Element]:
    return [one for one in picture.iter("g") if one.get("class") == "region"]


def box_of(region: Element) -> Box:
    """The rectangle that is pressed."""
    shape = region.find("rect")
    assert shape is not None
    x, y, width, height = (float(str(shape.get(name))) for name in ("x", "y", "width", "height"))
    return x, y, width, height


@every_form
def test_every_bet_has_one_region_that_says_its_prize(options: dict[str, str], form: Form, spoken: Language) -> None:
    rules, say = rules_under(options), translator(spoken)
    found = regions(drawn(rules, form, spoken))
    assert Counter(one.get("data-bet") for one in found) == Counter(dict.fromkeys(rules.bets, 1))
    for one in found:
        written = " ".join(text.text or "" for text in one.iter("text"))
        assert say.short_odds(analyse(rules.bets[str(one.get("data-bet"))]).pays) in written


@every_form
def test_nothing_overlaps_and_chips_lie_in_their_region(options: dict[str, str], form: Form, spoken: Language) -> None:
    picture = drawn(rules_under(options), form, spoken)
    *_, width, height = map(float, str(picture.get("viewBox")).split())
    boxes = {str(one.get("data-bet")): box_of(one) for one in regions(picture)}
    for (first, one), (second, other) in combinations(boxes.items(), 2):
        across = min(one[0] + one[2], other[0] + other[2]) - max(one[0], other[0])
        down = min(one[1] + one[3], other[1] + other[3]) - max(one[1], other[1])
        assert across < 0 or down < 0, (first, second)
    for region in regions(picture):
        left, top, wide, tall = box_of(region)
        x, y = map(float, str(region.get("data-chips")).split(","))
        assert left < x < left + wide
        assert top < y < top + tall
        assert 0 <= left < left + wide <= width
        assert 0 <= top < top + tall <= height


@every_form
def test_words_stay_in_their_region_and_can_be_read(options: dict[str, str], form: Form, spoken: Language) -> None:
    picture = drawn(rules_under(options), form, spoken)
    assert min(float(str(one.get("font-size"))) for one in picture.iter("text")) >= SMALLEST_LETTERS[form]
    for region in regions(picture):
        left, top, wide, tall = box_of(region)
        for one in region.iter("text"):
            x, y, letters = (float(str(one.get(name))) for name in ("x", "y", "font-size"))
            half = extent(one.text or "") * letters * (PLAIN if one.get("class") == "pays" else 1) / 2
            assert left <= x - half < x + half <= left + wide, one.text
            assert top <= y - letters / 2 < y + letters / 2 <= top + tall, one.text


@pytest.mark.parametrize("options", LAYOUTS, ids=lambda one: "-".join(one.values()))
def test_on_a_telephone_every_region_is_large_enough_for_a_finger(options: dict[str, str]) -> None:
    for region in regions(drawn(rules_under(options), Form.TALL)):
        assert min(box_of(region)[2:]) >= SMALLEST_TARGET, region.get("data-bet")


@pytest.mark.clause("M-3")
@pytest.mark.parametrize("form", FORMS)
def test_a_bet_is_drawn_with_the_dice_that_win_it(form: Form) -> None:
    rules = rules_under({"combinations": "yes"})
    for region in regions(drawn(rules, form)):
        bet = rules.bets[str(region.get("data-bet"))]
        pips = [len(list(die.iter("circle"))) for die in region.iter("g") if die.get("class") == "die"]
        if bet.id in {"single", "pair", "double", "triple", "three_numbers", "double_and_one", "four_numbers"}:
            assert pips == faces(bet)
            assert "-".join(map(str, sorted(set(pips)))) == "-".join(dict.fromkeys(bet.selection.split("-")))
        elif bet.id == "any_triple":
            assert pips == [face for face in range(1, 7) for _ in range(3)]
        else:
            assert not pips


@pytest.mark.parametrize("options", LAYOUTS, ids=lambda one: "-".join(one.values()))
def test_every_bet_is_in_one_part_of_the_board_in_a_box_for_a_finger(options: dict[str, str]) -> None:
    rules = rules_under(options)
    found = [region for part in parts_of(rules) for region in regions(layout(rules, translator(), Form.BOARD, part.id))]
    assert sorted(str(region.get("data-bet")) for region in found) == sorted(rules.bets)
    assert min(side for region in found for side in box_of(region)[2:]) >= FINGER


def test_small_lies_on_the_left_and_big_on_the_right() -> None:
    boxes = {str(one.get("data-bet")): box_of(one) for one in regions(drawn(rules_under({}), Form.WIDE))}
    assert min(boxes, key=lambda key: boxes[key][0]) == "small"
    assert max(boxes, key=lambda key: boxes[key][0]) in {"big", "total:17", "pair:5-6", "single:6"}
    for key, (x, _, width, _) in boxes.items():
        assert key == "small" or x >= boxes["small"][0]
        assert key == "big" or x + width <= boxes["big"][0] + boxes["big"][2] + HAIR


def test_the_device_has_three_dice_and_a_symbol_for_every_number() -> None:
    picture = device("cussec", translator(Language.EN))
    assert picture.get("data-kind") == "faces"
    assert [one.get("id") for one in picture.iter("symbol")] == [f"face-{number}" for number in range(1, 7)]
    assert len(list(picture.iter("use"))) == 3
