"""Tiles (C2SP tlog-tiles): a log's hashes in pieces of 256, each under an address that never says anything else."""

import re
from collections.abc import Callable, MutableMapping
from typing import NamedTuple

from banca.transparency.merkle import HASH_BYTES, Nodes, node_hash

WIDTH, HEIGHT = 256, 8
"""How many hashes a full tile has, and how many levels of the tree it spans."""
TILE_BYTES = WIDTH * HASH_BYTES
PATH = re.compile(r"(0|[1-9][0-9]?)/((?:x[0-9]{3}/)*[0-9]{3})(?:\.p/([1-9][0-9]{0,2}))?")

ReadTile = Callable[["HashTile"], bytes]
"""The hashes of a tile, one behind the other; of one that is not full yet at least as many as it is said to have."""


class HashTile(NamedTuple):
    """One tile: its level, its number there, and how many hashes it has."""

    level: int
    number: int
    width: int = WIDTH

    def __str__(self) -> str:
        """The end of its address.

        >>> str(HashTile(0, 1234067)), str(HashTile(1, 5, 17))
        ('0/x001/x234/067', '1/005.p/17')
        """
        part = f".p/{self.width}" if self.width < WIDTH else ""
        return f"{self.level}/{number_path(self.number)}{part}"

    @classmethod
    def read(cls, path: str) -> "HashTile | None":
        """Read a tile from the end of its address; none where it is not one.

        >>> HashTile.read("0/x001/x234/067"), HashTile.read("1/005.p/17"), HashTile.read("0/5")
        (HashTile(level=0, number=1234067, width=256), HashTile(level=1, number=5, width=17), None)
        """
        parts = PATH.fullmatch(path)
        if parts is None:
            return None
        number = int(parts[2].replace("x", "").replace("/", ""))
        tile = cls(int(parts[1]), number, int(parts[3] or WIDTH))
        return tile if str(tile) == path else None  # each tile has one address, so that caches keep it once


def number_path(number: int) -> str:
    """Return a tile's number as a path."""
    number, last = divmod(number, 1000)
    path = f"{last:03}"
    while number:
        number, part = divmod(number, 1000)
        path = f"x{part:03}/{path}"
    return path


def width_in(level: int, number: int, size: int) -> int:
    """Return how many hashes a tile has in a log of so many entries."""
    return max(0, min(WIDTH, (size >> HEIGHT * level) - number * WIDTH))


def root_of_hashes(hashes: bytes) -> bytes:
    """Return the root of the subtree over hashes that are a power of two in number, one behind the other."""
    row = [hashes[at : at + HASH_BYTES] for at in range(0, len(hashes), HASH_BYTES)]
    while len(row) > 1:
        row = [node_hash(row[at], row[at + 1]) for at in range(0, len(row), 2)]
    return row[0]


def nodes_in(size: int, read: ReadTile, known: MutableMapping[tuple[int, int], bytes]) -> Nodes:
    """Return the complete subtrees of a log of so many entries: those that are known by level and place, as they never change; else out of its tiles."""
    kept: dict[tuple[int, int], bytes] = {}

    def node(level: int, place: int) -> bytes:
        return known.get((level, place)) or known.setdefault((level, place), compute(level, place))

    def compute(level: int, place: int) -> bytes:
        high, low = divmod(level, HEIGHT)
        number, first = divmod(place << low, WIDTH)
        if (high, number) not in kept:
            kept[high, number] = read(HashTile(high, number, width_in(high, number, size)))
        start = first * HASH_BYTES
        return root_of_hashes(kept[high, number][start : start + (HASH_BYTES << low)])

    return node
