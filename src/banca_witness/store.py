"""What a witness remembers, in one SQLite file: of each log the newest checkpoint that it has signed, and what contradicts it."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from enum import StrEnum
from pathlib import Path

from msgspec import structs

from banca.files import CANNOT_WRITE
from banca.record import FrozenStruct
from banca.rules import Refusal
from banca.transparency.checkpoint import Checkpoint

MOST_EVIDENCE = 1_000
"""Pieces of evidence kept against one log. The first are kept, because they show where the contradiction began."""
WAIT_SECONDS = 10
SCHEMA = """
CREATE TABLE IF NOT EXISTS witness (verifier TEXT PRIMARY KEY);
CREATE TABLE IF NOT EXISTS seen (origin TEXT PRIMARY KEY, size INTEGER NOT NULL, root BLOB NOT NULL, note TEXT NOT NULL, at INTEGER NOT NULL);
CREATE TABLE IF NOT EXISTS evidence (
    origin TEXT NOT NULL, kind TEXT NOT NULL, held TEXT NOT NULL, shown TEXT NOT NULL, at INTEGER NOT NULL,
    PRIMARY KEY (origin, kind, shown)
);
"""


class EvidenceKind(StrEnum):
    """What a log has done that an honest one does not."""

    SPLIT = "split"
    """It signed two different logs of the same size. The two notes prove it to anybody."""
    UNPROVED = "unproved"
    """It signed a larger log, and what came with it does not show that it contains the one signed before: it owes that proof."""
    SHORTENED = "shortened"
    """It shows a smaller log than it has signed before."""


class KnownLog(FrozenStruct):
    """The newest checkpoint of a log that the witness has signed."""

    checkpoint: Checkpoint
    note: str
    """With the witness's own signature."""
    at: int
    """Seconds since 1970."""

    @property
    def line(self) -> str:
        """The witness's own signature."""
        return self.note.splitlines(keepends=True)[-1]


class Misbehaviour(FrozenStruct):
    """Two notes, both signed by the log, that do not go together."""

    origin: str
    kind: EvidenceKind
    held: str
    """What the witness had seen."""
    shown: str
    """What it was shown then."""
    at: int


class WitnessStore:
    """Reads and writes the file; each change is on the disk before it returns."""

    def __init__(self, file: Path) -> None:
        self._file = file
        try:
            file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            with self.change() as connection:
                connection.executescript(SCHEMA)
        except (OSError, sqlite3.Error) as fault:
            raise Refusal(CANNOT_WRITE, asked=file, because=str(fault)) from None

    @contextmanager
    def change(self) -> Iterator[sqlite3.Connection]:
        """Open a transaction that reads and writes."""
        with closing(self._connection()) as connection:
            # The write lock is taken before the first read: two submissions must not both see the older checkpoint,
            # or the witness signs two logs that contradict each other.
            connection.execute("BEGIN IMMEDIATE")
            yield connection
            connection.commit()

    def _connection(self) -> sqlite3.Connection:
        connection = sqlite3.connect(self._file, timeout=WAIT_SECONDS, isolation_level=None)
        # A signature that was given out must not be forgotten when the power fails.
        connection.execute("PRAGMA synchronous=FULL")
        return connection

    def claim(self, verifier: str) -> str:
        """Return the public key of the witness that this file belongs to: of the given one if the file is new."""
        with self.change() as connection:
            connection.execute(
                "INSERT INTO witness SELECT ? WHERE NOT EXISTS (SELECT * FROM witness)",
                (verifier,),
            )
            return str(connection.execute("SELECT verifier FROM witness").fetchone()[0])

    def logs(self) -> list[KnownLog]:
        """Return every log that was seen, by name."""
        with closing(self._connection()) as connection:
            rows = connection.execute("SELECT origin, size, root, note, at FROM seen ORDER BY origin")
            return [_known_log(row) for row in rows]

    def evidence(self) -> list[Misbehaviour]:
        """Return all evidence, the oldest first."""
        with closing(self._connection()) as connection:
            rows = connection.execute(
                "SELECT origin, kind, held, shown, at FROM evidence ORDER BY at, origin, kind"
            ).fetchall()
        return [
            Misbehaviour(origin=origin, kind=EvidenceKind(kind), held=held, shown=shown, at=at)
            for origin, kind, held, shown, at in rows
        ]


def find_log(connection: sqlite3.Connection, origin: str) -> KnownLog | None:
    """Return the newest checkpoint of a log."""
    row = connection.execute("SELECT origin, size, root, note, at FROM seen WHERE origin = ?", (origin,)).fetchone()
    return _known_log(row) if row else None


def save_log(connection: sqlite3.Connection, log: KnownLog) -> None:
    """Replace the newest checkpoint of a log."""
    connection.execute(
        "INSERT OR REPLACE INTO seen (origin, size, root, note, at) VALUES (?, ?, ?, ?, ?)",
        (*log.checkpoint, log.note, log.at),
    )


def save_evidence(connection: sqlite3.Connection, evidence: Misbehaviour) -> bool:
    """Add a piece of evidence; return whether it is new and there was room for it."""
    count = connection.execute("SELECT count(*) FROM evidence WHERE origin = ?", (evidence.origin,)).fetchone()[0]
    if count >= MOST_EVIDENCE:
        return False
    done = connection.execute(
        "INSERT OR IGNORE INTO evidence (origin, kind, held, shown, at) VALUES (?, ?, ?, ?, ?)",
        structs.astuple(evidence),
    )
    return bool(done.rowcount)


def _known_log(row: tuple[str, int, bytes, str, int]) -> KnownLog:
    origin, size, root, note, at = row
    return KnownLog(checkpoint=Checkpoint(origin, size, bytes(root)), note=note, at=at)
