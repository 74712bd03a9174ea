"""The games, one folder per regulation; a folder is read only when its game is asked for."""

from collections.abc import Mapping
from functools import lru_cache
from importlib import import_module

from banca.rulebook import Code, Proposal, Refusal, Rulebook, Rules, extended

GAMES = ("craps", "fish_prawn_crab", "wheel", "fantan", "football_poker", "roulette")
"""The games of chance: a device, and bets against the house."""

PAI_KAO = "pai_kao"
"""Its players decide and its money is between players: it has tiles and a bank, and no bets against the house."""

KEPT = 200
"""Games under options whose rules are at hand."""


_ADMITTED: dict[str, Mapping[str, Proposal]] = {}
"""The proposals that tables of this process may carry, by game and id."""


def admit(proposal: Proposal) -> None:
    """Let tables carry a proposal: its game's rulebook has it among the values of its option `proposal` from now on."""
    _ADMITTED[proposal.game] = {**admitted(proposal.game), proposal.id: proposal}


def admitted(game: str) -> Mapping[str, Proposal]:
    """The proposals for one game, by id."""
    return _ADMITTED.get(game, {})


def rulebook(game: str) -> Rulebook:
    """The rulebook of one game of chance, with the proposals admitted."""
    return _extended(game, tuple(admitted(game).values())) if game in _ADMITTED else gazetted(game)


@lru_cache(KEPT)
def _extended(game: str, proposals: tuple[Proposal, ...]) -> Rulebook:
    return extended(gazetted(game), proposals)


def gazetted(game: str) -> Rulebook:
    """The rulebook of one game of chance as its regulation has it."""
    if game == PAI_KAO:
        raise Refusal(Code.NOT_A_GAME_OF_CHANCE, asked=game, allowed=GAMES)
    if game not in GAMES:
        raise Refusal(Code.UNKNOWN_GAME, asked=game, allowed=GAMES)
    found: Rulebook = import_module(f"banca.games.{game}").RULEBOOK
    return found


def rules_of(game: str, options: tuple[tuple[str, str], ...]) -> Rules:
    """The rules of a game under options, made once for whoever asks again."""
    return _under(rulebook(game), options)


@lru_cache(KEPT)
def _under(book: Rulebook, options: tuple[tuple[str, str], ...]) -> Rules:
    return book.under(**dict(options))
