"""What can be wrong with the ground that the house stands on: its store, and its clock."""

from enum import StrEnum

from banca.rulebook import Given, words


class Trouble(StrEnum):
    """One word for each, so that programs can tell them apart."""

    NO_ANSWER = "no_answer"
    FULL = "full"
    READ_ONLY = "read_only"
    FILE_GONE = "file_gone"
    FILE_REPLACED = "file_replaced"
    LOG_GONE = "log_gone"
    """The write-ahead log of SQLite, in which lies what was written last."""
    CLOCK_BEHIND = "clock_behind"
    """The system's clock is behind what is written: entries get the last time that was written."""
    SNAPSHOT_WRONG = "snapshot_wrong"
    """A snapshot is not the one that its entry binds: it is not used, and what it would have saved is read."""
    AUDIT_FAULT = "audit_fault"
    """The audit in the background found a journal that is not whole."""
    WITNESS_AWAY = "witness_away"
    """A witness does not answer, or not to this log."""
    WITNESS_CONTRADICTS = "witness_contradicts"
    """A witness has seen another log than this one, or more of it: the store was changed or rolled back."""


SAID: dict[Trouble, Given] = {
    Trouble.FULL: words("the disk is full", pt="o disco está cheio", zh="磁碟已滿"),
    Trouble.READ_ONLY: words("it is read-only", pt="não permite escrita", zh="只可讀取"),
    Trouble.FILE_GONE: words(
        "its file was removed: put it back",
        pt="o seu ficheiro foi removido: reponha-o",
        zh="其檔案已不在原處：請放回",
    ),
    Trouble.FILE_REPLACED: words(
        "its file was replaced by another: restart the server",
        pt="o seu ficheiro foi substituído por outro: reinicie o servidor",
        zh="其檔案已被另一檔案取代：請重新啟動伺服器",
    ),
    Trouble.LOG_GONE: words(
        "its write-ahead log was removed: restart the server",
        pt="o seu registo de escrita antecipada foi removido: reinicie o servidor",
        zh="其預寫日誌已被刪除：請重新啟動伺服器",
    ),
}
"""What is said of those that can be told from others; of the rest the database says something."""

SQLITE_CODES = {8: Trouble.READ_ONLY, 13: Trouble.FULL}
"""SQLite's primary result codes: SQLITE_READONLY, SQLITE_FULL."""
SQLSTATES = {"25006": Trouble.READ_ONLY, "53100": Trouble.FULL}
"""PostgreSQL's: read_only_sql_transaction, disk_full."""


def trouble_of(fault: object) -> Trouble:
    """Which one a driver's error speaks of."""
    code, state = getattr(fault, "sqlite_errorcode", None), getattr(fault, "sqlstate", None)
    found = SQLITE_CODES.get(code & 0xFF) if isinstance(code, int) else SQLSTATES.get(str(state))
    return found or Trouble.NO_ANSWER
