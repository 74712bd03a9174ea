"""Layouts and devices: every bet has its region, words fit, and a page with a strict policy may show them."""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations, product
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from asked import run
from banca.drawing import Form, layout, shapes, standalone, table_of, to_text
from banca.drawing.device import device
from banca.drawing.lines import extent, height_of, wrapped
from banca.exact import analyse
from banca.game import Game
from banca.games import find, of_chance, playable, rulebook
from banca.games.craps.steps import POINTS
from banca.games.roulette.device import BLACK, ORDER, RED
from banca.law import Language
from banca.rulebook import PROPOSED, Bet, Place, Refusal, Rules
from banca.words import speech
from banca.words.outcomes import outcome_name

FORMS = (Form.WIDE, Form.TALL)
SVG = f"{{{shapes.SVG}}}"
ENGLISH = speech(Language.EN)
TARGET = 24
"""In pixels where the tall form is shown 400 wide; a finger gets boards."""
SMALLEST = {Form.WIDE: 15, Form.TALL: 14}
TOUCH = 1.0
MOST_VALUES = 10

Box = tuple[float, float, float, float]


@pytest.fixture
def no_felts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every game as if its folder had no felt."""
    monkeypatch.setattr(Game, "part", lambda _game, _name, *_exports: None)


@pytest.fixture(params=["its own", "the default"])
def either_felt(request: pytest.FixtureRequest) -> None:
    """Every game with the felt that its folder has, then as if it had none."""
    if request.param == "the default":
        request.getfixturevalue("no_felts")


def every_rules(game: str) -> Iterator[Rules]:
    """The game under its defaults, then with each value of each option; of very many, the first and the last."""
    book = rulebook(game)
    yield book.under()
    for option in book.options:
        values = option.values if len(option.values) <= MOST_VALUES else (option.values[0], option.values[-1])
        yield from (book.under(**{option.name: value}) for value in values if value != option.default)


def drawn(rules: Rules, form: Form, spoken: Language = Language.EN) -> ET.Element:
    """The layout as a browser reads it."""
    return ET.fromstring(to_text(layout(rules, speech(spoken), form)))  # noqa: S314 - our own


def regions(picture: ET.Element) -> list[ET.Element]:
    return [one for one in picture.iter(f"{SVG}g") if "region" in one.get("class", "").split()]


def region(picture: ET.Element, key: str) -> ET.Element:
    (found,) = [one for one in regions(picture) if one.get("data-bet") == key]
    return found


def words(within: ET.Element) -> str:
    return " ".join(one.text or "" for one in within.iter(f"{SVG}text"))


def size(picture: ET.Element) -> tuple[float, float]:
    _, _, width, height = map(float, picture.attrib["viewBox"].split())
    return width, height


def points(one: ET.Element) -> list[tuple[float, float]]:
    written = [one.attrib["data-chips"], *(each.split(":")[1] for each in one.get("data-chips-on", "").split())]
    return [(float(x), float(y)) for x, y in (point.split(",") for point in written)]


def check_harmless(picture: ET.Element) -> None:
    """Nothing that a Content-Security-Policy without inline style or script would stop, nothing from elsewhere."""
    for one in picture.iter():
        assert one.tag.removeprefix(SVG) not in {"script", "foreignObject", "image", "a"}
        for name, value in one.attrib.items():
            assert name != "style"
            assert not name.startswith("on")
            assert "url(" not in value
            assert "href" not in name or value.startswith("#")


@pytest.mark.usefixtures("either_felt")
@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("game", of_chance())
def test_every_bet_has_one_region_under_every_option_in_every_language(game: str, form: Form) -> None:
    for rules, spoken in product(every_rules(game), Language):
        picture = drawn(rules, form, spoken)
        found = Counter(one.get("data-bet") for one in regions(picture))
        assert found == Counter(dict.fromkeys(rules.bets, 1))
        width, height = size(picture)
        assert all(0 < x < width and 0 < y < height for one in regions(picture) for x, y in points(one))
        check_harmless(picture)


@pytest.mark.usefixtures("either_felt")
@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("game", of_chance())
def test_words_fit_their_boxes_and_are_not_too_small(game: str, form: Form, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[str, float, float, list[str], float]] = []
    wrap = wrapped

    def spy(text: str, width: float, height: float, most: float, smallest: float) -> tuple[list[str], float]:
        lines, fits = wrap(text, width, height, most, smallest)
        asked.append((text, width, height, lines, fits))
        return lines, fits

    monkeypatch.setattr(shapes, "wrapped", spy)
    for spoken in Language:
        asked.clear()
        picture = drawn(rulebook(game).under(), form, spoken)
        for text, width, height, lines, fits in asked:
            assert height_of(lines, fits) <= height, (spoken, text)
            assert all(extent(line) * fits <= width for line in lines), (spoken, text)
        sizes = [float(one.attrib["font-size"]) for one in picture.iter(f"{SVG}text")]
        assert min(sizes) >= SMALLEST[form]


def rectangles(picture: ET.Element) -> dict[str, tuple[Box, str]]:
    """The rectangle that each region is pressed in, where it is one, and its class."""
    found: dict[str, tuple[Box, str]] = {}
    for one in regions(picture):
        shape = one.find(f"{SVG}rect")
        if shape is not None:
            x, y, width, height = (float(shape.attrib[name]) for name in ("x", "y", "width", "height"))
            found[one.attrib["data-bet"]] = (x, y, width, height), shape.attrib["class"]
    return found


@pytest.mark.usefixtures("either_felt")
@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("game", of_chance())
def test_no_region_hides_another_but_spots_on_lines(game: str, form: Form) -> None:
    found = rectangles(drawn(rulebook(game).under(), form))
    for (first, (one, one_class)), (second, (other, other_class)) in combinations(found.items(), 2):
        across = min(one[0] + one[2], other[0] + other[2]) - max(one[0], other[0])
        down = min(one[1] + one[3], other[1] + other[3]) - max(one[1], other[1])
        is_spot = ("target" in one_class) != ("target" in other_class)
        assert is_spot or across < TOUCH or down < TOUCH, (first, second)


@pytest.mark.usefixtures("either_felt")
@pytest.mark.parametrize("game", of_chance())
def test_regions_are_large_enough_for_a_finger(game: str) -> None:
    for key, ((_, _, width, height), _) in rectangles(drawn(rulebook(game).under(), Form.TALL)).items():
        assert min(width, height) >= TARGET, key


def with_another(rules: Rules, **about: Any) -> tuple[Rules, Bet]:
    """The rules with one bet more than the game's felt knows."""
    another = replace(next(iter(rules.bets.values())), id="another", selection="", **about)
    return Rules(rules.rulebook, rules.chosen, rules.bets | {another.key: another}), another


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("game", [game for game in of_chance() if hasattr(find(game).part("felt"), "draw")])
def test_a_gazetted_bet_without_a_place_is_refused_by_file_and_never_called_proposed(game: str, form: Form) -> None:
    rules, _ = with_another(rulebook(game).under())
    with pytest.raises(Refusal, match=rf"the game {game} is faulty .*: felt: Defect: draw has no region for another"):
        drawn(rules, form)


