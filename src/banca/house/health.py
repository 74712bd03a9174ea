"""What can be wrong with the store, the clock, the log and its witnesses."""

import re
from enum import StrEnum

from banca.rules import Text, _


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


SAID: dict[Trouble, Text] = {
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
LASTING = frozenset(SAID) | {Trouble.NOT_MIGRATED}
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
