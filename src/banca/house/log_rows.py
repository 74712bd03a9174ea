"""The log in the store: its head, its leaves, and its tiles, which are made beside the writers out of the journal."""

from abc import abstractmethod
from collections.abc import Iterator
from contextlib import AbstractContextManager
from typing import Any

import msgspec
from msgspec import Struct
from sqlalchemy import Connection, Engine, Select, func, select
from sqlalchemy.dialects import postgresql, sqlite

from banca.house.database import database_faults
from banca.house.schema import JOURNAL, LOG_HEAD, LOG_TILES
from banca.transparency.merkle import HASH_BYTES, Nodes, Tree, TreeGrowth, leaf_hash
from banca.transparency.receipt import entry_leaf, leaf_hashes
from banca.transparency.tiles import HEIGHT, WIDTH, HashTile, nodes_in, root_of_hashes, width_in

MOST_KNOWN = 100_000
"""Complete subtrees that are kept in memory; then it begins anew."""
TILES_AT_A_TIME = 64
"""That one look makes: so many entries, 256 times over, at most."""


class _EntryTime(Struct):
    """Of an entry, when it was written."""

    at: str = ""


_time_decoder = msgspec.json.Decoder(_EntryTime)


class LogRows:
    """The part of a store that is the log."""

    engine: Engine
    is_sqlite: bool
    _known: dict[tuple[int, int], bytes]
    """Complete subtrees that are new or that somebody has asked for, leaves among them, by level and place: they never change."""

    @abstractmethod
    def transaction(self) -> AbstractContextManager[Connection]:
        """A transaction that writes."""

    def log_head(self) -> Tree:
        """The log as it is written."""
        with database_faults(), self.engine.connect() as connection:
            return head_in(connection)

    def log_nodes(self, connection: Connection, size: int) -> Nodes:
        """The complete subtrees of the log of so many entries."""
        return nodes_in(size, lambda tile: self._read_tile(connection, tile), self._known)

    def remember(self, grown: TreeGrowth) -> None:
        """The log has grown: tiles and proofs of what is new need not be worked out of the journal."""
        if len(self._known) > MOST_KNOWN:  # all at once: what is needed again is read from tiles
            self._known.clear()
        self._known.update(grown.complete())

    def log_tile(self, tile: HashTile) -> bytes | None:
        """The hashes of a tile; none where the log has not so many entries yet."""
        with database_faults(), self.engine.connect() as connection:
            size = connection.execute(select(LOG_HEAD.c.size)).scalar_one()
            return self._read_tile(connection, tile) if width_in(tile.level, tile.number, size) >= tile.width else None

    def log_entries(self, number: int, width: int = WIDTH) -> list[bytes] | None:
        """What the leaves of a tile stand for; none where there are not so many yet."""
        with database_faults(), self.engine.connect() as connection:
            leaves = [entry_leaf(*row) for row in connection.execute(_leaves(number, width))]
        return leaves if len(leaves) == width else None

    def log_leaves(self, first: int, end: int) -> list[bytes]:
        """The hashes of the leaves from one place to before another, out of the journal; fewer where it lacks some."""
        query = select(JOURNAL.c.table_id, JOURNAL.c.seq, JOURNAL.c.digest)
        query = query.where(JOURNAL.c.leaf >= first, JOURNAL.c.leaf < end).order_by(JOURNAL.c.leaf)
        with database_faults(), self.engine.connect() as connection:
            return leaf_hashes((row.table_id, row.seq, row.digest) for row in connection.execute(query))

    def last_logged(self) -> str:
        """When the newest entry of the log says that it was written; nothing where there is none."""
        query = select(JOURNAL.c.body).where(JOURNAL.c.leaf == select(LOG_HEAD.c.size - 1).scalar_subquery())
        with database_faults(), self.engine.connect() as connection:
            body = connection.execute(query).scalar()
        return _time_decoder.decode(bytes(body)).at if body is not None else ""

    def make_tiles(self) -> int:
        """Keep tiles that have become full, some at a time; return how many these were.

        Beside the writers, who would have to wait: all that a tile says stands in the journal too.
        """
        with database_faults(), self.engine.connect() as connection:
            size = connection.execute(select(LOG_HEAD.c.size)).scalar_one()
            new = [
                {"level": tile.level, "number": tile.number, "root": self._root(tile, hashes), "hashes": hashes}
                for tile, hashes in self._lacking(connection, size)
            ]
        if new:
            insert: Any = (sqlite if self.is_sqlite else postgresql).insert(LOG_TILES)
            with self.transaction() as connection:
                connection.execute(insert.on_conflict_do_nothing(), new)  # another process may have made the same
        return len(new)

    def _read_tile(self, connection: Connection, tile: HashTile) -> bytes:
        """The hashes of a tile that the log has: as they are known or kept, or out of what is below them."""
        places = range(tile.number * WIDTH, tile.number * WIDTH + tile.width)
        known = {place: self._known.get((HEIGHT * tile.level, place)) for place in places}
        if None in known.values():
            known |= _kept(connection, tile)
        return b"".join(digest or self._root_below(connection, tile, place) for place, digest in known.items())

    def _root_below(self, connection: Connection, tile: HashTile, place: int) -> bytes:
        """A hash of a tile, out of the full tile below it, which is not kept yet; nothing for a leaf that the journal lacks."""
        if not tile.level:
            return b""
        below = HashTile(tile.level - 1, place)
        return self._root(below, self._read_tile(connection, below))

    def _root(self, tile: HashTile, hashes: bytes) -> bytes:
        """The root above a full tile."""
        place = (HEIGHT * (tile.level + 1), tile.number)
        return self._known.get(place) or self._known.setdefault(place, root_of_hashes(hashes))

    def _lacking(self, connection: Connection, size: int) -> Iterator[tuple[HashTile, bytes]]:
        """Full tiles that are not kept yet, the lowest level first; one above others is made when all of these are kept."""
        rows = connection.execute(select(LOG_TILES.c.level, func.max(LOG_TILES.c.number)).group_by(LOG_TILES.c.level))
        kept: dict[int, int] = {level: number + 1 for level, number in rows}
        below = size
        for level in range(size.bit_length() // HEIGHT):
            there = kept.get(level, 0)
            for number in range(there, min(below // WIDTH, there + TILES_AT_A_TIME)):
                tile = HashTile(level, number)
                yield tile, self._read_tile(connection, tile)
            below = there


def head_in(connection: Connection) -> Tree:
    """The log as a connection sees it."""
    return tree_in(*connection.execute(select(LOG_HEAD.c.size, LOG_HEAD.c.peaks)).one())


def tree_in(size: int, peaks: bytes) -> Tree:
    """A tree out of its row."""
    return Tree(size, tuple(bytes(peaks[at : at + HASH_BYTES]) for at in range(0, len(peaks), HASH_BYTES)))


def _leaves(number: int, width: int) -> Select[Any]:
    first = number * WIDTH
    columns = (JOURNAL.c.table_id, JOURNAL.c.seq, JOURNAL.c.digest)
    return select(*columns).where(JOURNAL.c.leaf >= first, JOURNAL.c.leaf < first + width).order_by(JOURNAL.c.leaf)


def _kept(connection: Connection, tile: HashTile) -> dict[int, bytes]:
    """The hashes of a tile by their places, as far as the store has them: in the tile, in the journal, or with the tiles below."""
    first = tile.number * WIDTH
    whole = select(LOG_TILES.c.hashes).where(LOG_TILES.c.level == tile.level, LOG_TILES.c.number == tile.number)
    hashes = connection.execute(whole).scalar()
    if hashes is not None:
        cut = range(0, tile.width * HASH_BYTES, HASH_BYTES)
        return {first + place: bytes(hashes[at : at + HASH_BYTES]) for place, at in enumerate(cut)}
    if not tile.level:
        rows = connection.execute(_leaves(tile.number, tile.width))
        return {first + place: leaf_hash(entry_leaf(*row)) for place, row in enumerate(rows)}
    below = select(LOG_TILES.c.number, LOG_TILES.c.root).where(
        LOG_TILES.c.level == tile.level - 1, LOG_TILES.c.number >= first, LOG_TILES.c.number < first + tile.width
    )
    return {row.number: bytes(row.root) for row in connection.execute(below)}
