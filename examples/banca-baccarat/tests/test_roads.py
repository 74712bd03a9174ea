"""The roads against their rules as casinos publish them, said another way, and against boards worked out by hand."""

from random import Random

import pytest

from banca_baccarat.roads import (
    BIG_EYE_BOY,
    COCKROACH_ROAD,
    SMALL_ROAD,
    Colour,
    Mark,
    Result,
    ask,
    bead_plate,
    big_road,
    derived_road,
    lay_out,
    result_of,
)
from banca_baccarat.rules import BANKER, PLAYER, TIE

NAMES = {"P": PLAYER, "B": BANKER, "T": TIE}


def results(written: str) -> list[Result]:
    return [Result(NAMES[letter]) for letter in written]


def lengths(written: str) -> list[int]:
    return [len(column) for column in big_road(results(written))]


def flat(road: list[list[Colour]]) -> str:
    return "".join(colour[0] for column in road for colour in column)


def test_a_new_winner_begins_a_column() -> None:
    assert lengths("PPBPBBB") == [2, 1, 1, 3]


def test_ties_are_marked_on_the_result_before_them_and_stack() -> None:
    columns = big_road(results("PTTBTB"))
    assert [[(bead.winner, bead.ties) for bead in column] for column in columns] == [
        [(PLAYER, 2)],
        [(BANKER, 1), (BANKER, 0)],
    ]


def test_ties_before_the_first_win_go_to_it() -> None:
    assert [(bead.winner, bead.ties) for bead in big_road(results("TT"))[0]] == [(TIE, 2)]
    assert [(bead.winner, bead.ties) for bead in big_road(results("TTB"))[0]] == [(BANKER, 2)]
    assert lengths("TTBBTP") == [2, 1]


def test_a_long_column_turns_into_a_dragon_tail() -> None:
    tail, after = lay_out([8, 7])
    assert tail[5:] == [Mark(0, 5), Mark(1, 5), Mark(2, 5)]
    # The next column finds the tail in its way, and turns a row above it.
    assert after == [*(Mark(1, row) for row in range(5)), Mark(2, 4), Mark(3, 4)]


def test_the_bead_plate_goes_down_and_on() -> None:
    assert bead_plate(8)[5:] == [Mark(0, 5), Mark(1, 0), Mark(1, 1)]


@pytest.mark.parametrize(
    ("written", "look_back", "expected"),
    [
        # Column lengths 2, 1, 1, 3. Big eye boy begins with the first result of column three: columns 2 and 1 are unlike, blue; column 4:
        # columns 3 and 2 are alike, red; its second result: column 3 ends just above, blue; its third: two empty places, red.
        ("PPBPBBB", BIG_EYE_BOY, "brbr"),
        # Small road begins with column four: columns 3 and 1 are unlike, blue; then column 2 ends above, blue; then red.
        ("PPBPBBB", SMALL_ROAD, "bbr"),
        # Cockroach road begins with column four, row two: column 1 has a second result, red; then it ends above, blue.
        ("PPBPBBB", COCKROACH_ROAD, "rb"),
        # A choppy shoe is regular.
        ("PBPBPBPB", BIG_EYE_BOY, "rrrrrr"),
        ("PBPBPBPB", COCKROACH_ROAD, "rrrr"),
        # A streak is, too, after it has broken with the column before it.
        ("PBBBBB", BIG_EYE_BOY, "brrr"),
    ],
)
def test_derived_roads_by_hand(written: str, look_back: int, expected: str) -> None:
    assert flat(derived_road(lengths(written), look_back)) == expected


@pytest.mark.parametrize("look_back", [BIG_EYE_BOY, SMALL_ROAD, COCKROACH_ROAD])
def test_derived_roads_said_another_way(look_back: int) -> None:
    """As a player reads them: a place and the one above it, so many columns before, are both filled or both empty: red. At the head of a
    column: the mark that would have been there had the column before gone on, the other way round."""
    chance = Random(look_back)
    for _ in range(300):
        of = [chance.randint(1, 9) for _ in range(12)]

        def mark(column: int, row: int, of: list[int] = of) -> str:
            back = column - look_back
            return "r" if (row < of[back]) == (row - 1 < of[back]) else "b"

        expected = ""
        for column, length in enumerate(of):
            for row in range(length):
                if row and column >= look_back:
                    expected += mark(column, row)
                elif not row and column > look_back:
                    expected += "b" if mark(column - 1, of[column - 1]) == "r" else "r"
        assert flat(derived_road(of, look_back)) == expected


def test_what_a_road_would_get_next() -> None:
    assert ask([], "", BIG_EYE_BOY) == {PLAYER: None, BANKER: None}
    assert ask([1, 1], PLAYER, BIG_EYE_BOY) == {PLAYER: Colour.BLUE, BANKER: Colour.RED}


def test_a_result_has_its_winner_pairs_and_naturals() -> None:
    assert result_of(("K", "4", "K", "4")) == Result(BANKER, player_pair=True, banker_pair=True, natural=True)
    assert result_of(("7", "4", "8", "2", "9")) == Result(BANKER)
