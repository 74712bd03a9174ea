"""Pai Kao's tiles by what people call them."""

import pytest

from banca.games.pai_kao.refusals import UNKNOWN_TILE
from banca.games.pai_kao.tiles import BY_NAME, KINDS, find_tiles
from banca.rulebook import Refusal, plain


@pytest.mark.parametrize(
    ("typed", "faces"),
    [
        (["天 地"], ["6-6", "1-1"]),
        (["天地"], ["6-6", "1-1"]),
        (["heaven", "Earth"], ["6-6", "1-1"]),
        (["和"], ["1-3"]),
        (["goose", "harmony"], ["1-3", "1-3"]),
        (["65", "6 5", "5-6"], ["5-6", "5-6", "5-6"]),
        (["雜九", "杂九"], ["4-5", "3-6"]),
        (["Cheong Sam"], ["3-3"]),
    ],
)
def test_tiles_are_found_by_their_names(typed: list[str], faces: list[str]) -> None:
    assert find_tiles(typed) == faces


def test_every_name_of_a_tile_is_its_own() -> None:
    for kind in KINDS:
        assert all(BY_NAME[plain(name)] is kind for name in kind.names)
        assert all(find_tiles([name])[0] in kind.faces for name in kind.names)


def test_a_tile_that_is_not_known_is_met_with_one_that_is_near() -> None:
    with pytest.raises(Refusal) as caught:
        find_tiles(["hevaen"])
    assert caught.value.code == UNKNOWN_TILE
    assert "did you mean 6-6?" in str(caught.value)
