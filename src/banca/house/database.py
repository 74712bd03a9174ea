"""Connections to SQLite and PostgreSQL: how they are set up, SQLite's file, and what can be wrong with a store."""

import os
import re
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event, make_url
from sqlalchemy.exc import (
    ArgumentError,
    DataError,
    IntegrityError,
    NoSuchModuleError,
    SQLAlchemyError,
)
from sqlalchemy.pool import StaticPool

from banca.files import CANNOT_WRITE
from banca.house.files import ANYTHING_OF_OTHERS, IS_KNOWN, WRITING_OF_OTHERS, typed
from banca.house.refusals import BAD_STORE
from banca.rules import Message, Refusal, Text, _
from banca.tables.acts import BAD_REQUEST


class Trouble(StrEnum):
    """The kinds of trouble, one word each for programs."""

    NO_ANSWER = "no_answer"
    FULL = "full"
    READ_ONLY = "read_only"
    FILE_GONE = "file_gone"
    FILE_REPLACED = "file_replaced"
    LOG_GONE = "log_gone"
    """The write-ahead log of SQLite, which holds what was written last."""
    DAMAGED = "damaged"
    NEWER = "newer"
    """Its schema is that of a newer version of the program."""
    OLDER = "older"
    """Its schema is that of a version before 1.0.0."""
    NOT_MIGRATED = "not_migrated"
    """A step that brings its schema up to date failed."""
    NO_ACCESS = "no_access"
    NO_DATABASE = "no_database"
    NO_HOST = "no_host"
    CLOCK_BEHIND = "clock_behind"
    """The system's clock is behind what is written: entries get the last time that was written."""
    SNAPSHOT_WRONG = "snapshot_wrong"
    """A snapshot is not the one that its entry binds: it is not used, and the entries are read instead."""
    AUDIT_FAULT = "audit_fault"
    """The audit in the background found a journal that is not whole."""
    WATCH_CHANGED = "watch_changed"
    """The figures of the watch were changed by something else, or do not fit the journals: it does not go on."""
    RECORD_DIFFERS = "record_differs"
    """The store is not what was signed: nothing is signed and nothing is paid out any more."""
    HEAD_MISSING = "head_missing"
    """The log was signed before, and its signer found nothing of what it signed last: the store was believed at the start."""
    CHECKPOINT_UNWRITTEN = "checkpoint_unwritten"
    """The file outside, to which checkpoints are appended, could not be written."""
    WITNESS_AWAY = "witness_away"
    """A witness does not answer, or not to this log."""
    WITNESS_CONTRADICTS = "witness_contradicts"
    """A witness has seen another log than this one, or more of it: the store was changed or rolled back."""


TROUBLE_TEXTS: dict[Trouble, Text] = {
    Trouble.FULL: _("the disk is full"),
    Trouble.READ_ONLY: _("it is read-only"),
    Trouble.FILE_GONE: _("its file was removed: put it back"),
    Trouble.FILE_REPLACED: _("its file was replaced by another: restart the server"),
    Trouble.LOG_GONE: _("its write-ahead log was removed: restart the server"),
    Trouble.DAMAGED: _("its file is damaged, or is not a database"),
    Trouble.NEWER: _("it was made by a newer version of the program"),
    Trouble.OLDER: _("it was made by a version before 1.0.0, which this one cannot read"),
    Trouble.NO_ACCESS: _("it refuses this user or password"),
    Trouble.NO_DATABASE: _("its server has no database with this name"),
    Trouble.NO_HOST: _("there is no host with this name"),
}
"""What people are told; of the other kinds they are told what the database says."""
LASTING = frozenset(TROUBLE_TEXTS) | {Trouble.NOT_MIGRATED}
"""What does not pass by waiting: a person has to repair it."""

SQLITE_CODES = {8: Trouble.READ_ONLY, 11: Trouble.DAMAGED, 13: Trouble.FULL, 26: Trouble.DAMAGED}
"""SQLite's primary result codes: SQLITE_READONLY, SQLITE_CORRUPT, SQLITE_FULL, SQLITE_NOTADB."""
SQLSTATES = {
    "25006": Trouble.READ_ONLY,
    "53100": Trouble.FULL,
    "28000": Trouble.NO_ACCESS,
    "28P01": Trouble.NO_ACCESS,
    "42501": Trouble.NO_ACCESS,
    "3D000": Trouble.NO_DATABASE,
}
"""PostgreSQL's: read_only_sql_transaction, disk_full, invalid_authorization_specification, invalid_password, insufficient_privilege, invalid_catalog_name."""
WHILE_CONNECTING = {
    re.compile(r"password authentication failed|no password supplied|role \".*\" does not exist|no pg_hba\.conf entry"):
        Trouble.NO_ACCESS,
    re.compile(r"FATAL: +database \".*\" does not exist"): Trouble.NO_DATABASE,
    re.compile(r"Name or service not known|No address associated with hostname"): Trouble.NO_HOST,
}  # fmt: skip
"""What PostgreSQL says before there is a connection, when its driver hands on no code."""


