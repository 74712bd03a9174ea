"""The games as Gymnasium environments: a plug-in of Banca, which needs the extra `gym`.

Importing this package registers one environment for each game that is installed, under `banca/`, the game's id and `-v0`:

>>> import gymnasium
>>> from banca.games import of_chance
>>> env = gymnasium.make(f"banca/{of_chance()[0]}-v0", bankroll=500)
>>> observation, info = env.reset(seed=1)
>>> int(observation["money"][0])  # in avos
50000
"""

from gymnasium import register

from banca.games import find, playable
from banca_gym.chance import MOST_ROUNDS, ChanceEnv, GameEnvironment, PolicyPlayer

__all__ = ["IDS", "ChanceEnv", "GameEnvironment", "PolicyPlayer"]

PART = "environment"
"""The module of a game's folder that has an environment of its own, as `GameEnvironment` says."""
OURS = {"pai_kao": "banca_gym.pai_kao:PaiKaoEnv"}
"""The games of Banca's own that are no table of bets against the house."""


def _register(game: str) -> str | None:
    """Register the environment of a game and return its id; None where the game has neither bets nor an environment."""
    name, package = f"banca/{game}-v0", find(game)
    if game in OURS or package.has(PART):
        register(name, OURS.get(game, f"{package.package}.{PART}:ENVIRONMENT"))
    elif package.rulebook is not None:
        register(name, f"{ChanceEnv.__module__}:ChanceEnv", max_episode_steps=MOST_ROUNDS, kwargs={"game": game})
    else:
        return None
    return name


IDS = {game: name for game in playable() if (name := _register(game))}
"""The id of each game's environment for `gymnasium.make`."""
