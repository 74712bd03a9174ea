"""The first round in four steps: every game has its own, each with a clause that there is, in three languages, at a place that there is."""

import pytest

from banca.coach import At, coach_told, own_steps, steps_of
from banca.games import find, of_chance, playable, rules_of
from banca.i18n import translator
from banca.law import Language, clauses_of

GATES = {str(gate) for gate in range(1, 9)}


@pytest.mark.parametrize("game", playable())
def test_every_game_has_four_steps_of_its_own_with_their_clauses(game: str) -> None:
    steps = steps_of(game)
    assert steps is own_steps(find(game))
    assert len({step.cite for step in steps}) == len(steps) == 4
    keys = set(rules_of(game).bets) if game in of_chance() else GATES
    for step in steps:
        assert step.cite in clauses_of(game)
        assert (step.key in keys) if step.at is At.BET else not step.key
    for told in zip(*(coach_told(game, translator(language)) for language in Language), strict=True):
        assert len({step["says"] for step in told}) == len(Language)
        assert len({(step["at"], step["key"], step["cite"]) for step in told}) == 1
