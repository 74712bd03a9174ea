"""The games, one folder per regulation; a folder is read only when its game is asked for."""

from functools import lru_cache
from importlib import import_module

from banca.rulebook import Code, Refusal, Rulebook, Rules

GAMES = ("craps", "fish_prawn_crab", "wheel", "fantan", "football_poker", "roulette")
"""The games of chance: a device, and bets against the house."""

PAI_KAO = "pai_kao"
"""Its players decide and its money is between players: it has tiles and a bank, and no bets against the house."""

KEPT = 200
"""Games under options whose rules are at hand."""


def rulebook(game: str) -> Rulebook:
    """The rulebook of one game of chance."""
    if game == PAI_KAO:
        raise Refusal(Code.NOT_A_GAME_OF_CHANCE, asked=game, allowed=GAMES)
    if game not in GAMES:
        raise Refusal(Code.UNKNOWN_GAME, asked=game, allowed=GAMES)
    found: Rulebook = import_module(f"banca.games.{game}").RULEBOOK
    return found


@lru_cache(KEPT)
def rules_of(game: str, options: tuple[tuple[str, str], ...]) -> Rules:
    """The rules of a game under options, made once for whoever asks again."""
    return rulebook(game).under(**dict(options))
