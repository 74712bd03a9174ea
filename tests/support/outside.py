"""Games from other packages, installed in this process and forgotten again."""

import sys
from pathlib import Path

import pytest

from banca import finder as finder_games
from banca.analysis.simulation.strategy_file import unreadable_strategies
from banca.check import clauses_in
from banca.games import _entry_points, _unchecked, find, of_chance, playable, rules_of
from banca.law import clauses_of, law, unreadable
from banca.proposals.files import example_files
from banca.rules import text
from banca.server.pages import page, static


def install(patch: pytest.MonkeyPatch, folder: Path, files: dict[str, str], points: str) -> None:
    """Write files into a folder that Python looks into from now on, with these entry points."""
    about = {"METADATA": "Metadata-Version: 2.1\nName: outside\nVersion: 1\n", "entry_points.txt": points}
    for name, content in {**files, **{f"outside-1.dist-info/{name}": value for name, value in about.items()}}.items():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(content, encoding="utf-8")
    patch.syspath_prepend(folder)
    forget(next(iter(files)).partition("/")[0])


def forget(package: str) -> None:
    """Remove the modules whose name begins so, and all that was kept in memory of the games there were."""
    for name in [name for name in sys.modules if f"{name}_".startswith((f"{package}_", f"{package}."))]:
        del sys.modules[name]
    _unchecked.clear()
    kept_of_games = (
        _entry_points,
        find,
        playable,
        of_chance,
        rules_of,
        clauses_in,
        law,
        clauses_of,
        unreadable,
        unreadable_strategies,
        finder_games._game_names,  # a cache of the process, in which games come and go only here
        text._catalogue,  # likewise
    )
    for kept in kept_of_games:
        kept.cache_clear()
    for made_of_all in (example_files, static.static_files, static.version, page.templates):
        made_of_all.cache_clear()
