"""A package of somebody else's, as it would be installed: a folder and the metadata that registers its games."""

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any


def register(site: Path, distribution: str, games: Mapping[str, str]) -> None:
    """Write the metadata of a distribution that lies in `site`; `games` are entry points: the game and where it stands."""
    info = site / f"{distribution.replace('-', '_')}-1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {distribution}\nVersion: 1.0\n")
    rows = "".join(f"{name} = {where}\n" for name, where in games.items())
    (info / "entry_points.txt").write_text(f"[banca.games]\n{rows}")


def run(site: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """The program in a process of its own that finds what lies in `site`."""
    found = {**os.environ, "PYTHONPATH": str(site)}
    return subprocess.run(
        [sys.executable, "-c", "from banca.cli import run; run()", *words],
        env=found,
        capture_output=True,
        text=True,
        check=False,
    )


def answer(site: Path, *words: str) -> Any:
    """What a command answers as JSON; it must not refuse."""
    done = run(site, *words, "--json")
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)
