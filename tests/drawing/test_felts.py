"""The felts and devices of Fish-Prawn-Crab, the wheel, fantan and Pai Kao, held against their rulebooks."""

import re
from functools import cache
from itertools import combinations, pairwise
from math import atan2, dist, pi
from xml.etree.ElementTree import Element

import pytest

from banca.analysis.exact import analyse
from banca.drawing import Form, layout, table_of
from banca.drawing.devices import device
from banca.drawing.svg import drawings
from banca.games import rules_of
from banca.games.fish_prawn_crab.rules import FACES, NAMES
from banca.games.pai_kao.tiles import BY_FACE, TILES
from banca.games.wheel.rules import RIM, SECTIONS
from banca.i18n import translator
from banca.law import Language
from banca.rules import Lose, Push, Win
from support.layouts import Point, chips_of, size_of, with_class, words

pytestmark = pytest.mark.slow

GAMES = ("fish_prawn_crab", "wheel", "fantan")

every_width = pytest.mark.parametrize("form", [Form.WIDE, Form.TALL])


@cache
def felt(game: str, spoken: Language = Language.EN, form: Form = Form.WIDE) -> Element:
    return layout(rules_of(game), translator(spoken), form)


@cache
def table(spoken: Language = Language.EN, form: Form = Form.WIDE) -> Element:
    return table_of("pai_kao", {}, translator(spoken), form)


def regions(drawn: Element, by: str = "data-bet") -> dict[str, Element]:
    return {str(one.get(by)): one for one in with_class(drawn, "region")}


def outline(region: Element) -> list[Point]:
    """The corners of the shape that is clicked."""
    shape = with_class(region, "cell")[0]
    if shape.tag == "path":
        numbers = list(map(float, re.findall(r"-?[\d.]+", str(shape.get("d")))))
        return list(zip(numbers[::2], numbers[1::2], strict=True))
    x, y, width, height = (float(str(shape.get(name))) for name in ("x", "y", "width", "height"))
    return [(x, y), (x + width, y), (x + width, y + height), (x, y + height)]


def is_within(point: Point, corners: list[Point]) -> bool:
    """Whether the point is inside the corners, which go round a convex shape."""
    x, y = point
    turns = {(x1 - x0) * (y - y0) > (y1 - y0) * (x - x0) for (x0, y0), (x1, y1) in pairwise([*corners, corners[0]])}
    return len(turns) == 1


@pytest.mark.parametrize("game", GAMES)
@every_width
def test_chips_and_the_prize_are_in_their_region(game: str, form: Form) -> None:
    drawn = regions(felt(game, Language.PT, form))
    assert drawn.keys() == rules_of(game).bets.keys()
    for key, region in drawn.items():
        assert is_within(chips_of(region), outline(region))
        assert translator(Language.PT).short_odds(analyse(rules_of(game).bets[key]).pays) in words(region)


@every_width
def test_no_region_of_the_square_of_fantan_hides_another(form: Form) -> None:
    drawn = felt("fantan", form=form)
    outlines = [outline(region) for region in regions(drawn).values()]
    width, height = map(int, size_of(drawn))
    for x in range(3, width, 9):
        for y in range(3, height, 9):
            assert sum(is_within((x, y), corners) for corners in outlines) <= 1
    for corners in outlines:
        assert all(0 <= x <= width and 0 <= y <= height for x, y in corners)


@every_width
def test_fpc_1_1_a_figure_stands_with_its_number_and_the_word_of_its_colour(form: Form) -> None:
    spoken = Language.PT
    drawn = regions(felt("fish_prawn_crab", spoken, form))
    for figure, (number, colour) in FACES.items():
        region = drawn[f"figure:{figure}"]
        assert f"{number} {translator(spoken)(NAMES[colour])}" in words(region)
        assert [one.get("href") for one in region.iter("use")] == [f"#figure-{figure}"]
        assert len(with_class(drawn[f"triple:{figure}"], "figure")) == 3
        assert with_class(drawn[f"triple:{figure}"], f"fill-{colour}")