@pytest.mark.usefixtures("no_felts")
@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("game", of_chance())
def test_the_default_felt_has_a_place_for_any_bet(game: str, form: Form) -> None:
    rules, another = with_another(rulebook(game).under())
    picture = drawn(rules, form)
    assert region(picture, another.key).attrib["class"] == "region"
    assert len(regions(picture)) == len(rules.bets)


@pytest.mark.usefixtures("either_felt")
@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("game", of_chance())
def test_a_bet_whose_prize_is_proposed_stays_in_its_place(game: str, form: Form) -> None:
    rules = rulebook(game).under()
    key, bet = next(iter(rules.bets.items()))
    changed = Rules(rules.rulebook, rules.chosen, rules.bets | {key: replace(bet, reads=(*bet.reads, PROPOSED))})
    picture = drawn(changed, form)
    assert region(picture, key).attrib["class"] == "region proposed"
    assert rectangles(picture) == rectangles(drawn(rules, form))
    assert size(picture)[0] == size(drawn(rules, form))[0]


@pytest.mark.usefixtures("no_felts")
@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("game", of_chance())
def test_the_default_felt_fills_its_width_and_says_names_prizes_and_families(game: str, form: Form) -> None:
    rules = rulebook(game).under()
    for spoken in Language:
        say = speech(spoken)
        picture = drawn(rules, form, spoken)
        rows: dict[float, list[Box]] = {}
        for (x, y, width, height), _ in rectangles(picture).values():
            rows.setdefault(y, []).append((x, y, width, height))
        edge = min(box[0] for row in rows.values() for box in row)
        for row in rows.values():
            assert min(box[0] for box in row) == pytest.approx(edge, abs=TOUCH)
            assert max(box[0] + box[2] for box in row) == pytest.approx(size(picture)[0] - edge, abs=TOUCH)
        for key, bet in rules.bets.items():
            said = "".join(words(region(picture, key)).split())
            assert "".join(say.bet(bet).split()) in said
            assert "".join(say.short_odds(analyse(bet).pays).split()) in said
        families = Counter(bet.id for bet in rules.bets.values())
        captions = {one.text for one in picture.findall(f"{SVG}g/{SVG}text")}
        assert {say.family(bet) for bet in rules.bets.values() if families[bet.id] > 1} <= captions


