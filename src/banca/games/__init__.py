"""The games, one folder per regulation; a folder is read only when its game is asked for."""

from importlib import import_module

from banca.rulebook import Code, Refusal, Rulebook

GAMES = ("craps", "fish_prawn_crab", "wheel", "fantan", "football_poker", "roulette")
"""The games of chance: a device, and bets against the house."""

PAI_KAO = "pai_kao"
"""Its players decide and its money is between players: it has tiles and a bank, and no bets against the house."""


def rulebook(game: str) -> Rulebook:
    """The rulebook of one game of chance."""
    if game == PAI_KAO:
        raise Refusal(Code.NOT_A_GAME_OF_CHANCE, asked=game, allowed=GAMES)
    if game not in GAMES:
        raise Refusal(Code.UNKNOWN_GAME, asked=game, allowed=GAMES)
    found: Rulebook = import_module(f"banca.games.{game}").RULEBOOK
    return found
