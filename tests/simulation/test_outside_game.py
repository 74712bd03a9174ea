"""A game of an outside package that is no game of chance: its strategies, runners and environment are read from its own folder."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.compiled

GAME = """
from banca.game import Game
from banca.games import find
GAME = Game(id="tossing", package=__name__, acts=find("wheel").acts)
"""
SIMULATION = """
from dataclasses import dataclass, field
from banca.games.pai_kao.simulation import KEYS, NO_EXACT_MEAN, PaiKaoStrategy, make_program, play, rounds_alike

@dataclass(frozen=True, slots=True, kw_only=True)
class Tossing(PaiKaoStrategy):
    game: str = field(default="tossing", init=False)

def read(entries, title, session):
    return Tossing(title=title, seat="player", policy="balanced", against="balanced", session=session,
                   stake=entries.money("stake"))
"""
ENVIRONMENT = """
import gymnasium
class Coin(gymnasium.Env):
    observation_space = action_space = gymnasium.spaces.Discrete(2)
ENVIRONMENT = Coin
"""
FILES = {
    "tossing_game/__init__.py": GAME,
    "tossing_game/clauses.toml": "",
    "tossing_game/simulation.py": SIMULATION,
    "tossing_game/environment.py": ENVIRONMENT,
    "tossing_game/strategies/flat.toml": 'game = "tossing"\ntitle = "Flat"\nstake = 1\nsession = { rounds = 10 }',
    "tossing_game-1.dist-info/METADATA": "Metadata-Version: 2.1\nName: tossing-game\nVersion: 1\n",
    "tossing_game-1.dist-info/entry_points.txt": "[banca.games]\ntossing = tossing_game:GAME\n",
}
ASKED = """
import json, gymnasium
from banca.environments import IDS
from banca.simulation import find_strategy, library, simulate
from banca.simulation.runners import make_runnable, play

strategy = find_strategy("tossing", "flat")
records, paths = make_runnable(strategy).run(7, 0, 20)
print(json.dumps({
    "library": list(library("tossing")),
    "strategy": type(strategy).__module__,
    "environment": type(gymnasium.make(IDS["tossing"]).unwrapped).__name__,
    "compiled": records[:, :3].tolist(),
    "plain": [[one.net, one.staked, one.rounds] for one in (play(strategy, 7, session) for session in range(20))],
    "simulated": simulate(strategy, sessions=20, seed=7).net,
}))
"""


def test_an_outside_game_reads_plays_and_registers_what_is_its_own(tmp_path: Path) -> None:
    for name, content in FILES.items():
        file = tmp_path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(content, "utf-8")
    command = [sys.executable, "-c", ASKED]
    done = subprocess.run(
        command, capture_output=True, text=True, check=True, env={**os.environ, "PYTHONPATH": str(tmp_path)}
    )
    answers = json.loads(done.stdout)
    assert (answers["library"], answers["strategy"]) == (["flat"], "tossing_game.simulation")
    assert answers["environment"] == "Coin"
    assert answers["compiled"] == answers["plain"]
    assert answers["simulated"] == sum(net for net, *_ in answers["compiled"])