@pytest.mark.usefixtures("either_felt")
@pytest.mark.parametrize("place", Place)
@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("game", of_chance())
def test_craps_7_2_a_proposed_bet_gets_a_region_of_its_own(game: str, form: Form, place: Place) -> None:
    rules, proposed = with_another(rulebook(game).under(), reads=(PROPOSED,), place=place)
    picture = drawn(rules, form)
    assert "proposed" in region(picture, proposed.key).attrib["class"]
    found = rectangles(picture)
    (_, top, _, tall), _ = found.pop(proposed.key)
    _, first, _, whole = map(float, picture.attrib["viewBox"].split())
    assert first <= top
    assert top + tall <= first + whole
    if place is Place.FOOT:
        assert all(y + height <= top for (_, y, _, height), _ in found.values())
    else:
        assert all(y >= top + tall for (_, y, _, _), _ in found.values())


@pytest.mark.parametrize("form", FORMS)
def test_craps_6_12_the_field_says_what_twelve_pays(form: Form) -> None:
    for pays in (2, 3):
        picture = drawn(rulebook("craps").under(field_12=pays), form)
        assert words(region(picture, "field")).endswith(f"{pays} to 1 12")


@pytest.mark.parametrize("form", FORMS)
def test_craps_5_2_5_come_goes_to_its_number(form: Form) -> None:
    picture = drawn(rulebook("craps").under(), form)
    for key in ("come", "dont_come"):
        on = [each.split(":")[0] for each in region(picture, key).attrib["data-chips-on"].split()]
        assert on == [str(number) for number in POINTS]


@pytest.mark.parametrize("form", FORMS)
def test_a_puck_for_every_point_and_only_off_is_shown(form: Form) -> None:
    picture = drawn(rulebook("craps").under(), form)
    pucks = [one for one in picture.iter(f"{SVG}g") if "puck" in one.get("class", "").split()]
    assert sorted(one.attrib["data-point"] for one in pucks) == sorted(["", *map(str, POINTS)])
    assert [one.attrib["data-point"] for one in pucks if "on" in one.attrib["class"].split()] == [""]


def test_roulette_cells_have_the_colours_of_the_cylinder() -> None:
    picture = drawn(rulebook("roulette").under(), Form.WIDE)
    for fill, numbers in {"fill-red": RED, "fill-black": BLACK, "fill-green": {0}}.items():
        assert all(fill in region(picture, f"straight:{number}")[1].attrib["class"] for number in numbers)


@pytest.mark.usefixtures("either_felt")
@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("game", playable())
def test_every_game_has_a_table(game: str, form: Form) -> None:
    for spoken in Language:
        picture = ET.fromstring(to_text(table_of(game, {}, speech(spoken), form)))  # noqa: S314
        check_harmless(picture)
        assert size(picture)[1] > 0


@pytest.mark.parametrize("game", list(playable()))
def test_a_file_of_its_own_has_its_style(game: str) -> None:
    whole = ET.fromstring(standalone(table_of(game, {}, ENGLISH)).encode())  # noqa: S314
    style = whole.find(f"{SVG}style")
    assert style is not None
    assert style.text is not None
    assert not re.search(r"@import|url\(|https?:", style.text)


