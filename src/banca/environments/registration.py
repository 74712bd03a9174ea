"""Every game that is installed, known to Gymnasium by an id."""

from gymnasium import register

from banca.environments.chance import MOST_ROUNDS, ChanceEnv
from banca.game import Game
from banca.games import find, playable

PART = "environment"


def registered(game: Game) -> str | None:
    """The id under which a game's environment was registered: its own, else a table; None where it has neither."""
    name = f"banca/{game.id}-v0"
    if game.has(PART):
        register(name, f"{game.package}.{PART}:ENVIRONMENT")
    elif game.rulebook is not None:
        register(name, f"{ChanceEnv.__module__}:ChanceEnv", max_episode_steps=MOST_ROUNDS, kwargs={"game": game.id})
    else:
        return None
    return name


IDS = {game: name for game in playable() if (name := registered(find(game)))}
"""The id of each game's environment for `gymnasium.make`."""
