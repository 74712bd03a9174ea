"""Every layout there is: each game with each option, language, form and size, with its own felt and with the default one."""

from collections.abc import Iterator
from itertools import product

import pytest

from banca.drawing import Form, layout, parts_of
from banca.drawing.board import FINGER
from banca.game import Game
from banca.games import find, of_chance, rulebook, rules_of
from banca.i18n import translator
from banca.law import Language
from banca.rules import Rules
from support.layouts import check_board, check_layout, check_words

FORMS = (Form.WIDE, Form.TALL)
Size = tuple[int, int]
SIZES: tuple[Size, ...] = ((344, 360), (600, 304), (360, 480), (800, 240), (1200, 640))
"""The room on a small telephone, on one that lies, on a large one, and wider."""
MOST_VALUES = 10


@pytest.fixture(params=["its own", "the default"])
def has_felt(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> bool:
    """Every game with the felt that its folder has, then as if it had none."""
    if request.param == "the default":
        monkeypatch.setattr(Game, "part", lambda _game, _name, *_exports: None)
    return bool(request.param == "its own")


def every_rules(game: str) -> Iterator[Rules]:
    """The game under its defaults, then with each value of each option; of very many, the first and the last."""
    book = rulebook(game)
    yield book.under()
    for option in book.options:
        values = option.values if len(option.values) <= MOST_VALUES else (option.values[0], option.values[-1])
        yield from (book.under(**{option.name: value}) for value in values if value != option.default)


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("game", of_chance())
def test_every_bet_has_one_region_under_every_option_in_every_language(
    game: str, form: Form, *, has_felt: bool
) -> None:
    for rules, spoken in product(every_rules(game), Language):
        drawn = layout(rules, translator(spoken), form)
        check_layout(drawn, rules, form)
        if has_felt and hasattr(find(game).part("felt"), "draw"):
            check_words(drawn, form)


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("game", of_chance())
def test_every_board_has_every_bet_in_a_box_for_a_finger(game: str, size: Size, *, has_felt: bool) -> None:
    rules = rules_of(game)
    for spoken in Language:
        keys = list[str]()
        for part in parts_of(rules):
            drawn = layout(rules, translator(spoken), Form.BOARD, part.id, size)
            keys += check_board(drawn, size, FINGER)
            if has_felt and hasattr(find(game).part("felt"), "draw"):
                check_words(drawn, Form.BOARD)
        assert sorted(keys) == sorted(rules.bets)
