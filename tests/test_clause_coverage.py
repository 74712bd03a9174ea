"""Every clause of the specification is written, cited by code, and named by a test."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

from clause_coverage import FOLDERS, ROOT, Sides, problems, sides

GAMES = list(FOLDERS)
SPEC = ROOT.parent / "shared" / "spec"


@pytest.mark.parametrize("game", GAMES)
def test_every_clause_is_written_cited_and_named(game: str) -> None:
    assert problems(game, sides(game)) == []


def without(found: Sides, side: str, clause: str) -> Sides:
    kept = getattr(found, side)
    if isinstance(kept, dict):
        return replace(found, **{side: {key: value for key, value in kept.items() if key != clause}})
    return replace(found, **{side: kept - {clause}})


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("side", ["spec", "written", "cited", "named"])
def test_a_clause_removed_from_any_side_is_found(game: str, side: str) -> None:
    found = sides(game)
    for clause in sorted(found.spec):
        if side == "cited" and found.written[clause] == "definitional":
            continue
        assert any(line.startswith(f"{game} {clause}:") for line in problems(game, without(found, side, clause)))


def spec_ids(file: Path) -> set[str]:
    """The ids in the specification's tables and bold readings, ranges written out."""
    text = file.read_text()
    ids = set(re.findall(r"\*\*(R-[a-z]+-\d+b?)\*\*", text))
    for first, last in re.findall(r"^\| ((?:[\d.]+|[AFL]-\d+))(?:-(\d+))? ?[^|]*\|", text, re.MULTILINE):
        ids.add(first)
        if last:
            stem, _, start = first.rpartition(".")
            ids.update(f"{stem}.{number}" for number in range(int(start), int(last) + 1))
    return ids


@pytest.mark.skipif(not SPEC.is_dir(), reason="the specification does not lie beside this checkout (../shared/spec)")
@pytest.mark.parametrize("game", [game for game in GAMES if game != "rulebook"])
def test_the_list_of_clauses_is_the_specifications(game: str) -> None:
    written = spec_ids(SPEC / f"{game}.md")
    listed = sides(game).spec
    if game == "fish_prawn_crab":  # its table of bets gives prize 6.x beside bet 5.x
        written |= {f"6.{bet.partition('.')[2]}" for bet in written if bet.startswith("5.")}
    if game == "pai_kao":  # its table of misprints begins with row numbers
        written -= {"38", "54", "66", "75"}
    assert written - listed == set()
