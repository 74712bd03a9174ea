"""A game of an outside package that is no game of chance: its strategies, runners and environment are found in its own folder."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from banca.environments import GameEnvironment
from banca.games.pai_kao import environment, simulation
from banca.games.pai_kao.exact import compiled
from banca.games.pai_kao.simulation import PaiKaoStrategy
from banca.jit import digest, game_of
from banca.simulation.compiled.philox import words
from banca.simulation.part import GameSimulation

pytestmark = pytest.mark.compiled

SIMULATES: GameSimulation[PaiKaoStrategy] = simulation
ACTS: GameEnvironment = environment
"""That they are such parts is for mypy to see."""

GAME = """
from banca.game import Game
from banca.games import find
GAME = Game(id="tossing", package=__name__, acts=find("wheel").acts)
"""
SIMULATION = """
from dataclasses import dataclass, field
from fractions import Fraction
import numpy as np
from banca.simulation.compiled.philox import words
from banca.simulation.interpreter import SessionRecord
from banca.simulation.records import NET, RECORD, ROUNDS, STAKED
from banca.simulation.session import Ended
from banca.simulation.strategy import AnyStrategy

KEYS = ("stake",)
NO_EXACT_MEAN = "none"

@dataclass(frozen=True, slots=True, kw_only=True)
class Tossing(AnyStrategy):
    game: str = field(default="tossing", init=False)
    stake: int

def read(entries, title, session):
    return Tossing(title=title, session=session, stake=entries.money("stake"))

@dataclass(frozen=True)
class Program:
    stake: int
    rounds: int
    rounds_per_block: int = 1 << 10
    outcomes: tuple = ()
    unit: Fraction = Fraction(0)
    drift: Fraction = Fraction(0)
    edge: None = None
    grain: int = 1

    @property
    def points(self):
        return (self.rounds,)

    def run(self, seed, first, count):
        records = np.zeros((count, RECORD), np.int64)
        for session in range(count):
            played = play(self, seed, first + session)
            records[session, [NET, STAKED, ROUNDS]] = played.net, played.staked, played.rounds
        return records, records[:, [NET]]

def make_program(strategy):
    return Program(strategy.stake, strategy.session.rounds)

def rounds_alike(strategy):
    return None

def play(strategy, seed, session):
    rounds, stake = getattr(strategy, "session", strategy).rounds, strategy.stake
    net = sum(stake if int(words(seed, session, turn)[0]) & 1 else -stake for turn in range(rounds))
    record = {"net": net, "staked": stake * rounds, "rounds": rounds, "luck": Fraction(0), "longest": 0}
    return SessionRecord(**record, ended=Ended.ROUNDS, path=(net,))
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
    seen = {**os.environ, "PYTHONPATH": str(tmp_path), "NUMBA_CACHE_DIR": str(tmp_path / "compiled")}
    asked = [sys.executable, "-c", ASKED]
    found = json.loads(subprocess.run(asked, capture_output=True, text=True, check=True, env=seen).stdout)
    assert found["library"] == ["flat"]
    assert found["environment"] == "Coin"
    assert found["compiled"] == found["plain"]
    assert found["simulated"] == sum(net for net, *_ in found["compiled"])


def test_what_a_game_compiles_is_kept_by_its_own_sources_too() -> None:
    folder = Path(str(simulation.__file__)).parent.parent
    assert game_of(compiled.totals) == folder
    assert game_of(getattr(words, "py_func", words)) is None
    assert digest(folder) != digest()
