"""Everything that can be done at a table has words for its button."""

from banca.live.common import HOUSE_ACTS, SEATING

from banca.games import find, playable
from banca.live.command import FIELDS as COMMAND_FIELDS
from banca.words.acts import ACTS, FIELDS


def test_every_act_and_field_has_its_words_and_no_others_have() -> None:
    acts = {act.name for game in playable() for act in find(game).acts}
    assert set(ACTS) == acts | set(HOUSE_ACTS) | set(SEATING)
    assert set(FIELDS) == set(COMMAND_FIELDS)
