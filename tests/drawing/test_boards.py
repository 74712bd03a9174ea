"""Boards, drawn to measure: every bet in one box of one part, large enough for a finger, its words in it and its chips beside them."""

from dataclasses import replace
from itertools import combinations, product

import pytest

from banca.drawing import Form, layout, parts_of, table_of
from banca.drawing.board import FINGER
from banca.drawing.felt import LEAST, MOST, PROPOSED_PART, UNKNOWN_PART, WHOLE, measured
from banca.games import of_chance, rules_of
from banca.i18n import translator
from banca.law import Language
from banca.rules import PROPOSED, Refusal, Rules
from support.layouts import box_of, check_board, check_words, is_inside, overlap, rect_box, regions, size_of

pytestmark = pytest.mark.slow

SMALL, FLAT = (344, 360), (600, 304)
"""The room on a small telephone, and on one that lies."""

every_game = pytest.mark.parametrize("game", of_chance())


@pytest.mark.parametrize(("size", "spoken"), [(SMALL, Language.PT), (FLAT, Language.ZH)])
@every_game
def test_every_bet_is_in_one_part_in_a_box_for_a_finger(game: str, size: tuple[int, int], spoken: Language) -> None:
    rules, keys = rules_of(game), list[str]()
    for part in parts_of(rules):
        drawn = layout(rules, translator(spoken), Form.BOARD, part.id, size)
        keys += check_board(drawn, size, FINGER)
        check_words(drawn, Form.BOARD)
    assert sorted(keys) == sorted(rules.bets)


def test_fantan_draws_its_square_for_the_room_of_a_tablet() -> None:
    rules, room = rules_of("fantan"), (808, 880)
    drawn = layout(rules, translator(Language.PT), Form.BOARD, WHOLE, room)
    assert size_of(drawn) == room
    assert sorted(regions(drawn)) == sorted(rules.bets)
    assert sum(box_of(region) is None for region in regions(drawn).values()) == 4  # the Fan round the middle
    check_words(drawn, Form.BOARD)


@every_game
def test_craps_7_2_proposed_bets_have_a_part_of_their_own(game: str) -> None:
    rules = rules_of(game)
    first = next(iter(rules.bets.values()))
    more = [replace(first, id=f"another_{number}", selection="", reads=(PROPOSED,)) for number in range(3)]
    with_more = Rules(rules.rulebook, rules.chosen, rules.bets | {bet.key: bet for bet in more})
    *parts, proposed = parts_of(with_more)
    assert [part.id for part in parts] == [part.id for part in parts_of(rules)]
    assert proposed.id == PROPOSED_PART
    drawn = layout(with_more, translator(), Form.BOARD, PROPOSED_PART)
    assert set(regions(drawn)) == {bet.key for bet in more}
    assert all("proposed" in region.attrib["class"] for region in regions(drawn).values())


def test_a_part_that_is_not_there_is_refused_with_those_that_are() -> None:
    with pytest.raises(Refusal) as caught:
        layout(rules_of("craps"), translator(), Form.BOARD, "moon")
    assert caught.value.code == UNKNOWN_PART
    assert "lines, additional, throws" in str(caught.value)


def test_sizes_are_rounded_down_within_bounds() -> None:
    assert [measured(size) for size in ((1, 1), (347, 363), (99_999, 99_999))] == [LEAST, (344, 360), MOST]


@pytest.mark.parametrize("size", [SMALL, FLAT])
def test_pai_kao_1_4_a_board_has_eight_gates_with_their_tiles(size: tuple[int, int]) -> None:
    drawn = table_of("pai_kao", {}, translator(), Form.BOARD, "", size)
    assert size_of(drawn) == size
    places = [(one.get("data-gate"), rect_box(one)) for one in drawn.iter("rect") if one.get("data-line")]
    assert len(places) == 8 * 4
    assert all(min(overlap(one, other)) <= 0 for (_, one), (_, other) in combinations(places, 2))
    gates = [one for one in drawn.iter("g") if "region" in one.get("class", "")]
    assert [gate.get("data-gate") for gate in gates] == [str(number) for number in range(1, 9)]
    for gate, (number, place) in product(gates, places):
        around = box_of(gate)
        assert around is not None
        assert min(around[2:]) >= FINGER
        assert number != gate.get("data-gate") or is_inside(place, around)