def test_fpc_1_1_every_face_of_the_die_has_figure_number_and_colour() -> None:
    drawn = device("fish_prawn_crab", translator())
    assert drawn.get("data-kind") == "faces"
    faces = {one.get("id"): one for one in drawn.iter("symbol")}
    assert set(faces) == {f"face-{figure}" for figure in FACES}
    for figure, (number, colour) in FACES.items():
        face = faces[f"face-{figure}"]
        assert words(face) == str(number)
        assert with_class(face, f"ink-{colour}")
        assert with_class(face, f"fill-{colour}")
        assert not any(with_class(face, f"fill-{other}") for _, other in FACES.values() if other != colour)


@every_width
def test_fpc_5_4_to_5_6_as_many_dice_of_a_colour_are_drawn_as_the_bet_is_on(form: Form) -> None:
    drawn = regions(felt("fish_prawn_crab", form=form))
    for bet_id, count in (("one_colour", 1), ("two_colour", 2), ("three_colour", 3)):
        for colour in ("red", "green", "blue"):
            region = drawn[f"{bet_id}:{colour}"]
            assert len(with_class(region, f"fill-{colour}")) == count
            assert colour in words(region)


@every_width
def test_wheel_1_2_the_rim_has_52_sections_in_order(form: Form) -> None:
    for drawn in (felt("wheel", form=form), device("wheel", translator())):
        (rotor,) = with_class(drawn, "rotor")
        order = str(rotor.get("data-order")).split("|")
        assert order == [f"symbol {symbol}" for symbol in RIM]
        assert len(with_class(rotor, "section")) == len(with_class(rotor, "peg")) == len(RIM) == 52
        assert [one.text for one in rotor.iter("text")] == [str(symbol) for symbol in RIM]
        assert [len(with_class(rotor, f"symbol-{symbol}")) for symbol in SECTIONS] == [24, 12, 8, 4, 2, 1, 1]
        assert len(with_class(drawn, "pointer")) == 1
    assert drawn.get("data-kind") == "rotor"


@every_width
def test_wheel_3_1_a_rectangle_says_how_many_sections_its_symbol_has(form: Form) -> None:
    drawn = regions(felt("wheel", form=form))
    for symbol, (sections, _) in SECTIONS.items():
        said = words(drawn[f"symbol:{symbol}"])
        assert re.search(rf"\b{symbol}\b", said)
        assert re.search(rf"\b{sections}\b", said)


@every_width
def test_fantan_the_sides_of_a_bets_small_square_show_what_each_number_does(form: Form) -> None:
    for key, region in regions(felt("fantan", form=form)).items():
        bet = rules_of("fantan").bets[key]
        verdicts = [type(bet.verdict(bet.start, number)) for number in (1, 2, 3, 4)]
        shown = [len(with_class(region, name)) for name in ("wins-bar", "ties-bar", "loses-bar")]
        if bet.id != "fan":
            assert shown == [verdicts.count(kind) for kind in (Win, Push, Lose)]


@every_width
def test_fantan_the_square_goes_round_as_at_the_table(form: Form) -> None:
    """1 next to the croupier, 2 on the croupier's right hand, 3 opposite, 4 on the left; seen from the players."""
    at = {number: chips_of(regions(felt("fantan", form=form))[f"fan:{number}"]) for number in (1, 2, 3, 4)}
    assert min(at, key=lambda number: at[number][1]) == 1
    assert min(at, key=lambda number: at[number][0]) == 2
    assert max(at, key=lambda number: at[number][1]) == 3
    assert max(at, key=lambda number: at[number][0]) == 4


def test_fantan_f_1_the_device_is_a_heap_of_buttons() -> None:
    drawn = device("fantan", translator())
    assert drawn.get("data-kind") == "heap"
    assert [one.get("id") for one in drawn.iter("symbol")] == ["button"]
    assert {one.get("href") for one in drawn.iter("use")} == {"#button"}


