"""Boards, drawn to measure: every bet in one box of one part, large enough for a finger, its words in it and its chips beside them."""

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import combinations, product
from pathlib import Path
from xml.etree.ElementTree import Element

import pytest

from asked import run
from banca.drawing import Form, layout, parts_of, table_of
from banca.drawing.form import LEAST, MOST, measured
from banca.drawing.lines import extent
from banca.drawing.packing import FINGER
from banca.drawing.parts import PROPOSED_PART, UNKNOWN_PART, WHOLE
from banca.game import Game
from banca.games import find, of_chance, rulebook, rules_of
from banca.law import Language
from banca.rulebook import PROPOSED, Refusal, Rules, Win
from banca.words import speech
from felt_measures import CHIP, Box, box_of, chips_of, is_inside, regions, touches, words_of

SIZES = ((344, 360), (600, 304), (360, 480), (800, 240), (1200, 640))
"""The room on a small telephone, on one that lies, on a large one, and wider."""
WITH_FELTS = [game for game in of_chance() if hasattr(find(game).part("felt"), "draw")]

every_game = pytest.mark.parametrize("game", of_chance())
every_size = pytest.mark.parametrize("size", SIZES, ids=lambda size: "x".join(map(str, size)))


@pytest.fixture(params=["its own", "the default"])
def either_felt(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every game with the felt that its folder has, then as if it had none."""
    if request.param == "the default":
        monkeypatch.setattr(Game, "part", lambda _game, _name, *_exports: None)


def boards(rules: Rules, size: tuple[int, int], spoken: Language = Language.EN) -> Iterator[Element]:
    for part in parts_of(rules):
        yield layout(rules, speech(spoken), Form.BOARD, part.id, size)


def size_of(drawn: Element) -> tuple[float, float]:
    *_, width, height = map(float, drawn.attrib["viewBox"].split())
    return width, height


@pytest.mark.usefixtures("either_felt")
@every_size
@every_game
def test_every_bet_is_in_one_part_in_a_box_for_a_finger(game: str, size: tuple[int, int]) -> None:
    rules = rulebook(game).under()
    found: list[str] = []
    for drawn in boards(rules, size):
        assert size_of(drawn) == size
        held = {key: box_of(region) for key, region in regions(drawn).items()}
        found += held
        for box in held.values():
            assert box is not None
            assert min(box[2:]) >= FINGER
            assert is_inside(box, (0, 0, *size))
        for one, other in combinations(filter(None, held.values()), 2):
            assert _apart(one, other)
    assert sorted(found) == sorted(rules.bets)


def _apart(one: Box, other: Box) -> bool:
    across = min(one[0] + one[2], other[0] + other[2]) - max(one[0], other[0])
    down = min(one[1] + one[3], other[1] + other[3]) - max(one[1], other[1])
    return across <= 0 or down <= 0


@every_size
@pytest.mark.parametrize("spoken", Language)
@pytest.mark.parametrize("game", WITH_FELTS)
def test_words_stay_in_their_boxes_and_chips_lie_beside_them(
    game: str, spoken: Language, size: tuple[int, int]
) -> None:
    for drawn in boards(rules_of(game), size, spoken):
        check_words(drawn, Form.BOARD)


@pytest.mark.parametrize("form", [Form.WIDE, Form.TALL])
@pytest.mark.parametrize("spoken", Language)
@pytest.mark.parametrize("game", WITH_FELTS)
def test_on_the_table_too_chips_lie_beside_the_words(game: str, spoken: Language, form: Form) -> None:
    check_words(layout(rules_of(game), speech(spoken), form), form)


ROOMS = ((720, 760), (808, 880), (808, 920), (1008, 1200))
"""What tablets have that are held upright, and the least of it."""


@pytest.mark.parametrize("room", ROOMS, ids=lambda room: "x".join(map(str, room)))
@pytest.mark.parametrize("spoken", Language)
def test_fantan_draws_its_square_for_the_room_of_a_tablet(spoken: Language, room: tuple[int, int]) -> None:
    """Its upright table left a third of a tablet empty."""
    rules = rules_of("fantan")
    drawn = layout(rules, speech(spoken), Form.BOARD, WHOLE, room)
    assert size_of(drawn) == room
    assert sorted(regions(drawn)) == sorted(rules.bets)
    assert sum(box_of(region) is None for region in regions(drawn).values()) == 4  # the Fan round the middle
    check_words(drawn, Form.BOARD)
    boxes = [box for region in regions(drawn).values() if (box := box_of(region))]
    assert min(min(box[2:]) for box in boxes) >= FINGER
    assert all(is_inside(box, (0, 0, *room)) for box in boxes)
    assert all(_apart(one, other) for one, other in combinations(boxes, 2))
    small = layout(rules, speech(spoken), Form.BOARD, WHOLE, (382, 500))
    assert all(box_of(region) for region in regions(small).values())  # in boxes where there is no room for the square


def check_words(drawn: Element, form: Form) -> None:
    for key, region in regions(drawn).items():
        box, chips, said = box_of(region), chips_of(region), list(words_of(region))
        for text, place in said:
            assert box is None or is_inside(place, box), (key, text)
            assert not touches(place, chips, CHIP[form]), (key, text)
        for (one, first), (other, second) in combinations(said, 2):
            across = min(first[0] + first[2], second[0] + second[2]) - max(first[0], second[0])
            down = min(first[1] + first[3], second[1] + second[3]) - max(first[1], second[1])
            assert across <= 1 or down <= min(first[3], second[3]) / 4, (key, one, other)


@pytest.mark.parametrize("game", WITH_FELTS)
def test_tables_are_flat_enough_for_a_screen(game: str) -> None:
    width, height = size_of(layout(rules_of(game), speech(), Form.WIDE))
    assert height <= width * 7 / 12


@every_game
def test_a_region_covers_the_smallest_bets_that_win_only_where_it_wins(game: str) -> None:
    rules = rules_of(game)
    (drawn,) = (layout(rules, speech(), Form.WIDE),)
    won = {
        key: {outcome for outcome, _ in bet.space if isinstance(bet.verdict(bet.start, outcome), Win)}
        for key, bet in rules.bets.items()
    }
    for key, region in regions(drawn).items():
        covered = region.get("data-covers", "").split()
        assert key not in covered
        for other in covered:
            assert won[other]
            assert won[other] <= won[key]
            assert not any(found and found < won[other] for found in won.values())
        inner = {frozenset(found) for other, found in won.items() if found and found <= won[key] and other != key}
        least = {found for found in inner if not any(one < found for one in inner)} if covered else set()
        assert {frozenset(won[other]) for other in covered} == least or not covered


def test_a_split_covers_its_numbers_and_red_all_that_are_red() -> None:
    rules = rules_of("roulette")
    drawn = regions(layout(rules, speech(), Form.WIDE))
    assert drawn["split:17-20"].attrib["data-covers"] == "straight:17 straight:20"
    assert len(drawn["red"].attrib["data-covers"].split()) == 18
    assert "data-covers" not in drawn["straight:17"].attrib
    craps = regions(layout(rules_of("craps"), speech(), Form.WIDE))
    assert set(craps["horn"].attrib["data-covers"].split()) == {"aces", "ace_deuce", "eleven", "boxcars"}
    assert set(craps["any_craps"].attrib["data-covers"].split()) == {"aces", "ace_deuce", "boxcars"}


def test_a_line_that_turns_a_corner_says_where_it_is_for_the_arrow_keys() -> None:
    drawn = regions(layout(rules_of("craps"), speech(), Form.WIDE))
    places = {key: float(drawn[key].attrib["data-at"].split(",")[1]) for key in ("dont_pass", "pass_line")}
    assert chips_of(drawn["field"])[1] < places["dont_pass"] < places["pass_line"]


@pytest.mark.usefixtures("either_felt")
@every_game
def test_craps_7_2_proposed_bets_have_a_part_of_their_own(game: str) -> None:
    rules = rulebook(game).under()
    usual = [part.id for part in parts_of(rules)]
    first = next(iter(rules.bets.values()))
    more = [replace(first, id=f"another_{number}", selection="", reads=(PROPOSED,)) for number in range(3)]
    with_more = Rules(rules.rulebook, rules.chosen, rules.bets | {bet.key: bet for bet in more})
    *parts, proposed = parts_of(with_more)
    assert [part.id for part in parts] == usual
    assert proposed.id == PROPOSED_PART
    drawn = layout(with_more, speech(), Form.BOARD, PROPOSED_PART)
    assert set(regions(drawn)) == {bet.key for bet in more}
    assert all("proposed" in region.attrib["class"] for region in regions(drawn).values())


def test_a_part_that_is_not_there_is_refused_with_those_that_are() -> None:
    with pytest.raises(Refusal) as refused:
        layout(rules_of("craps"), speech(), Form.BOARD, "moon")
    assert refused.value.code == UNKNOWN_PART
    assert "lines, additional, throws" in str(refused.value)


@pytest.mark.parametrize("asked", [(0, 0), (1, 1), (347, 363), (99_999, 99_999)])
def test_sizes_are_rounded_down_within_bounds(asked: tuple[int, int]) -> None:
    width, height = measured(asked)
    assert width % 8 == height % 8 == 0
    assert LEAST[0] <= width <= MOST[0]
    assert LEAST[1] <= height <= MOST[1]


def test_banca_layout_draws_a_board(tmp_path: Path) -> None:
    file = tmp_path / "board.svg"
    asked = ("--form", "board", "--part", "outside", "--width", "500", "--height", "300")
    assert run("layout", "roulette", "-o", str(file), *asked).exit_code == 0
    assert re.search(r'viewBox="0 0 496 296"', file.read_text())


@cache
def gates(size: tuple[int, int], spoken: Language = Language.EN) -> Element:
    return table_of("pai_kao", {}, speech(spoken), Form.BOARD, "", size)


@every_size
def test_pai_kao_1_4_a_board_has_eight_gates_with_their_tiles(size: tuple[int, int]) -> None:
    drawn = gates(size)
    assert size_of(drawn) == size
    places = [one for one in drawn.iter("rect") if one.get("data-line")]
    assert len(places) == 8 * 4
    boxes = [tuple(float(one.attrib[name]) for name in ("x", "y", "width", "height")) for one in places]
    assert all(_apart(one, other) for one, other in combinations(map(_as_box, boxes), 2))
    held = [one for one in drawn.iter("g") if "region" in one.get("class", "")]
    assert [one.get("data-gate") for one in held] == [str(gate) for gate in range(1, 9)]
    for gate, (place, box) in product(held, zip(places, boxes, strict=True)):
        around = box_of(gate)
        assert around is not None
        assert min(around[2:]) >= FINGER
        if place.get("data-gate") == gate.get("data-gate"):
            assert is_inside(_as_box(box), around)


def _as_box(found: tuple[float, ...]) -> Box:
    x, y, width, height = found
    return x, y, width, height


def test_where_a_prize_has_no_room_the_name_is_alone() -> None:
    """At 200 % zoom `35 para 1` lay on every number of roulette."""
    rules = rulebook("roulette").under()
    drawn = layout(rules, speech(Language.PT), Form.BOARD, parts_of(rules)[0].id, (300, 240))
    said = {key: [word.text for word in region.iter("text")] for key, region in regions(drawn).items()}
    assert {key: words for key, words in said.items() if words != [key.removeprefix("straight:")]} == {}


def test_the_puck_holds_its_word() -> None:
    """On a telephone that lies the word was wider than the puck."""
    rules = rulebook("craps").under()
    for size in (*SIZES, (504, 260)):
        drawn = layout(rules, speech(Language.EN), Form.BOARD, "lines", size)
        for puck in (one for one in drawn.iter("g") if "puck on" in one.attrib.get("class", "")):
            side, word = puck[0], puck[1]
            assert extent(word.text or "") * float(word.attrib["font-size"]) <= 2.4 * float(side.attrib["r"]), size
