"""Everything that can be done at a table has words for its button."""

from banca.games import GAMES, rulebook
from banca.games.pai_kao.procedure import ACTS as PAI_KAO_ACTS
from banca.rulebook.live.command import FIELDS as COMMAND_FIELDS
from banca.rulebook.live.common import HOUSE_ACTS, SEATING
from banca.words.acts import ACTS, FIELDS, REASONS


def test_every_act_field_and_reason_has_its_words_and_no_others_have() -> None:
    books = [rulebook(game) for game in GAMES]
    acts = {act.name for book in books for act in book.acts} | {act.name for act in PAI_KAO_ACTS}
    assert set(ACTS) == acts | set(HOUSE_ACTS) | set(SEATING)
    assert set(FIELDS) == set(COMMAND_FIELDS)
    assert {str(reason) for book in books for reason in book.nulls} <= set(REASONS)