@every_width
def test_pai_kao_1_4_eight_gates_of_four_tiles(form: Form) -> None:
    drawn = table(Language.PT, form)
    gates = regions(drawn, "data-gate")
    assert list(gates) == [str(gate) for gate in range(1, 9)]
    for gate, region in gates.items():
        assert is_within(chips_of(region), outline(region))
        assert gate in words(region)
        laid = [
            (one.get("data-gate"), one.get("data-line"), one.get("data-index")) for one in with_class(region, "place")
        ]
        assert sorted(laid) == sorted((gate, line, index) for line in ("front", "rear") for index in ("0", "1"))
        assert [one.get("data-gate") for one in with_class(region, "banker-mark")] == [gate]
    assert len([one for one in with_class(drawn, "place") if one.get("data-die")]) == 4


def place_box(place: Element) -> tuple[float, float, float, float]:
    x, y, width, height = (float(str(place.get(f"data-{name}"))) for name in ("x", "y", "width", "height"))
    return x, y, width, height


@every_width
def test_pai_kao_no_place_covers_another(form: Form) -> None:
    drawn = table(form=form)
    boxes = [place_box(place) for place in with_class(drawn, "place")]
    assert len(boxes) == 8 * 4 + 4
    for (x0, y0, w0, h0), (x1, y1, w1, h1) in combinations(boxes, 2):
        assert x0 + w0 <= x1 or x1 + w1 <= x0 or y0 + h0 <= y1 or y1 + h1 <= y0
    for region in with_class(drawn, "region"):
        for place in with_class(region, "place"):
            x, y, width, height = place_box(place)
            assert is_within((x, y), outline(region))
            assert is_within((x + width, y + height), outline(region))


@every_width
def test_pai_kao_5_2_the_front_line_is_nearer_the_middle_of_the_table(form: Form) -> None:
    drawn = table(form=form)
    width, height = size_of(drawn)
    for region in with_class(drawn, "region"):
        far = {"front": 0.0, "rear": 0.0}
        for place in with_class(region, "place"):
            x, y, wide, tall = place_box(place)
            far[str(place.get("data-line"))] += dist((x + wide / 2, y + tall / 2), (width / 2, height / 2))
        assert far["front"] < far["rear"]


@pytest.mark.clause("R-pk-1")
@every_width
def test_pai_kao_the_gates_follow_each_other_against_the_clock(form: Form) -> None:
    drawn = table(form=form)
    width, height = size_of(drawn)
    turns = []
    for corners in map(outline, with_class(drawn, "region")):
        x = sum(corner[0] for corner in corners) / 4 - width / 2
        y = sum(corner[1] for corner in corners) / 4 - height / 2
        turns.append(atan2(-y, x))
    steps = [(after - before) % (2 * pi) for before, after in pairwise([*turns, turns[0]])]
    assert all(0 < step < pi for step in steps)
    assert sum(steps) == pytest.approx(2 * pi)


def test_pai_kao_t_1_a_tile_has_its_pips_and_they_are_red_as_on_a_real_one() -> None:
    pips, tiles = {}, drawings("banca.games.pai_kao", "tiles.svg")
    assert list(tiles) == [*BY_FACE, "back"]
    for face in BY_FACE:
        halves = [int(half) for half in face.split("-")]
        red, white = len(with_class(tiles[face], "pip-red")), len(with_class(tiles[face], "pip-white"))
        assert red + white == sum(halves) == BY_FACE[face].pips
        assert red == (6 if face == "6-6" else sum(half for half in halves if half in {1, 4}))
        pips[face] = red + white
    assert len(TILES) == 32
    assert sum(pips[face] for face in TILES) == 227  # pai_kao 1.1


def test_pai_kao_the_device_has_every_tile_their_back_and_the_dice() -> None:
    drawn = device("pai_kao", translator())
    assert drawn.get("data-kind") == "tiles"
    names = {one.get("id") for one in drawn.iter("symbol")}
    assert names == {f"tile-{face}" for face in BY_FACE} | {"tile-back"} | {f"face-{face}" for face in range(1, 7)}
