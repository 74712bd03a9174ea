"""The file of a store of SQLite: nobody else's to read, and still the one that was opened."""

import os
import stat
from pathlib import Path

from banca.files import CANNOT_WRITE
from banca.house.file_modes import ANYTHING_OF_OTHERS, IS_KNOWN, WRITING_OF_OTHERS, typed
from banca.house.health import Trouble
from banca.rules import Message, Refusal, _

FILE, FOLDER = 0o600, 0o700
"""The modes of what we make."""
BESIDE = ("", "-wal", "-shm", "-journal")
"""SQLite keeps up to three files beside its own, with the same mode."""

Identity = tuple[int, int]
"""Device and number of a file: another file of the same name has others."""


class StoreFile:
    """One file, by its real path."""

    def __init__(self, path: Path) -> None:
        self.path = path.resolve()
        self._opened: Identity | None = None
        self._log: Identity | None = None
        self._connections: set[int] = set()

    # Nobody else's

    def make(self) -> None:
        """Make it, and its folder where there is none, for us alone; whatever the process's mask says."""
        folder, made = self.path.parent, self.path
        try:
            if not folder.is_dir():
                made = folder
                folder.mkdir(parents=True)
                folder.chmod(FOLDER)
            made = self.path
            if not self.path.exists():
                os.close(os.open(self.path, os.O_CREAT | os.O_RDWR, FILE))
                self.path.chmod(FILE)
        except OSError as error:
            raise Refusal(CANNOT_WRITE, asked=made, because=error.strerror) from None

    def exposure(self) -> Message | None:
        """Why it is not ours alone, with what to type: others may read or write it, or put another in its place."""
        if not IS_KNOWN:
            return None
        wide = [file for end in BESIDE if _mode(file := self.path.with_name(self.path.name + end)) & ANYTHING_OF_OTHERS]
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
        """Refuse what is not ours alone."""
        if why := self.exposure():
            raise Refusal.saying(why)

    # Still the one that was opened

    def remember(self) -> None:
        """Take the file that is there now for the one that we use from now on."""
        self._opened = _identity(self.path)

    def connected(self, connection: object) -> None:
        """As long as there is a connection, SQLite keeps its log."""
        self._connections.add(id(connection))

    def disconnected(self, connection: object) -> None:
        """With the last one it takes its log away by itself."""
        self._connections.discard(id(connection))
        if not self._connections:
            self._log = None

    def trouble(self) -> Trouble | None:
        """What has become of it; nothing before it is remembered."""
        if self._opened is None:
            return None
        now = _identity(self.path)
        if now != self._opened:
            return Trouble.FILE_GONE if now is None else Trouble.FILE_REPLACED
        log = _identity(self.path.with_name(f"{self.path.name}-wal"))
        self._log = self._log or log
        return Trouble.LOG_GONE if log != self._log else None


def _mode(path: Path) -> int:
    """Who may do what with it; nothing where it is not there."""
    try:
        return path.stat().st_mode
    except OSError:
        return 0


def _identity(path: Path) -> Identity | None:
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino
