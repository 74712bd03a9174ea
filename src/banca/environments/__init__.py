"""The games as Gymnasium environments. Needs the extra `gym`.

Importing this package registers one for each game that is installed, under `banca/`, the game's id and `-v0`:

>>> import gymnasium
>>> from banca.games import of_chance
>>> env = gymnasium.make(f"banca/{of_chance()[0]}-v0", bankroll=500)
>>> observation, info = env.reset(seed=1)
>>> int(observation["money"][0])  # in avos
50000
"""

from banca.environments.chance import ChanceEnv, GameEnvironment, PolicyPlayer
from banca.environments.registration import IDS

__all__ = ["IDS", "ChanceEnv", "GameEnvironment", "PolicyPlayer"]
