"""What a game's folder exports as `environment` where a table with bets against the house does not fit."""

from typing import Any, Protocol

import gymnasium


class GameEnvironment(Protocol):
    """The environment of one game. The module is imported when `gymnasium.make` is asked for it, and not before."""

    @property
    def ENVIRONMENT(self) -> type[gymnasium.Env[Any, Any]]:  # noqa: N802 - a constant of the module
        """What is made, with the arguments that `gymnasium.make` is given; it ends its episodes itself."""
        ...
