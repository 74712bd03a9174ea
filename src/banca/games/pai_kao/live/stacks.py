"""The order in which stacked tiles are dealt: after the cuts, from the end that the banker has declared. Articles 1, 2 and 4."""

from collections.abc import Sequence

from banca.games.pai_kao.procedure import LAST_STACK
from banca.games.pai_kao.tiles import HAND


def as_dealt(stacked: Sequence[str], *, lifted: int, dealt_from: int) -> tuple[str, ...]:
    """Tiles as they are dealt: `lifted` stacks go from the beginning to the end, then the stacks are taken from one end. R-pk-14.

    >>> "".join(as_dealt("aaaabbbbccccdddd", lifted=1, dealt_from=8))
    'aaaaddddccccbbbb'
    """
    stacks = _stacks(stacked)
    stacks = stacks[lifted:] + stacks[:lifted]
    return _tiles(stacks[::-1] if dealt_from == LAST_STACK else stacks)


def as_stacked(dealt: Sequence[str], *, lifted: int, dealt_from: int) -> tuple[str, ...]:
    """How they lay before the cuts.

    >>> "".join(as_stacked("aaaaddddccccbbbb", lifted=1, dealt_from=8))
    'aaaabbbbccccdddd'
    """
    stacks = _stacks(dealt)
    stacks = stacks[::-1] if dealt_from == LAST_STACK else stacks
    end = len(stacks) - lifted
    return _tiles(stacks[end:] + stacks[:end])


def _stacks(tiles: Sequence[str]) -> list[Sequence[str]]:
    return [tiles[place : place + HAND] for place in range(0, len(tiles), HAND)]


def _tiles(stacks: list[Sequence[str]]) -> tuple[str, ...]:
    return tuple(tile for stack in stacks for tile in stack)
