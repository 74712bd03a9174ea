"""What a game's folder exports as `environment` where a table with bets against the house does not fit."""

from typing import Any, Protocol

import gymnasium


class GameEnvironment(Protocol):
    """The environment of one game. The module is imported only when `gymnasium.make` is called for it."""

    @property
    def ENVIRONMENT(self) -> type[gymnasium.Env[Any, Any]]:  # noqa: N802 - a constant of the module
        """The class to make, with the arguments of `gymnasium.make`; it ends its episodes itself."""
        ...
