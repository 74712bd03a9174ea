"""Everything that can be done at a table has words for its button."""

import pytest

from banca.games import find, of_chance, playable, rulebook
from banca.live.command import LABELS
from banca.rulebook import Given
from banca.words.acts import REASONS


@pytest.mark.parametrize("game", playable())
def test_every_act_and_field_has_its_words_and_no_others_have(game: str) -> None:
    for kind in find(game).forms.kinds.values():
        fields = set(kind.__struct_fields__)
        labels = {name: said for name, said in LABELS.items() if name in fields} | dict(kind.labels)
        assert set(labels) == fields, kind
        assert all(isinstance(said, Given) for said in (kind.says, *labels.values())), kind


def test_every_reason_has_its_words() -> None:
    books = [rulebook(game) for game in of_chance()]
    assert {str(reason) for book in books for reason in book.nulls} <= set(REASONS)