def found_device(game: str) -> ET.Element:
    return ET.fromstring(to_text(device(game, ENGLISH)))  # noqa: S314


@pytest.mark.usefixtures("either_felt")
@pytest.mark.parametrize("game", list(playable()))
def test_every_game_has_a_device(game: str) -> None:
    picture = found_device(game)
    assert picture.attrib["class"] == "felt device"
    check_harmless(picture)
    names = [one.attrib["id"] for one in picture.iter(f"{SVG}symbol")]
    assert len(names) == len(set(names))
    assert {one.attrib["href"][1:] for one in picture.iter(f"{SVG}use")} <= set(names)


@pytest.mark.usefixtures("no_felts")
@pytest.mark.parametrize("game", of_chance())
def test_the_default_device_has_a_face_in_words_for_every_part_of_an_outcome(game: str) -> None:
    for spoken in Language:
        picture = ET.fromstring(to_text(device(game, speech(spoken))))  # noqa: S314
        assert picture.attrib["data-kind"] == "faces"
        faces = {one.attrib["id"]: words(one) for one in picture.iter(f"{SVG}symbol")}
        for rules in every_rules(game):
            written = [rules.rulebook.show(outcome) for outcome, _ in rules.space]
            for part in {part for one in written for part in one.split("-")}:
                assert "".join(faces[f"face-{part}"].split()) == "".join(
                    outcome_name(rules, part, speech(spoken)).split()
                )


@pytest.mark.parametrize(("game", "kind"), [("craps", "face"), ("football_poker", "card"), ("fish_prawn_crab", "face")])
def test_a_device_has_a_symbol_for_every_part_of_an_outcome(game: str, kind: str) -> None:
    names = {one.attrib["id"] for one in found_device(game).iter(f"{SVG}symbol")}
    rules = rulebook(game).under()
    parts = {part for outcome, _ in rules.space for part in rules.rulebook.show(outcome).split("-")}
    assert {f"{kind}-{part}" for part in parts} <= names


@pytest.mark.parametrize("game", ["roulette", "wheel"])
def test_a_rotor_has_a_section_for_every_outcome(game: str) -> None:
    (turning,) = [one for one in found_device(game).iter(f"{SVG}g") if one.get("class") == "rotor"]
    rules: Any = rulebook(game).under()
    found = Counter(turning.attrib["data-order"].split("|"))
    assert found == Counter({rules.rulebook.show(outcome): weight for outcome, weight in rules.space})


def test_the_roulette_wheel_is_in_the_order_of_the_cylinder() -> None:
    picture = found_device("roulette")
    (turning,) = [one for one in picture.iter(f"{SVG}g") if one.get("class") == "rotor"]
    assert turning.attrib["data-order"] == "|".join(map(str, ORDER))


def test_banca_layout_writes_a_picture(tmp_path: Path) -> None:
    file = tmp_path / "craps.svg"
    result = run("layout", "craps", "-o", str(file), "--form", "tall", "--option", "field_12=3", "--lang", "pt")
    assert (result.exit_code, result.output) == (0, "")
    picture = ET.fromstring(file.read_bytes())  # noqa: S314
    assert size(picture)[0] == 400
    assert "3 para 1" in words(region(picture, "field"))


@pytest.mark.parametrize("game", list(playable()))
def test_banca_layout_prints_where_no_file_is_named(game: str) -> None:
    result = run("layout", game, "--lang", "zh")
    assert result.exit_code == 0
    ET.fromstring(result.stdout_bytes)  # noqa: S314


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        (("mahjong",), "there is no game mahjong"),
        (("craps", "-o", "craps.png"), "cannot write craps.png"),
        (("craps", "-o", "no/such/place.svg"), "cannot write no/such/place.svg"),
        (("craps", "--option", "field_12=4"), "field_12 cannot be 4"),
        (("pai_kao", "--option", "field_12=2"), "there is no option field_12"),
    ],
)
def test_banca_layout_refuses_in_one_line(asked: tuple[str, ...], said: str) -> None:
    result = run("layout", *asked)
    assert result.exit_code == 1
    assert said in result.stderr
    assert result.stderr.count("\n") == 1
