"""The games as Gymnasium environments. Needs the extra `gym`.

Importing this package registers `banca/craps-v0` and the like, one for each game:

>>> import gymnasium
>>> env = gymnasium.make("banca/craps-v0", options={"field_12": 3}, bankroll=500)
>>> observation, info = env.reset(seed=1)
>>> int(observation["money"][0])  # in avos
50000
"""

from gymnasium import register

from banca.environments.chance import MOST_ROUNDS, ChanceEnv
from banca.environments.pai_kao import PaiKaoEnv
from banca.games import of_chance, playable

__all__ = ["IDS", "ChanceEnv", "PaiKaoEnv"]

IDS = {game: f"banca/{game}-v0" for game in playable()}
"""By game, what `gymnasium.make` calls its environment."""

for _game in of_chance():
    register(IDS[_game], f"{ChanceEnv.__module__}:ChanceEnv", max_episode_steps=MOST_ROUNDS, kwargs={"game": _game})
register(IDS["pai_kao"], f"{PaiKaoEnv.__module__}:PaiKaoEnv")