def trouble_of(fault: object) -> Trouble:
    """Tell the trouble of a driver's error."""
    code, state = getattr(fault, "sqlite_errorcode", None), getattr(fault, "sqlstate", None)
    if isinstance(code, int):
        return SQLITE_CODES.get(code & 0xFF, Trouble.NO_ANSWER)
    if state:
        return SQLSTATES.get(str(state), Trouble.NO_ANSWER)
    return next((trouble for text, trouble in WHILE_CONNECTING.items() if text.search(str(fault))), Trouble.NO_ANSWER)


OTHERS_FASTER = _("other processes write to these tables faster than this one")
SCHEMA_NOT_MIGRATED = _("its schema could not be brought up to date ({because}); nothing was changed")
RETRIED = ("40001", "40P01")
"""PostgreSQL's serialization_failure and deadlock_detected: the transaction was undone and may try again."""


class StoreConflictError(Exception):
    """Another process wrote first: what was decided no longer fits. Nothing was written."""


class StoreDownError(Exception):
    """The store does not answer or cannot write. A command may or may not be written: repeat it with the same id.

    If the trouble is lasting, that helps only after somebody has repaired it.
    """

    def __init__(self, text: str, trouble: Trouble = Trouble.NO_ANSWER) -> None:
        super().__init__(text)
        self.text, self.trouble = text, trouble

    @property
    def because(self) -> str | Text:
        """What is wrong, for people; translated if it is known."""
        if self.trouble is Trouble.NOT_MIGRATED:
            return SCHEMA_NOT_MIGRATED.fill(because=self.text)
        return TROUBLE_TEXTS.get(self.trouble) or self.text

    @property
    def is_lasting(self) -> bool:
        """Whether it does not pass by waiting."""
        return self.trouble in LASTING


@contextmanager
def database_faults() -> Iterator[None]:
    """Turn errors of the database into ours: a broken constraint is a conflict, anything else means that it cannot work."""
    try:
        yield
    except DataError as fault:  # what was asked cannot be written down by this database: its own fault, not the store's
        raise Refusal(BAD_REQUEST, asked=first_line(fault)) from fault
    except IntegrityError as fault:
        raise StoreConflictError(first_line(fault)) from fault
    except SQLAlchemyError as fault:
        cause = getattr(fault, "orig", None)
        if getattr(cause, "sqlstate", None) in RETRIED:
            raise StoreConflictError(first_line(fault)) from fault
        raise StoreDownError(first_line(fault), trouble_of(cause)) from fault


def first_line(fault: Exception) -> str:
    """Return what the database says, without the statement and its parameters."""
    text = str(getattr(fault, "orig", None) or fault)
    return text.strip().partition("\n")[0]


FILE_MODE, FOLDER_MODE = 0o600, 0o700
"""The modes of what we create."""
FILE_ENDINGS = ("", "-wal", "-shm", "-journal")
"""SQLite keeps up to three files beside its own, with the same mode."""

Identity = tuple[int, int]
"""Device and inode of a file: another file of the same name has others."""


