"""Everything that can be done at a table has words for its button."""

from banca.live.common import HOUSE_ACTS, SEATING

from banca.games import find, of_chance, playable, rulebook
from banca.live.command import FIELDS as COMMAND_FIELDS
from banca.words.acts import ACTS, FIELDS, REASONS


def test_every_act_field_and_reason_has_its_words_and_no_others_have() -> None:
    books = [rulebook(game) for game in of_chance()]
    acts = {act.name for game in playable() for act in find(game).acts}
    assert set(ACTS) == acts | set(HOUSE_ACTS) | set(SEATING)
    assert set(FIELDS) == set(COMMAND_FIELDS)
    assert {str(reason) for book in books for reason in book.nulls} <= set(REASONS)
