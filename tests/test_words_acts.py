"""Everything that can be done at a table has words for its button, and everything that it takes a name."""

import pytest
from msgspec.structs import fields

from banca.games import find, playable
from banca.live.command import LABELS, Command
from banca.rulebook import Given

COMMANDS = [(game, kind) for game in playable() for kind in find(game).forms.kinds.values()]


@pytest.mark.parametrize(("game", "kind"), COMMANDS)
def test_every_act_and_field_has_its_words(game: str, kind: type[Command]) -> None:
    said = [kind.says, *({**LABELS, **kind.labels}.get(field.name, "") for field in fields(kind))]
    assert all(isinstance(words, Given) and all(words.told.values()) for words in said), (game, kind)


@pytest.mark.parametrize("game", playable())
def test_every_event_has_its_sentence_but_acts_which_are_told_as_such(game: str) -> None:
    silent = {event.__name__ for event in find(game).forms.events if not isinstance(event.says, Given)}
    assert silent == {"Acted"}