class StoreFile:
    """The file of a store of SQLite: it must be private, and stay the one that was opened."""

    def __init__(self, path: Path, engine: Engine) -> None:
        self.path = path.resolve()
        self._opened: Identity | None = None
        self._log: Identity | None = None
        self._connections: set[int] = set()
        event.listen(engine, "do_connect", self._on_connecting)
        event.listen(engine, "connect", lambda connection, _: self._connections.add(id(connection)))
        event.listen(engine, "close", self._on_closed)

    def _on_connecting(self, *_: object) -> None:
        # No connection is opened to another file than ours. A new one is created by us, not by SQLite, which would let others read it.
        self.check_same()
        self.make()

    def _on_closed(self, connection: object, _: object) -> None:
        self._connections.discard(id(connection))
        if not self._connections:  # with the last one SQLite removes its write-ahead log by itself
            self._log = None

    # Nobody else's

    def make(self) -> None:
        """Create the file, and its folder if there is none, for this user alone, whatever the umask says."""
        folder, made = self.path.parent, self.path
        try:
            if not folder.is_dir():
                made = folder
                folder.mkdir(parents=True)
                folder.chmod(FOLDER_MODE)
            made = self.path
            if not self.path.exists():
                os.close(os.open(self.path, os.O_CREAT | os.O_RDWR, FILE_MODE))
                self.path.chmod(FILE_MODE)
        except OSError as error:
            raise Refusal(CANNOT_WRITE, asked=made, because=error.strerror) from None

    def exposure(self) -> Message | None:
        """Say how other users can read, write or replace the file, and what to type; None if they cannot."""
        if not IS_KNOWN:
            return None
        wide = [
            file
            for end in FILE_ENDINGS
            if _mode(file := self.path.with_name(self.path.name + end)) & ANYTHING_OF_OTHERS
        ]
        if wide:
            return Message(
                "store_not_private",
                _("other users of this machine can read the store ({asked}); run: {command}"),
                asked=wide,
                command=typed("chmod 600", *wide),
            )
        folder = self.path.parent
        mode = _mode(folder)
        if mode & WRITING_OF_OTHERS and not mode & stat.S_ISVTX:
            return Message(
                "folder_not_private",
                _(
                    "other users of this machine can replace the store with another file (folder {asked}); run: {command}"
                ),
                asked=folder,
                command=typed("chmod go-w", folder),
            )
        return None

    def check_private(self) -> None:
        """Refuse a file that is not private."""
        if why := self.exposure():
            raise Refusal.saying(why)

    # Still the one that was opened

    def remember(self) -> None:
        """Remember the file that is there now as the one that we use."""
        self._opened = _identity(self.path)

    def check_same(self) -> None:
        """Refuse another file than the one that was remembered."""
        if trouble := self.trouble():
            raise StoreDownError(str(TROUBLE_TEXTS[trouble]), trouble)

    def trouble(self) -> Trouble | None:
        """Tell what has become of the file since it was remembered."""
        if self._opened is None:
            return None
        now = _identity(self.path)
        if now != self._opened:
            return Trouble.FILE_GONE if now is None else Trouble.FILE_REPLACED
        log = _identity(self.path.with_name(f"{self.path.name}-wal"))
        self._log = self._log or log
        return Trouble.LOG_GONE if log != self._log else None


def _mode(path: Path) -> int:
    try:
        return path.stat().st_mode
    except OSError:
        return 0


def _identity(path: Path) -> Identity | None:
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_dev, status.st_ino


MOST_UNTIDY = 20_000
"""Pages in the write-ahead log after which a writer of SQLite checkpoints by itself. Usually the server does so beside the writers."""


def make_engine(url: str) -> Engine:
    """Return the engine behind a URL: `sqlite:///path/to/file`, or `postgresql://…`."""
    try:
        parsed = make_url(url)
    except (ArgumentError, ValueError):  # a port that is no number is a ValueError
        raise Refusal(BAD_STORE, asked="…", allowed=URL_FORMS) from None
    if parsed.get_backend_name() not in ("sqlite", "postgresql"):
        raise Refusal(BAD_STORE, asked=parsed.get_backend_name(), allowed=URL_FORMS)
    if parsed.get_backend_name() == "postgresql":
        parsed = parsed.set(drivername="postgresql+psycopg")
        engine = create_engine(parsed, pool_size=4, pool_pre_ping=True, connect_args=CONNECT_ARGS)
        event.listen(engine, "connect", _prepare_postgresql)
        return engine
    try:
        options: dict[str, Any] = {"connect_args": {"timeout": 10, "check_same_thread": False}}
        if parsed.database in (None, "", ":memory:"):
            options["poolclass"] = StaticPool
        engine = create_engine(parsed, **options)
    except NoSuchModuleError:
        raise Refusal(BAD_STORE, asked=parsed.drivername, allowed=URL_FORMS) from None
    event.listen(engine, "connect", _prepare_sqlite)
    event.listen(engine, "begin", _begin_sqlite)
    return engine


URL_FORMS = ("sqlite:///FILE", "postgresql://USER@HOST/DATABASE")


CONNECT_ARGS = {
    "connect_timeout": 5,
    "tcp_user_timeout": 10_000,
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 3,
}
"""A server of PostgreSQL that does not respond is given up after half a minute at most."""


def _prepare_postgresql(connection: Any, _: object) -> None:  # the driver's own
    # As long as SQLite waits for a lock (the timeout above).
    connection.execute("SET lock_timeout = '10s'")
    connection.commit()


def _prepare_sqlite(connection: Any, _: object) -> None:  # the driver's own
    # synchronous = FULL: every commit is on disk (fsync) before it returns. We answer nobody earlier, and group commits share one.
    connection.isolation_level = None  # we begin ourselves
    for setting in (
        "journal_mode = WAL",
        "synchronous = FULL",
        "foreign_keys = ON",
        "temp_store = MEMORY",
        f"wal_autocheckpoint = {MOST_UNTIDY}",
    ):
        connection.execute(f"PRAGMA {setting}")


def _begin_sqlite(connection: Connection) -> None:
    # IMMEDIATE takes the write lock at once: a reader that wants to write later fails where another has written meanwhile.
    writes = connection.get_execution_options().get("writes")
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")
