"""Every clause of the law is written, cited by code, and named by a test; no game is forgotten."""

from dataclasses import replace
from typing import Any

import pytest

from banca.games import playable
from clause_coverage import FOLDERS, LISTED, SOURCE, Sides, problems, sides


def test_no_folder_of_a_game_is_forgotten() -> None:
    """A folder without clauses, a game that the list does not have, a list of a game that is not there."""
    folders = {folder.name for folder in (SOURCE / "games").iterdir() if (folder / "__init__.py").exists()}
    assert folders == set(playable())
    assert set(FOLDERS) == set(LISTED) == {*folders, "rulebook"}


@pytest.mark.parametrize("game", FOLDERS)
def test_every_clause_is_written_cited_and_named(game: str) -> None:
    found = problems(game, sides(game))
    assert not found, "\n".join(["", *found])


def without(found: Sides, side: str, clause: str) -> Sides:
    kept = getattr(found, side)
    left: Any = {key: kept[key] for key in kept if key != clause} if isinstance(kept, dict) else kept - {clause}
    return replace(found, **{side: left})


@pytest.mark.parametrize("game", FOLDERS)
@pytest.mark.parametrize("side", ["listed", "written", "cited", "named"])
def test_a_clause_removed_from_any_side_is_found(game: str, side: str) -> None:
    found = sides(game)
    for clause in sorted(found.listed):
        if side == "cited" and found.written[clause] == "definitional":
            continue
        assert any(line.startswith(f"{game} {clause}:") for line in problems(game, without(found, side, clause)))
