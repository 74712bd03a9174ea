"""The games, one folder per regulation; a folder is read only when its game is asked for."""

from importlib import import_module

from banca.rulebook import Code, Refusal, Rulebook

GAMES = ("craps", "fish_prawn_crab", "wheel", "fantan", "football_poker", "roulette")


def rulebook(game: str) -> Rulebook:
    """The rulebook of one game."""
    if game not in GAMES:
        raise Refusal(Code.UNKNOWN_GAME, asked=game, allowed=GAMES)
    found: Rulebook = import_module(f"banca.games.{game}").RULEBOOK
    return found
